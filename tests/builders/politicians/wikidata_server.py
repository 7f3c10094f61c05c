"""A SPARQL endpoint on loopback: a real engine over made-up records, with faults on demand."""

from __future__ import annotations

import os
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs

import pyoxigraph

from tests.builders.politicians.wikidata_records import Record, n_triples
from tests.loopback import LoopbackServer

# Loopback is no matter for a proxy.
os.environ.setdefault("NO_PROXY", "127.0.0.1")

JSON = "application/sparql-results+json"
STACK_TRACE = b"\njava.util.concurrent.TimeoutException\n\tat java.util.concurrent.FutureTask.get\n"

# How a fault is played: given the handler and the answer that would have been right.
Fault = Callable[["BaseHTTPRequestHandler", bytes], None]


def answer(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"Content-Type": JSON, **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    if "Content_Length" not in headers:
        handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def status(code: int, body: bytes = b"", **headers: str) -> Fault:
    return lambda handler, _: answer(handler, code, body, **headers)


def cut(handler: BaseHTTPRequestHandler, _: bytes) -> None:
    """The connection ends before a single byte."""
    handler.close_connection = True


def truncated(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """Fewer bytes than were announced."""
    answer(handler, 200, body[: len(body) // 2], Content_Length=str(len(body)))
    handler.close_connection = True


def half_json(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """A whole answer with half the JSON."""
    answer(handler, 200, body[: len(body) // 2])


def stack_trace(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """What Blazegraph does when the time of a query is over."""
    answer(handler, 200, body[: len(body) // 2] + STACK_TRACE)


def lost_rows(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """A well-formed answer without its rows."""
    answer(handler, 200, b'{"head":{"vars":[]},"results":{"bindings":[]}}')


def stall(seconds: float) -> Fault:
    """An answer that comes too late."""

    def play(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        time.sleep(seconds)
        handler.close_connection = True

    return play


def drips(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """A byte now and then, for as long as anybody listens."""
    answer(handler, 200, Content_Length=str(2 * len(body)))
    handler.close_connection = True
    while True:
        handler.wfile.write(b" ")
        time.sleep(0.1)


def endless(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """Packed to a thousandth: more than anybody has memory for."""
    answer(handler, 200, _packed(1 << 29), Content_Encoding="gzip")


@cache
def _packed(size: int) -> bytes:
    packer = zlib.compressobj(wbits=31)
    blocks = (packer.compress(bytes(1 << 20)) for _ in range(size >> 20))
    return b"".join(blocks) + packer.flush()


def other_types(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """Well-formed JSON with numbers where texts belong."""
    answer(handler, 200, re.sub(rb'("value":\s*)"[^"]*"', rb"\g<1>5", body))


def leads_away(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    """To where there is no web."""
    answer(handler, 302, Location="file:///etc/passwd")


class SparqlServer(LoopbackServer):
    """Answers SELECT by POST; `faults` has a fault for a request's number or for every one."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._store = pyoxigraph.Store()
        self._store.load(n_triples(records).encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
        self.faults: dict[int, Fault] = {}
        self.always: Callable[[str], Fault | None] = lambda query: None
        self.delay = 0.0
        self.queries: list[str] = []
        self.agents: set[str] = set()
        self.times: list[float] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer._serve(self)

        super().__init__(Handler)
        self.url += "/sparql"

    def add(self, turtle: str) -> None:
        self._store.load(turtle.encode(), format=pyoxigraph.RdfFormat.TURTLE)

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        form = parse_qs(handler.rfile.read(int(handler.headers["Content-Length"])).decode())
        (query,) = form["query"]
        with self._lock:
            number = len(self.queries)
            self.queries.append(query)
            self.times.append(time.monotonic())
            self.agents.add(handler.headers["User-Agent"])
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            body = self._solve(query)
            fault = self.faults.get(number) or self.always(query)
            if fault:
                fault(handler, body)
            else:
                answer(handler, 200, body)
        except (BrokenPipeError, ConnectionResetError):  # the client was killed
            handler.close_connection = True
        except SyntaxError as error:
            answer(handler, 400, str(error).encode(), Content_Type="text/plain")

    def _solve(self, query: str) -> bytes:
        """Counted as at work until the answer is sent: then the client may ask again."""
        try:
            time.sleep(self.delay)
            solutions = self._store.query(query)
            assert isinstance(solutions, pyoxigraph.QuerySolutions)
            body = solutions.serialize(format=pyoxigraph.QueryResultsFormat.JSON)
            assert body is not None
            return body
        finally:
            with self._lock:
                self._at_once -= 1


@contextmanager
def serving(records: Iterable[Record]) -> Iterator[SparqlServer]:
    server = SparqlServer(records)
    try:
        yield server
    finally:
        server.close()
