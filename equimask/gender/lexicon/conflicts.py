"""Rows of a word list that contradict each other: which, and what becomes of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple

from equimask.core.errors import DataError
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.reliability import is_doubtful
from equimask.gender.lexicon.types import Gender, WordPair

Conflicts = Literal["refuse", "settle"]

REPEATED = "repeated"
BOTH_SIDES = "both_sides"
SEVERAL_COUNTERPARTS = "several_counterparts"

_GENDERS: tuple[Gender, Gender] = ("male", "female")
_EXPECTED = {
    REPEATED: "every pair of words once",
    BOTH_SIDES: "words that are male or female, not both",
    SEVERAL_COUNTERPARTS: "one counterpart for a word, or pos, number or case to tell them apart",
}
_FIX = {
    REPEATED: "Drop one of the rows",
    BOTH_SIDES: "Drop the rows with this word, or say in `ambiguous` what else it means",
    SEVERAL_COUNTERPARTS: "Keep the commonest, or say what tells the forms apart",
}


class Numbered(NamedTuple):
    """A pair and the row that it came from."""

    row: int
    pair: WordPair


class Conflict(NamedTuple):
    """A word, and the rows that do not go together because of it."""

    kind: str
    word: str
    rows: tuple[int, ...]

    def refusal(self) -> DataError:
        """The error that tells of it."""
        rows = dict.fromkeys(self.rows)
        return DataError(
            expected=_EXPECTED[self.kind],
            got=f"{self.word!r} in row{'s' if len(rows) > 1 else ''} "
            + " and ".join(map(str, list(rows)[:3])),
            fix=f'{_FIX[self.kind]}; conflicts="settle" takes the first of several counterparts '
            "and leaves the other rows out.",
        )


def find_conflicts(found: Sequence[Numbered]) -> list[Conflict]:
    """All conflicts, by the first row that brings them.

    Where a record warns of a side (`ambiguous`), that side contradicts nothing: it is never
    swapped.
    """
    clashes = [*_repeated(found), *_on_both_sides(found), *_several_counterparts(found)]
    return sorted(clashes, key=lambda clash: max(clash.rows))


def settle(
    found: Sequence[Numbered], clashes: Sequence[Conflict]
) -> tuple[tuple[WordPair, ...], Counter[str]]:
    """Repetitions count once, rows with a word of both sides are left out.

    Of several counterparts the first stands first, so it is the one that is taken. Returned
    with the number of rows that each kind of conflict concerns.
    """
    concerned: dict[str, set[int]] = defaultdict(set)
    for clash in clashes:
        concerned[clash.kind].update(clash.rows if clash.kind == BOTH_SIDES else clash.rows[1:])
    out = concerned[REPEATED] | concerned[BOTH_SIDES]
    pairs = tuple(own.pair for own in found if own.row not in out)
    if not pairs:
        raise clashes[0].refusal()
    return pairs, Counter({kind: len(rows) for kind, rows in concerned.items() if rows})


def _words(pair: WordPair) -> tuple[str, str]:
    return lowered(pair.male), lowered(pair.female)


def _form(pair: WordPair) -> tuple[str, str, str]:
    return pair.pos, pair.number, pair.case


def _repeated(found: Sequence[Numbered]) -> list[Conflict]:
    first: dict[tuple[str, ...], int] = {}
    clashes = []
    for row, pair in found:
        earlier = first.setdefault((*_words(pair), *_form(pair)), row)
        if earlier != row:
            clashes.append(Conflict(REPEATED, pair.male, (earlier, row)))
    return clashes


def _on_both_sides(found: Sequence[Numbered]) -> list[Conflict]:
    sides: dict[str, list[tuple[Gender, Numbered]]] = defaultdict(list)
    for own in found:
        for gender, word in zip(_GENDERS, _words(own.pair), strict=True):
            sides[word].append((gender, own))
    return [
        Conflict(BOTH_SIDES, uses[0][1].pair.side(uses[0][0]), tuple(own.row for _, own in uses))
        for uses in sides.values()
        if len({gender for gender, _ in uses}) == 2
        and any(not is_doubtful(own.pair, gender) for gender, own in uses)
    ]


def _several_counterparts(found: Sequence[Numbered]) -> list[Conflict]:
    forms: dict[tuple[Gender, str, tuple[str, str, str]], list[Numbered]] = defaultdict(list)
    for own in found:
        for gender, word in zip(_GENDERS, _words(own.pair), strict=True):
            if not is_doubtful(own.pair, gender):
                forms[gender, word, _form(own.pair)].append(own)
    clashes = []
    for (gender, _, _), uses in forms.items():
        different: dict[tuple[str, str], int] = {}
        for row, pair in uses:
            different.setdefault(_words(pair), row)
        if len(different) > 1:
            rows = tuple(different.values())
            clashes.append(Conflict(SEVERAL_COUNTERPARTS, uses[0].pair.side(gender), rows))
    return clashes
