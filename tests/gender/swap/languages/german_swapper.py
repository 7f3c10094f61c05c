"""Swaps one German sentence with the agreement rules alone, whatever the lexicon's core does."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.tokens import tokenize
from equimask.gender.lexicon.types import (
    Edit,
    Gender,
    GenderWord,
    ParsedToken,
    Refusal,
    SwapContext,
)
from equimask.gender.swap.edits import apply
from equimask.gender.swap.languages.de.rule import REFERRING, agree

Parse = tuple[ParsedToken, ...]


@lru_cache(maxsize=1)
def forms() -> dict[str, list[tuple[Gender, int]]]:
    found: dict[str, list[tuple[Gender, int]]] = defaultdict(list)
    for index, pair in enumerate(load_pairs("de")):
        found[pair.male.lower()].append(("male", index))
        found[pair.female.lower()].append(("female", index))
    return found


def gender_words(sentence: str) -> list[GenderWord]:
    found = []
    for token in tokenize(sentence, "de"):
        listed = forms().get(token.text.lower(), [])
        noun = [load_pairs("de")[i].pos in {"noun", "title"} for _, i in listed]
        if not listed or (all(noun) and token.text[0].islower()):
            continue
        pairs = tuple(load_pairs("de")[i] for _, i in listed)
        found.append(GenderWord(token.text, token.start, token.end, listed[0][0], pairs))
    nouns = [word for word in found if word.text.lower() not in REFERRING]
    if nouns:
        return nouns
    sure = [word for word in found if reliable(word.pairs, word.gender)]
    return sure[:1] if len({w.text.lower() for w in sure}) == 1 else sure


def swap(sentence: str, parse: Parse | None = None) -> tuple[str, tuple[Edit, ...]] | Refusal:
    words = gender_words(sentence)
    if len(words) != 1:
        return Refusal("several_gender_words" if words else "no_gender_word")
    word = words[0]
    if not reliable(word.pairs, word.gender):
        return Refusal("ambiguous_word", word.text)
    tokens = tokenize(sentence, "de")
    index = next(i for i, token in enumerate(tokens) if token.start == word.start)
    target: Gender = "female" if word.gender == "male" else "male"
    choice = agree(SwapContext(sentence, tokens, word, index, index, target, parse))
    if isinstance(choice, Refusal):
        return choice
    if choice.pair not in reliable(word.pairs, word.gender):
        return Refusal("ambiguous_word", word.text)
    edits = choice.edits
    if not any(edit.kind == "gender_word" for edit in edits):
        new = transfer(word.text, choice.pair.side(word.gender), choice.pair.side(target))
        edits = (*edits, Edit(word.start, word.end, word.text, new or "", "gender_word"))
    return apply(sentence, edits), edits
