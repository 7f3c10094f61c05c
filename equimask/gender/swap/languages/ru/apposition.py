"""Names and participles that stand in apposition to a Russian gender noun."""

from __future__ import annotations

from equimask.gender.lexicon.types import Edit, Refusal
from equimask.gender.swap.languages.ru.adjectives import agreement_cases, inflected
from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.titles import is_possessor

_PARTICIPLE_ENDINGS = tuple(
    "ший щий шая щая шего щего шему щему шую щую шей щей нный тый мый нная тая мая нную"
    " нного".split()
)


def name_behind(sentence: Sentence, phrase: Phrase) -> Refusal | None:
    """A name that may be the noun's own: "жена президента Карен Пенс", but not "отец Тома"."""
    tokens, index = sentence.tokens, phrase.end
    for mark in range(index, min(index + 4, len(tokens) - 1)):
        if sentence.is_mark(mark) and tokens[mark].text in (",", "(", "—", "–", "-"):
            if sentence.is_name(mark + 1) and not sentence.is_verb(mark - 1):
                return Refusal("name_beside", tokens[mark + 1].text)
            break
    if index < len(tokens) and sentence.is_name(index) and is_possessor(sentence, index):
        index += 1
    while index < len(tokens) and not sentence.is_mark(index):
        if sentence.is_name(index):
            return Refusal("name_beside", tokens[index].text)
        if sentence.is_verb(index) or sentence.is_closed(index) or sentence.marked(index):
            return None
        index += 1
    return None


def name_before(sentence: Sentence, phrase: Phrase, case: str) -> Refusal | None:
    """A name right before the noun or cut off from it by a comma."""
    before = phrase.start - 1
    comma = before >= 1 and sentence.low[before] == ","
    before -= comma
    if before < 0 or phrase.preposition or not sentence.is_name(before):
        return None
    alone = phrase.end >= len(sentence.low) or sentence.is_mark(phrase.end)
    if comma and not alone and case == "nom":  # a new clause may begin with the noun
        return None
    return Refusal("name_beside", sentence.tokens[before].text)


def detached_participle(sentence: Sentence, phrase: Phrase, case: str) -> Edit | Refusal | None:
    """A participle behind a comma: "мужчина, сидящий у окна"."""
    index = phrase.end + 1
    if index >= len(sentence.low) or sentence.low[phrase.end] != ",":
        return None
    low = sentence.low[index]
    cases = agreement_cases(low, sentence.gender)
    if not cases or low.startswith("котор"):
        return None
    new = inflected(low, sentence.gender, case) if case in cases else None
    if new is None or not low.removesuffix("ся").endswith(_PARTICIPLE_ENDINGS):
        return Refusal("detached_modifier", sentence.tokens[index].text)
    return sentence.edit(index, new, "participle")
