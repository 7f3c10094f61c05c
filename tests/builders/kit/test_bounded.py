"""Servers that lie, drip and never end: each is left in bounded time and memory, and told."""

from __future__ import annotations

import gzip
import socket
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from itertools import repeat
from pathlib import Path
from urllib.error import URLError

import pytest

from builders.kit import bounded, fetch
from builders.kit.bounded import Bounds, LedAstrayError, TooMuchError, is_inside, opened
from builders.kit.fetch import locate
from builders.kit.http import Manners, PoliteClient
from builders.kit.sources import UNKNOWN_SHA256, SourceFile
from equimask.core.errors import DataError
from equimask.core.files import sha256
from tests.loopback import LoopbackServer

Reply = Callable[[BaseHTTPRequestHandler], None]
BOUNDS = Bounds(most=100_000, silence=0.5, whole=2.0)


class Server(LoopbackServer):
    """Answers everything with `reply`."""

    def __init__(self) -> None:
        self.reply: Reply = headed()
        self.asked: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                try:
                    outer.reply(self)
                except OSError:  # who asked has left
                    self.close_connection = True

            do_POST = do_GET  # noqa: N815

        super().__init__(Handler)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    running = Server()
    yield running
    running.close()


def headed(
    body: bytes = b"fine", status: int = 200, then: Iterable[bytes] = (), **headers: str
) -> Reply:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)
        for block in then:
            handler.wfile.write(block)

    return send


def drips(pause: float, head: bytes = b"") -> Reply:
    """A byte now and then, for ever."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(head)
        while True:
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(pause)

    return send


def endless(**headers: str) -> Reply:
    return headed(then=repeat(b"x" * 65_536), **headers)


def bomb(size: int) -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    zeros = bytes(1 << 20)
    return b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()


def got(url: str, bounds: Bounds = BOUNDS) -> bytes:
    with opened(url, bounds, headers={"Accept-Encoding": "gzip"}) as response:
        return b"".join(response.blocks())


def test_what_is_within_bounds_arrives(server: Server) -> None:
    assert got(server.url) == b"fine"
    server.reply = headed(gzip.compress(b"fi") + gzip.compress(b"ne"), Content_Encoding="gzip")
    assert got(server.url) == b"fine"


@pytest.mark.parametrize("length", ["", "100001", "9" * 19, "9" * 5_000, "9" * 20 + "x"])
def test_an_endless_body_is_left(server: Server, length: str) -> None:
    server.reply = endless(**({"Content_Length": length} if length else {}))
    with pytest.raises(TooMuchError, match=r"at most 100000"):
        got(server.url)


def test_a_packed_body_is_unpacked_a_little_at_a_time(server: Server) -> None:
    server.reply = headed(bomb(16 << 20), Content_Encoding="gzip")
    tracemalloc.start()
    with pytest.raises(TooMuchError, match="unpacked"):
        got(server.url)
    assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()


@pytest.mark.parametrize(
    "head",
    [b"", b"HTTP/1.0 200 OK\r\n", b"HTTP/1.0 200 OK\r\nA: ", b"HTTP/1.0 200 OK\r\n\r\n"],
    ids=["status", "headers", "in a header", "body"],
)
def test_a_drip_ends_in_time_wherever_it_begins(server: Server, head: bytes) -> None:
    server.reply = drips(0.02, head)
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        got(server.url, replace(BOUNDS, whole=0.6))
    assert time.monotonic() - start < 3


def test_whoever_says_to_go_on_for_ever_is_left(server: Server) -> None:
    def go_on(handler: BaseHTTPRequestHandler) -> None:
        while True:
            handler.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    server.reply = go_on
    with pytest.raises(TooMuchError, match="around an answer"):
        got(server.url, replace(BOUNDS, silence=10, whole=20))


def test_trailers_without_end_are_left(server: Server) -> None:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        while True:
            handler.wfile.write(b"A: " + b"x" * 1000 + b"\r\n")

    server.reply = send
    with pytest.raises(TooMuchError, match="around an answer"):
        got(server.url, replace(BOUNDS, silence=10, whole=20))


def test_less_than_the_least_rate_is_left(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "_RATED", 0.2)
    server.reply = drips(0.01, b"HTTP/1.0 200 OK\r\n\r\n")
    with pytest.raises(TimeoutError, match="bytes a second"):
        got(server.url, Bounds(100_000, silence=10, least_rate=10_000))


@pytest.mark.parametrize(
    "target",
    [
        "file:///etc/passwd", "ftp://127.0.0.1/x", "data:,x", "http://[::1", "javascript:x",
        "http://\xe2\x98\x83.com/", "http://127.0.0.1%0D%0AX-Header:%201/", "http://%31%32%37.0.0.1/",
    ],
)  # fmt: skip
def test_a_redirect_leads_to_the_web_alone(server: Server, target: str) -> None:
    server.reply = headed(b"", 302, Location=target)
    with pytest.raises(LedAstrayError, match="no address of the web"):
        got(server.url)


@pytest.mark.parametrize("host", ["a..b", "a" * 300], ids=["an empty label", "a long label"])
def test_a_redirect_to_what_no_name_can_be_is_told(server: Server, host: str) -> None:
    server.reply = headed(b"", 302, Location=f"http://{host}/")
    with pytest.raises(URLError, match="no name of a host"):
        got(server.url)
    client = PoliteClient(server.url, Manners(tries=1))
    with pytest.raises(DataError, match="no name of a host"):
        client.ask({}, lambda answer: answer)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_nowhere_is_left(server: Server, status: int) -> None:
    server.reply = headed(b"", status)
    with pytest.raises(LedAstrayError, match="does not say where to"):
        got(server.url)


def test_a_redirect_from_outside_leads_to_nobody_inside(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.reply = headed(b"", 302, Location=f"http://127.0.0.1:{server.port}/secret")
    monkeypatch.setattr(bounded, "is_inside", lambda host: host == "127.0.0.1")
    monkeypatch.setattr(bounded, "_is_public", lambda address: True)
    with pytest.raises(LedAstrayError, match="inside this network"):
        got(f"http://localhost:{server.port}/")
    assert server.asked == ["/"]


def test_a_name_that_leads_inside_only_when_it_is_asked_is_left(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "is_inside", lambda host: False)
    with pytest.raises(LedAstrayError, match=r"127\.0\.0\.1, an address inside this network"):
        got(server.url)
    assert server.asked == []


def test_nothing_is_said_to_an_address_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the greeting of TLS, nor is a connection made."""
    monkeypatch.setattr(bounded, "is_inside", lambda host: False)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(0.2)
        with pytest.raises(LedAstrayError, match="inside this network"):
            got(f"https://127.0.0.1:{silent.getsockname()[1]}/")
        with pytest.raises(TimeoutError):
            silent.accept()


def test_all_addresses_of_a_name_share_the_time_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        place = full.getsockname()
        waiting = [socket.socket() for _ in range(4)]  # more than it has places for
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(place)
        found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", place)] * 20
        monkeypatch.setattr(bounded, "_addresses", lambda *_: found)
        start = time.monotonic()
        with pytest.raises(URLError):
            got(f"http://127.0.0.1:{place[1]}/", replace(BOUNDS, silence=0.3))
        assert 0.25 < time.monotonic() - start < 3
        for one in waiting:
            one.close()


def test_a_proxy_may_be_inside(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", server.url)
    assert got("http://there.invalid/data") == b"fine"
    assert server.asked == ["http://there.invalid/data"]


def test_a_redirect_among_those_inside_is_followed_and_its_body_is_not_read(
    server: Server,
) -> None:
    def reply(handler: BaseHTTPRequestHandler) -> None:
        if handler.path == "/there":
            return headed()(handler)
        return headed(status=302, then=repeat(b"x" * 65_536), Location="/there")(handler)

    server.reply = reply
    assert got(server.url) == b"fine"
    assert server.asked[-1] == "/there"


def test_redirects_in_a_circle_end(server: Server) -> None:
    server.reply = headed(b"", 302, Location="/again")
    with pytest.raises(LedAstrayError, match="leads nowhere"):
        got(server.url)
    assert len(server.asked) < 12


@pytest.mark.parametrize(
    ("host", "inside"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("169.254.169.254", True),
        ("fe80::1", True),
        ("10.1.2.3", True),
        ("192.168.0.1", True),
        ("100.64.0.1", True),
        ("0.0.0.0", True),
        ("2130706433", True),  # 127.0.0.1 in one number
        ("0x7f.1", True),
        ("::127.0.0.1", True),
        ("64:ff9b::7f00:1", True),  # as a network that translates to IPv4 reads it
        ("2002:7f00:1::", True),
        ("224.0.0.1", True),
        ("localhost", True),
        ("8.8.8.8", False),
        ("2606:4700:4700::1111", False),
        ("no.such.host.invalid", False),
        ("a" * 300, False),
    ],
)
def test_who_is_inside(host: str, inside: bool) -> None:
    assert is_inside(host) is inside


def test_an_endless_answer_of_a_service_is_told(server: Server) -> None:
    server.reply = endless()
    client = PoliteClient(server.url, Manners(timeout=5, most=100_000))
    with pytest.raises(DataError, match=r"bounded size.*at most 100000"):
        client.ask({}, lambda answer: answer)
    assert len(server.asked) == 1


FILE = SourceFile("a.txt", "MIT", False, url="", sha256=sha256(b"fine"), size=4)


@pytest.mark.parametrize("size", [4, None])
def test_a_download_without_end_is_left_and_nothing_of_it_kept(
    server: Server, tmp_path: Path, size: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "MOST_UNDECLARED", 100_000)
    file = replace(FILE, url=server.url, size=size)
    server.reply = endless()
    with pytest.raises(DataError, match=r"(4 bytes of sha256|at most 100000 bytes)"):
        locate(file, cache=tmp_path)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [".lock"]
    server.reply = headed()
    assert locate(file, cache=tmp_path).path.read_bytes() == b"fine"


def test_a_download_that_leads_astray_is_told(server: Server, tmp_path: Path) -> None:
    server.reply = headed(b"", 302, Location="file:///etc/passwd")
    file = replace(FILE, url=server.url, sha256=UNKNOWN_SHA256)
    with pytest.raises(DataError, match=r"no address of the web.*by hand"):
        locate(file, cache=tmp_path)


def test_a_download_that_drips_is_told(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "_RATED", 0.05)
    monkeypatch.setattr(fetch, "MAX_RETRIES", 1)
    server.reply = drips(0.02, b"HTTP/1.0 200 OK\r\n\r\n")
    with pytest.raises(DataError, match="bytes a second"):
        locate(replace(FILE, url=server.url, size=None), cache=tmp_path, first_wait=0.0)
