"""What a hub answers: JSON, files with ETags and ranges, refusals with their codes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.hub.store import Blob


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


class RefusedError(Exception):
    """The request ends here, with this answer."""

    def __init__(self, status: int, message: str, code: str | None = None, **headers: str) -> None:
        super().__init__(message)
        known = {"X-Error-Message": message, **({"X-Error-Code": code} if code else {})}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = as_json({"error": message}, status, {**known, **named})


def as_json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    body = json.dumps(value).encode()
    return Answer(status, body, {"Content-Type": "application/json", **(headers or {})})


def redirect(status: int, location: str, headers: Mapping[str, str]) -> Answer:
    return Answer(status, b"", {**headers, "Location": location})


def file(blob: Blob, asked_range: str | None, headers: Mapping[str, str]) -> Answer:
    """The content of a file, or the part of it that was asked for."""
    known = {**headers, "ETag": f'"{blob.etag}"', "Accept-Ranges": "bytes"}
    match = re.fullmatch(r"bytes=(\d+)-(\d*)", asked_range or "")
    if not match:
        return Answer(200, blob.data, known)
    size = len(blob.data)
    start, end = int(match[1]), min(int(match[2] or size - 1), size - 1)
    if start > end:
        return Answer(416, b"", {**known, "Content-Range": f"bytes */{size}"})
    part = {"Content-Range": f"bytes {start}-{end}/{size}"}
    return Answer(206, blob.data[start : end + 1], {**known, **part})
