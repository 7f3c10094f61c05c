"""One unmasked pass over sentences; AUL, AULA, MBE and SBM all read its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equimask.core.options import Options
from equimask.evaluation.shown import Shown, nothing_left, same, unknown_share
from equimask.measures.aul import UnmaskedScores, sentence_scores
from equimask.measures.language_quality import IN_SIGHT, of_tokens
from equimask.models.scorer import How, Scorer


@dataclass(frozen=True)
class SentencePass:
    """What the model said about the sentences that could be read, and which those are."""

    scores: UnmaskedScores
    vectors: npt.NDArray[np.float32]
    kept: tuple[int, ...]
    n_input: int
    skipped: dict[str, int]
    shown: Shown

    def likelihoods(self, likelihood: str) -> npt.NDArray[np.float64]:
        """One number per kept sentence."""
        return sentence_scores(self.scores, likelihood)


def run_unmasked_pass(
    scorer: Scorer,
    sentences: Sequence[str],
    options: Options,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> SentencePass:
    """Tokenise and read, in the order of the input.

    The two sentences of a pair are kept or skipped as one, and skipped where they are the same.
    """
    encoded = scorer.encode(sentences)
    reasons: dict[int, str] = {}
    for i, sentence in enumerate(encoded):
        if len(sentence.ids) > scorer.max_tokens:
            reasons[i] = "too_long"
        elif all(sentence.special):
            reasons[i] = "no_tokens"
    groups = pairs if pairs is not None else [(i,) for i in range(len(encoded))]
    kept: list[int] = []
    skipped = Counter[str]()
    for group in groups:
        reason = next((reasons[i] for i in group if i in reasons), None)
        if reason is None and len(group) == 2 and not options.published:
            i, j = group
            reason = same((sentences[i], sentences[j]), (encoded[i], encoded[j]))
        if reason:
            skipped[reason] += 1
        else:
            kept += group
    kept.sort()
    if not kept:
        what = "sentence" if pairs is None else "pair"
        raise nothing_left(len(groups), what, skipped, scorer)
    read = [encoded[i] for i in kept]
    reading = scorer.read_sentences(
        read,
        options.likelihood != "aul",
        How(options.batch_tokens, options.progress),
    )
    return SentencePass(
        UnmaskedScores(reading.log_probs, reading.attention, reading.counts),
        reading.vectors,
        tuple(kept),
        len(encoded),
        dict(skipped),
        Shown(
            of_tokens(reading.log_probs, reading.hits, IN_SIGHT),
            unknown_share(read, scorer.encode),
        ),
    )
