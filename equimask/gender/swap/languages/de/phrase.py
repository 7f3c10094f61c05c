"""The noun phrase around the gender word: its determiner, adjectives and preposition."""

from __future__ import annotations

import re
from dataclasses import dataclass

from equimask.gender.swap.languages.de.declension import (
    adjective_ending,
    determiner_readings,
    is_determiner,
)
from equimask.gender.swap.languages.de.sentence import Sentence
from equimask.gender.swap.languages.de.tables import (
    CLAUSE_OPENING_PREPOSITIONS,
    CONTRACTIONS,
    POSTPOSITIONS,
    PREPOSITION_CASES,
    UNINFLECTED,
)
from equimask.gender.swap.languages.de.verbs import is_participle
from equimask.gender.swap.languages.de.words import ADVERBS, INTENSIFIERS

_ADJECTIVE_LINKS = frozenset({",", "und", "oder", "aber", "sowie", "wenn", "auch"})
_GENITIVE_DETERMINERS = frozenset({"dessen", "deren", "wessen"})
# Words that may follow the determiner in an extended attribute: "die von allen geliebte Königin".
_ATTRIBUTE_OPENERS = frozenset({"sich", "mir", "dir", "ihm", "ihr", "uns", "ihnen", "allen"})
_MODIFYING_ADVERBS = (
    ADVERBS - PREPOSITION_CASES.keys() - {"ein", "da", "dann", "ja", "nein", "doch"}
)
_LONGEST_ATTRIBUTE = 9


@dataclass(frozen=True)
class NounPhrase:
    """Token indices of a noun phrase; `start` is its first token without the preposition."""

    start: int
    first: int
    last: int
    determiner: int | None
    contraction: bool
    adjectives: tuple[int, ...]
    preposition: str
    possessor: bool = False

    @property
    def bare(self) -> bool:
        """Neither a determiner nor an adjective nor a possessor shows number and case."""
        return self.determiner is None and not self.adjectives and not self.possessor

    def covers(self, index: int) -> bool:
        """Whether the token belongs to the phrase."""
        return self.start <= index <= self.last


def find_phrase(sentence: Sentence, first: int, last: int) -> NounPhrase:
    """The phrase whose head stands at tokens `first`..`last`."""
    start, adjectives = _adjectives_before(sentence, first)
    determiner: int | None = None
    left = start - 1
    verb = any(
        sentence.is_verb(i) and not _is_declined_participle(sentence.at(i)) for i in adjectives
    )
    if not verb and _ends_attribute(sentence, left, adjectives):
        extended = _extended_determiner(sentence, start)
        if extended is not None:
            return _with_determiner(sentence, first, last, extended, adjectives)
    word = sentence.at(left)
    if is_determiner(word) or word in CONTRACTIONS:
        determiner = left
        if word.startswith(("jed", "solch")) and is_determiner(sentence.at(left - 1)):
            adjectives.append(left)
            determiner = left - 1
        return _with_determiner(sentence, first, last, determiner, adjectives)
    adjectives = _sure_adjectives(sentence, adjectives)
    start = min([first, *adjectives])
    left = start - 1
    possessor = sentence.at(left) in _GENITIVE_DETERMINERS or _is_genitive_name(sentence, left)
    if possessor or sentence.at(left) in UNINFLECTED:
        start = left
    return NounPhrase(
        start, first, last, None, False, tuple(adjectives), _preposition(sentence, start, last),
        possessor,
    )  # fmt: skip


def _with_determiner(
    sentence: Sentence, first: int, last: int, determiner: int, adjectives: list[int]
) -> NounPhrase:
    contraction = sentence.at(determiner) in CONTRACTIONS
    preposition = (
        CONTRACTIONS[sentence.at(determiner)][0]
        if contraction
        else _preposition(sentence, determiner, last)
    )
    return NounPhrase(
        determiner, first, last, determiner, contraction, tuple(adjectives), preposition
    )


def _adjectives_before(sentence: Sentence, first: int) -> tuple[int, list[int]]:
    """The leftmost token of the adjectives that precede the noun, and the adjectives."""
    adjectives: list[int] = []
    start, index = first, first - 1
    while index >= 0:
        word = sentence.at(index)
        if sentence.is_adjective(index) and not (adjectives and word in INTENSIFIERS):
            adjectives.append(index)
            start = index
        elif adjectives and _modifies(word):
            start = index
        elif not (adjectives and word in _ADJECTIVE_LINKS and _links_back(sentence, index)):
            break
        index -= 1
    return start, adjectives


def _modifies(word: str) -> bool:
    """Whether the word is an adverb that may stand before an adjective."""
    return (
        word in INTENSIFIERS
        or word in _MODIFYING_ADVERBS
        or word.endswith(("lich", "bar", "maßen"))
    )


def _links_back(sentence: Sentence, index: int) -> bool:
    before = index - 1
    while sentence.at(before) in _ADJECTIVE_LINKS:
        before -= 1
    return sentence.is_adjective(before) and not sentence.is_verb(before)


def _ends_attribute(sentence: Sentence, left: int, adjectives: list[int]) -> bool:
    if not adjectives or left <= 0 or sentence.is_mark(left):
        return False
    return not goes_with(sentence, left, adjectives)


def goes_with(sentence: Sentence, determiner: int, adjectives: list[int]) -> bool:
    """Whether some cell of the determiner goes with the adjectives' endings."""
    word = sentence.at(determiner)
    if word in CONTRACTIONS:
        return True
    return any(
        all(sentence.at(i).endswith(adjective_ending(kind.adjectives, *cell)) for i in adjectives)
        for kind, cells in determiner_readings(word).items()
        for cell in cells
    )


def _extended_determiner(sentence: Sentence, start: int) -> int | None:
    """The determiner before an attribute that has words of its own: `die in Wien lebende`."""
    for index in range(start - 2, max(-1, start - _LONGEST_ATTRIBUTE), -1):
        following = sentence.at(index + 1)
        opens = (
            following in PREPOSITION_CASES
            or following in CONTRACTIONS
            or following in INTENSIFIERS
            or following in _ATTRIBUTE_OPENERS
            or following.isdigit()
        )
        modifier = index == start - 2 and sentence.text(index + 1).islower()
        if is_determiner(sentence.at(index)) and (opens or modifier):
            return index
        if sentence.is_verb(index) or sentence.is_mark(index):
            return None
    return None


def _sure_adjectives(sentence: Sentence, adjectives: list[int]) -> list[int]:
    """Without a determiner, a form of a verb before the noun is that verb (`sagte Mutter`)."""
    sure: list[int] = []
    for index in adjectives:
        word = sentence.at(index)
        looks_like_past = word.endswith(("te", "ten")) and sentence.may_be_verb(index)
        participle = word.startswith(("ge", "ver", "be", "er"))
        fond = word.startswith("ge") and _is_declined_participle(word)
        verb = sentence.is_verb(index) and not fond
        if verb or (looks_like_past and not participle):
            break
        sure.append(index)
    return sure


def _is_declined_participle(word: str) -> bool:
    stem = re.sub(r"e[nrsm]?$", "", word)
    return (
        stem != word and is_participle(stem) and word.endswith(("te", "ten", "ter", "tes", "tem"))
    )


def _is_genitive_name(sentence: Sentence, index: int) -> bool:
    """`Toms Mutter`, `Deutschlands Kanzlerin`: a bare name in -s right before the phrase."""
    if index < 0 or not sentence.is_capital(index) or not sentence.at(index).endswith("s"):
        return False
    before = sentence.at(index - 1)
    return sentence.is_noun(index) and not is_determiner(before) and before not in CONTRACTIONS


def _preposition(sentence: Sentence, start: int, last: int) -> str:
    word = sentence.at(start - 1)
    if word == "für" and _asks_what_kind(sentence, start - 1):
        return ""
    if word in CLAUSE_OPENING_PREPOSITIONS and _opens_clause(sentence, start):
        return ""
    if word in PREPOSITION_CASES:
        return word
    after = sentence.at(last + 1)
    closes = sentence.is_mark(last + 2) or sentence.is_verb(last + 2)
    if after in POSTPOSITIONS and (after == "willen" or closes):
        return after
    return ""


def _opens_clause(sentence: Sentence, start: int) -> bool:
    """`während die Lehrerin sprach`: the words up to the next mark end with a verb."""
    readings = determiner_readings(sentence.at(start))
    cases = {case for cells in readings.values() for case, _ in cells}
    if cases and cases.isdisjoint(PREPOSITION_CASES[sentence.at(start - 1)]):
        return True
    end = start
    while not sentence.is_mark(end + 1):
        end += 1
    return sentence.is_verb(end)


def _asks_what_kind(sentence: Sentence, preposition: int) -> bool:
    """`was für ein`, `was ist das für ein`: here `für` governs no case."""
    if sentence.at(preposition - 1) == "was":
        return True
    return sentence.at(preposition - 1) in {"das", "denn", "da", "hier", "dort"} and any(
        sentence.at(i) == "was" for i in range(preposition)
    )
