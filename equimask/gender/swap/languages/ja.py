"""Japanese: nothing agrees; 彼女 is "she" or "girlfriend", and single characters form compounds."""

from __future__ import annotations

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import words_of
from equimask.gender.swap.languages.patterns import answer, refuse_around, refusing


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart, unless the string may be part of something else."""
    word = context.word
    refuse_around("ja", "word", context.sentence, word)
    use = answer("ja", "use", context.sentence, word)
    if use == "doubtful":
        raise Unsure("ambiguous_word", word.text)
    pairs = reliable(word.pairs, word.gender)
    # the ruler in her own right before the ruler's wife
    kind = "pron" if use == "pron" else "noun"
    pair = next((pair for pair in pairs if pair.pos == kind), pairs[0])
    honoured = any(mark in pair.side(context.target) for mark in words_of("ja", "honorific"))
    if use == "honorific" and honoured:
        raise Unsure("honorific", word.text)
    return Choice(pair, ())
