"""Sentences by other people, in the half that we tune on or not; they lie in the shared material.

`sources/gender_pairs` says the same about a man and about a woman; English is the English side of
them all. Where a language has no such pairs, sentences of `sources/parallel` are swapped and only
readers say what is right.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from tests.gender.swap.judged.records import sha

OTHERS = ("ar", "de", "es", "fr", "hi", "it", "pt", "ru")
_WORD = re.compile(r"[^\W\d_]+")
_PRONOUNS = frozenset("he him his himself she her hers herself".split())
# Who is named by a relation is somebody else than the one whose relation it is.
_RELATIVES = frozenset(
    "father mother dad mom mum daddy mommy son daughter brother sister husband wife uncle aunt "
    "nephew niece grandfather grandmother grandson granddaughter stepfather stepmother stepson "
    "stepdaughter boyfriend girlfriend fiance fiancee fiancé fiancée widower widow".split()
)


_SAMPLED = "0"  # the second digit of the hash: one sentence in sixteen


class Pair(NamedTuple):
    """One row: the sentence about a man, about a woman, and whether they are one person."""

    masculine: str
    feminine: str
    single: bool

    @property
    def tuned(self) -> bool:
        """Is it in the half that may be looked at while rules are made?"""
        return is_tuned(self.masculine)


def is_tuned(sentence: str) -> bool:
    """The first digit of its hash says in which half it is."""
    return int(sha(sentence)[0], 16) < 8


def has_pairs(lang: str) -> bool:
    """Are there human pairs of this language?"""
    return lang == "en" or lang in OTHERS


def read_single_sentences(shared: Path, lang: str) -> Iterator[str]:
    """A sample of the parallel text of a language, each sentence once."""
    seen = set()
    for path in sorted(shared.glob(f"sources/parallel/*/en-{lang}.tsv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                sentence = line.rstrip("\n").split("\t")[1]
                if sentence not in seen and sha(sentence)[1] == _SAMPLED:
                    seen.add(sentence)
                    yield sentence


def read_pairs(shared: Path, lang: str) -> Iterator[Pair]:
    """The pairs of a language, each once."""
    folder = shared / "sources" / "gender_pairs"
    seen = set()
    for other in OTHERS if lang == "en" else (lang,):
        with gzip.open(folder / f"{other}.tsv.gz", "rt", encoding="utf-8") as file:
            next(file)
            for line in file:
                masculine, feminine, _, _, *english = line.rstrip("\n").split("\t")
                sides = (english[0], english[1]) if lang == "en" else (masculine, feminine)
                if sides not in seen:
                    seen.add(sides)
                    yield Pair(*sides, single=is_single(*english))


def is_single(masculine: str, feminine: str) -> bool:
    """Do the English sides speak of one person, or one group, as far as their words tell?

    Among the words that differ every relative is a person, all other nouns and pronouns together
    are one; a pronoun that stays is one more.
    """
    ours, other = _words(masculine), _words(feminine)
    changed: list[str] = []
    kept: list[str] = []
    for tag, i, j, _, _ in SequenceMatcher(None, ours, other, autojunk=False).get_opcodes():
        (kept if tag == "equal" else changed).extend(ours[i:j])
    relatives = {word.removesuffix("s") for word in changed} & _RELATIVES
    rest = any(word.removesuffix("s") not in _RELATIVES for word in changed)
    return len(relatives) + rest + any(word in _PRONOUNS for word in kept) == 1


def _words(sentence: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(sentence)]
