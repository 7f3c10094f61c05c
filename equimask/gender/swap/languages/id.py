"""Indonesian: nothing agrees; Ibu is a title or the word for mother."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, SwapContext
from equimask.gender.swap.languages.patterns import answer, refuse_around, refusing


@refusing
def agree(context: SwapContext) -> Choice:
    """Before a name or capitalised inside a sentence it is a title, else the noun."""
    sentence, word = context.sentence, context.word
    pairs = reliable(word.pairs, word.gender)
    kind = answer("id", "use", sentence, word) or "noun"
    if all(pair.pos != "title" for pair in pairs) and not word.text.isupper():
        refuse_around("id", "noun", sentence, word)
    return Choice(next((pair for pair in pairs if pair.pos == kind), pairs[0]), ())
