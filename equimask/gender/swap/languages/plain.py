"""Languages in which nothing agrees with a gender word: only the right record is to be chosen.

What tells its uses apart, and what forbids a swap, are patterns where a language has them.
"""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, SwapContext
from equimask.gender.swap.languages.patterns import answer, refuse_around, refuse_if, refusing


@refusing
def agree(context: SwapContext) -> Choice:
    """The record of the use, unless the form may be another case or number."""
    word, sentence, after = context.word, context.sentence, context.after()
    lang, good = word.pairs[0].lang, reliable(word.pairs, word.gender)
    use = answer(lang, "use", sentence, word)
    first = next((pair for pair in good if pair.pos == use), good[0])
    for question in ("word", first.pos):
        refuse_around(lang, question, sentence, word)
    named = after is not None and after.text[:1].isupper() and not word.text.isupper()
    refuse_if(
        word.text,
        name_beside=named and first.pos == "noun",
        ambiguous_form=not use
        and any(
            (pair.number, pair.case) != (first.number, first.case)
            and pair.side(context.target) != first.side(context.target)
            for pair in word.pairs
        ),
    )
    return Choice(first, ())
