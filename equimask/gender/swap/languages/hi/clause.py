"""The clause of a Hindi gender noun and the verb group that closes it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from equimask.gender.lexicon.types import Gender, SwapContext
from equimask.gender.swap.languages.hi.forms import (
    Paradigm,
    has_gender,
    is_plural,
    is_root,
    verb_paradigm,
)
from equimask.gender.swap.languages.hi.words import (
    CONJUNCTIONS,
    ERGATIVE_PRONOUNS,
    NEUTRAL_AUXILIARIES,
    plain,
)

_PLURAL_AUXILIARIES = frozenset(map(plain, ("हैं", "थे", "थीं", "होंगे", "होंगी", "हों")))
_PLURAL_FUTURE = tuple(map(plain, ("ँगे", "ँगी")))
_FIRST_FUTURE = tuple(map(plain, ("ूँगी", "ूँगा", "ऊँगी", "ऊँगा", "ूँगे", "ऊँगे")))
_BE = frozenset(map(plain, "है हैं हूँ हो था थे थी थीं नहीं न ही भी".split()))
_INFINITIVE = ("ना", "ने", "नी")


@dataclass(frozen=True)
class Clause:
    """Tokens start..end of a clause; its verb group begins at `verbs`."""

    start: int
    end: int
    verbs: int


def clauses(context: SwapContext) -> tuple[Clause, ...]:
    """The sentence cut at marks and conjunctions; "और" between nouns does not cut."""
    low = [plain(token.text) for token in context.tokens]
    cuts = [-1]
    for index, word in enumerate(low):
        if not word[:1].isalnum() or (word in CONJUNCTIONS and _ends_clause(low, index)):
            cuts.append(index)
    cuts.append(len(low))
    found = []
    for before, after in pairwise(cuts):
        if after > before + 1:
            found.append(Clause(before + 1, after, _verb_group(low, before + 1, after)))
    return tuple(found)


def is_plural_group(context: SwapContext, clause: Clause) -> bool:
    """Whether the verb group shows the plural, of number or of respect."""
    for token in context.tokens[clause.verbs : clause.end]:
        low = plain(token.text)
        paradigm = verb_paradigm(token.text)
        if low in _PLURAL_AUXILIARIES:
            return True
        if paradigm is not None and is_plural(token.text, paradigm):
            return True
        if low.endswith(_PLURAL_FUTURE) and not low.endswith(_FIRST_FUTURE):
            return True
    return False


def gendered(context: SwapContext, clause: Clause, gender: Gender) -> list[tuple[int, Paradigm]]:
    """The forms of that gender in the verb group."""
    found = []
    for index in range(clause.verbs, clause.end):
        if index + 1 < clause.end and _is_leading_root(context, index):
            continue
        paradigm = verb_paradigm(context.tokens[index].text)
        if paradigm is not None and has_gender(context.tokens[index].text, paradigm, gender):
            found.append((index, paradigm))
    return found


def _is_leading_root(context: SwapContext, index: int) -> bool:
    """पी before रही and बना before लिया are roots, whatever else they look like."""
    behind = plain(context.tokens[index + 1].text)
    return is_root(context.tokens[index].text) and behind not in _BE


def is_copular(context: SwapContext, clause: Clause) -> bool:
    """Whether the verb group is nothing but a form of "to be"."""
    group = [plain(token.text) for token in context.tokens[clause.verbs : clause.end]]
    return all(word in _BE for word in group)


def _ends_clause(low: list[str], index: int) -> bool:
    """Whether a conjunction stands behind a verb; before one it joins words."""
    if low[index] not in (plain("और"), plain("या"), plain("तथा"), plain("एवं")):
        return True
    return index > 0 and _is_verbal(low[index - 1])


def _verb_group(low: list[str], start: int, end: int) -> int:
    index = end
    ergative = any(w == plain("ने") or w in ERGATIVE_PRONOUNS for w in low[start:end])
    while (
        index > start
        and (low[index - 1] != plain("की") or ergative)
        and (_is_verbal(low[index - 1]) or (index < end and _leads(low, index - 1)))
    ):
        index -= 1
    return index


def _is_verbal(word: str) -> bool:
    return word in NEUTRAL_AUXILIARIES or verb_paradigm(word) is not None


def _leads(low: list[str], index: int) -> bool:
    """A root or an infinitive before an auxiliary."""
    word = low[index]
    return is_root(word) or (word.endswith(_INFINITIVE) and is_root(word[:-2]))
