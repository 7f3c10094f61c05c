"""Arabic: agreement of a gender noun in clearly delimited sentences; the rest is refused."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.ar import words
from equimask.gender.swap.languages.ar.after import (
    read_attributes,
    read_predicate,
    read_relative,
    read_rest,
)
from equimask.gender.swap.languages.ar.before import PRONOUNS, read_demonstrative, read_role
from equimask.gender.swap.languages.ar.noun import Noun, Role
from equimask.gender.swap.languages.ar.words import bare

REFERRING = frozenset({*PRONOUNS, *PRONOUNS.values()})
_TANWIN = "\u064b"
_CASE_OF_ROLE = {"genitive": "obl", "object": "obl", "after_verb": "nom"}


def agree(context: SwapContext) -> Choice | Refusal:
    """The counterpart and what agrees with it, or why the sentence is no plain case."""
    pairs = reliable(context.word.pairs, context.word.gender)
    if not pairs or any(pair.pos in ("pron", "det") for pair in pairs):
        return Refusal("ambiguous_word", context.word.text)
    if bare(context.word.text) != context.word.text:
        return Refusal("vocalised", context.word.text)
    if pairs[0].pos == "adj":
        return Choice(pairs[0], ())
    return _agree(Noun(context, pairs))


def _agree(noun: Noun) -> Choice | Refusal:
    """What stands before the noun gives its role; what follows must fit it."""
    refusal = _other_persons(noun) or read_demonstrative(noun)
    if refusal is not None:
        return refusal
    role = read_role(noun)
    if isinstance(role, Refusal):
        return role
    for read in (read_attributes, read_relative, read_predicate, read_rest):
        refusal = read(noun, role)
        if refusal is not None:
            return refusal
    for edit in noun.edits:  # vowel signs would have to change too
        if bare(edit.old) not in (edit.old, edit.old.removesuffix(_TANWIN)):
            return Refusal("vocalised", edit.old)
    pair = _record(noun, role)
    return pair if isinstance(pair, Refusal) else Choice(pair, tuple(noun.edits))


def _other_persons(noun: Noun) -> Refusal | None:
    """Third persons that are not the noun, and calls, which bring imperatives with them."""
    for index, word in enumerate(noun.low):
        core = word.lstrip("وف")
        predicated = index == noun.left and core in noun.by_gender(PRONOUNS)
        if core in REFERRING and not predicated:
            return Refusal("several_gender_words", word)
    if noun.word(noun.left) in ("يا", *words.CALLS, *words.CALLS.values()):
        return Refusal("vocative", noun.text)
    return None


def _record(noun: Noun, role: Role) -> WordPair | Refusal:
    """The record; an indefinite object needs an ending that only the masculine writes."""
    if {pair.case for pair in noun.pairs} != {"-"}:
        fitting = [pair for pair in noun.pairs if pair.case == _CASE_OF_ROLE.get(role)]
        return fitting[0] if len(fitting) == 1 else Refusal("case_undecided", noun.text)
    if role == "object" and not noun.definite and noun.gender == "female":
        return Refusal("case_undecided", noun.text)
    if len({pair.side(noun.context.target) for pair in noun.pairs}) > 1:
        return Refusal("several_counterparts", noun.text)
    return noun.pairs[0]
