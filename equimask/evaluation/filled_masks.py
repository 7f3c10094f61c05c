"""Masked sentences decided by which of two words a model puts there: DCBM."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Bools, Floats, Ints
from equimask.core.options import Options
from equimask.core.schema import HIDDEN, MASK
from equimask.evaluation.decided_rows import DecidedRows
from equimask.evaluation.job import Job
from equimask.evaluation.shown import Shown, nothing_left, same, unknown_share
from equimask.measures.language_quality import of_words
from equimask.models.scorer import How, Scorer
from equimask.plans.masks import Encoded, plan_masks


def read_filled_masks(job: Job, scorer: Scorer) -> DecidedRows:
    """Both words of every mask, each in its own place."""
    row_scores = job.spec.row_scores
    assert row_scores is not None
    male, female, kept, skipped = _fill_both(job, scorer)
    asked = ask_words(scorer, [*male, *female], job.options)
    log_p_male, log_p_female = _log_probs(job, asked)
    threshold, strict = job.options.effective_min_probability, job.options.published
    rows = row_scores(log_p_male, log_p_female, threshold, job.ties, strict)
    bits = rows.dcbm[rows.counted]
    if improbable := int((~rows.counted).sum()):
        skipped["improbable"] = improbable
    return DecidedRows(
        columns={
            "p_male": np.exp(log_p_male),
            "p_female": np.exp(log_p_female),
            job.measure.row: rows.dcbm,
        },
        kept=kept,
        n_input=len(job.columns["masked_sentence"]),
        skipped=dict(skipped),
        n_ties=int((bits == 0.5).sum()),
        details={
            "single_piece": float(
                np.mean(
                    [len(m.pieces) == len(f.pieces) == 1 for m, f in zip(male, female, strict=True)]
                )
            ),
        },
        counted=rows.counted,
        shown=Shown(
            of_words(
                asked.log_p.reshape(2, -1), asked.pieces.reshape(2, -1), asked.hits.reshape(2, -1)
            ),
            unknown_share((word.sentence for word in (*male, *female)), scorer.encode),
        ),
    )


def _fill_both(
    job: Job, scorer: Scorer
) -> tuple[list[FilledWord], list[FilledWord], list[int], Counter[str]]:
    masked = job.columns["masked_sentence"]
    words = [job.columns[name] for name in ("male_word", "female_word")]
    both = [fill(scorer, masked, column) for column in words]
    male, female, kept, skipped = [], [], [], Counter[str]()
    for i, (m, f, *texts) in enumerate(zip(*both, *words, strict=True)):
        if m is None or f is None:
            skipped["unaligned"] += 1
        elif max(len(m.sentence.ids), len(f.sentence.ids)) > scorer.max_tokens:
            skipped["too_long"] += 1
        elif not job.options.published and (
            reason := same((texts[0], texts[1]), (m.sentence, f.sentence))
        ):
            skipped[reason] += 1
        else:
            male.append(m)
            female.append(f)
            kept.append(i)
    if not kept:
        raise nothing_left(len(masked), "masked sentence", skipped, scorer)
    return male, female, kept, skipped


def _log_probs(job: Job, asked: AskedWords) -> tuple[Floats, Floats]:
    log_p = asked.log_p
    if job.options.published:  # one mask: a word of several pieces cannot be its answer
        log_p = np.where(asked.pieces == 1, log_p, -np.inf)
    first, second = np.split(log_p, 2)
    return first, second


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
    encode = scorer.encode.with_masks
    shown = encode([word.join(parts) for word, parts in zip(words, around, strict=True)])
    starts = [len(before) for before, _ in around]
    if all(sentence.offsets is not None for sentence in shown):
        return [
            _locate_by_offsets(sentence, start, start + len(word))
            for sentence, start, word in zip(shown, starts, words, strict=True)
        ]
    asked = encode([own.join(parts) for parts in around])
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


class AskedWords(NamedTuple):
    """Of each word: log P, how many pieces it has, whether the first was the top prediction."""

    log_p: Floats
    pieces: Ints
    hits: Bools


def word_log_probs(
    scorer: Scorer, filled: Sequence[FilledWord], options: Options
) -> npt.NDArray[np.float64]:
    """log P of each word."""
    return ask_words(scorer, filled, options).log_p


def ask_words(scorer: Scorer, filled: Sequence[FilledWord], options: Options) -> AskedWords:
    """Piece by piece from left to right, later pieces hidden (k masks)."""
    sentences = [
        word.sentence._replace(words=_one_word(len(word.sentence.ids), word.pieces))
        for word in filled
    ]
    plan = plan_masks(sentences, [list(word.pieces) for word in filled], unit="word")
    answers = scorer.answer_masks(sentences, plan, How(options.batch_tokens, options.progress))
    log_p = np.zeros(len(filled))
    np.add.at(log_p, plan.sentences, answers.log_probs)
    pieces = np.array([len(word.pieces) for word in filled], dtype=np.int64)
    return AskedWords(log_p, pieces, answers.hits[np.cumsum(pieces) - pieces])


def _one_word(length: int, pieces: range) -> tuple[int, ...]:
    """Word numbers in which the pieces are one word, whatever characters they hold."""
    return tuple(pieces.start if i in pieces else i for i in range(length))
