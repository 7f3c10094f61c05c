"""Pronouns that may agree with the one gender word of a sentence: they are no second one."""

from __future__ import annotations

from collections.abc import Iterable

from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Edit, GenderWord, Refusal


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


def same_person(
    every_word: list[GenderWord], words: list[GenderWord], referring: frozenset[str]
) -> list[GenderWord]:
    """The word to swap, then the others of its gender, which must be shown to be the same person's.

    Nothing where people of both genders are named. A word that may as well mean things or
    everybody is nobody beside a sure one.
    """
    sure = [w for w in every_word if _is_sure(w) or _is_referring(w, referring)] or words
    nouns = [word for word in sure if not _is_referring(word, referring)]
    main = sure[0] if _is_referring(sure[0], referring) else (nouns or sure)[0]
    if any(word.gender != main.gender for word in filter(_is_sure, sure)):
        return []
    # beside a man, a masculine plural may be all men; beside a woman it is somebody else
    certain = set(map(id, sure))  # of thousands of words, each is looked up once
    unsure = [word for word in every_word if id(word) not in certain]
    if _is_plural(main) and any(map(_is_plural, unsure)):
        return []
    if any(pair.pos == "title" for word in unsure for pair in word.pairs):
        return []
    others = [
        word
        for word in every_word
        if word is not main and (id(word) in certain or _is_pronoun_of(word, main))
    ]
    return [main, *others]


def _is_plural(word: GenderWord) -> bool:
    return word.gender == "male" and all(pair.number == "plur" for pair in word.pairs)


def several(words: Iterable[GenderWord]) -> Refusal:
    """More people than one, as far as anybody can tell."""
    return Refusal("several_gender_words", " ".join(word.text for word in words))


def is_changed(word: GenderWord, edits: Iterable[Edit]) -> bool:
    """Whether an edit covers the word."""
    return any(edit.start <= word.start and word.end <= edit.end for edit in edits)


def _is_pronoun_of(word: GenderWord, main: GenderWord) -> bool:
    return word.gender == main.gender and all(pair.pos == "pron" for pair in word.pairs)


def unsettled(
    words: Iterable[GenderWord], main: GenderWord, edits: Iterable[Edit]
) -> list[GenderWord]:
    """Sure pronouns beside the main word that no edit covers: they speak of somebody else."""
    edits = tuple(edits)
    return [w for w in words if w != main and _is_sure(w) and not is_changed(w, edits)]


def _is_referring(word: GenderWord, referring: frozenset[str]) -> bool:
    return word.text.lower() in referring


def _agrees(word: GenderWord, main: GenderWord) -> bool:
    return word.gender == main.gender and all(p.pos in ("pron", "det") for p in word.pairs)


def _is_sure(word: GenderWord) -> bool:
    return bool(reliable(word.pairs, word.gender))
