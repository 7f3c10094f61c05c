"""Which readings of a found word may be trusted to speak of a man or a woman."""

from __future__ import annotations

from collections.abc import Sequence

from equimask.gender.lexicon.types import Gender, Reading, WordPair

_OTHER_SIDE = {"male": "female side:", "female": "male side:"}


def is_doubtful(pair: WordPair, gender: Gender) -> bool:
    """Whether the record warns of that side; a remark without a side warns of both."""
    return bool(pair.ambiguous) and not pair.ambiguous.startswith(_OTHER_SIDE[gender])


def reading_of(pair: WordPair, gender: Gender) -> Reading:
    """What that side of a record says where it stands in a sentence."""
    nominative = pair.case.startswith(("nom", "-"))
    oblique = pair.pos == "det" or (pair.pos == "pron" and not nominative)
    return Reading(gender, not is_doubtful(pair, gender), "oblique" if oblique else "noun")


def merged(one: Reading, other: Reading) -> Reading:
    """Two readings of one word: a sure one outweighs a doubtful one, equal ones of both genders
    leave none."""
    if one.gender == other.gender:
        kind = other.kind if one.kind == "name" else one.kind
        return Reading(one.gender, one.certain or other.certain, kind)
    if one.certain != other.certain:
        return one if one.certain else other
    return Reading("", certain=False, kind=one.kind)


def reliable(pairs: Sequence[WordPair], gender: Gender) -> tuple[WordPair, ...]:
    """The readings without a warning that no doubtful reading of the same form can be taken for.

    Agreement rules tell numbers and cases apart, so a doubtful plural leaves the singular good.
    """
    doubtful = [pair for pair in pairs if is_doubtful(pair, gender)]
    return tuple(
        pair
        for pair in pairs
        if not is_doubtful(pair, gender) and not any(_look_alike(pair, q) for q in doubtful)
    )


def _look_alike(one: WordPair, other: WordPair) -> bool:
    return one.number == other.number and not set(one.cases).isdisjoint(other.cases)
