"""Web requests whose answers are bounded: in bytes, in time, and in where they lead."""

from __future__ import annotations

import functools
import http.client
import io
import ipaddress
import math
import socket
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias, cast
from urllib.parse import urljoin, urlsplit

_BLOCK = 1 << 16
_RATED = 30.0  # seconds: within each the answer must keep its least rate
_HttpResponse: TypeAlias = "http.client.HTTPResponse | urllib.error.HTTPError"


@dataclass(frozen=True)
class Bounds:
    """Of one answer: bytes, seconds, bytes a second.

    `most` holds for what is sent and for what is unpacked from it. The status and the headers must
    be there within `silence`, and no byte after them may take longer; all of it ends by `whole`.
    """

    most: int
    silence: float
    whole: float = math.inf
    least_rate: float = 0.0


class TooMuchError(Exception):
    """More bytes than were agreed."""


class LedAstrayError(Exception):
    """A redirect to where no public service leads."""


class BoundedResponse:
    """An answer of any status; `headers` by their names in lower case."""

    def __init__(self, response: _HttpResponse, bounds: Bounds) -> None:
        self.status = response.status or 0
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self._response, self._bounds = response, bounds

    def blocks(self) -> Iterator[bytes]:
        """The body, unpacked, block by block and to its end, or an error."""
        declared = self.headers.get("content-length", "")
        # Twenty digits are already more than anybody has, and int() refuses thousands of them.
        length = int(declared[:20]) if declared.isascii() and declared.isdigit() else None
        self._check(length or 0, "as its headers say")
        sent = self._sent(length)
        packed = self.headers.get("content-encoding", "").lower() in ("gzip", "x-gzip")
        count = 0
        for block in _unpacked(sent) if packed else sent:
            count += len(block)
            self._check(count, "unpacked" if packed else "so far")
            yield block

    def _sent(self, length: int | None) -> Iterator[bytes]:
        count, since, marked = 0, time.monotonic(), 0
        # `read` would wait until a block is full; `read1` gives what has arrived.
        while block := self._response.read1(_BLOCK):
            count += len(block)
            self._check(count, "so far")
            yield block
            now = time.monotonic()
            if now - since >= _RATED:
                if (rate := (count - marked) / (now - since)) < self._bounds.least_rate:
                    raise TimeoutError(f"{rate:.0f} bytes a second")
                since, marked = now, count
        if length is not None and count < length:
            raise http.client.IncompleteRead(b"", length - count)

    def _check(self, count: int, how: str) -> None:
        if count > self._bounds.most:
            raise TooMuchError(f"{count} bytes {how}, and at most {self._bounds.most} are read")


@contextmanager
def opened(
    url: str, bounds: Bounds, *, headers: Mapping[str, str], data: bytes | None = None
) -> Iterator[BoundedResponse]:
    """The answer to a request (POST with `data`), after all redirects."""
    clock = _Clock(bounds)
    opener = urllib.request.build_opener(_Http(clock), _Https(clock), _Redirects(url))
    request = urllib.request.Request(url, data=data, headers=dict(headers))
    try:
        response = cast(_HttpResponse, opener.open(request, timeout=bounds.silence))
    except urllib.error.HTTPError as error:
        response = error
    with response:
        clock.headers_are_here()
        yield BoundedResponse(response, bounds)


class _Clock:
    """How long the next byte may take."""

    def __init__(self, bounds: Bounds) -> None:
        self._silence = bounds.silence
        now = time.monotonic()
        self._whole = now + bounds.whole
        self._end = min(now + bounds.silence, self._whole)

    def headers_are_here(self) -> None:
        self._end = self._whole

    def left(self) -> float:
        left = min(self._silence, self._end - time.monotonic())
        if left <= 0:
            raise TimeoutError("no end in time")
        return left


class _TimedReader(io.RawIOBase):
    """A socket's bytes; the socket's own time-out begins anew with each, this one's does not."""

    def __init__(self, connected: socket.socket, clock: _Clock) -> None:
        self._raw, self._connected, self._clock = (
            connected.makefile("rb", buffering=0),
            connected,
            clock,
        )

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._connected.settimeout(self._clock.left())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedSocket:
    """As much of a socket as an HTTP connection uses."""

    def __init__(self, connected: socket.socket, clock: _Clock) -> None:
        self._connected, self._clock = connected, clock

    def sendall(self, data: Any) -> None:
        self._connected.settimeout(self._clock.left())
        self._connected.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._connected, self._clock))

    def close(self) -> None:
        self._connected.close()


class _HttpConnection(http.client.HTTPConnection):
    def __init__(self, host: str, *, clock: _Clock, **options: Any) -> None:
        super().__init__(host, **options)
        self._clock = clock

    def connect(self) -> None:
        super().connect()
        self.sock = _TimedSocket(self.sock, self._clock)


class _HttpsConnection(_HttpConnection, http.client.HTTPSConnection):
    """The clock is read above the encryption."""


class _Http(urllib.request.HTTPHandler):
    def __init__(self, clock: _Clock) -> None:
        super().__init__()
        self._clock = clock

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(functools.partial(_HttpConnection, clock=self._clock), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, clock: _Clock) -> None:
        super().__init__()
        self._clock = clock

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(functools.partial(_HttpsConnection, clock=self._clock), req)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """To the web alone, and from outside to no address inside; bodies on the way are not read."""

    def __init__(self, url: str) -> None:
        self._from_inside = is_inside(urlsplit(url).hostname or "")

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        target = headers.get("location") or headers.get("uri")
        if target is not None:
            self._check(req.full_url, target)
        fp.close()
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except urllib.error.HTTPError as error:  # a circle, or one that a POST may not follow
            raise LedAstrayError(f"a redirect that leads nowhere: {error.msg}") from error

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def _check(self, url: str, target: str) -> None:
        try:
            parts = urlsplit(urljoin(url, target))
            scheme, host = parts.scheme, parts.hostname or ""
        except ValueError:
            scheme, host = "", ""
        if scheme not in ("http", "https"):
            raise LedAstrayError(f"a redirect to {target[:200]!r}, which is no address of the web")
        if not self._from_inside and is_inside(host):
            raise LedAstrayError(f"a redirect to {target[:200]!r}, an address inside this network")


def is_inside(host: str) -> bool:
    """Whether a name or address is of this machine or of a private network.

    Who cannot be resolved here is asked through a proxy or not at all.
    """
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError, ValueError):
        return False
    return not all(_is_public(str(address)) for address in found)


def _is_public(address: str) -> bool:
    known = ipaddress.ip_address(address)
    mapped = getattr(known, "ipv4_mapped", None)
    return bool((mapped or known).is_global)


def _unpacked(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """What is packed by gzip, a little at a time however small it was packed."""
    member = zlib.decompressobj(wbits=31)
    begun = False
    for block in blocks:
        data = block
        while True:
            if member.eof:
                if not data:
                    break
                member = zlib.decompressobj(wbits=31)  # another member behind the first
            begun = True
            piece = member.decompress(data, _BLOCK)
            yield piece
            data = member.unused_data if member.eof else member.unconsumed_tail
            if not data and len(piece) < _BLOCK:
                break
    if begun and not member.eof:
        raise EOFError("a packed answer without its end")
