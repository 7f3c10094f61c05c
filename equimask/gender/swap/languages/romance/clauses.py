"""Clauses and their subjects, as far as word order shows them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from equimask.gender.swap.languages.romance.analysis import Analysis
from equimask.gender.swap.languages.romance.words import NOMINAL, VERBAL, Tag

STRONG_MARKS = frozenset('.;:?!…—–()[]«»“”"')


class Kind(Enum):
    """What the subject of a verb is."""

    GENDER_WORD = "the gender word"
    PRONOUN = "a pronoun"
    SPEAKER = "somebody who speaks or is spoken to"
    CLAUSE = "what somebody does"
    OTHER = "another noun"
    NONE = "not expressed before the verb"
    UNCLEAR = "one of several"


class Subject(NamedTuple):
    """The subject of a verb and its place."""

    kind: Kind
    place: int = -1
    is_direct: bool = True


def subject_of(analysis: Analysis, verb: int) -> Subject:
    """The subject of the verb at that place, looked for on its left."""
    index = _before_cluster(analysis, verb)
    crossed = False
    while index >= 0:
        word = analysis.words[index]
        if word.tag is Tag.PRONOUN:
            if word.low in analysis.grammar.pronouns and not _is_oblique(analysis, index):
                return Subject(Kind.PRONOUN, index)
            if word.low in analysis.grammar.speakers:
                return Subject(Kind.SPEAKER, index)
        elif word.tag is Tag.SUBORDINATOR:
            return _after_subordinator(analysis, index, crossed=crossed)
        elif word.tag in NOMINAL or word.tag in (Tag.ADJECTIVE, Tag.DETERMINER, Tag.NUMERAL):
            found, start = _phrase_subject(analysis, index)
            opener = None if crossed else _embedding(analysis, start)
            if opener is not None and found is not None and found.kind is Kind.OTHER:
                index = opener
            elif found is not None:
                return _checked(analysis, found, verb) if crossed else found
            else:
                index = start
        elif word.tag in VERBAL:
            opener = None if crossed else _embedding(analysis, index + 1)
            if opener is None:
                crossed = True
            else:
                index = opener
        elif word.text == "," or word.tag is Tag.COORDINATOR:
            crossed = True
        elif word.text in STRONG_MARKS:
            return Subject(Kind.NONE, index)
        index -= 1
    return Subject(Kind.NONE, index)


def _is_oblique(analysis: Analysis, index: int) -> bool:
    """Whether a pronoun stands under a preposition: "con ella", "dela"."""
    word = analysis.words[index]
    return (
        word.is_stressed
        or word.low in analysis.grammar.oblique
        or analysis.tag(index - 1) is Tag.PREPOSITION
    )


def _embedding(analysis: Analysis, end: int) -> int | None:
    """Where the relative clause that ends before `end` begins: "la reina [que compró pan] es"."""
    seen_verb = False
    for index in range(end - 1, -1, -1):
        word = analysis.words[index]
        if word.tag in VERBAL or word.tag is Tag.UNKNOWN:
            seen_verb = True
        elif word.text == "," or word.tag is Tag.COORDINATOR or word.text in STRONG_MARKS:
            return None
        elif word.tag is Tag.SUBORDINATOR or word.low in analysis.grammar.relatives:
            opener = index
            while opener > 0 and analysis.tag(opener - 1) in (Tag.DETERMINER, Tag.PREPOSITION):
                opener -= 1
            relative = opener > 0 and analysis.tag(opener - 1) in NOMINAL | {Tag.ADJECTIVE}
            return opener if seen_verb and relative else None
        elif not seen_verb and word.tag not in (
            Tag.ADVERB, Tag.PRONOUN, Tag.PREPOSITION, Tag.DETERMINER, Tag.ADJECTIVE, Tag.NUMERAL,
            Tag.NOUN, Tag.NAME,
        ):  # fmt: skip
            return None
    return None


def _before_cluster(analysis: Analysis, verb: int) -> int:
    """The place before "no la ha podido ser": auxiliaries, adverbs and object pronouns."""
    index = verb - 1
    grammar = analysis.grammar
    while index >= 0:
        word = analysis.words[index]
        is_linked = word.tag in VERBAL and (
            word.tag is Tag.AUXILIARY or grammar.is_nonfinite(analysis.words[verb].low)
        )
        is_linker = grammar.is_nonfinite(analysis.words[verb].low) and (
            (word.tag is Tag.PREPOSITION or word.low in grammar.that)
            and analysis.tag(index - 1) in VERBAL
        )
        subjects = word.low in grammar.pronouns or word.low in grammar.speakers
        is_object = word.tag is Tag.PRONOUN and not subjects
        if not (word.tag is Tag.ADVERB or is_linked or is_linker or is_object):
            break
        index -= 1
    return index


def _phrase_subject(analysis: Analysis, index: int) -> tuple[Subject | None, int]:
    """The phrase that ends there as a subject, or None for one under a preposition."""
    if analysis.inside(index):
        start = analysis.start
        if analysis.is_governed(start):
            return None, governor(analysis, start)
        if _is_object_of_infinitive(analysis, start):
            return Subject(Kind.CLAUSE, start - 1), start
        return Subject(Kind.GENDER_WORD, analysis.context.first), start
    start = analysis.phrase_start(index)
    if analysis.is_governed(start):
        return None, governor(analysis, start)
    counted = analysis.is_measure(index)
    if counted or (analysis.words[index].tag is Tag.ADJECTIVE and start == index):
        return None, start
    return Subject(Kind.OTHER, index), start


def _is_object_of_infinitive(analysis: Analysis, start: int) -> bool:
    """ "Mettre son roi en échec est illégal"."""
    verb = analysis.word(start - 1)
    if verb is None or verb.tag not in VERBAL or not analysis.grammar.is_nonfinite(verb.low):
        return False
    return _count_verbs(analysis, 0, verb.index) == 0


def governor(analysis: Analysis, start: int) -> int:
    """The place of what governs a phrase: its own article or the word before."""
    return start if analysis.words[start].low in analysis.grammar.contracted else start - 1


def _checked(analysis: Analysis, found: Subject, verb: int) -> Subject:
    """A subject beyond another verb or a comma counts only where it has no rival."""
    rivals = list(analysis.rivals(0, verb))
    if found.kind is Kind.GENDER_WORD:
        return Subject(Kind.UNCLEAR) if rivals else found._replace(is_direct=False)
    if analysis.start > verb:
        return found
    if rivals:
        return Subject(Kind.UNCLEAR)
    return Subject(Kind.GENDER_WORD, analysis.context.first, is_direct=False)


def _after_subordinator(analysis: Analysis, index: int, *, crossed: bool) -> Subject:
    word = analysis.words[index]
    if crossed or word.low not in analysis.grammar.relatives:
        return Subject(Kind.NONE, index)
    before = index - 1
    while before >= 0 and analysis.words[before].text == ",":
        before -= 1
    if before < 0 or analysis.tag(before) in VERBAL | {Tag.ADVERB, Tag.PREPOSITION}:
        return Subject(Kind.NONE, index)
    if analysis.inside(before):
        return Subject(Kind.GENDER_WORD, analysis.context.first)
    if analysis.tag(before) in (Tag.DETERMINER, Tag.PRONOUN):
        return Subject(Kind.PRONOUN, before)
    predicative = analysis.tag(before) is Tag.ADJECTIVE and analysis.phrase_start(before) == before
    if analysis.tag(before) in NOMINAL | {Tag.ADJECTIVE} and not predicative:
        return _antecedent(analysis, before)
    return Subject(Kind.NONE, index)


def _antecedent(analysis: Analysis, before: int) -> Subject:
    """ "la reina de España que": the noun before the relative, or the gender word it completes."""
    start = analysis.phrase_start(before)
    completes = analysis.is_governed(start) and analysis.inside(governor(analysis, start) - 1)
    if completes and not analysis.compatible(before):
        return Subject(Kind.GENDER_WORD, analysis.context.first)
    if completes:
        return Subject(Kind.UNCLEAR, before)
    return Subject(Kind.OTHER, before)


def same_clause(analysis: Analysis, first: int, last: int) -> bool:
    """Whether no subordinate or coordinated clause begins between the two places."""
    first, last = min(first, last), max(first, last)
    verbs_before = _count_verbs(analysis, 0, first)
    for index in range(first, last):
        word = analysis.words[index]
        if word.text in STRONG_MARKS:
            return False
        if word.tag is Tag.SUBORDINATOR:
            # "más alta que la reina" compares without a clause of its own
            if _count_verbs(analysis, index, _clause_end(analysis, index + 1)):
                return False
            continue
        if word.tag is Tag.COORDINATOR or word.text == ",":
            left = verbs_before + _count_verbs(analysis, first, index)
            right = _count_verbs(analysis, index, _clause_end(analysis, last))
            if left and right:
                return False
    return True


def _clause_end(analysis: Analysis, index: int) -> int:
    while index < len(analysis.words):
        word = analysis.words[index]
        if word.tag is Tag.SUBORDINATOR or word.text in STRONG_MARKS:
            break
        index += 1
    return index


def _count_verbs(analysis: Analysis, first: int, last: int) -> int:
    return sum(
        word.tag in VERBAL and not analysis.grammar.is_nonfinite(word.low)
        for word in analysis.words[first:last]
    )


def is_coordinated(analysis: Analysis) -> bool:
    """Whether another noun phrase is joined to that of the gender word."""
    after, before = analysis.word(analysis.end + 1), analysis.word(analysis.start - 1)
    grammar = analysis.grammar
    if after is not None and after.tag is Tag.COORDINATOR:
        place = analysis.end + 2
        while analysis.tag(place) in (Tag.DETERMINER, Tag.ADJECTIVE, Tag.NUMERAL):
            place += 1
        noun = analysis.word(place)
        beyond = analysis.tag(analysis.end + 2)
        if noun and (noun.tag in (Tag.NOUN, Tag.NAME) or noun.low in grammar.pronouns):
            return beyond in (Tag.DETERMINER, Tag.NAME, Tag.PRONOUN, Tag.NOUN, Tag.NUMERAL)
    return (
        before is not None
        and before.tag is Tag.COORDINATOR
        and analysis.tag(analysis.start - 2) in (Tag.NOUN, Tag.NAME, Tag.PRONOUN)
    )
