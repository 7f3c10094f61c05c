"""What becomes of the sentences of a source: counts, and the shares that they make.

Strictly right is a swap that equals a human's sentence (or one of ours that is listed), or that a
reader judged right: every word about the person is changed, nothing else is, and the sentence is
correct and makes sense, though a human may have changed another person too or chosen another
word. Lenient admits what is correct but odd: a word that nobody would choose, a first name or
another person left who hardly fits any more. Wrong is what a reader called wrong, and in our own
sentences everything that is not listed. What nobody read is unread: the low figure takes it for
wrong, the high one for right, the estimate for as often right as what was read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple
from unicodedata import normalize

from equimask.gender.swap import Edit, GenderLexicon, Refusal
from tests.gender.swap.judged.human import (
    Pair,
    has_pairs,
    is_tuned,
    read_pairs,
    read_single_sentences,
)
from tests.gender.swap.judged.records import (
    Direction,
    Judgement,
    read_judgements,
    read_written,
    sha,
    verdict_on,
)

Source = Literal["written", "tuning", "judged"]
Outcome = Literal["refused", "equal", "right", "lenient", "wrong", "unread"]
RIGHT: tuple[Outcome, ...] = ("equal", "right")
SWAPPED: tuple[Outcome, ...] = ("equal", "right", "lenient", "wrong", "unread")


class Case(NamedTuple):
    """A sentence with what it should become; `single` is one person who can be swapped."""

    source: Source
    direction: Direction
    kind: str
    sentence: str
    right: tuple[str, ...]
    single: bool


class Seen(NamedTuple):
    """A case with what the lexicon made of it: a sentence, or a reason."""

    case: Case
    outcome: Outcome
    swapped: str
    edits: tuple[Edit, ...]
    reason: str


@dataclass
class Counts:
    """Of one source in one direction."""

    sentences: int = 0
    swappable: int = 0
    single: int = 0
    right_single: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    def add(self, seen: Seen) -> None:
        """One sentence more."""
        self.sentences += 1
        self.swappable += bool(seen.case.right)
        self.single += seen.case.single
        self.right_single += seen.case.single and seen.outcome in RIGHT
        self.outcomes[seen.outcome] += 1
        if seen.outcome == "refused":
            self.refusals[seen.reason] += 1

    @property
    def swapped(self) -> int:
        """How many sentences were swapped, rightly or not."""
        return sum(self.outcomes[name] for name in SWAPPED)

    def good(self, *, lenient: bool = False, unread: bool = False) -> int:
        """How many swaps are right."""
        names = [*RIGHT, *(["lenient"] * lenient), *(["unread"] * unread)]
        return sum(self.outcomes[name] for name in names)

    def estimate(self) -> float | None:
        """The strictly right share of swaps, in percent, if the unread are as good as the read."""
        read = sum(self.outcomes[name] for name in ("right", "lenient", "wrong"))
        if not self.swapped or (not read and self.outcomes["unread"]):
            return None
        differing = read + self.outcomes["unread"]
        right = differing * self.outcomes["right"] / read if read else 0
        return 100 * (self.outcomes["equal"] + right) / self.swapped


def cases(lang: str, shared: Path | None) -> Iterator[Case]:
    """The written sentences, then, where they are at hand, those of others: pairs both ways."""
    for row in read_written(lang):
        single = bool(row.right) and row.kind != "several_two"
        yield Case("written", row.direction, row.kind, row.sentence, row.right, single)
    if shared is not None and has_pairs(lang):
        for pair in read_pairs(shared, lang):
            yield from _both_ways(pair)
    elif shared is not None:
        for sentence in read_single_sentences(shared, lang):
            yield Case(_half(is_tuned(sentence)), "any", "", sentence, (), False)


def look(lexicon: GenderLexicon, every: Iterable[Case]) -> Iterator[Seen]:
    """What the lexicon makes of the cases."""
    judgements = read_judgements(lexicon.lang)
    for case in every:
        result = lexicon.try_swap(case.sentence)
        if isinstance(result, Refusal):
            yield Seen(case, "refused", "", (), result.reason)
            continue
        swapped = result.female if result.origin == "male" else result.male
        outcome = _outcome(case, swapped, judgements.get(sha(case.sentence), []))
        yield Seen(case, outcome, swapped, result.edits, "")


def count(every: Iterable[Seen]) -> dict[tuple[Source, Direction], Counts]:
    """By source and direction."""
    counts: dict[tuple[Source, Direction], Counts] = {}
    for seen in every:
        counts.setdefault((seen.case.source, seen.case.direction), Counts()).add(seen)
    return counts


def _both_ways(pair: Pair) -> Iterator[Case]:
    source = _half(pair.tuned)
    if pair.masculine == pair.feminine:  # says no gender: whatever is made of it must be read
        yield Case(source, "m", "", pair.masculine, (), False)
        return
    yield Case(source, "m", "", pair.masculine, (pair.feminine,), pair.single)
    yield Case(source, "f", "", pair.feminine, (pair.masculine,), pair.single)


def _half(tuned: bool) -> Source:
    return "tuning" if tuned else "judged"


def _outcome(case: Case, swapped: str, judgements: list[Judgement]) -> Outcome:
    if _plain(swapped) in map(_plain, case.right):
        return "equal"
    if case.source == "written":
        return "wrong"
    return verdict_on(swapped, case.sentence, judgements) or "unread"


def _plain(sentence: str) -> str:
    """The sentence in one of the ways in which the same letters can be written, as Russian ё is."""
    return " ".join(normalize("NFC", sentence).replace("ё", "е").replace("Ё", "Е").split())
