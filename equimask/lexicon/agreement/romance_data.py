"""The word lists behind the agreement rules, read from the package's TSV files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import resources

from equimask.lexicon.agreement.romance_words import Paradigm


@lru_cache(maxsize=64)
def rows(lang: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a word list without its header."""
    file = resources.files("equimask") / "data" / "agreement" / lang / f"{name}.tsv"
    _, *lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line)


def by_form(paradigms: Iterable[Paradigm]) -> dict[str, Paradigm]:
    """Every form with the paradigm it belongs to."""
    return {form: paradigm for paradigm in paradigms for form in paradigm if form}


def column(lang: str, name: str) -> frozenset[str]:
    """A word list of one column."""
    return frozenset(row[0] for row in rows(lang, name))


def words_of(lang: str, kind: str) -> frozenset[str]:
    """The function words of one class."""
    return frozenset(word for word, of_kind in rows(lang, "function_words") if of_kind == kind)


def mapping(lang: str, name: str) -> dict[str, str]:
    """A word list of two columns as a mapping."""
    return {row[0]: row[1] for row in rows(lang, name)}
