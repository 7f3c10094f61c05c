"""Articles and other determiners that stand without a noun: "la que", "una", "esta", "la más"."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.words import NEUTER, NOMINAL, Tag


def settle_loose_words(analysis: Analysis) -> None:
    """Edit a relative right after the noun; refuse any other determiner without a noun."""
    for word in analysis.words:
        if word.tag is not Tag.DETERMINER or word.index in analysis.settled:
            continue
        if analysis.inside(word.index):
            continue
        if word.low in analysis.grammar.others and analysis.matches(word.index, "plur"):
            _refuse_others(analysis, word.index)
        if not analysis.matches(word.index):
            continue
        if _is_nominal_apposition(analysis, word.index):
            raise UnsureError("pronoun_reference", word.text)
        if _has_noun(analysis, word.index):
            continue
        if word.low == "ce":
            continue
        antecedent = _relative_antecedent(analysis, word.index)
        if antecedent is None and word.low in analysis.grammar.contracted:
            continue
        if antecedent is not None and analysis.inside(antecedent):
            _turn(analysis, word.index)
        elif antecedent is not None and analysis.tag(antecedent) in (Tag.NOUN, Tag.ADJECTIVE):
            continue
        elif not (analysis.gender == "male" and word.low in NEUTER):
            raise UnsureError("pronoun_reference", word.text)


def _refuse_others(analysis: Analysis, index: int) -> None:
    """ "más bonita que las otras": the others have the gender of the one."""
    if not _has_noun(analysis, index):
        raise UnsureError("pronoun_reference", analysis.words[index].text)


def _is_nominal_apposition(analysis: Analysis, index: int) -> bool:
    """ "las señoras, sobre todo las jóvenes": an adjective as a noun, set off by a comma."""
    before = index - 1
    while analysis.tag(before) is Tag.ADVERB:
        before -= 1
    noun = analysis.word(index + 1)
    return (
        before >= 0
        and analysis.words[before].text == ","
        and noun is not None
        and noun.tag is Tag.NOUN
        and noun.low in analysis.grammar.adjectives
    )


def _has_noun(analysis: Analysis, index: int) -> bool:
    """Whether a noun, a name or a nominal infinitive follows in the same phrase."""
    for word in analysis.words[index + 1 :]:
        if word.tag in NOMINAL or word.tag is Tag.NUMERAL or word.low in NEUTER:
            return True
        infinitive = word.low.endswith(("r", "re")) and analysis.grammar.is_nonfinite(word.low)
        if word.tag is Tag.VERB and infinitive:
            return True
        modifies = (Tag.ADJECTIVE, Tag.ADVERB, Tag.NUMERAL, Tag.DETERMINER)
        if word.tag not in modifies and word.text not in "\"'«»“”‘’":
            return False
    return False


def _relative_antecedent(analysis: Analysis, index: int) -> int | None:
    """ "la reina con la que", "el rey, el cual": the end of the phrase that it follows."""
    following, relatives = analysis.word(index + 1), analysis.grammar.relatives
    leads = following is not None and following.low in relatives
    if not leads and analysis.words[index].low not in relatives:
        return None
    if analysis.words[index].low in analysis.grammar.comparatives:
        return None
    before = index - 1
    if analysis.tag(before) is Tag.PREPOSITION:
        before -= 1
    elif analysis.words[index].low == "o":
        return None
    if before >= 0 and analysis.words[before].text == ",":
        before -= 1
    return before if before >= 0 else None


def _turn(analysis: Analysis, index: int) -> None:
    after = analysis.word(index + 1)
    edits = analysis.grammar.determine(
        analysis.words, index, after.low if after else "", analysis.target, analysis.number
    )
    for edit in edits or []:
        analysis.replace_span(edit.start, edit.end, edit.new, edit.kind)
    analysis.settled[index] = True
