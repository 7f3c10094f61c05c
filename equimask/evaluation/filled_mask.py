"""The probability of a word at a mask, also of a word of several pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.options import Options
from equimask.core.schema import HIDDEN, MASK
from equimask.models.scorer import How, Scorer
from equimask.plans.masks import Encoded, plan_masks


class FilledWord(NamedTuple):
    """A masked sentence with a word put in, and where the word's pieces stand."""

    sentence: Encoded
    pieces: range


def fill(scorer: Scorer, masked: Sequence[str], words: Sequence[str]) -> list[FilledWord | None]:
    """Put each word at its sentence's mask; None where its pieces cannot be told from the rest."""
    own = scorer.encode.mask_token
    around = [
        tuple(part.replace(HIDDEN, own) for part in text.split(MASK, maxsplit=1)) for text in masked
    ]
    shown = scorer.encode([word.join(parts) for word, parts in zip(words, around, strict=True)])
    starts = [len(before) for before, _ in around]
    if all(sentence.offsets is not None for sentence in shown):
        return [
            _locate_by_offsets(sentence, start, start + len(word))
            for sentence, start, word in zip(shown, starts, words, strict=True)
        ]
    asked = scorer.encode([own.join(parts) for parts in around])
    return [
        _locate_by_rest(a, s, scorer.encode.mask_id, text[: text.index(MASK)].count(HIDDEN))
        for a, s, text in zip(asked, shown, masked, strict=True)
    ]


def _locate_by_offsets(sentence: Encoded, start: int, end: int) -> FilledWord | None:
    """The tokens that overlap the word; they must not reach into its neighbours."""
    inside = [
        i
        for i, (left, right) in enumerate(sentence.offsets or ())
        if left < end and right > start and not sentence.special[i]
    ]
    if not inside or (sentence.offsets or ())[inside[-1]][1] > end:
        return None
    return FilledWord(sentence, range(inside[0], inside[-1] + 1))


def _locate_by_rest(
    asked: Encoded, shown: Encoded, mask_id: int, masks_before: int
) -> FilledWord | None:
    """Without offsets: the pieces are what stands between the unchanged tokens around the mask.

    `asked` has one mask for the word and one for each hidden word; some stand before it.
    """
    masks = [i for i, token in enumerate(asked.ids) if token == mask_id]
    if len(masks) <= masks_before:
        return None
    start = masks[masks_before]
    end = len(shown.ids) - (len(asked.ids) - start - 1)
    before, after = asked.ids[:start], asked.ids[start + 1 :]
    if end <= start or before != shown.ids[:start] or after != shown.ids[end:]:
        return None
    return FilledWord(shown, range(start, end))


def word_log_probs(
    scorer: Scorer, filled: Sequence[FilledWord], options: Options
) -> npt.NDArray[np.float64]:
    """log P of each word, piece by piece from left to right, later pieces hidden (k masks)."""
    sentences = [
        word.sentence._replace(words=_one_word(len(word.sentence.ids), word.pieces))
        for word in filled
    ]
    plan = plan_masks(sentences, [list(word.pieces) for word in filled], unit="word")
    answers = scorer.answer_masks(sentences, plan, How(options.batch_tokens, options.progress))
    log_p = np.zeros(len(filled))
    np.add.at(log_p, plan.sentences, answers.log_probs)
    return log_p


def _one_word(length: int, pieces: range) -> tuple[int, ...]:
    """Word numbers in which the pieces are one word, whatever characters they hold."""
    return tuple(pieces.start if i in pieces else i for i in range(length))
