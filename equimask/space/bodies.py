"""What a visitor sends, before anybody has looked at it: Gradio reads all of it into memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
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
_A_FILE = b"content-disposition:"  # stands above each of them
_ON_DISK = 8192  # bytes that an empty file and its folder take
_NO_ROOM_TOLD = "too many files lie here: paste the rows"


@dataclass
class _Upload:
    """What one request puts on the disk."""

    begun: float
    size: int = _ON_DISK
    forgotten: bool = False
    _tail: bytes = b""

    def takes(self, block: bytes) -> int:
        """By how much a further block of the body, which may begin in a word, makes it grow."""
        seen = self._tail + block.lower()
        self._tail = seen[-len(_A_FILE) + 1 :]
        grown = len(block) + seen.count(_A_FILE) * _ON_DISK
        self.size += grown
        return grown


class BoundedBodies:
    """Passes requests on to a web app, and no body that is larger than a visitor's share.

    Uploads lie on the disk for a while: all of them together have a bound too.
    """

    def __init__(self, app: _App, clock: Callable[[], float] = time.monotonic) -> None:
        self._app, self._clock = app, clock
        self._uploads: deque[_Upload] = deque()
        self._kept = 0

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        """One request; what declares too much is refused before it is read."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        is_upload = scope["path"].rstrip("/").endswith(_UPLOAD)
        most = MAX_UPLOADED if is_upload else MAX_POSTED
        if _declared(scope) > most:
            return await _refuse(send, _TOO_LARGE, f"at most {most:,} bytes are taken")
        if is_upload and not self._has_room():
            return await _refuse(send, _NO_ROOM, _NO_ROOM_TOLD)
        upload = self._begun() if is_upload else None
        came = 0

        async def bounded() -> _Message:
            nonlocal came
            message = await receive()
            block = message.get("body", b"")
            came += len(block)
            if came > most:
                raise _refusal(_TOO_LARGE, f"at most {most:,} bytes are taken")
            if upload is not None:
                self._kept += upload.takes(block)
                if self._kept > MAX_UPLOADS_KEPT or upload.forgotten:
                    raise _refusal(_NO_ROOM, _NO_ROOM_TOLD)
            return message

        return await self._app(scope, bounded, send)

    def _begun(self) -> _Upload:
        upload = _Upload(self._clock())
        self._uploads.append(upload)
        self._kept += upload.size
        return upload

    def _has_room(self) -> bool:
        """Beside the uploads that Gradio may not have dropped yet."""
        while self._uploads and self._clock() - self._uploads[0].begun > 2 * UPLOADS_KEPT:
            upload = self._uploads.popleft()
            upload.forgotten = True  # whoever still sends it has had his time
            self._kept -= upload.size
        return self._kept <= MAX_UPLOADS_KEPT


def _declared(scope: _Message) -> int:
    for name, value in scope["headers"]:
        if name.lower() == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


def _refusal(status: int, told: str) -> Exception:
    from starlette.exceptions import HTTPException

    return HTTPException(status, told)


async def _refuse(send: _Send, status: int, told: str) -> None:
    head = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": told.encode()})
