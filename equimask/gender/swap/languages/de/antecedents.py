"""Whether a pronoun can only refer to the gender word, or also to another noun before it."""

from __future__ import annotations

from equimask.gender.swap.languages.de.nominals import Nominal
from equimask.gender.swap.languages.de.sentence import QUOTES
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.words import TIME_NOUNS, word_set

_ANYBODY = word_set("man jeder jemand niemand wer einer keiner jede keine alle viele beide einige")
_OWN_COMPANIONS = frozenset({"und", "oder", "mit", "samt", "ohne", "sowie", "von", "aus"})


def refers_back(
    syntax: Syntax,
    case: str,
    index: int,
    genders: frozenset[str],
    *,
    possessive: bool,
    subject: bool = False,
) -> bool:
    """Whether the pronoun at `index`, which stands for one of `genders`, means the gender word.

    `case` is the gender word's: a subject is what later pronouns go on about.
    """
    if _is_in_other_speech(syntax, index):
        return False
    clause = syntax.clause_at(index)
    same_clause = clause == syntax.clause
    if index < syntax.phrase.start:
        earlier = [n for n in _others_before(syntax, index) if n.genders & genders]
        return possessive and same_clause and case == "nom" and not earlier
    rivals = [
        n for n in _others_before(syntax, index) if _genders_beside(syntax, n, case) & genders
    ]
    if possessive and _has_other_owner(syntax, index, genders):
        return False
    if not possessive:
        # what stands beside a pronoun in its own clause cannot be meant by it
        rivals = [n for n in rivals if n.oblique or not clause.holds(n.start)]
    if any(n.kind == "name" or n.animate for n in rivals):
        return False
    if case == "nom" and syntax.sentence.at(index) == "ihr" and not possessive:
        return True  # helped, thanked, given to: a person, and women's titles are known
    if case != "nom" or any(_takes_over(syntax, n) for n in rivals):
        return not rivals
    if possessive:
        return not any(_is_beside(syntax, n, index) for n in rivals)
    if not subject:
        return not rivals
    return all(_is_background(syntax, n) for n in rivals)


def _others_before(syntax: Syntax, index: int) -> list[Nominal]:
    return [
        n for n in syntax.nominals
        if n.kind in {"noun", "name"} and n.head < index and not _is_time(syntax, n)
    ]  # fmt: skip


def _genders_beside(syntax: Syntax, nominal: Nominal, case: str) -> frozenset[str]:
    """Beside a subject `sein Haus` is no second one, so it can only be neuter."""
    if case != "nom" or not syntax.clause.holds(nominal.start) or syntax.is_copular(syntax.clause):
        return nominal.genders
    return frozenset(gender for other, gender in nominal.cells if other != "nom")


def _is_time(syntax: Syntax, nominal: Nominal) -> bool:
    return syntax.sentence.text(nominal.head) in TIME_NOUNS


def _has_other_owner(syntax: Syntax, index: int, genders: frozenset[str]) -> bool:
    """Another subject in the possessive's clause would own first."""
    clause = syntax.clause_at(index)
    for nominal in syntax.rivals(clause):
        word = syntax.sentence.at(nominal.head)
        if nominal.start == index or (nominal.head >= index and nominal.kind != "pronoun"):
            continue
        if nominal.kind == "pronoun":
            plural_sie = word == "sie" and "p" in genders and syntax.numbers(clause) == {"pl"}
            if (word in _ANYBODY and nominal.may_be("nom")) or plural_sie:
                return True
        elif clause != syntax.clause and nominal.may_be("nom") and nominal.genders & genders:
            return True
    return False


def _is_beside(syntax: Syntax, nominal: Nominal, index: int) -> bool:
    """`das Schloss und seine Gärten`: the possessive continues another noun."""
    if nominal.end == index - 1:
        return True
    return nominal.end == index - 2 and syntax.sentence.at(index - 1) in _OWN_COMPANIONS


def _is_background(syntax: Syntax, nominal: Nominal) -> bool:
    """A noun in a prepositional phrase or a genitive, which a following subject rarely means."""
    accusative = nominal.may_be("acc") and not nominal.may_be("dat")
    return (nominal.oblique and not accusative) or nominal.attribute


def _takes_over(syntax: Syntax, nominal: Nominal) -> bool:
    """The subject of a later clause is what the text goes on about."""
    later = nominal.start > syntax.phrase.last and not syntax.clause.holds(nominal.start)
    return later and nominal.may_be("nom") and not (nominal.oblique or nominal.attribute)


def _is_in_other_speech(syntax: Syntax, index: int) -> bool:
    """Whether a quotation mark stands between the two: another person speaks."""
    first, last = sorted((index, syntax.phrase.first))
    return any(syntax.sentence.text(i) in QUOTES for i in range(first, last))
