"""The string on every number: enough for another lab to rerun it, parseable, stable."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from equimask.core.errors import InputError, shorten

_SAFE = " /@.,+()=;~-_#:"  # everything but '|', '%' and control characters may stand as it is


@dataclass(frozen=True)
class Signature:
    """The metric's name and its ordered fields."""

    metric: str
    fields: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        parts = [_escape(self.metric)]
        parts += [f"{_escape(key, colon=False)}:{_escape(value)}" for key, value in self.fields]
        return "|".join(parts)

    def __getitem__(self, key: str) -> str:
        return dict(self.fields)[key]

    @classmethod
    def parse(cls, text: str) -> Signature:
        """The inverse of `str`."""
        metric, *parts = text.split("|")
        if not parts:
            raise _broken(text)
        pairs = []
        for part in parts:
            key, colon, value = part.partition(":")
            if not colon:
                raise _broken(part)
            pairs.append((_unescape(key), _unescape(value)))
        return cls(_unescape(metric), tuple(pairs))


def split_name(signed: str) -> tuple[str, str]:
    """The name and the revision of `name@revision`, as models and data are signed."""
    name, _, revision = signed.rpartition("@")
    return name, revision


def _escape(text: str, colon: bool = True) -> str:
    safe = _SAFE if colon else _SAFE.replace(":", "")
    # a file's name may hold bytes that are no UTF-8, which Python keeps as lone surrogates
    return "".join(
        c if c.isalnum() or c in safe else quote(c, safe="", errors="surrogatepass") for c in text
    )


def _unescape(text: str) -> str:
    try:
        return unquote(text, errors="surrogatepass")
    except UnicodeDecodeError as error:
        raise _broken(text) from error


def _broken(part: str) -> InputError:
    return InputError(
        expected="a signature of the form metric|key:value|key:value",
        got=shorten(part),
        fix="Copy the whole signature as `compute` returned it.",
    )


def content_hash(parts: Iterable[bytes | str], length: int = 12) -> str:
    """A short sha256 over length-prefixed parts, so that ("ab","c") differs from ("a","bc")."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()[:length]


def columns_hash(columns: Sequence[Sequence[str]]) -> str:
    """Content hash of a table given as columns."""
    return content_hash(cell for column in columns for cell in (str(len(column)), *column))
