"""German agreement: what changes with the gender of a noun or pronoun, and what is refused."""

from __future__ import annotations

from equimask.gender.lexicon.types import Choice, Edit, Refusal, SwapContext
from equimask.gender.swap.languages.de.case import decide_case
from equimask.gender.swap.languages.de.forms import Analysis, find_analyses, phrase_edits
from equimask.gender.swap.languages.de.guards import find_obstacle
from equimask.gender.swap.languages.de.number import decide_number
from equimask.gender.swap.languages.de.predicates import find_mismatch, is_stranded
from equimask.gender.swap.languages.de.pronoun_word import agree_pronoun
from equimask.gender.swap.languages.de.pronouns import PERSONALS, POSSESSIVES, pronoun_edits
from equimask.gender.swap.languages.de.relative import relative_edits
from equimask.gender.swap.languages.de.special import one_of_edit, prenominal_genitive
from equimask.gender.swap.languages.de.syntax import Syntax, read_syntax

# Pronouns that these rules change or refuse themselves when they stand beside a gender noun.
REFERRING = PERSONALS | POSSESSIVES


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart's form and every agreement edit beside it, or why there is none."""
    kinds = {pair.pos for pair in context.word.pairs}
    if kinds == {"adj"}:
        return Choice(context.word.pairs[0], ())
    if kinds <= {"pron", "det"}:
        return agree_pronoun(context)
    syntax = read_syntax(context)
    owner = prenominal_genitive(context, syntax)
    if owner is not None:
        return owner
    analyses = decide_number(syntax, find_analyses(context, syntax.sentence, syntax.phrase))
    cases = frozenset(analysis.case for analysis in analyses)
    obstacle = find_obstacle(syntax) or find_mismatch(syntax, cases)
    if obstacle is not None:
        return obstacle
    if not analyses:
        return Refusal("form_mismatch", context.word.text)
    return _settled(context, syntax, analyses)


def _settled(context: SwapContext, syntax: Syntax, analyses: list[Analysis]) -> Choice | Refusal:
    """One outcome for all analyses that remain, else a refusal."""
    if len(_outcomes(context, syntax, analyses)) > 1:
        cases = decide_case(
            context,
            syntax,
            frozenset(a.case for a in analyses),
            plural=all(a.plural for a in analyses),
        )
        analyses = [a for a in analyses if a.case in cases]
        if len(_outcomes(context, syntax, analyses)) > 1:
            both = len({a.plural for a in analyses}) > 1
            return Refusal("number_undecided" if both else "case_undecided", context.word.text)
    analysis = analyses[0]
    if not analysis.plural and is_stranded(syntax):
        return Refusal("bare_noun", context.word.text)
    related = _related_edits(context, syntax, analysis)
    if isinstance(related, Refusal):
        return related
    contract = not any(e.kind == "relative" for e in related)
    own = phrase_edits(context, syntax.phrase, analysis, contract)
    edits = sorted((*own, *related), key=lambda e: e.start)
    return Choice(analysis.pair, tuple(edits))


def _outcomes(
    context: SwapContext, syntax: Syntax, analyses: list[Analysis]
) -> set[tuple[str, tuple[Edit, ...]]]:
    return {
        (a.pair.side(context.target), phrase_edits(context, syntax.phrase, a, contract=True))
        for a in analyses
    }


def _related_edits(
    context: SwapContext, syntax: Syntax, analysis: Analysis
) -> tuple[Edit, ...] | Refusal:
    found: list[Edit] = []
    if analysis.plural:
        selected = one_of_edit(context, syntax)
        if isinstance(selected, Refusal):
            return selected
        found += selected
        if selected:
            genders = ("m", "f") if context.target == "female" else ("f", "m")
            analysis = Analysis(analysis.pair, "nom", *genders)
    else:
        relatives = relative_edits(context, syntax, analysis)
        if isinstance(relatives, Refusal):
            return relatives
        found += relatives
    pronouns = pronoun_edits(context, syntax, analysis)
    if isinstance(pronouns, Refusal):
        return pronouns
    return (*found, *pronouns)
