"""Which pieces of a tokenizer are gender words, and where they may stand as whole words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from equimask.gender.lexicon.affixes import spellings
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Gender, WordPair
from equimask.models.marks import marks_of


@dataclass(frozen=True)
class GenderPiece:
    """A whole word of one gender; `marked` is None where the tokenizer marks no word starts."""

    gender: Gender
    pairs: tuple[WordPair, ...]
    marked: bool | None

    def may_follow(self, before: str, after_bare_mark: bool) -> bool:
        """Whether the piece is a word of its own behind the text `before`.

        A mark stands for a space. At the start there is none, and tokenizers differ; a mask may
        also stand behind a piece that is nothing but the mark.
        """
        if self.marked is None or not before or after_bare_mark:
            return True
        return self.marked == before[-1].isspace()


class GenderVocabulary:
    """The pieces of one tokenizer that the lexicon knows as sure words of one gender."""

    def __init__(self, tokenizer: Any, pairs: Iterable[WordPair], cased: bool) -> None:
        self._readings = _readings(pairs)
        vocabulary: dict[str, int] = tokenizer.get_vocab()
        special = set(tokenizer.all_special_ids)
        marks = marks_of(tokenizer)
        self.pieces: dict[int, GenderPiece] = {}
        self.bare_marks = {vocabulary[marks.space]} if marks.space in vocabulary else set()
        for token, index in vocabulary.items():
            piece = None if index in special else marks.read(token)
            found = self._look_up(piece.text, cased) if piece else None
            if piece and found:
                self.pieces[index] = GenderPiece(*found, piece.spaced if marks.space else None)

    def _look_up(self, word: str, cased: bool) -> tuple[Gender, tuple[WordPair, ...]] | None:
        readings = self._readings.get(lowered(word), [])
        genders = {gender for gender, _, _ in readings}
        if len(genders) != 1:  # listed on both sides, it is no sign of either
            return None
        (gender,) = genders
        sure = reliable([pair for _, pair, _ in readings], gender)
        # Junge is a boy and junge is young, where the model can tell them apart
        fitting = tuple(
            pair
            for _, pair, spelling in readings
            if pair in sure and not (cased and spelling[:1].isupper() and word[:1].islower())
        )
        return (gender, fitting) if fitting else None


def _readings(pairs: Iterable[WordPair]) -> dict[str, list[tuple[Gender, WordPair, str]]]:
    readings: dict[str, list[tuple[Gender, WordPair, str]]] = defaultdict(list)
    genders: tuple[Gender, Gender] = ("male", "female")
    for pair in pairs:
        for gender in genders:
            for spelling in spellings(pair.side(gender), pair.lang):
                readings[lowered(spelling)].append((gender, pair, spelling))
    return readings
