from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler

import pytest

from builders.kit.http import (
    Answer,
    Manners,
    PassingFailureError,
    PoliteClient,
    TookTooLongError,
    check_status,
    retry_after,
)
from equimask.core.errors import DataError, OptionError
from tests.loopback import LoopbackServer

Reply = Callable[[BaseHTTPRequestHandler], None]


def reply(status: int, body: bytes = b"", **headers: str) -> Reply:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return send


class Server(LoopbackServer):
    """Gives the replies one after another, then for ever the last."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [reply(200, b"fine")]
        self.seen: list[tuple[dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                number = min(len(outer.seen), len(outer.replies) - 1)
                outer.seen.append((dict(self.headers.items()), body))
                outer.replies[number](self)

        super().__init__(Handler)
        self.url += "/"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    running = Server()
    yield running
    running.close()


class Client:
    """A client whose sleeps are noted, not slept."""

    def __init__(self, url: str, **manners: float) -> None:
        self.sleeps: list[float] = []
        self._client = PoliteClient(
            url,
            Manners(**{"pause": 0.25, **manners}),  # type: ignore[arg-type]
            advice="Go on later.",
            sleep=self.sleeps.append,
            jitter=lambda: 1.0,
        )

    def ask(self) -> bytes:
        return self._client.ask({"query": "SELECT ü"}, read)


def read(answer: Answer) -> bytes:
    check_status(answer)
    return answer.body


def test_a_question_says_who_asks(server: Server) -> None:
    assert Client(server.url).ask() == b"fine"
    ((headers, body),) = server.seen
    assert headers["User-Agent"].startswith("equimask/")
    assert "github.com/equimask" in headers["User-Agent"]
    assert body == b"query=SELECT+%C3%BC"


def test_questions_keep_a_pause(server: Server) -> None:
    client = Client(server.url)
    for _ in range(3):
        client.ask()
    assert client.sleeps == [0.25, 0.25]


def test_a_packed_answer_is_unpacked(server: Server) -> None:
    server.replies = [reply(200, gzip.compress(b"fine"), Content_Encoding="gzip")]
    assert Client(server.url).ask() == b"fine"


def test_waits_double_up_to_the_longest(server: Server) -> None:
    server.replies = [reply(503)] * 5 + [reply(200, b"fine")]
    client = Client(server.url, pause=0, first_wait=2, longest_wait=10)
    assert client.ask() == b"fine"
    assert [sleep for sleep in client.sleeps if sleep] == [2, 4, 8, 10, 10]


def test_jitter_takes_at_most_half_of_a_wait(server: Server) -> None:
    server.replies = [reply(503), reply(200)]
    sleeps: list[float] = []
    client = PoliteClient(
        server.url, Manners(first_wait=2), sleep=sleeps.append, jitter=lambda: 0.0
    )
    client.ask({}, read)
    assert sleeps[0] == 1


def test_the_service_may_say_how_long_to_wait(server: Server) -> None:
    server.replies = [reply(429, Retry_After="7"), reply(503, Retry_After="3"), reply(200)]
    client = Client(server.url, pause=0)
    client.ask()
    assert [sleep for sleep in client.sleeps if sleep] == [7, 3]


def test_headers_are_known_whatever_their_case(server: Server) -> None:
    server.replies = [reply(429, retry_after="7"), reply(429, RETRY_AFTER="9"), reply(200)]
    client = Client(server.url, pause=0)
    client.ask()
    assert [sleep for sleep in client.sleeps if sleep] == [7, 9]


def test_a_service_that_asks_for_no_wait_is_not_hurried(server: Server) -> None:
    past = "Wed, 21 Oct 2015 07:28:00 GMT"
    server.replies = [reply(429, Retry_After="0"), reply(503, Retry_After=past), reply(200)]
    client = Client(server.url, pause=0, first_wait=2)
    client.ask()
    assert [sleep for sleep in client.sleeps if sleep] == [2, 4]


def test_a_service_that_asks_for_hours_is_left_alone(server: Server) -> None:
    server.replies = [reply(429, Retry_After="7200")]
    with pytest.raises(DataError, match=r"429.*to come back in 7200 s.*Go on later"):
        Client(server.url).ask()
    assert len(server.seen) == 1


def cut_off(handler: BaseHTTPRequestHandler) -> None:
    reply(200, b"fi", Content_Length="4")(handler)
    handler.close_connection = True


def slam(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def cut_gzip(handler: BaseHTTPRequestHandler) -> None:
    reply(200, gzip.compress(b"fine")[:-4], Content_Encoding="gzip")(handler)


@pytest.mark.parametrize("failure", [cut_off, slam, cut_gzip, reply(500), reply(502)])
def test_what_breaks_off_is_asked_for_again(server: Server, failure: Reply) -> None:
    server.replies = [failure, failure, reply(200, b"fine")]
    assert Client(server.url).ask() == b"fine"
    assert len(server.seen) == 3


def test_a_service_that_stays_down_is_given_up_with_the_last_failure(server: Server) -> None:
    server.replies = [reply(500), reply(503)]
    with pytest.raises(DataError, match=r"HTTP 503 Service Unavailable \(4 tries\). Go on later"):
        Client(server.url, tries=4).ask()
    assert len(server.seen) == 4


def test_nobody_there_is_given_up_sooner_unless_somebody_was(server: Server) -> None:
    client = Client("http://127.0.0.1:9/", tries=8)
    with pytest.raises(DataError, match=r"no connection.*\(3 tries\). Check the address"):
        client.ask()
    known = Client(server.url, tries=5)
    known.ask()
    server.close()
    with pytest.raises(DataError, match=r"no connection.*\(5 tries\). Go on later"):
        known.ask()


def stall(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(1)
    handler.close_connection = True


def drip(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(100):
        time.sleep(0.05)
        try:
            handler.wfile.write(b".")
        except OSError:
            return


@pytest.mark.parametrize("slow", [stall, drip, reply(504)])
def test_an_answer_that_takes_too_long_is_the_askers_matter(server: Server, slow: Reply) -> None:
    server.replies = [slow]
    start = time.monotonic()
    with pytest.raises(TookTooLongError):
        Client(server.url, timeout=0.3).ask()
    assert time.monotonic() - start < 3, "a drip of five seconds was waited for"
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("status", "words"), [(404, "Check the address"), (403, "refuses"), (400, "HTTP 400")]
)
def test_a_refusal_is_final(server: Server, status: int, words: str) -> None:
    server.replies = [reply(status, b"no <b>way</b>")]
    with pytest.raises(DataError, match=words) as refusal:
        Client(server.url).ask()
    assert "no <b>way</b>" in str(refusal.value)
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    "url",
    [
        "query.wikidata.org",
        "ftp://example.org",
        "file:///etc",
        "https://",
        "http://localhost:sparql/",
        "http://[::1/",
        "https://example.org/a b",
        "https://example.org/spärql",
    ],
)
def test_only_web_addresses_are_asked(url: str) -> None:
    with pytest.raises(OptionError, match="https://"):
        PoliteClient(url)


def test_retry_after_may_be_a_number_a_date_or_nonsense() -> None:
    assert retry_after(None) is None
    assert retry_after("12") == 12
    assert retry_after("-3") == 0
    assert retry_after("soon") is None
    assert retry_after("Fri, 31 Dec 9999 23:59:59 -9999999999999") is None
    assert retry_after("Mon, 99999999999999999999 Jan 2020 00:00:00 GMT") is None
    in_a_minute = retry_after(formatdate(time.time() + 60, usegmt=True))
    assert in_a_minute is not None and 55 < in_a_minute <= 60
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0


def test_a_failure_carries_what_was_asked_for() -> None:
    with pytest.raises(PassingFailureError) as failure:
        check_status(Answer(429, {"retry-after": "5"}, b""))
    assert failure.value.wait == 5
