"""Word pairs of one's own, checked row by row; what the packaged lists know of them is added."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from typing import Any

from equimask.core.errors import DataError, check_choice, near_matches, shorten
from equimask.core.languages import nearest
from equimask.core.rows import as_list
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.conflicts import Conflicts, Numbered, find_conflicts, settle
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.records import PAIR_COLUMNS, load_pairs
from equimask.gender.lexicon.types import WordPair

_FORM = ("pos", "number", "case")
_POS = ("noun", "pron", "det", "title", "adj")
_NUMBERS = ("sing", "plur", "dual", "-")


def own_pairs(
    lang: str, records: Any, conflicts: Conflicts = "refuse"
) -> tuple[tuple[WordPair, ...], Counter[str]]:
    """The pairs of a table, or of an iterable of mappings or (male, female) tuples.

    What a record leaves out (None, or no such column) is that of the packaged records of the same
    two words; without one it is a noun of unknown number and case. Rows that contradict each other
    are refused, or settled and counted by kind; see `conflicts.py`.
    """
    check_choice(conflicts, ("refuse", "settle"), "a way to treat conflicting rows")
    packaged = _by_words(lang)
    found = [
        Numbered(row, pair)
        for row, given in enumerate(_records(records))
        for pair in _completed(lang, _checked(lang, row, given), packaged)
    ]
    if not found:
        raise DataError(
            expected="at least one pair of words",
            got="none",
            fix="Pass records with male and female, or (male, female) tuples.",
        )
    clashes = find_conflicts(found)
    if clashes and conflicts == "refuse":
        raise clashes[0].refusal()
    return settle(found, clashes)


def hash_of(pairs: Iterable[WordPair], *further: Iterable[str]) -> str:
    """A short hash of pairs and of the lists used beside them."""
    lines = ["\t".join(astuple(pair)) for pair in pairs]
    lines += ["\t".join(words) for words in further]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _records(records: Any) -> Iterator[Mapping[str, Any]]:
    """Every record as a mapping."""
    if hasattr(records, "to_pylist"):
        records = records.to_pylist()
    elif hasattr(records, "to_dict") and hasattr(records, "columns"):
        records = records.to_dict("records")
    elif isinstance(records, Mapping):
        records = _of_columns(records)
    elif isinstance(records, str | set | frozenset) or not isinstance(records, Iterable):
        raise _unreadable(shorten(records))
    for row, record in enumerate(records):
        if isinstance(record, Mapping):
            yield record
        elif isinstance(record, Sequence) and not isinstance(record, str) and len(record) == 2:
            yield dict(zip(GENDERS, record, strict=True))
        else:
            raise _unreadable(f"{shorten(record)} in row {row}")


def _of_columns(columns: Mapping[Any, Any]) -> list[dict[str, Any]]:
    if any(isinstance(value, str) or not isinstance(value, Iterable) for value in columns.values()):
        raise _unreadable(shorten(columns))
    lists = {name: as_list(values) for name, values in columns.items()}
    sizes = {name: len(values) for name, values in lists.items()}
    if len(set(sizes.values())) > 1:
        raise DataError(
            expected="columns of one length",
            got=", ".join(f"{size} in {name!r}" for name, size in sizes.items()),
            fix="Give every pair a value in every column; None where there is none.",
        )
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _checked(lang: str, row: int, record: Mapping[str, Any]) -> dict[str, str]:
    """The record as text, without what it leaves out."""
    unknown = sorted(set(map(str, record)) - {"lang", *PAIR_COLUMNS})
    if unknown:
        raise DataError(
            expected=f"the columns {', '.join(PAIR_COLUMNS)}",
            got=f"{unknown[0]!r} in row {row}",
            fix=near_matches(unknown[0], PAIR_COLUMNS),
        )
    given = {
        name: _text(row, name, value)
        for name, value in record.items()
        if name != "lang" and not _is_missing(value) and not (name in _FORM and value == "")
    }
    if not _is_missing(record.get("lang")) and nearest(record["lang"], [lang]) is None:
        raise DataError(
            expected=f"pairs in {lang!r}",
            got=f"{shorten(record['lang'])} in row {row}",
            fix="Pass the rows of one language only.",
        )
    for gender in GENDERS:
        if not given.get(gender):
            raise DataError(
                expected=f"a {gender} word in every row",
                got=f"{shorten(record.get(gender))} in row {row}",
                fix="Fill in the word, or leave the row out.",
            )
    _check_form(lang, row, given)
    return given


def _check_form(lang: str, row: int, given: Mapping[str, str]) -> None:
    cases = {case for pair in load_pairs(lang) for case in pair.cases}
    valid = {"pos": _POS, "number": _NUMBERS, **({"case": (*cases, "-")} if cases else {})}
    for name, known in valid.items():
        for value in given[name].split("+") if name in given else ():
            if value not in known:
                raise DataError(
                    expected=f"a {name} that words of {lang!r} have",
                    got=f"{shorten(value)} in row {row}",
                    fix=near_matches(value, known),
                )


def _text(row: int, name: str, value: Any) -> str:
    if name == "ambiguous" and isinstance(value, bool):
        return "ambiguous" if value else ""
    if not isinstance(value, str):
        raise DataError(
            expected=f"text as {name!r}", got=f"{shorten(value)} in row {row}", fix="Quote it."
        )
    return " ".join(unicodedata.normalize("NFC", value).split())


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _by_words(lang: str) -> dict[tuple[str, str], list[WordPair]]:
    known: dict[tuple[str, str], list[WordPair]] = defaultdict(list)
    for pair in load_pairs(lang):
        known[lowered(pair.male), lowered(pair.female)].append(pair)
    return known


def _completed(
    lang: str,
    given: Mapping[str, str],
    packaged: Mapping[tuple[str, str], Sequence[WordPair]],
) -> Iterator[WordPair]:
    """The record with all fields: once for every packaged record that it does not contradict."""
    stated = [name for name in _FORM if name in given]
    known = [
        pair
        for pair in packaged.get((lowered(given["male"]), lowered(given["female"])), ())
        if all(getattr(pair, name) == given[name] for name in stated)
    ]
    nothing_known = WordPair(lang, "", "", gloss="", pos="noun", number="", case="", ambiguous="")
    for pair in known or [nothing_known]:
        yield replace(pair, lang=lang, **given)


def _unreadable(got: str) -> DataError:
    return DataError(
        expected="word pairs: a table, or an iterable of mappings, with male and female, or of "
        "(male, female) tuples",
        got=got,
        fix='Pass them in one of these forms, such as [("kung", "drottning")].',
    )
