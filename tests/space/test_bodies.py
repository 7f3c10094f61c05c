"""What a visitor sends is bounded before Gradio reads it, whatever the headers say."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from equimask.space.bodies import BoundedBodies
from equimask.space.limits import MAX_POSTED, MAX_UPLOADED, MAX_UPLOADS_KEPT, UPLOADS_KEPT

BLOCK = 1 << 16


class Page:
    """An app that reads whole bodies, as Gradio does, behind the bound; `read` is what it got."""

    def __init__(self) -> None:
        self.read, self.now = 0, 0.0
        routes = [Route(path, self._answer, methods=["POST"]) for path in ("/join", "/upload")]
        self._app = BoundedBodies(Starlette(routes=routes), clock=lambda: self.now)

    async def _answer(self, request: Request) -> PlainTextResponse:
        async for block in request.stream():
            self.read += len(block)
        return PlainTextResponse("taken")

    def asked(self, path: str, blocks: Iterable[bytes], declared: str | None = None) -> int:
        """The status of the answer to a request with this body."""
        return asyncio.run(self._asked(path, iter(blocks), declared))

    async def _asked(self, path: str, blocks: Any, declared: str | None) -> int:
        async def receive() -> Any:
            block = next(blocks, None)
            return {"type": "http.request", "body": block or b"", "more_body": block is not None}

        return await self.status(path, receive, declared)

    async def status(self, path: str, receive: Any, declared: str | None = None) -> int:
        """That of the answer, where the body comes from `receive`."""
        headers = [] if declared is None else [(b"Content-Length", declared.encode())]
        told: list[int] = []

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                told.append(message["status"])

        scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
        await self._app(scope, receive, send)
        (status,) = told
        return status


def blocks(size: int) -> Iterable[bytes]:
    return (bytes(BLOCK) for _ in range(-(-size // BLOCK)))


def test_what_a_person_pastes_arrives() -> None:
    page = Page()
    assert page.asked("/join", [b"She sings."], "10") == 200 and page.read == 10


@pytest.mark.parametrize(("path", "most"), [("/join", MAX_POSTED), ("/upload", MAX_UPLOADED)])
@pytest.mark.parametrize("declared", [True, False])
def test_more_is_refused_before_it_is_read(path: str, most: int, declared: bool) -> None:
    page = Page()
    length = str(most + 1) if declared else None
    assert page.asked(path, blocks(10 * most), length) == 413
    assert page.read <= (0 if declared else most)


@pytest.mark.parametrize("declared", ["9" * 5_000, str(10**19), str(MAX_POSTED + 1)])
def test_an_absurd_length_is_refused(declared: str) -> None:
    assert Page().asked("/join", [b"x"], declared) == 413


def test_uploads_have_a_bound_together_until_they_are_dropped() -> None:
    page = Page()
    files = 0
    while page.asked("/upload", blocks(MAX_UPLOADED - BLOCK)) == 200:
        files += 1
        assert files < 1000
    assert MAX_UPLOADS_KEPT - MAX_UPLOADED <= page.read <= MAX_UPLOADS_KEPT
    assert page.asked("/upload", [b"x"]) == 507
    assert page.asked("/join", [b"x"]) == 200
    page.now = 2 * UPLOADS_KEPT + 1.0
    assert page.asked("/upload", [b"x"]) == 200


def form(files: int) -> bytes:
    """As a browser sends empty files."""
    head = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n'
    return head * files + b"--b--\r\n"


@pytest.mark.parametrize("size", [BLOCK, 7])
def test_empty_files_take_room_too_however_they_are_sent(size: int) -> None:
    page = Page()
    body = form(500)
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    files = 0
    while page.asked("/upload", pieces) == 200:
        files += 500
        assert files * 4096 < MAX_UPLOADS_KEPT  # bytes that a file takes on most disks
    assert page.asked("/upload", [b"x"]) == 507


def test_many_uploads_at_once_have_one_bound() -> None:
    """All of them begin before the first one has sent anything."""
    page = Page()

    async def upload(ready: asyncio.Event) -> int:
        left = iter(blocks(MAX_UPLOADED - BLOCK))

        async def receive() -> Any:
            await ready.wait()
            block = next(left, None)
            return {"type": "http.request", "body": block or b"", "more_body": block is not None}

        return await page.status("/upload", receive)

    async def all_at_once() -> list[int]:
        ready = asyncio.Event()
        begun = [asyncio.create_task(upload(ready)) for _ in range(60)]
        await asyncio.sleep(0)
        ready.set()
        return await asyncio.gather(*begun)

    assert set(asyncio.run(all_at_once())) == {200, 507}
    assert page.read <= MAX_UPLOADS_KEPT


def test_an_upload_that_goes_on_until_it_is_forgotten_is_ended() -> None:
    page = Page()

    def drip() -> Iterable[bytes]:
        yield b"x"
        page.now = 2 * UPLOADS_KEPT + 1.0
        assert page.asked("/upload", [b"y"]) == 200
        yield b"z"

    async def asked() -> int:
        left = iter(drip())

        async def receive() -> Any:
            block = await asyncio.to_thread(next, left, None)
            return {"type": "http.request", "body": block or b"", "more_body": block is not None}

        return await page.status("/upload", receive)

    assert asyncio.run(asked()) == 507
