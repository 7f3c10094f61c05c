"""The noun phrase around a Russian gender noun: modifiers, preposition, number, case."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from equimask.gender.lexicon.types import Edit, Refusal
from equimask.gender.swap.languages.ru.adjectives import (
    agreement_cases,
    inflected,
    is_listed_adjective,
)
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.words import COLLECTIVES, DEGREE, PAUCALS, PREPOSITIONS

_BEHIND = {
    "male": frozenset("мой твой наш ваш сам моего твоего нашего самого моему самому самим".split()),
    "female": frozenset("моя твоя наша ваша сама мою твою нашу саму моей самой нашей".split()),
}
_DETERMINERS = frozenset(
    "мой моя этот эта наш наша тот та свой своя моего своего мою свою который которая".split()
)
_PLURAL_MODIFIER = re.compile(
    r"\w{2,}(?:ые|ых|ыми|[кгхжшчщ](?:ие|их|ими)|(?:шн|дн|рн|лн|тн|вн)(?:ие|их|ими))(?:ся)?$"
)
_PLURAL_DETERMINERS = frozenset(
    "мои твои свои наши ваши эти те все сами одни чьи моих твоих своих наших ваших этих тех всех"
    " самих одних чьих моим твоим своим нашим вашим этим тем всем самим моими твоими своими нашими"
    " вашими этими теми всеми самими многие многих некоторые некоторых несколько двух трех четырех"
    " пять шесть семь восемь девять десять много мало сколько сотни тысячи большинство".split()
)


@dataclass
class Phrase:
    """The noun with what stands before it; `cases` are those that its modifiers allow."""

    start: int
    end: int
    modifiers: list[int] = field(default_factory=list)
    cases: frozenset[str] | None = None
    plural: bool = False
    counted: bool = False
    preposition: str = ""

    @property
    def left(self) -> int:
        """The token before the phrase and its preposition."""
        return self.start - (2 if self.preposition else 1)


def read_phrase(sentence: Sentence) -> Phrase | Refusal:
    """The modifiers before the noun, from right to left, and the preposition that governs it."""
    phrase = Phrase(sentence.first, sentence.last + 1)
    singular = [pair for pair in sentence.context.word.pairs if pair.number == "sing"]
    possible = frozenset(case for pair in singular for case in pair.cases)
    index = sentence.first - 1
    while index >= 0:
        step = _take(sentence, phrase, index, possible)
        if isinstance(step, Refusal):
            return step
        if step == 0:
            break
        index -= step
        phrase.start = index + 1
    if index >= 0 and sentence.low[index] in PREPOSITIONS:
        phrase.preposition = sentence.low[index]
    _take_behind(sentence, phrase)
    return phrase


def modifier_edits(sentence: Sentence, phrase: Phrase, case: str) -> list[Edit] | Refusal:
    """All modifiers beside a noun of the other gender in that case."""
    edits: list[Edit] = []
    for index in phrase.modifiers:
        new = inflected(sentence.low[index], sentence.gender, case)
        if new is None:
            return Refusal("unknown_modifier", sentence.tokens[index].text)
        edits.append(sentence.edit(index, new, "modifier"))
    return edits


def _take(
    sentence: Sentence, phrase: Phrase, index: int, possible: frozenset[str]
) -> int | Refusal:
    """How many tokens at the index belong to the phrase."""
    low = sentence.low[index]
    if sentence.is_name(index) and low not in ("ваш", "ваша"):
        return 0
    if low in COLLECTIVES:
        return Refusal("collective_numeral", low)
    if low in PAUCALS:
        phrase.counted = True
        return 1
    if low in ("их", "несколько") and not phrase.modifiers:
        return 1
    cases = agreement_cases(low, sentence.gender) & possible
    if low in _PLURAL_DETERMINERS and not cases:
        phrase.plural = True
        return 1
    if cases:
        joint = cases if phrase.cases is None else phrase.cases & cases
        if not joint:
            return 0
        phrase.cases = joint
        phrase.modifiers.append(index)
        return 1
    if not phrase.modifiers and _PLURAL_MODIFIER.match(low) and not sentence.is_closed(index):
        phrase.plural = True
        return 1
    between = index + 1 in phrase.modifiers and index > 0
    if low in ("и", ",", "или", "но") and between:
        before = agreement_cases(sentence.low[index - 1], sentence.gender)
        if (
            before
            and phrase.cases is not None
            and before & phrase.cases
            and sentence.low[index + 1] not in _DETERMINERS
        ):
            return 1
    if low in DEGREE and between:
        return 1
    if _looks_like_modifier(sentence, index, possible):
        return Refusal("unknown_modifier", sentence.tokens[index].text)
    return 0


def _looks_like_modifier(sentence: Sentence, index: int, possible: frozenset[str]) -> bool:
    """An unlisted word whose ending an adjective beside this noun would have."""
    low = sentence.low[index]
    if sentence.is_closed(index) or sentence.is_mark(index) or len(low) < 5:
        return False
    if sentence.gender == "female":
        return low.endswith(("ой", "ей")) and bool(possible & {"gen", "dat", "ins", "loc"})
    return low.endswith(("ой", "ий")) and "nom" in possible


def _take_behind(sentence: Sentence, phrase: Phrase) -> None:
    """Possessives, "himself" and a closing adjective right behind the noun."""
    index = phrase.end
    if index >= len(sentence.low):
        return
    low = sentence.low[index]
    cases = agreement_cases(low, sentence.gender)
    closes = index + 1 == len(sentence.low) or sentence.is_mark(index + 1)
    poetic = closes and "nom" not in cases and phrase.cases is None and bool(phrase.preposition)
    if low in _BEHIND[sentence.gender] or (poetic and is_listed_adjective(low)):
        phrase.modifiers.append(index)
        phrase.cases = cases if phrase.cases is None else phrase.cases & cases
        phrase.end += 1
