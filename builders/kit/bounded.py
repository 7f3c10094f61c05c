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
# Bytes around those of an answer, in heads, chunks of one byte each and trailers.
_AROUND, _TIMES_AROUND = 1 << 20, 8
# Addresses of IPv6 that hold one of IPv4 in their last 32 bits: as they are written, or translated.
_HOLD_IPV4 = [ipaddress.ip_network(net) for net in ("::/96", "::ffff:0:0/96", "64:ff9b::/96")]
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
    """To where no public service leads."""


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
    from_inside = is_inside(urlsplit(url).hostname or "")
    opener = urllib.request.build_opener(
        _Http(clock, from_inside), _Https(clock, from_inside), _Redirects(from_inside)
    )
    request = urllib.request.Request(url, data=data, headers=dict(headers))
    try:
        response = cast(_HttpResponse, opener.open(request, timeout=bounds.silence))
    except urllib.error.HTTPError as error:
        response = error
    with response:
        clock.headers_are_here()
        yield BoundedResponse(response, bounds)


class _Clock:
    """How long the next byte may take, and how many may come in all, whatever they are for."""

    def __init__(self, bounds: Bounds) -> None:
        self._silence = bounds.silence
        self._most, self._count = _TIMES_AROUND * bounds.most + _AROUND, 0
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

    def arrived(self, count: int) -> None:
        self._count += count
        if self._count > self._most:
            raise TooMuchError(f"{self._count} bytes in and around an answer")


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
        count = self._raw.readinto(buffer)
        self._clock.arrived(count or 0)
        return count

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


class _Connection(http.client.HTTPConnection):
    """One whose other end is looked at: a name may lead elsewhere than a moment ago."""

    def __init__(self, host: str, *, clock: _Clock, to_inside: bool, **options: Any) -> None:
        super().__init__(host, **options)
        self._clock, self._to_inside = clock, to_inside
        self._create_connection = self._connected  # before anything is said, be it of TLS

    def connect(self) -> None:
        super().connect()
        self.sock = _TimedSocket(self.sock, self._clock)

    def _connected(self, address: tuple[str, int], *_: Any) -> socket.socket:
        """To the first that answers of a name's addresses, which share the time for one."""
        failure = OSError("a name without an address")
        for family, kind, protocol, _, place in _addresses(*address):
            peer = str(place[0])
            if not self._to_inside and not _is_public(peer):
                told = f"{self.host}, which is {peer}, an address inside this network"
                raise LedAstrayError(told)
            connected = socket.socket(family, kind, protocol)
            try:
                connected.settimeout(self._clock.left())
                connected.connect(place)
            except OSError as error:
                connected.close()
                failure = error
            else:
                return connected
        raise failure


class _SecureConnection(_Connection, http.client.HTTPSConnection):
    pass


class _Http(urllib.request.HTTPHandler):
    def __init__(self, clock: _Clock, from_inside: bool) -> None:
        super().__init__()
        self._clock, self._from_inside = clock, from_inside

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        kind = functools.partial(
            _Connection, clock=self._clock, to_inside=self._from_inside or _by_proxy(req)
        )
        return self.do_open(kind, req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, clock: _Clock, from_inside: bool) -> None:
        super().__init__()
        self._clock, self._from_inside = clock, from_inside

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        kind = functools.partial(
            _SecureConnection, clock=self._clock, to_inside=self._from_inside or _by_proxy(req)
        )
        return self.do_open(kind, req)


def _by_proxy(req: urllib.request.Request) -> bool:
    """Whether the other end is the user's own proxy, which may be anywhere."""
    return req.has_proxy() or getattr(req, "_tunnel_host", None) is not None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """To the web alone, and from outside to no address inside; bodies on the way are not read."""

    def __init__(self, from_inside: bool) -> None:
        self._from_inside = from_inside

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        target = headers.get("location") or headers.get("uri")
        fp.close()
        if target is None:
            raise LedAstrayError("a redirect that does not say where to")
        self._check(req.full_url, target)
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
        # urllib unquotes a name, and asks by what that gives, line breaks and all.
        if scheme not in ("http", "https") or not host.isascii() or "%" in host:
            raise LedAstrayError(f"a redirect to {target[:200]!r}, which is no address of the web")
        if not self._from_inside and is_inside(host):
            raise LedAstrayError(f"a redirect to {target[:200]!r}, an address inside this network")


def _addresses(host: str, port: int | None = None) -> list[Any]:
    """What a name leads to; one that no name can be leads nowhere."""
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except ValueError as error:  # a label that is empty or too long
        raise OSError(f"no name of a host: {host[:80]!r}") from error


def is_inside(host: str) -> bool:
    """Whether a name or address is of this machine or of a private network.

    Who cannot be resolved here is asked through a proxy or not at all; what a name leads to when
    it is asked is looked at again.
    """
    try:
        found = {info[4][0] for info in _addresses(host)}
    except OSError:
        return False
    return not all(_is_public(str(address)) for address in found)


def _is_public(address: str) -> bool:
    known = ipaddress.ip_address(address)
    if any(known.version == net.version and known in net for net in _HOLD_IPV4):
        known = ipaddress.IPv4Address(int(known) & 0xFFFF_FFFF)
    held = getattr(known, "sixtofour", None) or known
    return bool(held.is_global and not held.is_multicast)


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
