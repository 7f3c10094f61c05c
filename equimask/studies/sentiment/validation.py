"""How well scores follow a lexicon that had no part in them: pure agreement measures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.errors import InputError
from equimask.studies.sentiment.observations import SourceLexicon, plain_average

Scores = Mapping[str, Callable[[str], float]]  # by who scores

PLAIN_AVERAGE = "plain average"
FUSED = "SentiVAE"


class Agreement(NamedTuple):
    """Three readings of the same question, over `n` words.

    `auc`: how often a word on the positive side is scored above one on the negative side;
    `concordance`: how often, of two words of different polarity, the more positive is scored
    higher; `spearman`: rank correlation, which rewards a coarse score against a coarse lexicon.
    Ties of the score count half in the first two. None where the words do not allow it.
    """

    n: int
    auc: float | None
    concordance: float | None
    spearman: float | None


def agreement(score: npt.ArrayLike, polarity: npt.ArrayLike) -> Agreement:
    """All measures of `score` against the held-out `polarity`."""
    left, right = np.asarray(score, dtype=np.float64), np.asarray(polarity, dtype=np.float64)
    if left.ndim != 1 or left.shape != right.shape:
        raise InputError(
            expected="one score and one polarity per word",
            got=f"arrays of shape {left.shape} and {right.shape}",
            fix="Pass two flat lists in the same order of words.",
        )
    varied = len(left) > 1 and np.ptp(left) > 0 and np.ptp(right) > 0
    rho = float(sps.spearmanr(left, right).statistic) if varied else None
    return Agreement(len(left), auc(left, right), concordance(left, right), rho)


def auc(score: Floats, polarity: Floats) -> float | None:
    """P(score of a positive word > score of a negative one), neutral words left out."""
    found = _placements(score, polarity)
    return None if found is None else float(found[0].mean())


class Lead(NamedTuple):
    """A difference of two AUC on the same words, and its standard error (DeLong et al. 1988)."""

    difference: float
    stderr: float


def lead(score: Floats, rival: Floats, polarity: Floats) -> Lead | None:
    """How much more AUC `score` has than `rival`; None without two words on each side."""
    ours, theirs = _placements(score, polarity), _placements(rival, polarity)
    if ours is None or theirs is None or min(map(len, ours)) == 1:
        return None
    apart = [mine - other for mine, other in zip(ours, theirs, strict=True)]
    variance = sum(float(part.var(ddof=1)) / len(part) for part in apart)
    return Lead(float(apart[0].mean()), math.sqrt(variance))


def _placements(score: Floats, polarity: Floats) -> tuple[Floats, Floats] | None:
    """Of each positive word the share of negative ones below it, of each negative one the share
    of positive ones above it; ties count half. None where a side has no word."""
    positive, negative = score[polarity > 0], score[polarity < 0]
    if not len(positive) or not len(negative):
        return None
    ranks = sps.rankdata(np.concatenate([positive, negative]))
    above = ranks[: len(positive)] - sps.rankdata(positive)
    below = ranks[len(positive) :] - sps.rankdata(negative)
    return above / len(negative), 1 - below / len(positive)


def concordance(score: Floats, polarity: Floats) -> float | None:
    """P(score and polarity order two words alike), over pairs of different polarity."""
    comparable = _pairs(len(score)) - _tied_pairs(polarity)
    if comparable <= 0:
        return None
    untied = _pairs(len(score)) - _tied_pairs(score)
    if untied <= 0:
        return 0.5
    tau_b = float(sps.kendalltau(score, polarity).statistic)
    return 0.5 * (1 + tau_b * math.sqrt(untied / comparable))


class Comparison(NamedTuple):
    """All scores on the same words; `words` says which. `leads` are those of the joined lexicon."""

    words: str
    scores: dict[str, Agreement]
    leads: dict[str, Lead | None]


def compare(
    held_out: SourceLexicon, sources: Sequence[SourceLexicon], fused: Mapping[str, float]
) -> list[Comparison]:
    """SentiVAE, the plain average and single sources against a lexicon that none has seen.

    On all words of the held-out lexicon, where who lacks a word scores it 0; on those that some
    source has; and for each source on the words it has, the only words where it has a say.
    """
    every = sorted(held_out.values)
    covered = [word for word in every if word in fused]
    joined: Scores = {
        FUSED: lambda word: fused.get(word, 0.0),
        PLAIN_AVERAGE: lambda word: plain_average(sources, word),
    }
    single: Scores = {source.name: source.polarity for source in sources}

    def on(words: Sequence[str], name: str, scores: Scores) -> Comparison:
        polarity = np.array([held_out.polarity(word) for word in words])
        given = {who: np.array([score(w) for w in words]) for who, score in scores.items()}
        measured = {who: agreement(numbers, polarity) for who, numbers in given.items()}
        ours = given.pop(FUSED)
        leads = {who: lead(ours, numbers, polarity) for who, numbers in given.items()}
        return Comparison(name, measured, leads)

    own = {source.name: [word for word in every if word in source.values] for source in sources}
    return [
        on(every, "all", {**joined, **single}),
        on(covered, "covered", joined),
        *(on(words, name, {**joined, name: single[name]}) for name, words in own.items()),
    ]


def gradation(
    lexicon: SourceLexicon, n_sources: Mapping[str, int], fused: Mapping[str, float]
) -> Agreement:
    """How far words that this lexicon alone has are ordered as it orders them."""
    words = [word for word in sorted(lexicon.values) if n_sources[word] == 1]
    # 0.6 - 0.2 and 0.4 are one grade
    own = [round(lexicon.polarity(word), 9) for word in words]
    return agreement([fused[word] for word in words], own)


def _pairs(n: int) -> float:
    return n * (n - 1) / 2


def _tied_pairs(values: Floats) -> float:
    return float(sum(_pairs(int(n)) for n in np.unique(values, return_counts=True)[1]))
