"""One unmasked pass over sentences; AUL, AULA, MBE and SBM all read its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.measures.aul import UnmaskedScores, sentence_scores
from equimask.models.scorer import How, Scorer


@dataclass(frozen=True)
class SentencePass:
    """What the model said about the sentences that could be read, and which those are."""

    scores: UnmaskedScores
    vectors: npt.NDArray[np.float32]
    kept: tuple[int, ...]
    n_input: int
    skipped: dict[str, int]

    def likelihoods(self, likelihood: str) -> npt.NDArray[np.float64]:
        """One number per kept sentence."""
        return sentence_scores(self.scores, likelihood)


def run_unmasked_pass(
    scorer: Scorer,
    sentences: Sequence[str],
    options: Options,
    together: Sequence[Sequence[int]] | None = None,
) -> SentencePass:
    """Tokenise and read, in the order of the input.

    `together` lists sentences that are kept or skipped as one: the two sides of a pair.
    """
    encoded = scorer.encode(sentences)
    reasons: dict[int, str] = {}
    for i, sentence in enumerate(encoded):
        if len(sentence.ids) > scorer.max_tokens:
            reasons[i] = "too_long"
        elif all(sentence.special):
            reasons[i] = "no_tokens"
    groups = together if together is not None else [(i,) for i in range(len(encoded))]
    kept: list[int] = []
    skipped = Counter[str]()
    for group in groups:
        reason = next((reasons[i] for i in group if i in reasons), None)
        if reason:
            skipped[reason] += 1
        else:
            kept += group
    kept.sort()
    if not kept:
        raise InputError(
            expected="at least one sentence that can be scored",
            got=f"{len(groups)} rows, all skipped: {dict(skipped)}",
            fix=f"This model reads up to {scorer.max_tokens} tokens.",
        )
    reading = scorer.read_sentences(
        [encoded[i] for i in kept],
        options.likelihood != "aul",
        How(options.batch_tokens, options.progress),
    )
    return SentencePass(
        UnmaskedScores(reading.log_probs, reading.attention, reading.counts),
        reading.vectors,
        tuple(kept),
        len(encoded),
        dict(skipped),
    )
