"""The lists that ship with the package: word pairs, first names, neutral compounds."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from equimask.core.errors import DataError, shorten
from equimask.core.languages import get_language
from equimask.core.packaged import packaged_languages, packaged_text
from equimask.gender.lexicon.types import Gender, WordPair

PAIR_COLUMNS = ("male", "female", "gloss", "pos", "number", "case", "ambiguous")
_FOLDERS = ("gender_lexicon", "first_names", "gender_lexicon_stop")


def parse_pairs(lang: str, text: str) -> tuple[WordPair, ...]:
    """The records of a lexicon TSV."""
    rows = read_word_list(text, PAIR_COLUMNS)
    return tuple(WordPair(lang, **{name: row[name] for name in PAIR_COLUMNS}) for row in rows)


def parse_names(text: str) -> dict[str, Gender]:
    """First names and their gender, from a TSV."""
    rows = read_word_list(text, ("name", "gender"))
    return {row["name"]: cast(Gender, row["gender"]) for row in rows}


def parse_stops(text: str) -> tuple[str, ...]:
    """Expressions that hold a gender word and name nobody's gender, from a TSV."""
    return tuple(row["compound"] for row in read_word_list(text, ("compound",)))


@lru_cache(maxsize=32)
def load_pairs(lang: str) -> tuple[WordPair, ...]:
    """The packaged word pairs of a language; none where it has no list."""
    return parse_pairs(lang, packaged_list("gender_lexicon", lang))


@lru_cache(maxsize=32)
def load_names(lang: str) -> dict[str, Gender]:
    """The packaged first names of a language."""
    return parse_names(packaged_list("first_names", lang))


@lru_cache(maxsize=32)
def load_stops(lang: str) -> tuple[str, ...]:
    """The packaged neutral compounds of a language."""
    return parse_stops(packaged_list("gender_lexicon_stop", lang))


def languages_with_pairs() -> tuple[str, ...]:
    """The languages that have a list of word pairs."""
    return tuple(packaged_languages("gender_lexicon"))


def check_has_pairs(lang: str) -> None:
    """Refuse a language that has no list of word pairs."""
    if not load_pairs(lang):
        raise DataError(
            expected="a language with a gender lexicon",
            got=repr(lang),
            fix=f"Choose one of {', '.join(languages_with_pairs())}, or bring words of your own: "
            "GenderLexicon.from_records.",
        )


def data_hash(lang: str) -> str:
    """A short hash of all lists of a language."""
    text = "\0".join(packaged_list(folder, lang) for folder in _FOLDERS)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def packaged_list(folder: str, lang: str) -> str:
    """The packaged list of that language, or nothing where there is none."""
    return packaged_text(folder, f"{get_language(lang).code}.tsv")


def read_word_list(text: str, columns: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """The rows of a word list in TSV, each checked to have `columns`."""
    lines = text.lstrip("\ufeff").splitlines()
    reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    for number, row in enumerate(reader, 2):
        if any(row.get(column) is None for column in columns):
            raise DataError(
                expected=f"the columns {', '.join(columns)} in a word list",
                got=f"line {number}: {shorten(row, 200)}",
                fix="Mend the TSV file: one tab between columns, as many as in its header.",
            )
        yield row
