"""The people of a sentence whose gender words are swapped together, each as if it were alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from equimask.core.packaged import packaged_languages
from equimask.gender.lexicon.first_names import FirstNames
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import Gender, GenderWord
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import read_table, words_of


def is_pronoun(word: GenderWord) -> bool:
    """He, him, his, himself and theirs."""
    return {pair.pos for pair in word.pairs} <= {"pron", "det"}


def people_of_one_gender(words: Sequence[GenderWord]) -> list[GenderWord]:
    """The words that surely speak of men, or of women; none where a single word is in doubt."""
    if not words:
        raise Unsure("no_gender_word")
    sure = [word for word in words if reliable(word.pairs, word.gender)]
    if len({word.gender for word in sure}) > 1 or (len(words) > 1 and not sure):
        raise Unsure("several_gender_words", " ".join(word.text for word in words))
    return sure


def refuse_named(lang: str, sentence: str, words: Sequence[GenderWord]) -> None:
    """Raise `Unsure` where a first name of their gender, from anywhere, may be one of them.

    A pronoun follows its name, a title stands before one; a noun may do either.
    """
    kinds = {pair.pos for word in words for pair in word.pairs}
    whole = not kinds.isdisjoint(("noun", "adj"))
    tokens = tokenize(sentence if whole else sentence[: words[-1].start], lang)
    if name := _every_name().antecedent(tokens, len(tokens), words[0].gender):
        raise Unsure("name_beside" if whole else "name_as_antecedent", name)


@lru_cache(maxsize=1)
def _every_name() -> FirstNames:
    """News and encyclopedias speak of people from everywhere, and of places."""
    listed = (*read_table("en", "first_names"), *read_table("de", "first_names"))
    names = {name: cast(Gender, gender) for name, gender in listed}
    for lang in packaged_languages("first_names"):
        names |= load_names(lang)
    places = words_of("en", "no_name")
    return FirstNames("en", {name: names[name] for name in names if name not in places})
