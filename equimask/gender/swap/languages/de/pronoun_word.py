"""The gender word is itself a pronoun: er, sie, ihn, ihm, ihr, sein-, ihr-."""

from __future__ import annotations

from equimask.gender.lexicon.types import Choice, Refusal, SwapContext
from equimask.gender.swap.languages.de.case import decide_case
from equimask.gender.swap.languages.de.forms import Analysis
from equimask.gender.swap.languages.de.guards import find_obstacle
from equimask.gender.swap.languages.de.predicates import find_mismatch
from equimask.gender.swap.languages.de.pronouns import PERSONALS, POSSESSIVES, pronoun_edits
from equimask.gender.swap.languages.de.syntax import Syntax, read_syntax


def agree_pronoun(context: SwapContext) -> Choice | Refusal:
    """The counterpart of a pronoun and the pronouns that refer to the same person."""
    syntax = read_syntax(context)
    if syntax.sentence.is_polite(context.first):
        return Refusal("ambiguous_pronoun", context.word.text)
    if _is_possessive(context, syntax):
        return _agree_possessive(context, syntax)
    obstacle = find_obstacle(syntax) or find_mismatch(syntax, frozenset({"nom"}))
    if obstacle is not None:
        return obstacle
    analysis = _analysis(context, syntax)
    if analysis is None:
        return Refusal("ambiguous_pronoun", context.word.text)
    edits = pronoun_edits(context, syntax, analysis)
    return edits if isinstance(edits, Refusal) else Choice(analysis.pair, edits)


def _is_possessive(context: SwapContext, syntax: Syntax) -> bool:
    word = syntax.sentence.at(context.first)
    if word == "ihr":
        return syntax.sentence.is_noun(context.first + 1)
    return word in POSSESSIVES


def _analysis(context: SwapContext, syntax: Syntax) -> Analysis | None:
    source, target = ("m", "f") if context.word.gender == "male" else ("f", "m")
    pairs = [pair for pair in context.word.pairs if pair.pos == "pron"]
    cases = frozenset(case for pair in pairs for case in pair.cases)
    if len(cases) > 1:
        cases = decide_case(context, syntax, cases)
    if len(cases) != 1:
        return None
    case = next(iter(cases))
    if source == "f" and not _is_one_woman(syntax, case):
        return None
    pair = next(pair for pair in pairs if case in pair.cases)
    return Analysis(pair, case, source, target)


def _is_one_woman(syntax: Syntax, case: str) -> bool:
    """`sie` is she only as the subject of a singular verb; `ihr` is her only beside a subject."""
    numbers = syntax.numbers(syntax.clause)
    if case == "nom":
        return bool(numbers) and "pl" not in numbers and "3sg" in numbers
    if case == "dat":
        return any(n.is_certainly("nom") for n in syntax.rivals(syntax.clause))
    return False


def _agree_possessive(context: SwapContext, syntax: Syntax) -> Choice | Refusal:
    """`sein Hund` alone: whose it is, stands elsewhere; her and their look alike."""
    others = [
        i for i in range(len(syntax.sentence))
        if i != context.first and syntax.sentence.at(i) in PERSONALS | POSSESSIVES
    ]  # fmt: skip
    if others:
        return Refusal("pronoun_reference", syntax.sentence.text(others[0]))
    if context.word.gender == "female":
        return Refusal("ambiguous_pronoun", context.word.text)
    pair = next((p for p in context.word.pairs if p.pos == "det"), None)
    return Choice(pair, ()) if pair else Refusal("ambiguous_pronoun", context.word.text)
