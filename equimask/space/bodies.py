"""What a visitor sends, before anybody has looked at it: Gradio reads all of it into memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from equimask.space.limits import (
    MAX_POSTED,
    MAX_UPLOADED,
    MAX_UPLOADS_KEPT,
    UPLOADS_KEPT,
)

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[[_Message, _Receive, _Send], Awaitable[None]]

_UPLOAD = "/upload"
_TOO_LARGE, _NO_ROOM = 413, 507  # of HTTP


class BoundedBodies:
    """Passes requests on to a web app, and no body that is larger than a visitor's share.

    Uploads lie on the disk for a while: all of them together have a bound too.
    """

    def __init__(self, app: _App, clock: Callable[[], float] = time.monotonic) -> None:
        self._app, self._clock = app, clock
        self._uploads: deque[tuple[float, int]] = deque()

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        """One request; what declares too much is refused before it is read."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        upload = scope["path"].rstrip("/").endswith(_UPLOAD)
        most = MAX_UPLOADED if upload else MAX_POSTED
        if _declared(scope) > most:
            return await _refuse(send, _TOO_LARGE, f"at most {most:,} bytes are taken")
        if upload and self._kept() > MAX_UPLOADS_KEPT:
            return await _refuse(send, _NO_ROOM, "too many files lie here: paste the rows")
        came = 0

        async def bounded() -> _Message:
            nonlocal came
            message = await receive()
            size = len(message.get("body", b""))
            came += size
            if upload:
                self._uploads.append((self._clock(), size))
            if came > most:
                raise _too_large(most)
            return message

        return await self._app(scope, bounded, send)

    def _kept(self) -> int:
        """Bytes of the uploads that Gradio may not have dropped yet."""
        while self._uploads and self._clock() - self._uploads[0][0] > 2 * UPLOADS_KEPT:
            self._uploads.popleft()
        return sum(size for _, size in self._uploads)


def _declared(scope: _Message) -> int:
    for name, value in scope["headers"]:
        if name.lower() == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


def _too_large(most: int) -> Exception:
    from starlette.exceptions import HTTPException

    return HTTPException(_TOO_LARGE, f"at most {most:,} bytes are taken")


async def _refuse(send: _Send, status: int, told: str) -> None:
    head = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": told.encode()})
