"""Pronouns that may agree with the one gender word of a sentence: they are no second one."""

from __future__ import annotations

from collections.abc import Iterable

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Edit, GenderWord


def without_referring(words: list[GenderWord], referring: frozenset[str]) -> list[GenderWord]:
    """The words that introduce somebody; pronouns that may refer to the only one are left out.

    `referring` are the pronouns that the language's rules change or refuse themselves. Beside one
    noun, its own gender's pronouns and doubtful ones (German "ihre") may refer to it; "er" beside
    "Frau" is another person. Beside one pronoun, only pronouns of its gender may.
    """
    if len(words) < 2 or not referring:
        return words
    nouns = [word for word in words if not _is_referring(word, referring)]
    if len(nouns) == 1:
        (main,) = nouns
        return [w for w in words if w is main or not (_agrees(w, main) or not _is_sure(w))]
    if nouns:
        return words
    main = next(filter(_is_sure, words), words[0])
    return [w for w in words if w is main or not _agrees(w, main)]


def unsettled(
    words: Iterable[GenderWord], main: GenderWord, edits: Iterable[Edit]
) -> list[GenderWord]:
    """Sure pronouns beside the main word that no edit covers: they speak of somebody else."""
    spans = [(edit.start, edit.end) for edit in edits]
    return [
        word
        for word in words
        if word != main
        and _is_sure(word)
        and not any(start <= word.start and word.end <= end for start, end in spans)
    ]


def _is_referring(word: GenderWord, referring: frozenset[str]) -> bool:
    return word.text.lower() in referring


def _agrees(word: GenderWord, main: GenderWord) -> bool:
    return word.gender == main.gender and all(p.pos in ("pron", "det") for p in word.pairs)


def _is_sure(word: GenderWord) -> bool:
    return bool(reliable(word.pairs, word.gender))
