"""Chinese: nothing agrees; short words are trusted only where they stand as words.

他 and 她 are swapped where no name stands before them that they may refer to: a man's name beside
她 is no minimal pair but an oddity. All words of one gender are swapped together.
"""

from __future__ import annotations

from collections.abc import Sequence

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, GenderWord, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.patterns import refuse_anywhere, refuse_around, refusing
from equimask.gender.swap.languages.persons import is_pronoun, people_of_one_gender

# They stay beside a singular, since they may be men and women.
_GROUPS = frozenset(["他们", "他俩"])
_OWNERS = ("我", "你", "您", "咱", "我的", "你的", "您的", "我们的", "你们的")


@refusing
def one_person(sentence: str, found: Sequence[GenderWord]) -> list[GenderWord]:
    """The words to swap together."""
    sure = people_of_one_gender(found)
    if not sure:
        return [*found]
    if any(word not in sure and word.text not in _GROUPS for word in found):
        raise Unsure("several_gender_words", " ".join(word.text for word in found))
    refuse_anywhere("zh", "anybody", sentence)
    if len(sure) > 1:
        refuse_anywhere("zh", "several", sentence)
    first = next((at for at, word in enumerate(sure) if is_pronoun(word)), len(sure))
    for at, word in enumerate(sure):
        if at > first:
            refuse_around("zh", "beside_pronoun", sentence, word)
        refuse_around("zh", "pronoun" if is_pronoun(word) else "noun", sentence, word)
        if first == len(sure):
            refuse_around("zh", "without_pronoun", sentence, word)
    return sure


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart, unless the string may be part of something else."""
    word = context.word
    refuse_around("zh", "word", context.sentence, word)
    pairs = reliable(word.pairs, word.gender)
    if word.text == "先生":  # after a possessor he is a husband, whose counterpart is 太太
        owned = context.sentence[: word.start].endswith(_OWNERS)
        pairs = tuple(pair for pair in pairs if (pair.female == "太太") == owned)
    return Choice(pairs[0], ())
