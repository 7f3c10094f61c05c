"""Sentences that say who somebody is: "Él es mi hermano", "Este es el rey", "Tom es mi tío"."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.clauses import Kind, subject_of
from equimask.gender.swap.languages.romance.names import first_name_gender
from equimask.gender.swap.languages.romance.words import Tag


def settle_identity(analysis: Analysis, copula: int) -> None:
    """The subject of a copula whose predicate is the gender word takes its gender too."""
    if analysis.grammar.copulas.get(analysis.words[copula].low) in ("1", "2"):
        _refuse_shared_speaker(analysis, copula)
        return
    subject = subject_of(analysis, copula)
    if subject.kind is Kind.PRONOUN:
        impersonal = analysis.grammar.is_impersonal(analysis.words, subject.place)
        if analysis.matches(subject.place) and not impersonal:
            _refuse_other_pronouns(analysis, subject.place)
            _refuse_named_person(analysis, subject.place)
            analysis.inflect(subject.place, "pronoun")
        return
    if subject.kind in (Kind.NONE, Kind.UNCLEAR):
        for word in analysis.words[:copula]:
            if word.tag is Tag.NAME and not analysis.is_governed(analysis.phrase_start(word.index)):
                raise UnsureError("name_beside", word.text)
    if subject.kind is not Kind.OTHER:
        return
    word = analysis.words[subject.place]
    if word.tag is Tag.DETERMINER:
        if word.low != "ce" and analysis.matches(subject.place):
            analysis.inflect(subject.place, "pronoun")
        return
    start = analysis.phrase_start(subject.place)
    if any(w.tag is Tag.NAME for w in analysis.words[start : subject.place + 1]):
        raise UnsureError("name_beside", word.text)
    kind = analysis.grammar.nouns.get(word.low, "")
    if kind not in ("m", "f") and analysis.compatible(subject.place):
        raise UnsureError("subject_noun", word.text)


def _refuse_other_pronouns(analysis: Analysis, place: int) -> None:
    """ "Il nageait quand il était enfant": the first pronoun may be the same person."""
    for word in analysis.words:
        if word.tag is Tag.PRONOUN and word.index != place and analysis.matches(word.index):
            raise UnsureError("pronoun_reference", word.text)


def _refuse_named_person(analysis: Analysis, place: int) -> None:
    """ "Lo que sé de Tom es que él es profesor"."""
    for word in analysis.words[:place]:
        if word.tag is Tag.NAME and first_name_gender(word.text) != analysis.target:
            raise UnsureError("pronoun_reference", word.text)


def _refuse_shared_speaker(analysis: Analysis, copula: int) -> None:
    """ "Soy su hermana y estoy cansada": the speaker has the gender too."""
    for word in analysis.words[analysis.end + 1 :]:
        if word.tag is Tag.ADJECTIVE and analysis.matches(word.index):
            raise UnsureError("speaker", analysis.words[copula].text)
