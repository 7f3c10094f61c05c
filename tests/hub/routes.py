"""Which address of the hub is answered by what."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from tests.hub import reading, writing
from tests.hub.access import Hub, Request
from tests.hub.answers import Answer, RefusedError

_KINDS, _NAME = r"(?P<kinds>models|datasets|spaces)", r"(?P<name>[^/]+/[^/]+)"
_API = rf"/api/{_KINDS}/{_NAME}"
_PAGE = rf"/(?:(?P<kinds>datasets|spaces)/)?{_NAME}"
_REVISION, _PATH = r"(?P<revision>[^/]+)", r"(?P<path>.+)"
_SHA256 = r"(?P<sha256>[0-9a-f]{64})"

Route = Callable[..., Answer]
_ROUTES: list[tuple[tuple[str, ...], re.Pattern[str], Route]] = [
    (methods, re.compile(pattern), route)
    for methods, pattern, route in (
        (("GET",), r"/api/whoami-v2", writing.whoami),
        (("POST",), r"/api/repos/create", writing.create),
        (("POST",), r"/api/validate-yaml", writing.validate_yaml),
        (("GET",), rf"{_API}(?:/revision/{_REVISION})?", reading.info),
        (("GET",), rf"{_API}/refs", reading.refs),
        (("GET",), rf"{_API}/discussions", reading.discussions),
        (("POST",), rf"{_API}/tag/{_REVISION}", writing.tag),
        (("GET",), rf"{_API}/tree/{_REVISION}(?:/{_PATH})?", reading.tree),
        (("POST",), rf"{_API}/paths-info/{_REVISION}", reading.paths_info),
        (("POST",), rf"{_API}/preupload/{_REVISION}", writing.preupload),
        (("POST",), rf"{_API}/commit/{_REVISION}", writing.commit),
        (("POST",), rf"{_PAGE}\.git/info/lfs/objects/batch", writing.batch),
        (("PUT",), rf"/large/{_SHA256}", writing.put_large),
        (("GET", "HEAD"), rf"/large/{_SHA256}", reading.large_file),
        (("GET", "HEAD"), rf"{_PAGE}/resolve/{_REVISION}/{_PATH}", reading.resolve),
        (
            ("GET", "HEAD"),
            rf"/api/resolve-cache/{_KINDS}/{_NAME}/{_REVISION}/{_PATH}",
            reading.resolve,
        ),
    )
]


def answer(hub: Hub, request: Request) -> Answer:
    """What the hub answers; a request is all or nothing."""
    try:
        with hub.store.lock:
            for methods, pattern, route in _ROUTES:
                match = pattern.fullmatch(request.path)
                if match and request.method in methods:
                    found = {key: unquote(text or "") for key, text in match.groupdict().items()}
                    return route(hub, request, **found)
        raise RefusedError(404, f"no route for {request.method} {request.path}")
    except RefusedError as refused:
        return refused.answer
