"""Which noun governs an adjective that stands outside its phrase."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.clauses import Kind, subject_of
from equimask.gender.swap.languages.romance.parse import parse_verdict
from equimask.gender.swap.languages.romance.pronouns import refers
from equimask.gender.swap.languages.romance.words import VERBAL, Tag


def adjective_chain(analysis: Analysis, place: int) -> list[int]:
    """The adjectives "cansada, triste y muy sola" from the first on."""
    chain = [place]
    index = place + 1
    while True:
        word = analysis.word(index)
        if word is None:
            return chain
        if word.tag is Tag.ADJECTIVE:
            chain.append(index)
        elif not (word.tag in (Tag.COORDINATOR, Tag.ADVERB) or word.text == ","):
            return chain
        index += 1


def is_subject(analysis: Analysis, verb: int, chain: list[int]) -> bool:
    """Whether the gender word is the subject of this verb and rules these adjectives."""
    person = analysis.grammar.copulas.get(analysis.words[verb].low, "3")
    subject = subject_of(analysis, verb)
    if subject.kind is Kind.CLAUSE:
        return False
    if person == "n" and analysis.tag(verb - 1) is Tag.PREPOSITION:
        return _controls(analysis, verb, chain[0])
    speaks = analysis.pair.male in analysis.grammar.speaking_pronouns
    if (person in ("1", "2") and not speaks) or subject.kind is Kind.SPEAKER:
        if _is_vocative(analysis):
            raise UnsureError("vocative", analysis.words[verb].text)
        return False
    if subject.kind is Kind.GENDER_WORD:
        return True
    if subject.kind is Kind.PRONOUN:
        return refers(analysis, subject.place)
    if is_impersonal(analysis, chain[-1]):
        return False
    if subject.kind is Kind.OTHER:
        if analysis.compatible(subject.place):
            return False
        return only_ruler(analysis, chain[0])
    if subject.kind is Kind.UNCLEAR:
        return by_parse(analysis, chain[0])
    return _rules_unexpressed(analysis, verb, chain)


def _controls(analysis: Analysis, verb: int, adjective: int) -> bool:
    """ "pour être heureuse": the subject of the main verb rules the infinitive."""
    main = next((w.index for w in analysis.words[:verb] if w.tag in VERBAL), None)
    if main is not None and subject_of(analysis, main).kind is Kind.GENDER_WORD:
        return True
    return by_parse(analysis, adjective)


def is_impersonal(analysis: Analysis, adjective: int) -> bool:
    """ "es necesario que", "es bueno leer": nobody is necessary or good."""
    after = analysis.word(adjective + 1)
    if (analysis.gender, analysis.number) != ("male", "sing") or after is None:
        return False
    if after.low in analysis.grammar.of:
        after = analysis.word(adjective + 2)
    return after is not None and (
        after.low in analysis.grammar.that
        or (after.tag is Tag.VERB and analysis.grammar.is_nonfinite(after.low))
    )


def _rules_unexpressed(analysis: Analysis, verb: int, chain: list[int]) -> bool:
    """A verb without a subject before it: the subject follows, or stands in another clause."""
    after = chain[-1] + 1
    if analysis.start > verb:
        while analysis.tag(after) is Tag.ADVERB:
            after += 1
        if analysis.start == after:
            return not analysis.is_governed(analysis.start)
        if verb + 1 == analysis.start:
            return True
        if _has_fronted_clause(analysis, verb):
            return by_parse(analysis, chain[0])
        return False
    return only_ruler(analysis, chain[0])


def _has_fronted_clause(analysis: Analysis, verb: int) -> bool:
    """ "Cuando estaba cansada, la reina ...": a later subject may rule an earlier clause."""
    between = analysis.words[verb : analysis.start]
    opened = any(w.tag is Tag.SUBORDINATOR for w in analysis.words[:verb])
    return opened and any(w.text == "," for w in between)


def _is_vocative(analysis: Analysis) -> bool:
    before, after = analysis.word(analysis.start - 1), analysis.word(analysis.end + 1)
    determined = analysis.words[analysis.start].tag is Tag.DETERMINER
    return not determined and (
        (before is None or before.tag is Tag.MARK) and (after is None or after.tag is Tag.MARK)
    )


def only_ruler(analysis: Analysis, adjective: int) -> bool:
    """True where no other noun could rule the adjective; a parse may tell otherwise."""
    if next(analysis.rivals(), None) is None:
        return True
    return by_parse(analysis, adjective)


def by_parse(analysis: Analysis, adjective: int) -> bool:
    """What the parse says; without one, or without an answer, nobody can tell."""
    verdict = parse_verdict(analysis, adjective)
    if verdict is None:
        raise UnsureError("unknown_agreement", analysis.words[adjective].text)
    return verdict
