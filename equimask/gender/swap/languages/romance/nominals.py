"""Nouns that a copula links to the gender word: "es una artista famosa", "fue la primera"."""

from __future__ import annotations

from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.governors import adjective_chain, is_subject
from equimask.gender.swap.languages.romance.words import NEUTER, NOMINAL, Tag


def settle_noun_predicate(analysis: Analysis, copula: int, place: int) -> None:
    """ "es una artista famosa", "es médica", "fue la primera": a noun that names the subject."""
    if analysis.words[place].low in analysis.grammar.contracted:
        return
    head = place
    while analysis.tag(head) in (Tag.DETERMINER, Tag.ADJECTIVE, Tag.ADVERB, Tag.NUMERAL):
        head += 1
    noun = analysis.word(head)
    if noun is not None and noun.tag is Tag.NAME:
        return
    if noun is None or noun.tag not in (Tag.NOUN, Tag.UNKNOWN):
        noun, head = None, head - 1
    if analysis.inside(head) or analysis.tag(head + 1) is Tag.GENDER:
        return
    modifiers = [i for i in range(place, head + 1) if analysis.matches(i)]
    low = noun.low if noun else ""
    kind = analysis.grammar.nouns.get(low, "")
    if kind in ("m", "f") or (noun is None and not modifiers):
        return
    if noun is None and analysis.words[head].low in NEUTER and analysis.gender == "male":
        return
    nominal = low in analysis.grammar.adjectives or low in analysis.grammar.person_nouns
    agreeing = bool(modifiers) or (
        noun is not None
        and kind != "c"
        and (nominal or analysis.grammar.could_be(low, analysis.gender, analysis.number))
    )
    after = [i for i in adjective_chain(analysis, head + 1) if analysis.tag(i) is Tag.ADJECTIVE]
    if not agreeing and not (kind == "c" and any(analysis.matches(i) for i in after)):
        return
    if not is_subject(analysis, copula, [head]):
        for i in [*modifiers, *after]:
            analysis.settled[i] = False
        return
    if noun is not None and not (nominal or kind == "c"):
        if analysis.grammar.guess_noun_gender(low) is not None and low in analysis.grammar.verbs:
            return
        raise UnsureError("unknown_agreement", noun.text)
    _turn_noun_predicate(analysis, place, head, after, is_common=kind == "c" and not nominal)


def _turn_noun_predicate(
    analysis: Analysis, place: int, head: int, after: list[int], *, is_common: bool
) -> None:
    beyond = analysis.word(head + 1)
    if beyond is not None and beyond.low in analysis.grammar.of and not is_common:
        follower = analysis.word(head + 2)
        if follower is not None and follower.tag is Tag.DETERMINER and follower.low.endswith("s"):
            raise UnsureError("partitive", follower.text)
    if beyond is not None and beyond.tag is Tag.COORDINATOR and analysis.tag(head + 2) in NOMINAL:
        raise UnsureError("unknown_agreement", analysis.words[head + 2].text)
    following = analysis.words[head].low
    if not is_common and analysis.matches(head):
        beside = analysis.words[head + 1].low if head + 1 in after else ""
        following = analysis.inflect(head, "predicate", beside)
    for index in range(head - 1, place - 1, -1):
        if analysis.tag(index) is Tag.DETERMINER:
            edits = analysis.grammar.determine(
                analysis.words, index, following, analysis.target, analysis.number
            )
            for edit in edits or []:
                analysis.replace_span(edit.start, edit.end, edit.new, edit.kind)
            analysis.settled[index] = True
        elif analysis.matches(index):
            following = analysis.inflect(index, "predicate", following)
        else:
            following = analysis.words[index].low
    for index in after:
        if analysis.matches(index):
            analysis.inflect(index, "predicate")
