"""Control pairs: what names alone make of a score (Pikuliak et al. 2023).

`neutral` puts the two names of a row into contexts without a stereotype. `names` leaves every
sentence as it is and puts another name of the same gender on its other side: no gender differs.
Nothing is drawn: contexts and names go round, so that each is used about as often as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from equimask.core.languages import get_language
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.tokens import APOSTROPHES, pieces_of
from equimask.gender.named_rows import NamedRow, NamedSide
from equimask.gender.native_names import is_nominative
from equimask.gender.neutral_contexts import Frame, neutral_contexts
from equimask.gender.swap.engine.tables import begins_with_vowel

NEUTRAL, NAMES = "neutral", "names"
PER_ROW = 4
"""Control pairs of a row; of `names`, half of them for either side."""

CASE_UNKNOWN = "case_unknown"
NO_OTHER_NAME = "no_other_name"

# After these words the next one's first sound decides how they are spelt.
_FRENCH = frozenset("d de qu que jusqu jusque lorsqu lorsque puisqu puisque quoiqu quoique".split())
_SPANISH = {"y": "ií", "e": "ií", "o": "oó", "u": "oó"}

_Fits = Callable[[int, str], bool]


class ControlPair(NamedTuple):
    """Two names, each in its frame; `row` is the row that they control."""

    row: int
    frames: tuple[Frame, Frame]
    names: tuple[str, str]


class Controls(NamedTuple):
    """The control pairs of some rows, and why the others have none."""

    pairs: list[ControlPair]
    left_out: dict[int, str]


def neutral_controls(rows: Mapping[int, NamedRow], language: str) -> Controls:
    """The names of each row, side by side as there, in the next few contexts of the round."""
    contexts = neutral_contexts(language)
    pairs = []
    for place, (row, (first, second)) in enumerate(rows.items()):
        for k in range(PER_ROW):
            context = contexts[(place * PER_ROW + k) % len(contexts)]
            frames = context.of(first.gender), context.of(second.gender)
            pairs.append(ControlPair(row, frames, (first.name, second.name)))
    return Controls(pairs, {})


def name_controls(rows: Mapping[int, NamedRow], language: str) -> Controls:
    """Each side beside itself under other names of its gender; its own name stays on its side."""
    language = get_language(language).code
    left_out = {i: CASE_UNKNOWN for i, row in rows.items() if not _is_plain(row, language)}
    places = [row for row in rows if row not in left_out]
    others: dict[int, list[tuple[str, ...]]] = {row: [(), ()] for row in places}
    for gender in GENDERS:
        slots = [
            (row, side)
            for row in places
            for side, one in enumerate(rows[row])
            if one.gender == gender
        ]
        own = [rows[row][side] for row, side in slots]

        def fits(slot: int, name: str, own: Sequence[NamedSide] = own) -> bool:
            return _fits(own[slot], name, language)

        spare = [name for name, of in load_names(language).items() if of == gender]
        found = other_names([side.name for side in own], spare, fits, PER_ROW // 2)
        for (row, side), names in zip(slots, found, strict=True):
            others[row][side] = names
    pairs = []
    for row in places:
        (first, second), (of_first, of_second) = rows[row], others[row]
        if not of_first or not of_second:
            left_out[row] = NO_OTHER_NAME
            continue
        pairs += [
            ControlPair(row, (first.frame, first.frame), (first.name, name)) for name in of_first
        ]
        pairs += [
            ControlPair(row, (second.frame, second.frame), (name, second.name))
            for name in of_second
        ]
    return Controls(pairs, left_out)


MAKERS: Mapping[str, Callable[[Mapping[int, NamedRow], str], Controls]] = {
    NEUTRAL: neutral_controls,
    NAMES: name_controls,
}


def other_names(
    own: Sequence[str], spare: Sequence[str], fits: _Fits, count: int
) -> list[tuple[str, ...]]:
    """For every slot `count` names of other slots, so that each is given about as often as it is
    there; where none of them fits, spare ones.

    All slots in alphabetical order make a ring, and the names move on by equal parts of it. A name
    that does not fit makes room for the next one.
    """
    order = sorted(range(len(own)), key=lambda slot: (own[slot], slot))
    known = sorted(set(own))
    place_of = {name: place for place, name in enumerate(known)}
    further = [name for name in spare if name not in place_of]
    found: list[tuple[str, ...]] = [()] * len(own)
    for at, slot in enumerate(order):
        chosen: list[str] = []
        for k in range(1, count + 1):
            start = place_of[own[order[(at + -(-len(order) * k // (count + 1))) % len(order)]]]
            turn = (at * count + k) % max(1, len(further))
            candidates = chain(known[start:], known[:start], further[turn:], further[:turn])
            fitting = (
                name
                for name in candidates
                if name != own[slot] and name not in chosen and fits(slot, name)
            )
            chosen += islice(fitting, 1)
        found[slot] = tuple(chosen)
    return found


def _is_plain(row: NamedRow, language: str) -> bool:
    """Whether other names may stand in its places in the form in which they are listed."""
    if any(_is_genitive(side.frame.after) for side in row):
        return False
    return any(is_nominative(one.name, one.gender, one.frame.before, language) for one in row)


def _is_genitive(after: str) -> bool:
    """Whether an apostrophe alone marks it, which depends on how the name ends: James' house."""
    return after.startswith(tuple(APOSTROPHES)) and not after[1:2].isalpha()


def _fits(side: NamedSide, name: str, language: str) -> bool:
    if name in side.frame.before or name in side.frame.after:
        return False
    before = [piece.text.lower() for piece in pieces_of(side.frame.before, spaced=True)][-1:]
    if language == "fr" and not _FRENCH.isdisjoint(before):
        return begins_with_vowel("fr", name) == begins_with_vowel("fr", side.name)
    if language == "es" and before and before[0] in _SPANISH:
        return _sounds(name, before[0]) == _sounds(side.name, before[0])
    return True


def _sounds(name: str, before: str) -> bool:
    return name.lower().removeprefix("h")[:1] in _SPANISH[before]
