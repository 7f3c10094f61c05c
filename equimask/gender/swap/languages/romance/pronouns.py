"""Pronouns that may stand for the gender word."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.clauses import Kind, same_clause, subject_of
from equimask.gender.swap.languages.romance.words import VERBAL, Tag, Word

_QUOTES = '"«»“”„'


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
        new = analysis.inflect(index, "pronoun")
        for edit in analysis.grammar.join(analysis.words, index, new):
            analysis.replace_span(edit.start, edit.end, edit.new, edit.kind)
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
        # "por despedirla": the infinitive may have a subject of its own
        if _belongs_to_noun(analysis, index):
            raise UnsureError("pronoun_reference", word.text)
        together = together and analysis.words[index - 1].low in ("a", "à")
    if is_enclitic and together and subject_of(analysis, index).kind is Kind.GENDER_WORD:
        # "La reine est-elle": the pronoun repeats the subject; "verla" cannot be it
        return _repeats_subject(word.low)
    is_clitic = word.low in analysis.grammar.clitics or is_enclitic
    if together and word.low.endswith(("-même", "-mêmes")):
        if next(analysis.rivals(), None) is None:
            return True
        raise UnsureError("pronoun_reference", word.text)
    if index < noun:
        linked = any(w.tag is Tag.COPULA for w in analysis.words[index : analysis.start])
        if together and _doubles_object(analysis, index):
            return True
        if together and not (linked and not analysis.is_governed(analysis.start)):
            return False
        raise UnsureError("pronoun_reference", word.text)
    if together and _doubles_object(analysis, index):
        return True
    if together and word.is_stressed:
        # "sûre d'elle": French may say this of the subject itself
        raise UnsureError("pronoun_reference", word.text)
    if together:
        verb = next((w.index for w in analysis.words[noun:] if w.tag in VERBAL), None)
        rules = verb is not None and subject_of(analysis, verb).kind is Kind.GENDER_WORD
        if rules and not _is_set_apart(analysis, noun, index):
            return False
        raise UnsureError("pronoun_reference", word.text)
    if any(w.text in _QUOTES for w in analysis.words[noun:index]):
        raise UnsureError("pronoun_reference", word.text)
    if (word.is_stressed or is_clitic) and _is_object_of_noun(analysis, index):
        if word.is_stressed or is_enclitic:
            raise UnsureError("pronoun_reference", word.text)
        return False
    if is_clitic and _states_fact(analysis, index):
        return False
    if is_clitic and not _takes_person(analysis, index):
        raise UnsureError("pronoun_reference", word.text)
    if _has_other_person(analysis, index) or next(analysis.rivals(0, index), None) is not None:
        raise UnsureError("pronoun_reference", word.text)
    return True


def _belongs_to_noun(analysis: Analysis, index: int) -> bool:
    """Whether a finite verb before this place has the gender word as its own subject."""
    finite = [w.index for w in analysis.words[:index] if _is_finite(analysis, w)]
    if not finite or analysis.words[finite[-1]].low.endswith(analysis.grammar.speaking_endings):
        return False
    direct = (Kind.GENDER_WORD, analysis.context.first, True)
    return any(subject_of(analysis, verb) == direct for verb in finite)


def _is_object_of_noun(analysis: Analysis, index: int) -> bool:
    """Whether the gender word is the subject of the pronoun's verb, and so not its object."""
    verb = _verb_of(analysis, index)
    subject = None if verb is None else subject_of(analysis, verb)
    if verb is None or subject is None or subject.kind is not Kind.GENDER_WORD:
        return False
    if subject.is_direct:
        return True
    # "llegó y lo saludé": an ending of the first or second person names another subject
    finite = [w for w in analysis.words[: verb + 1] if _is_finite(analysis, w)]
    if finite and finite[-1].low.split("-")[0].endswith(analysis.grammar.speaking_endings):
        return False
    raise UnsureError("pronoun_reference", analysis.words[index].text)


def _is_finite(analysis: Analysis, word: Word) -> bool:
    return word.tag in VERBAL and not analysis.grammar.is_nonfinite(word.low)


def _verb_of(analysis: Analysis, index: int) -> int | None:
    """The verb that the pronoun belongs to: before a stressed one, after a clitic."""
    step = -1 if analysis.words[index].is_stressed else 1
    while 0 <= index < len(analysis.words):
        if analysis.tag(index) in VERBAL:
            return index
        index += step
    return None


def _is_pronoun(analysis: Analysis, index: int) -> bool:
    low = analysis.words[index].low
    return analysis.tag(index) is Tag.PRONOUN and low in analysis.grammar.pronouns


def _has_other_person(analysis: Analysis, index: int) -> bool:
    """Whether "su", "le" or "lui" has already brought in a third person."""
    grammar = analysis.grammar
    settled = analysis.settled.items()
    if any(
        place < index and not turned and _is_pronoun(analysis, place) for place, turned in settled
    ):
        return True
    return any(
        word.low in grammar.third_persons for word in analysis.words[: analysis.context.first]
    ) or any(
        word.low in grammar.third_persons and word.tag is Tag.PRONOUN
        for word in analysis.words[analysis.context.last : index]
    )


def _doubles_object(analysis: Analysis, index: int) -> bool:
    """ "la vi a la reina", "la vi a ella": Spanish repeats the object."""
    word, before = analysis.words[index], analysis.word(analysis.start - 1)
    first = analysis.words[analysis.start].low
    personal = first == "al" or (before is not None and before.low == "a")
    dative = index > 0 and analysis.words[index - 1].low in ("se", "me", "te", "nos", "os")
    sure = analysis.gender == "female" or index > analysis.end or _takes_person(analysis, index)
    if dative or not sure:
        return False
    return personal and word.tag is Tag.PRONOUN and word.low in ("lo", "la", "los", "las")


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


def _states_fact(analysis: Analysis, index: int) -> bool:
    """ "lo sé", "il le veut": the masculine pronoun stands for what was said."""
    after = analysis.word(index + 1)
    return (
        analysis.gender == "male"
        and after is not None
        and analysis.tag(index) is Tag.PRONOUN
        and after.low.startswith(analysis.grammar.fact_verbs)
    )


def _is_person_verb(analysis: Analysis, index: int) -> bool:
    low = analysis.words[index].low
    return any(low.startswith(stem) for stem in analysis.grammar.person_verbs)
