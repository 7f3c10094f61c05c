"""Languages in which nothing agrees with a gender word: only the right record is to be chosen."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Refusal, SwapContext


def agree(context: SwapContext) -> Choice | Refusal:
    """The first record, unless the form may be another case or number with another counterpart."""
    word = context.word
    good = reliable(word.pairs, word.gender)
    if not good:
        return Refusal("ambiguous_word", word.text)
    first, after = good[0], context.after()
    if first.pos == "noun" and after is not None and _is_name(after.text, word.text):
        return Refusal("name_beside", f"{word.text} {after.text}")
    for pair in word.pairs:
        same_form = (pair.number, pair.case) == (first.number, first.case)
        if not same_form and pair.side(context.target) != first.side(context.target):
            return Refusal("ambiguous_form", word.text)
    return Choice(first, ())


def _is_name(following: str, word: str) -> bool:
    return following[:1].isupper() and not word.isupper()
