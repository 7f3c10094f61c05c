"""Russian titles before a surname: the surname must not show a gender."""

from __future__ import annotations

import re

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Refusal
from equimask.gender.swap.languages.ru.phrase import Phrase
from equimask.gender.swap.languages.ru.sentence import Sentence
from equimask.gender.swap.languages.ru.words import FOREIGN_NAMES

_INDECLINABLE = re.compile(r".+(?:о|и|ых|их)$")
# Slavic surnames and adjectives have a feminine form of their own.
_GENDERED = re.compile(
    r".+(?:ов|ев|ёв|ин|ын|ский|цкий|ской|ый|ий|ой|ова|ева|ина|ына|ская|цкая|ая)$"
)


def agree_title(sentence: Sentence, phrase: Phrase) -> Refusal | None:
    """Whether the words behind the title may stay; the phrase grows by the surname."""
    index = phrase.end
    if index >= len(sentence.tokens):
        return None
    if sentence.is_mark(index):
        behind = index + 1
        if sentence.tokens[index].text == "." and behind < len(sentence.tokens):
            return Refusal("name_beside", sentence.tokens[behind].text)
        return None
    text = sentence.tokens[index].text
    if not text[:1].isupper():
        return Refusal("title_before_noun", text) if _is_oblique(sentence) else None
    if index + 1 < len(sentence.tokens) and sentence.tokens[index + 1].text[:1].isupper():
        return Refusal("name_beside", text)
    low = sentence.low[index]
    if sentence.low[sentence.first] in ("сэр", "мэм"):
        return Refusal("name_beside", text)
    if _GENDERED.match(low):
        return Refusal("surname_with_gender", text)
    nominative = not _is_oblique(sentence) and low[-1] not in "ая"
    if not nominative and not _INDECLINABLE.match(low):
        return Refusal("surname_declined", text)
    phrase.end += 1
    return None


def _is_oblique(sentence: Sentence) -> bool:
    return all("nom" not in pair.cases for pair in sentence.context.word.pairs)


def is_possessor(sentence: Sentence, index: int) -> bool:
    """Whether the name is a known man's in the genitive: "отец Тома"."""
    low = sentence.low[index]
    if not low.endswith("а") or low.capitalize() in load_names("ru") or low in FOREIGN_NAMES:
        return False
    nominative = low[:-1]
    return nominative in FOREIGN_NAMES or load_names("ru").get(nominative.capitalize()) == "male"
