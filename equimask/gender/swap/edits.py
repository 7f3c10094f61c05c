"""Edits on a sentence: pure, checked, and undone exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from equimask.core.errors import InputError, shorten
from equimask.gender.lexicon.types import Edit, Swap


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that change something, by offset."""
    return tuple(sorted((e for e in edits if e.old != e.new), key=lambda e: (e.start, e.end)))


def apply(sentence: str, edits: Iterable[Edit]) -> str:
    """The sentence after the edits, whose offsets all refer to the sentence before."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if edit.start < at or sentence[edit.start : edit.end] != edit.old:
            raise InputError(
                expected="edits that do not overlap and whose old text stands at their offsets",
                got=f"{edit} for {shorten(sentence, 120)}",
                fix="Apply edits to the sentence that they were made for.",
            )
        pieces += (sentence[at : edit.start], edit.new)
        at = edit.end
    return "".join([*pieces, sentence[at:]])


def inverse(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that lead back, with offsets into the edited sentence."""
    return tuple(_inverse(sorted(edits, key=lambda e: (e.start, e.end))))


def revert(swap: Swap) -> str:
    """The original sentence, made from the swapped side and the logged edits alone."""
    swapped = swap.female if swap.origin == "male" else swap.male
    return apply(swapped, inverse(swap.edits))


def _inverse(edits: list[Edit]) -> Iterator[Edit]:
    shift = 0
    for edit in edits:
        start = edit.start + shift
        yield Edit(start, start + len(edit.new), edit.new, edit.old, edit.kind)
        shift += len(edit.new) - len(edit.old)
