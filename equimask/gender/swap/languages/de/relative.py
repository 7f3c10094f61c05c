"""Relative pronouns that stand for the gender word."""

from __future__ import annotations

from equimask.gender.lexicon.types import Edit, Refusal, SwapContext
from equimask.gender.swap.languages.de.clause import Clause, comma_before
from equimask.gender.swap.languages.de.forms import Analysis, edit
from equimask.gender.swap.languages.de.nominals import Nominal
from equimask.gender.swap.languages.de.syntax import Syntax
from equimask.gender.swap.languages.de.tables import (
    CASES,
    DER_ENDINGS,
    PREPOSITION_CASES,
    RELATIVE,
)
from equimask.gender.swap.languages.de.verb_classes import AFFECTING
from equimask.gender.swap.languages.de.words import COORDINATORS, RELATIVE_FORMS, VAGUE_THINGS

_GENDERS_OF_FORM = {
    form: frozenset(gender for (_, gender), other in RELATIVE.items() if other == form)
    for form in RELATIVE_FORMS
}


def relative_edits(
    context: SwapContext, syntax: Syntax, analysis: Analysis
) -> tuple[Edit, ...] | Refusal:
    """The edits on relative pronouns, or why one of them cannot be decided."""
    edits: list[Edit] = []
    ours: set[Clause] = set()
    for place, clause in enumerate(syntax.clauses):
        if clause.first <= syntax.phrase.last:
            continue
        pronoun = _relative_at(
            syntax, clause, continues=place > 0 and syntax.clauses[place - 1] in ours
        )
        if pronoun is None:
            continue
        cases = _cases(syntax, pronoun, analysis.source)
        if clause.kind == "main" and not clause.coordinated:
            # `die kenne ich`; a dative would be too rare to tell from another man
            cases = [] if "dat" in cases or syntax.clause.kind == "fragment" else cases
        if not cases or _is_plural_subject(syntax, clause, pronoun, cases):
            continue
        stands_for = _stands_for_word(syntax, clause, pronoun)
        if stands_for is None and syntax.clauses[place - 1] not in ours:
            return Refusal("pronoun_reference", syntax.sentence.text(pronoun))
        if stands_for is False:
            if syntax.clauses[place - 1] in ours and not syntax.sentence.is_noun(clause.first - 2):
                return Refusal("pronoun_reference", syntax.sentence.text(pronoun))
            continue
        case = cases[0] if len(cases) == 1 else _nominative_or_accusative(syntax, clause, pronoun)
        if case is None:
            return Refusal("case_undecided", syntax.sentence.text(pronoun))
        ours.add(clause)
        new = _form(syntax.sentence.at(pronoun), case, analysis.target)
        edits.append(edit(context.tokens[pronoun], new, "relative"))
    return tuple(e for e in edits if e.old != e.new)


def _relative_at(syntax: Syntax, clause: Clause, continues: bool) -> int | None:
    """The token of the relative pronoun that opens the clause."""
    sentence = syntax.sentence
    index = clause.first
    if sentence.at(index) in COORDINATORS:
        index += 1
    if sentence.at(index) in PREPOSITION_CASES:
        index += 1
    form = sentence.at(index)
    if form not in RELATIVE_FORMS and not _is_welch(form):
        return None
    if clause.kind == "relative":
        return index
    demonstrative = sentence.at(clause.first - 1) == "," and clause.finite == index + 1
    second = (
        continues
        and clause.coordinated
        and not (sentence.is_noun(index + 1) or sentence.is_adjective(index + 1))
    )
    return index if demonstrative or second else None


def _is_welch(form: str) -> bool:
    return form.startswith("welch") and form.removeprefix("welch") in DER_ENDINGS.values()


def _form(form: str, case: str, gender: str) -> str:
    if _is_welch(form):
        return "welch" + DER_ENDINGS[case, gender]
    return RELATIVE[case, gender]


def _cases(syntax: Syntax, pronoun: int, gender: str) -> list[str]:
    form = syntax.sentence.at(pronoun)
    cases = [case for case in CASES if _form(form, case, gender) == form]
    preposition = syntax.sentence.at(pronoun - 1)
    if preposition in PREPOSITION_CASES and "gen" not in cases:
        cases = [case for case in cases if case in PREPOSITION_CASES[preposition]]
    return cases


def _is_plural_subject(syntax: Syntax, clause: Clause, pronoun: int, cases: list[str]) -> bool:
    """`die` with a plural verb and no other subject speaks of several."""
    subjects = [n for n in _others(syntax, clause, pronoun) if n.may_be("nom")]
    return "nom" in cases and syntax.numbers(clause) == {"pl"} and not subjects


def _others(syntax: Syntax, clause: Clause, pronoun: int) -> list[Nominal]:
    return [
        n for n in syntax.nominals
        if clause.holds(n.start) and n.start != pronoun
        and not (n.oblique or n.attribute or n.compared)
    ]  # fmt: skip


def _stands_for_word(syntax: Syntax, clause: Clause, pronoun: int) -> bool | None:
    form = syntax.sentence.at(pronoun)
    genders = _GENDERS_OF_FORM.get(form, frozenset("mfnp"))
    if syntax.numbers(clause) <= {"3sg", "1sg"} and form == "die":
        genders = genders - {"p"}
    phrase = syntax.phrase
    comma = comma_before(syntax.sentence, clause.first)
    if comma - 1 == phrase.last:
        hosts = [n for n in syntax.nominals if n.end in {phrase.start - 1, phrase.start - 2}]
        attached = phrase.preposition or (hosts and hosts[-1].end == phrase.start - 1)
        compatible = [
            n for n in hosts if n.kind in {"noun", "name"} and n.genders & genders and attached
        ]
        return None if compatible and not syntax.sentence.is_verb(phrase.start - 1) else True
    previous = syntax.clause_at(comma - 1)
    nouns = [
        n for n in syntax.nominals
        if n.kind in {"noun", "name"} and n.end < comma and not _is_place(n)
    ]  # fmt: skip
    near = [n for n in nouns if previous.holds(n.start) and n.genders & genders]
    if not previous.holds(phrase.first):
        return False if near else None
    return None if near else True


def _is_place(nominal: Nominal) -> bool:
    """`von Honduras`, `aus Wien`: a bare noun in a prepositional phrase."""
    return nominal.kind == "noun" and nominal.oblique and nominal.start == nominal.head


def _nominative_or_accusative(syntax: Syntax, clause: Clause, pronoun: int) -> str | None:
    others = _others(syntax, clause, pronoun)
    numbers = syntax.numbers(clause)
    if syntax.is_copular(clause):
        return "nom"
    if any(n.is_certainly("nom") for n in others) or "3sg" not in numbers:
        return "acc"
    rivals = [n for n in others if any(c == "nom" and g != "p" for c, g in n.cells)]
    if not syntax.verbs(clause) & AFFECTING:
        rivals = [n for n in rivals if syntax.sentence.at(n.head) not in VAGUE_THINGS]
    if not rivals:
        return "nom"
    if any(n.animate or n.kind in {"name", "pronoun", "target"} for n in rivals):
        return None
    if any(syntax.sentence.at(n.start) == "der" for n in rivals):
        return None
    return None if syntax.verbs(clause) & AFFECTING else "nom"
