"""Russian nouns as predicates: of whom "she is a good mother" speaks."""

from __future__ import annotations

from functools import lru_cache

from equimask.gender.lexicon.types import Refusal
from equimask.gender.swap.languages.ru.adjectives import agreement_cases
from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.sentence import Segment, Sentence
from equimask.gender.swap.languages.ru.verbs import governs
from equimask.gender.swap.languages.ru.words import FIRST_AND_SECOND, PREPOSITIONS, plain
from equimask.gender.swap.languages.tables import column

DASHES = frozenset("—–-")
_OBLIQUE_ENDINGS = tuple("ом ем ой ей ами ями ах ях ам ям у ю ью".split())
# Beginnings of verbs that make or call somebody something.
_OF_THE_OBJECT = tuple(
    "назов назва называ счита сдела назнач избра избер выбра выбер объяв провозгла".split()
)
_FIRST_OBJECTS = frozenset("меня тебя нас вас".split())


def predicative_subject(sentence: Sentence, phrase: Phrase, case: str) -> int | Refusal | None:
    """The pronoun of which the noun is predicated ("она хорошая мать"), which shares its gender.

    None where the noun is no predicate; a name that has the noun as predicate is refused.
    """
    segment = sentence.segment_between(phrase.start, phrase.end)
    subject = _subject_before(sentence, segment, phrase)
    if case == "ins":
        return _instrumental_subject(sentence, segment, phrase, subject)
    if case != "nom" or not _is_verbless_or_copular(sentence, segment, phrase):
        return None
    undecided = Refusal("predicate_undecided", sentence.context.word.text)
    if is_verbless(sentence, segment):
        if subject is None and segment.start and segment.opener not in DASHES:
            before = range(max(0, segment.start - 6), segment.start)
            if any(sentence.low[i] in FIRST_AND_SECOND or sentence.is_name(i) for i in before):
                return undecided
        if _is_contrasted(sentence, segment):
            return undecided
    return subject


def is_made_by_verb(sentence: Sentence) -> bool:
    """Whether a verb like "make him king" stands beside the noun."""
    segment = sentence.segment_of(sentence.first)
    return any("ins" in pair.cases for pair in sentence.context.word.pairs) and _has_making_verb(
        sentence, segment
    )


def is_verbless(sentence: Sentence, segment: Segment) -> bool:
    """Whether no token of the segment is surely a verb."""
    return not any(map(sentence.is_verb, range(segment.start, segment.end)))


@lru_cache(maxsize=1)
def common_gender_nouns() -> frozenset[str]:
    """Nouns of persons that one form serves for men and women."""
    return frozenset(plain(noun) for noun in column("ru", "common_gender"))


@lru_cache(maxsize=1)
def common_gender_instrumentals() -> frozenset[str]:
    """Their instrumental, as behind "was" and "became"."""
    forms = {"человеком", "ребенком", "послом", "сиротой", "коллегой"}
    for noun in common_gender_nouns():
        stem = noun.removesuffix("ь").removesuffix("й")
        forms |= {stem + "ом", stem + "ем"}
    return frozenset(forms)


def _subject_before(sentence: Sentence, segment: Segment, phrase: Phrase) -> int | Refusal | None:
    start = segment.start
    if segment.opener in DASHES and segment.start >= 2:
        start = sentence.segment_of(segment.start - 2).start
    found: int | None = None
    for index in range(start, phrase.start):
        low = sentence.low[index]
        if low in ("он", "она") or low in FIRST_AND_SECOND:
            found = index
        elif sentence.is_name(index) and not (index and sentence.low[index - 1] in PREPOSITIONS):
            return Refusal("name_subject", sentence.tokens[index].text)
        elif found is None and low not in ("это", "вот", "кто"):
            beside = segment.opener in DASHES or index + 1 >= phrase.start
            if beside and _may_be_nominative(sentence, index):
                return Refusal("noun_subject", sentence.tokens[index].text)
    return found


def _instrumental_subject(
    sentence: Sentence, segment: Segment, phrase: Phrase, subject: int | Refusal | None
) -> int | Refusal | None:
    here = range(segment.start, segment.end)
    if phrase.preposition or not any("copula" in governs(sentence.low[i]) for i in here):
        return None
    if not _has_making_verb(sentence, segment):
        unnamed = subject is None and not any(sentence.low[i] == "кто" for i in here)
        shown = [i for i in here if sentence.marked(i) is not None]
        if unnamed and shown:  # somebody of that gender was it, and is not called by a pronoun
            return Refusal("noun_subject", sentence.tokens[shown[0]].text)
        return subject
    if any(sentence.low[i] == "себя" for i in here):
        return subject
    if any(sentence.low[i] in _FIRST_OBJECTS for i in here):
        return None
    objects = [i for i in here if sentence.low[i] in ("его", "ее")]
    if objects and not isinstance(subject, int):
        return objects[0]
    return Refusal("predicate_undecided", sentence.context.word.text)


def _has_making_verb(sentence: Sentence, segment: Segment) -> bool:
    return any(
        sentence.low[i].startswith(_OF_THE_OBJECT) for i in range(segment.start, segment.end)
    )


def _may_be_nominative(sentence: Sentence, index: int) -> bool:
    low = sentence.low[index]
    if sentence.is_closed(index) or sentence.is_mark(index) or sentence.is_verb(index):
        return False
    if low in common_gender_nouns() or sentence.is_subject_pronoun(index):
        return False
    if (index and sentence.low[index - 1] in PREPOSITIONS) or low.endswith(_OBLIQUE_ENDINGS):
        return False
    return not agreement_cases(low, "male") and not agreement_cases(low, "female")


def _is_verbless_or_copular(sentence: Sentence, segment: Segment, phrase: Phrase) -> bool:
    outside = [i for i in range(segment.start, segment.end) if not phrase.start <= i < phrase.end]
    verbs = [i for i in outside if sentence.is_verb(i) or sentence.marked(i) is not None]
    return all("copula" in governs(sentence.low[i]) for i in verbs)


def _is_contrasted(sentence: Sentence, segment: Segment) -> bool:
    """Another predicate without a verb: "я писательница, а не переводчица"."""
    return any(
        other.opener in ("а", "и", "но", "или") and is_verbless(sentence, other)
        for other in sentence.segments
        if other.start > segment.start
        and "nom" not in agreement_cases(sentence.low[other.end - 1], sentence.gender)
    )
