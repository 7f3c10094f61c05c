"""The files of the agreement rules, which lie beside the lexicon: tables, and settings as TOML."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

from equimask.core.packaged import packaged_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def read_settings(lang: str, name: str) -> dict[str, Any]:
    """`data/agreement/<lang>/<name>.toml`."""
    settings: dict[str, Any] = tomllib.loads(packaged_text("agreement", lang, f"{name}.toml"))
    return settings


@lru_cache(maxsize=64)
def read_rows(lang: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The header and the rows of `data/agreement/<lang>/<name>.tsv`; nothing without one."""
    lines = packaged_text("agreement", lang, f"{name}.tsv").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line)


def read_table(lang: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table without the header."""
    return read_rows(lang, name)[1:]


def column(lang: str, name: str, index: int = 0) -> tuple[str, ...]:
    """One column of a table."""
    return tuple(row[index] for row in read_table(lang, name))


@lru_cache(maxsize=256)
def words_of(lang: str, kind: str) -> frozenset[str]:
    """The function words of one class."""
    return frozenset(word for word, found in read_table(lang, "function_words") if found == kind)
