"""The hub on loopback: a web server with faults on demand, for clients that know nothing of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.hub.access import Hub, Request
from tests.hub.answers import Answer
from tests.hub.routes import answer
from tests.hub.store import Store
from tests.loopback import LoopbackServer

WRITER, READER = "hf_of_a_writer", "hf_of_a_reader"
ORGANISATION = "lab"


class Handler(BaseHTTPRequestHandler):
    """Reads a request, lets a fault play or the hub answer, and writes the answer."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one packet, else each answer waits for an acknowledgement
    hub: FakeHub

    def _serve(self) -> None:
        self.hub.authorised.append(self.headers.get("Authorization"))
        fault = self.hub.fault_for(self.command, self.path)
        try:
            if fault is not None:
                fault(self)
            else:
                self.send(answer(self.hub.state, self.request_read()))
        except EOFError:  # the client was killed while it sent
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = _serve  # noqa: N815

    def request_read(self) -> Request:
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Request(self.command, parts.path, parse_qs(parts.query), headers, self._body())

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self._read(int(self.headers.get("Content-Length", 0)))
        chunks = []
        while size := int(self.rfile.readline() or self._read(1), 16):
            chunks.append(self._read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _read(self, size: int) -> bytes:
        body = self.rfile.read(size)
        if len(body) < size:
            raise EOFError
        return body

    def send(self, reply: Answer) -> None:
        self.send_response(reply.status)
        for name, value in {**reply.headers, "Content-Length": str(len(reply.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)


Fault = Callable[[Handler], None]


def status(code: int, **headers: str) -> Fault:
    """An answer with this status, whatever was asked."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def play(handler: Handler) -> None:
        handler.request_read()
        handler.send(Answer(code, b"", named))

    return play


def cut(handler: Handler) -> None:
    """The connection ends after some bytes of the body, if there is one."""
    if handler.command != "GET":
        handler.rfile.read(1)
    handler.close_connection = True


def unanswered(handler: Handler) -> None:
    """What was asked is done, but the answer is lost."""
    answer(handler.hub.state, handler.request_read())
    handler.close_connection = True


@dataclass
class Stall:
    """The server stops listening in the midst of a body until it is released."""

    reached: threading.Event
    released: threading.Event

    def __call__(self, handler: Handler) -> None:
        handler.rfile.read(1)
        self.reached.set()
        self.released.wait(60)
        handler.close_connection = True


def stall() -> Stall:
    return Stall(threading.Event(), threading.Event())


@dataclass
class _Waiting:
    method: str
    part: str
    fault: Fault
    after: int
    times: int


class FakeHub(LoopbackServer):
    """A running hub: its store, the requests it saw, and the faults that wait for one."""

    def __init__(self) -> None:
        self.store = Store()
        self.seen: list[tuple[str, str]] = []
        self.authorised: list[str | None] = []  # what each request brought to be let in
        self._waiting: list[_Waiting] = []
        self._lock = threading.Lock()
        super().__init__(type("BoundHandler", (Handler,), {"hub": self}))
        members = {WRITER: (ORGANISATION,), READER: ()}
        self.state = Hub(self.store, members, self.url, f"http://localhost:{self.port}")

    def fail(self, method: str, part: str, fault: Fault, *, after: int = 0, times: int = 1) -> None:
        """Let `fault` play for requests by `method` with `part` in their path."""
        self._waiting.append(_Waiting(method, part, fault, after, times))

    def fault_for(self, method: str, path: str) -> Fault | None:
        with self._lock:
            self.seen.append((method, path))
            for waiting in self._waiting:
                if method == waiting.method and waiting.part in path:
                    waiting.after -= 1
                    if waiting.after < 0 and waiting.times > 0:
                        waiting.times -= 1
                        return waiting.fault
        return None

    def count(self, method: str, part: str) -> int:
        """How many requests by `method` had `part` in their path."""
        return sum(m == method and part in path for m, path in self.seen)


@contextmanager
def serving() -> Iterator[FakeHub]:
    hub = FakeHub()
    try:
        yield hub
    finally:
        hub.close()
