"""Pronouns that may stand for the gender word."""

from __future__ import annotations

from equimask.lexicon.agreement.romance_analysis import Analysis, UnsureError
from equimask.lexicon.agreement.romance_clauses import Kind, same_clause, subject_of
from equimask.lexicon.agreement.romance_words import VERBAL, Tag


def settle_pronouns(analysis: Analysis) -> None:
    """Edit the pronouns that can only stand for the gender word; refuse where one might."""
    for word in analysis.words:
        may_refer = word.tag is Tag.PRONOUN or word.tag in VERBAL
        if not may_refer or word.index in analysis.settled:
            continue
        if not analysis.inside(word.index) and analysis.matches(word.index):
            refers(analysis, word.index)


def refers(analysis: Analysis, index: int) -> bool:
    """Whether the pronoun stands for the gender word; turns it where it does."""
    if index in analysis.settled:
        return analysis.settled[index]
    if not analysis.matches(index):
        return False
    verdict = _verdict(analysis, index)
    analysis.settled[index] = verdict
    if verdict:
        analysis.inflect(index, "pronoun")
    return verdict


def refers_object(analysis: Analysis, index: int, verb: int) -> bool:
    """Whether an object pronoun stands for the gender word, told before its verb is turned."""
    noun = analysis.context.first
    if index < noun or same_clause(analysis, index, noun):
        return False
    if _has_other_person(analysis, index) or next(analysis.rivals(0, index), None) is not None:
        raise UnsureError("pronoun_reference", analysis.words[index].text)
    if analysis.gender == "male" and not _is_person_verb(analysis, verb):
        raise UnsureError("pronoun_reference", analysis.words[index].text)
    return True


def _verdict(analysis: Analysis, index: int) -> bool:
    word, noun = analysis.words[index], analysis.context.first
    if analysis.grammar.is_impersonal(analysis.words, index):
        return False
    if word.low in analysis.grammar.possessors and index > noun:
        return _owns(analysis, index)
    together = same_clause(analysis, index, noun)
    is_enclitic = word.tag in VERBAL
    if is_enclitic and analysis.tag(index - 1) is Tag.PREPOSITION:
        # "por despedirla": the infinitive has a subject of its own
        together = together and analysis.words[index - 1].low in ("a", "à")
    if is_enclitic and together and subject_of(analysis, index).kind is Kind.GENDER_WORD:
        # "La reine est-elle": the pronoun repeats the subject; "verla" cannot be it
        return _repeats_subject(word.low)
    is_clitic = word.low in analysis.grammar.clitics or is_enclitic
    if index < noun:
        if together:
            return False
        raise UnsureError("pronoun_reference", word.text)
    if together:
        verb = next((w.index for w in analysis.words[noun:] if w.tag in VERBAL), None)
        rules = verb is not None and subject_of(analysis, verb).kind is Kind.GENDER_WORD
        if rules and not _is_set_apart(analysis, noun, index):
            return False
        raise UnsureError("pronoun_reference", word.text)
    if is_clitic and not _takes_person(analysis, index):
        raise UnsureError("pronoun_reference", word.text)
    if _has_other_person(analysis, index) or next(analysis.rivals(0, index), None) is not None:
        raise UnsureError("pronoun_reference", word.text)
    return True


def _has_other_person(analysis: Analysis, index: int) -> bool:
    """Whether "su", "le" or "lui" has already brought in a third person."""
    grammar = analysis.grammar
    return any(
        word.low in grammar.third_persons for word in analysis.words[: analysis.context.first]
    ) or any(
        word.low in grammar.third_persons and word.tag is Tag.PRONOUN
        for word in analysis.words[analysis.context.last : index]
    )


def _is_set_apart(analysis: Analysis, noun: int, index: int) -> bool:
    """ "La novia entró, con todos mirándola": a comma and a verb without a finite form."""
    comma = next((w.index for w in analysis.words[noun:index] if w.text == ","), None)
    return comma is not None and any(w.tag in VERBAL for w in analysis.words[comma : index + 1])


def _repeats_subject(low: str) -> bool:
    return low.endswith(("-il", "-elle", "-ils", "-elles"))


def _owns(analysis: Analysis, index: int) -> bool:
    """ "a coroa dela": the owner is the gender word where nobody else could be."""
    if analysis.inside(index - 1):
        return False
    if any(rival != index - 1 for rival in analysis.rivals(0, index)):
        raise UnsureError("pronoun_reference", analysis.words[index].text)
    return True


def _takes_person(analysis: Analysis, index: int) -> bool:
    """Whether the verb of an object pronoun takes a person ("lo saludé"), not a fact ("lo sé")."""
    if analysis.gender == "female":
        return True
    first = index if analysis.tag(index) in VERBAL else index + 1
    for word in analysis.words[first : first + 3]:
        if word.tag in VERBAL and word.tag is not Tag.AUXILIARY:
            return _is_person_verb(analysis, word.index)
    return False


def _is_person_verb(analysis: Analysis, index: int) -> bool:
    low = analysis.words[index].low
    return any(low.startswith(stem) for stem in analysis.grammar.person_verbs)
