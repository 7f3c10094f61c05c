"""The control pairs of rows, in the form of the rows: see `equimask.gender.controls`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from equimask.core.errors import InputError
from equimask.core.schema import GENDERS, MASK, PAIR_COLUMNS, WORDS
from equimask.gender.controls import MAKERS, ControlPair
from equimask.gender.named_rows import OTHER_GENDER, NamedRow, NameFinder
from equimask.gender.neutral_contexts import Frame
from equimask.inputs.shared_context import shared_context


class ControlRows(NamedTuple):
    """Columns as those of the rows; `rows` says which row each of them controls."""

    columns: dict[str, list[str]]
    rows: list[int]
    left_out: dict[int, str]
    """Rows without a control, and why."""


class _Form(NamedTuple):
    find: Callable[[NameFinder, Mapping[str, list[Any]]], Sequence[NamedRow | str]]
    write: Callable[[Sequence[ControlPair]], dict[str, list[str]]]


def control_rows(
    rows_from: str | None, columns: Mapping[str, list[Any]], language: str | None, kind: str
) -> ControlRows:
    """Control pairs for all rows that name one listed person of either gender."""
    form = _FORMS[str(rows_from)]
    if language is None:
        raise InputError(
            expected="the language of the rows, whose names control pairs are made of",
            got="none",
            fix="Pass language='de' (--language de).",
        )
    finder = NameFinder(language)
    found = form.find(finder, columns)
    named = {row: one for row, one in enumerate(found) if not isinstance(one, str)}
    made = MAKERS[kind](named, finder.language)
    reasons = {row: one for row, one in enumerate(found) if isinstance(one, str)}
    return ControlRows(
        form.write(made.pairs), [pair.row for pair in made.pairs], reasons | made.left_out
    )


def _in_pairs(finder: NameFinder, columns: Mapping[str, list[Any]]) -> list[NamedRow | str]:
    """Whoever knows whom the first sentence is about, is not contradicted by a name."""
    more, less = (columns[name] for name in PAIR_COLUMNS)
    genders = columns.get("gender_more", [""] * len(more))
    return [
        _about(finder.in_pair(first, second), gender)
        for first, second, gender in zip(more, less, genders, strict=True)
    ]


def _in_sides(finder: NameFinder, columns: Mapping[str, list[Any]]) -> list[NamedRow | str]:
    rows = zip(*(columns[name] for name in GENDERS), strict=True)
    return [_about(finder.in_pair(*row), "male") for row in rows]


def _at_masks(finder: NameFinder, columns: Mapping[str, list[Any]]) -> list[NamedRow | str]:
    rows = zip(*(columns[name] for name in ("masked_sentence", *WORDS)), strict=True)
    return [
        _about(finder.at_mask(Frame(*text.split(MASK, maxsplit=1)), *words), "male")
        for text, *words in rows
    ]


def _about(found: NamedRow | str, gender: str) -> NamedRow | str:
    if isinstance(found, str) or found.first.gender == gender or not gender:
        return found
    return OTHER_GENDER


def _two_sentences(names: Sequence[str]) -> Callable[[Sequence[ControlPair]], dict[str, list[str]]]:
    def write(pairs: Sequence[ControlPair]) -> dict[str, list[str]]:
        return {
            column: [pair.frames[side].filled(pair.names[side]) for pair in pairs]
            for side, column in enumerate(names)
        }

    return write


def _masked(pairs: Sequence[ControlPair]) -> dict[str, list[str]]:
    """What agrees with a name is hidden, as in the rows themselves."""
    contexts = [
        shared_context(male.filled(MASK), female.filled(MASK), MASK, MASK)
        for male, female in (pair.frames for pair in pairs)
    ]
    words = {word: [pair.names[side] for pair in pairs] for side, word in enumerate(WORDS)}
    return {"masked_sentence": contexts, **words}


# By what a spec names as its `rows_from`.
_FORMS: Mapping[str, _Form] = {
    "pairs": _Form(_in_pairs, _two_sentences(PAIR_COLUMNS)),
    "sides": _Form(_in_sides, _two_sentences(GENDERS)),
    "masks": _Form(_at_masks, _masked),
}
