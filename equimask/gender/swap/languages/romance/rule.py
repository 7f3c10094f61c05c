"""Agreement in Spanish, Portuguese and French: the steps that the three share."""

from __future__ import annotations

from collections.abc import Callable

from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.types import Choice, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.romance.analysis import Analysis, UnsureError
from equimask.gender.swap.languages.romance.loose_words import settle_loose_words
from equimask.gender.swap.languages.romance.obstacles import refuse_obstacles
from equimask.gender.swap.languages.romance.phrase import settle_phrase
from equimask.gender.swap.languages.romance.predicates import settle_predicates
from equimask.gender.swap.languages.romance.pronouns import settle_pronouns
from equimask.gender.swap.languages.romance.tagging import tagged_words
from equimask.gender.swap.languages.romance.words import Grammar

# Nouns of one grammatical gender on both sides: "la paternidad", "la maternidad".
_SAME_GENDER = ("dad", "dade", "ité")


def agree_by(
    grammar: Grammar,
    titles: frozenset[str],
    context: SwapContext,
    further: Callable[[Analysis], None] | None = None,
) -> Choice | Refusal:
    """Choose the record of the gender word and edit all that agrees with it.

    `further` is what one language alone has to settle.
    """
    pair = choose_pair(context, grammar)
    if pair is None:
        return Refusal("ambiguous_form", context.word.text)
    same_gender = pair.male.endswith(_SAME_GENDER) and pair.female.endswith(_SAME_GENDER)
    if pair.pos == "adj" and _describes_person(context, grammar):
        return Refusal("gendered_noun", context.word.text)
    if pair.pos == "adj" or same_gender:
        return Choice(pair, ())
    words = tagged_words(context, grammar)
    analysis = Analysis(
        context, grammar, words, pair, pair.number, start=context.first, end=context.last
    )
    try:
        settle_phrase(analysis, titles)
        refuse_obstacles(analysis)
        if further is not None:
            further(analysis)
        settle_predicates(analysis)
        settle_pronouns(analysis)
        settle_loose_words(analysis)
    except UnsureError as unsure:
        return unsure.refusal
    return Choice(pair, tuple(sorted(set(analysis.edits), key=lambda e: e.start)))


def _describes_person(context: SwapContext, grammar: Grammar) -> bool:
    """ "candidatas femeninas": the noun shows the gender too."""
    before = context.before()
    low = before.text.lower() if before else ""
    known = {
        side for pair in load_pairs(context.word.pairs[0].lang) for side in (pair.male, pair.female)
    }
    singulars = {low, low.removesuffix("s"), low.removesuffix("es")}
    return not known.isdisjoint(singulars) or any(grammar.nouns.get(s) == "i" for s in singulars)


def choose_pair(context: SwapContext, grammar: Grammar) -> WordPair | None:
    """The record whose number and case fit the sentence."""
    pairs = context.word.pairs
    if len(pairs) == 1:
        return pairs[0]
    before = context.before()
    low = before.text.lower() if before else ""
    if all(pair.pos == "pron" for pair in pairs):
        case = "obl" if low in grammar.prepositions else "nom"
        pairs = tuple(p for p in pairs if p.case == case) or pairs
        return pairs[0]
    paradigm = grammar.determiners.get(low)
    numbers = {n for _, n in paradigm.readings(low)} if paradigm else set()
    fitting = [pair for pair in pairs if pair.number in numbers]
    return fitting[0] if len(fitting) == 1 else None
