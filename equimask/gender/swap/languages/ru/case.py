"""The case of a Russian gender noun whose form leaves several."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Refusal, WordPair
from equimask.gender.swap.languages.ru.adjectives import agreement_cases
from equimask.gender.swap.languages.ru.parse import parsed_case
from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.verbs import governs
from equimask.gender.swap.languages.ru.words import (
    ADVERBS,
    COMPARATIVES,
    COMPARING,
    OBJECT_PRONOUNS,
    PARTICLES,
    PREPOSITIONS,
)

Reading = tuple[WordPair, str]
_ABSENT = frozenset("нет нету".split())
_ABSENCE = frozenset("было будет стало".split())
# Nouns whose complement may be the giver or the receiver: "помощь матери".
_TWO_SIDED = (
    "помощ", "письм", "подар", "ответ", "благодарн", "сообщ", "поддержк", "привет", "служ",
    "поклон", "памятник", "внимани", "предан", "верн", "довер", "угроз", "совет", "приказ",
    "звон", "просьб", "жалоб", "завещ", "отчет", "послан", "рассказ", "обещан", "извинен",
    "посвящ", "признан", "месть",
)  # fmt: skip
_PLURAL_VERBS = ("ли", "лись", "ут", "ют", "ат", "ят", "утся", "ются", "атся", "ятся")
_PRESENTING = frozenset("где вот это кто".split())
_NAMING = frozenset("зовут звали".split())
_UNMARKED = frozenset(["леди", "миссис", "мадам", "месье"])


def read_case(sentence: Sentence, phrase: Phrase) -> Reading | Refusal:
    """The record and the one case that the sentence leaves."""
    word = sentence.context.word
    pairs = reliable(word.pairs, word.gender)
    readings = [(pair, case) for pair in pairs for case in pair.cases if _fits(phrase, pair, case)]
    if phrase.counted:
        readings = [(p, c) for p, c in readings if p.number == "sing" and c == "gen"]
    if not readings:
        return Refusal("form_and_context_disagree", word.text)
    readings = _drop_by_government(sentence, phrase, readings)
    if not readings:
        return Refusal("form_and_context_disagree", word.text)
    case = parsed_case(sentence.context)
    if len({pair.side(sentence.target) for pair, _ in readings}) > 1 and case is not None:
        readings = [reading for reading in readings if reading[1] == case] or readings
    forms = {pair.side(sentence.target) for pair, _ in readings}
    numbers = {pair.number for pair, _ in readings}
    nominative = {case == "nom" for _, case in readings}
    if len(forms) > 1:
        return Refusal("case_undecided", word.text)
    if numbers == {"sing"} and _may_be_plural(sentence, phrase):
        return Refusal("number_undecided", word.text)
    if len(numbers) > 1 and phrase.modifiers:
        return Refusal("number_undecided", word.text)
    if len(nominative) > 1 and numbers != {"sing", "plur"}:
        return Refusal("case_undecided", word.text)
    return _plural_first(readings)[0]


def _may_be_plural(sentence: Sentence, phrase: Phrase) -> bool:
    """A feminine genitive before a plural verb may be an unlisted nominative plural."""
    if sentence.gender == "male" or phrase.preposition or phrase.modifiers or phrase.counted:
        return False
    behind = sentence.low[phrase.end] if phrase.end < len(sentence.low) else ""
    return sentence.low[sentence.last].endswith(("ы", "и")) and behind.endswith(_PLURAL_VERBS)


def _plural_first(readings: list[Reading]) -> list[Reading]:
    """A form of both numbers with one counterpart needs no singular agreement."""
    return sorted(readings, key=lambda reading: reading[0].number != "plur")


def _fits(phrase: Phrase, pair: WordPair, case: str) -> bool:
    if phrase.plural and pair.number != "plur":
        return False
    if phrase.modifiers and not phrase.plural and pair.number == "plur":
        return False
    if pair.number == "sing" and phrase.cases is not None and case not in phrase.cases:
        return False
    if not phrase.preposition:
        return case != "loc"
    return case in PREPOSITIONS[phrase.preposition]


def _drop_by_government(
    sentence: Sentence, phrase: Phrase, readings: list[Reading]
) -> list[Reading]:
    cases = {case for _, case in readings}
    if phrase.preposition or phrase.counted:
        return readings
    if sentence.low[sentence.first] in _UNMARKED and len(cases) == 1:
        return readings if _opens_clause(sentence, phrase) else []
    ours = _demanded(sentence, phrase, cases)
    if ours is None:
        return readings
    kept = [(pair, case) for pair, case in readings if case in ours]
    if not kept and _has_one_use(sentence, readings):
        return readings
    return kept


def _has_one_use(sentence: Sentence, readings: list[Reading]) -> bool:
    """A nominative that no other case looks like, whatever the words around it seem to ask."""
    return {case for _, case in readings} == {"nom"} and (
        sentence.gender == "male" or {pair.number for pair, _ in readings} == {"sing"}
    )


def _demanded(sentence: Sentence, phrase: Phrase, cases: set[str]) -> frozenset[str] | None:
    """The cases that the words around a bare noun ask for; None where they leave it open."""
    low, left = sentence.low, phrase.left
    if "nom" in cases and _participle_follows(sentence, phrase):
        return frozenset({"nom"})
    absent = _is_absent(sentence, phrase)
    if absent and "gen" in cases:
        return frozenset({"gen"})
    if phrase.end < len(low) and low[phrase.end] in _NAMING and "acc" in cases:
        return frozenset({"acc"})
    skipped = False
    while left >= 0 and (low[left] in PARTICLES or low[left] in ADVERBS):
        if low[left] in _ABSENT or low[left] in COMPARATIVES or low[left] in _PRESENTING:
            break
        skipped = True
        left -= 1
    if left < 0 or sentence.is_mark(left):
        return _by_own_clause(sentence, phrase, cases)
    word = low[left]
    if word in COMPARATIVES or (word.endswith("ее") and len(word) > 4):
        return frozenset({"gen"})
    if word in COMPARING:
        return None
    if word in _PRESENTING and "nom" in cases:
        return frozenset({"nom"})
    if word in OBJECT_PRONOUNS and left > 0:
        left -= 2 if low[left - 1] in PREPOSITIONS else 1
        return _by_verb(sentence, left, cases) if left >= 0 else None
    if sentence.is_verb(left):
        return _by_verb(sentence, left, cases)
    if (
        word in ("и", "или", "а", "но")
        or sentence.is_closed(left)
        or sentence.is_subject_pronoun(left)
    ):
        return _by_own_clause(sentence, phrase, cases)
    if skipped or sentence.is_name(left):
        return _by_own_clause(sentence, phrase, cases)
    if len(word) < 3:
        return None
    if left and low[left - 1] in ("в", "на", "за", "под") and word[-1] not in "еиоыая":
        return None  # "заключить в тюрьму короля": owner of the noun or object of the verb
    return _beside_noun(word, cases)


def _by_verb(sentence: Sentence, index: int, cases: set[str]) -> frozenset[str] | None:
    demanded = {"acc" if case == "acc" else case for case in governs(sentence.low[index])}
    demanded = {"ins" if case == "copula" else case for case in demanded}
    if not demanded:
        return (
            frozenset(cases - {"acc"})
            if cases == {"nom", "acc"} and _agrees(sentence, index)
            else None
        )
    if (
        "nom" in cases
        and len(cases) > 1
        and _agrees(sentence, index)
        and not demanded & (cases - {"nom"})
    ):
        return frozenset({"nom"})
    fitting = frozenset(demanded & cases)
    if "nom" in cases and fitting and _agrees(sentence, index):
        return None
    if "gen" in cases and not fitting and "nom" not in cases:
        return None
    return fitting or None


def _agrees(sentence: Sentence, index: int) -> bool:
    return sentence.marked(index) is not None


def _by_own_clause(sentence: Sentence, phrase: Phrase, cases: set[str]) -> frozenset[str] | None:
    """A noun before its verb: the verb's gender, number and person show the subject."""
    if "nom" not in cases:
        return None
    index = phrase.end
    while index < len(sentence.low) and (
        sentence.low[index] in PARTICLES
        or sentence.low[index] in ADVERBS
        or sentence.low[index] in OBJECT_PRONOUNS
    ):
        index += 1
    if index >= len(sentence.low):
        return None
    singular = {pair.number for pair in sentence.context.word.pairs} == {"sing"}
    if sentence.tokens[index].text in "—–-" and singular:
        return frozenset({"nom"})
    if sentence.marked(index) is not None or sentence.low[index].endswith(
        ("ет", "ит", "ется", "ится")
    ):
        return frozenset({"nom"}) if singular else None
    if sentence.low[index].endswith(_PLURAL_VERBS):
        return None if singular else frozenset({"nom"})
    return None


def _beside_noun(word: str, cases: set[str]) -> frozenset[str] | None:
    """A noun before the bare noun owns it; some nouns may also be given to it."""
    if "dat" in cases and any(word.startswith(stem) for stem in _TWO_SIDED):
        return None
    if "gen" in cases:
        return frozenset({"gen"})
    return None


def _participle_follows(sentence: Sentence, phrase: Phrase) -> bool:
    """ "мать, уставшая после работы": the participle behind the comma shows the case."""
    behind = sentence.low[phrase.end : phrase.end + 2]
    if len(behind) < 2 or behind[0] != "," or behind[1].startswith("котор"):
        return False
    return agreement_cases(behind[1], sentence.gender) == {"nom"}


def _is_absent(sentence: Sentence, phrase: Phrase) -> bool:
    low = sentence.low
    segment = sentence.segment_of(sentence.first)
    for index in range(segment.start, segment.end):
        if low[index] in _ABSENT:
            return True
        if low[index] == "не" and index + 1 < segment.end and low[index + 1] in _ABSENCE:
            behind = low[index + 2] if index + 2 < segment.end else ""
            return not behind.endswith(("но", "о"))
    return False


def _opens_clause(sentence: Sentence, phrase: Phrase) -> bool:
    return phrase.start == 0 or sentence.is_mark(phrase.start - 1)
