"""Indonesian: nothing agrees; Ibu is a title or the word for mother."""

from __future__ import annotations

from equimask.gender.finder import starts_sentence
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Refusal, SwapContext, Token


def agree(context: SwapContext) -> Choice | Refusal:
    """Before a name or capitalised inside a sentence it is a title, else the noun."""
    word = context.word
    pairs = reliable(word.pairs, word.gender)
    titles = [pair for pair in pairs if pair.pos == "title"]
    nouns = [pair for pair in pairs if pair.pos != "title"]
    if titles and nouns:
        return Choice((titles if _is_title(context) else nouns)[0], ())
    if nouns and not word.text.isupper() and _is_name(context.after()):
        return Refusal("name_beside", word.text)
    return Choice(pairs[0], ())


def _is_title(context: SwapContext) -> bool:
    word = context.word
    if _is_name(context.after()) and word.text[:1].isupper():
        return True
    return word.text[:1].isupper() and not starts_sentence(context.sentence, word.start)


def _is_name(token: Token | None) -> bool:
    return token is not None and token.text[:1].isupper()
