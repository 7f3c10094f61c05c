"""Singular or plural, where German writes both alike (`der Lehrer`, `den Studenten`)."""

from __future__ import annotations

from equimask.gender.swap.languages.de.forms import Analysis
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.verb_classes import takes_dative
from equimask.gender.swap.languages.de.words import CALLED_BY_NAME, NUMERALS, word_set

_LIKE_DER = word_set("der dieser jener welcher mancher solcher derselben derjenigen")
# `einer der Lehrer`, `jeder dieser Spieler`
_SELECTING = word_set(
    """einer eine einen einem eines keiner keine keinen keinem jeder jede jeden jedem viele vielen
    vieler einige einigen manche mancher manchen zwei drei vier beide beiden welcher welche
    meisten wenige wenigen"""
)


def decide_number(syntax: Syntax, analyses: list[Analysis]) -> list[Analysis]:
    """The analyses of the number that the sentence shows; all of them where it shows none."""
    singular = [a for a in analyses if not a.plural]
    plural = [a for a in analyses if a.plural]
    phrase, sentence = syntax.phrase, syntax.sentence
    before = sentence.at(phrase.start - 1)
    counted = before in NUMERALS or before.isdigit()
    if counted and before != "1" and phrase.determiner is None:
        return plural
    if not singular or not plural:
        return analyses
    if phrase.bare:
        shown = _of_bare_noun(syntax)
    elif phrase.determiner is not None and sentence.at(phrase.determiner) in _LIKE_DER:
        shown = _after_der(syntax)
    elif phrase.determiner is not None and sentence.at(phrase.determiner).endswith("en"):
        shown = _after_den(syntax)
    else:
        shown = _by_verb(syntax)
    return {"singular": singular, "plural": plural}.get(shown, analyses)


def _of_bare_noun(syntax: Syntax) -> str:
    """A noun without any article is one person only where it says what somebody is."""
    phrase, sentence = syntax.phrase, syntax.sentence
    clause = syntax.clause
    numbers = syntax.numbers(clause)
    word = sentence.text(phrase.last)
    if word in CALLED_BY_NAME or sentence.is_name(phrase.last + 1):
        return "singular"
    if phrase.preposition and phrase.preposition != "ohne":
        return "plural"
    predicate = syntax.is_copular(clause) or sentence.at(phrase.start - 1) == "als"
    if predicate:
        one = numbers & {"1sg", "2sg", "3sg"} or any(
            n.is_certainly("nom") and "p" not in n.genders for n in syntax.rivals(clause)
        )
        if one:
            return "singular"
        polite = any(sentence.text(i) == "Sie" for i in clause.tokens)
        return "plural" if numbers == {"pl"} and not polite else ""
    alone = all(phrase.covers(i) or sentence.is_mark(i) for i in clause.tokens)
    if alone and len(syntax.clauses) > 1:
        return ""
    return "plural"


def _after_der(syntax: Syntax) -> str:
    """`der Lehrer`: the teacher, or after a noun `of the teachers`."""
    phrase, sentence = syntax.phrase, syntax.sentence
    before = phrase.start - 1
    if before < 0 or not sentence.is_noun(before):
        after_one = sentence.at(before) in _SELECTING
        return "plural" if after_one else "singular"
    subjects = [n for n in syntax.rivals(syntax.clause) if n.may_be("nom")]
    return "plural" if subjects else ""


def _after_den(syntax: Syntax) -> str:
    """`den Studenten`: accusative of one, dative of several."""
    if syntax.phrase.preposition:
        return "singular" if syntax.phrase.preposition in {"an", "auf", "über"} else ""
    if syntax.clause.kind == "fragment" or syntax.sentence.at(syntax.clause.first) == "ehre":
        return ""  # `Ehre den Helden`
    if syntax.is_copular(syntax.clause):
        return "plural"  # `den Studenten bekannt`
    return "" if takes_dative(syntax.verbs(syntax.clause)) else "singular"


def _by_verb(syntax: Syntax) -> str:
    """`Toms Lehrer fragt`: the verb tells, where nothing else can be its subject."""
    clause = syntax.clause
    others = [n for n in syntax.rivals(clause) if n.may_be("nom")]
    if others or syntax.phrase.preposition or clause.drops_subject:
        return ""
    return {frozenset({"3sg"}): "singular", frozenset({"pl"}): "plural"}.get(
        syntax.numbers(clause), ""
    )
