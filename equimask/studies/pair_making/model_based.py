"""Model-based pairs: the gender word is masked, and the model says which words stand there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from equimask.core.options import Options
from equimask.evaluation.filled_masks import fill, word_log_probs
from equimask.gender.lexicon.affixes import spellings
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Gender, WordPair
from equimask.gender.swap import GenderLexicon, Refusal
from equimask.models import MaskedLM
from equimask.models.words import marks_of
from equimask.plans.masks import Encoded, plan_masks
from equimask.studies.pair_making.records import (
    LONGEST_SWEEP,
    MASK,
    SIGNIFICANT,
    GenderPair,
    Prediction,
)
from equimask.studies.pair_making.slots import Slot, other_gender, rebuilt, slot_of

TOP_K = 10
GENDERS: tuple[Gender, Gender] = ("male", "female")


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


@dataclass(frozen=True)
class Candidate:
    """A fitting gender word among the model's predictions; `rank` counts from 1."""

    gender: Gender
    record: WordPair
    probability: float
    rank: int


class ModelBased:
    """Makes pairs with the words of one masked language model."""

    def __init__(
        self,
        lexicon: GenderLexicon,
        mlm: MaskedLM,
        *,
        k: int = TOP_K,
        multi_token: bool = False,
        options: Options | None = None,
    ) -> None:
        self.lexicon, self.mlm, self.k, self.multi_token = lexicon, mlm, k, multi_token
        self.options = options or Options(progress=False)
        small, large = mlm.encode(["king", "King"])
        self._vocabulary = GenderVocabulary(mlm.tokenizer, lexicon.pairs, small.ids != large.ids)

    def __call__(self, sentences: Sequence[str]) -> list[Prediction | Refusal]:
        """One result per sentence: a prediction, or why the sentence could not be masked."""
        results: list[Prediction | Refusal] = []
        slots: list[tuple[int, Slot, Encoded]] = []
        opened = [slot_of(self.lexicon, sentence) for sentence in sentences]
        encoded = iter(self._encode([slot for slot in opened if isinstance(slot, Slot)]))
        for index, slot in enumerate(opened):
            found = slot if isinstance(slot, Refusal) else next(encoded)
            if isinstance(slot, Slot) and isinstance(found, Encoded):
                slots.append((index, slot, found))
                results.append(Refusal("unanswered"))
            else:
                results.append(found if isinstance(found, Refusal) else Refusal("unmasked"))
        for (index, slot, _), candidates in zip(slots, self._ranked(slots), strict=True):
            results[index] = self._predict(slot, candidates)
        return self._with_all_probabilities(results)

    def _encode(self, slots: Sequence[Slot]) -> Iterator[Encoded | Refusal]:
        mask = self.mlm.tokenizer.mask_token
        masked = [slot.masked.replace(MASK, mask) for slot in slots]
        for slot, encoded in zip(slots, self.mlm.encode.read(masked), strict=True):
            own = slot.masked.replace(MASK, " ")
            special = next((t for t in self.mlm.encode.special_tokens if t in own), None)
            if special is not None or encoded.ids.count(self.mlm.encode.mask_id) != 1:
                yield Refusal("special_in_text", special or mask)
            elif len(encoded.ids) > self.mlm.max_tokens:
                yield Refusal("too_long", str(len(encoded.ids)))
            else:
                yield encoded

    def _ranked(self, slots: Sequence[tuple[int, Slot, Encoded]]) -> Iterator[list[Candidate]]:
        encoded = [sentence for _, _, sentence in slots]
        if not encoded:
            return
        targets = [[sentence.ids.index(self.mlm.encode.mask_id)] for sentence in encoded]
        ranked = self.mlm.rank_masks(
            encoded,
            plan_masks(encoded, targets),
            max(self.k, LONGEST_SWEEP),
            batch_tokens=self.options.batch_tokens,
            progress=self.options.progress,
        )
        for row, (_, slot, sentence) in enumerate(slots):
            at = targets[row][0]
            bare = at > 0 and sentence.ids[at - 1] in self._vocabulary.bare_marks
            tops = zip(ranked.ids[row].tolist(), ranked.log_probs[row].tolist(), strict=True)
            yield list(self._candidates(slot, bare, tops))

    def _candidates(
        self, slot: Slot, bare: bool, tops: Iterable[tuple[int, float]]
    ) -> Iterator[Candidate]:
        before = slot.sentence[: slot.word.start]
        for rank, (token, log_p) in enumerate(tops, 1):
            piece = self._vocabulary.pieces.get(token)
            if piece is None or not piece.may_follow(before, bare):
                continue
            record = slot.fitting(piece.pairs)
            if record is not None:
                yield Candidate(piece.gender, record, float(np.exp(log_p)), rank)

    def _predict(self, slot: Slot, candidates: Sequence[Candidate]) -> Prediction:
        significant = (c.rank for c in candidates if c.probability >= SIGNIFICANT)
        first = next(significant, None)
        best: dict[Gender, Candidate] = {}
        for candidate in candidates:
            if candidate.rank <= self.k:
                best.setdefault(candidate.gender, candidate)
        if not best:
            return Prediction("none", first, Refusal("none"))
        # where the model has no word of one gender, the lexicon has
        words = {
            gender: (best.get(gender) or best[other_gender(gender)]).record.side(gender)
            for gender in GENDERS
        }
        pair = rebuilt(self.lexicon, slot, words["male"], words["female"])
        if isinstance(pair, GenderPair):
            p_male, p_female = (best[g].probability if g in best else None for g in GENDERS)
            pair = replace(pair, p_male=p_male, p_female=p_female)
        return Prediction("both" if len(best) == 2 else "one", first, pair)

    def _with_all_probabilities(
        self, results: list[Prediction | Refusal]
    ) -> list[Prediction | Refusal]:
        """Ask for the counterparts that the model did not name itself.

        A word of several pieces has no probability at one mask: it stays unknown, unless it may
        be asked for piece by piece at as many masks.
        """
        asked: list[tuple[int, Gender]] = []
        masked: list[str] = []
        words: list[str] = []
        for index, result in enumerate(results):
            if isinstance(result, Prediction) and isinstance(result.result, GenderPair):
                gender = _unknown(result.result)
                if gender:
                    asked.append((index, gender))
                    masked.append(result.result.masked)
                    words.append(_word(result.result, gender))
        usable = [
            (place, filled)
            for place, filled in zip(asked, fill(self.mlm, masked, words), strict=True)
            if filled is not None
            and (self.multi_token or len(filled.pieces) == 1)
            and len(filled.sentence.ids) <= self.mlm.max_tokens
        ]
        if not usable:
            return results
        log_probs = word_log_probs(self.mlm, [filled for _, filled in usable], self.options)
        for ((index, gender), _), log_p in zip(usable, log_probs.tolist(), strict=True):
            prediction = results[index]
            if isinstance(prediction, Prediction) and isinstance(prediction.result, GenderPair):
                results[index] = replace(
                    prediction, result=_known(prediction.result, gender, log_p)
                )
        return results


def _unknown(pair: GenderPair) -> Gender | None:
    if pair.p_male is None:
        return "male"
    return "female" if pair.p_female is None else None


def _known(pair: GenderPair, gender: Gender, log_p: float) -> GenderPair:
    p = float(np.exp(log_p))
    return replace(pair, p_male=p) if gender == "male" else replace(pair, p_female=p)


def _word(pair: GenderPair, gender: Gender) -> str:
    return pair.male_word if gender == "male" else pair.female_word
