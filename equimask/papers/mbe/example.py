"""Figure 1: the three steps of MBE on a few sentences, with their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from equimask.core.options import Options
from equimask.core.schema import GENDERS
from equimask.core.signature import columns_hash
from equimask.evaluation.shown import nothing_left
from equimask.evaluation.unmasked_pass import run_unmasked_pass
from equimask.measures import mbe
from equimask.models.scorer import Scorer
from equimask.papers.exhibit import Cell, Exhibit, NotMade, table
from equimask.papers.mbe.corpora import NOBODY, no_bags, not_the_corpora
from equimask.papers.mbe.sources import Bags, rows_of
from equimask.papers.mbe.work import Work

_EACH = 3
"""Sentences of either gender, as in the paper's picture."""


def worked(work: Work) -> Exhibit | NotMade:
    """Figure 1, of the first language and corpus and the first model that is asked there."""
    bags = next((one for one in work.bags if work.models("2", one.language)), None)
    if bags is None:
        return NotMade(NOBODY) if work.bags else no_bags(work)
    chosen = _few(bags)
    if len(chosen) < 2 * _EACH:
        return NotMade(
            f"{bags.language_name}, {bags.corpus}, has fewer than {_EACH} sentences of a gender."
        )
    model = work.models("2", bags.language)[0]
    sentences = [sentence for sentence, _, _ in chosen]
    options = work.request.options
    found = work.ask(
        f"example {bags.language} {bags.corpus}",
        model,
        bags.language,
        {"data": columns_hash([sentences])},
        lambda mlm: three_steps(mlm, sentences, options),
    )
    if found is None:
        return NotMade(" ".join(work.failures(bags.language)))
    names = [f"{gender} {i + 1}" for gender in GENDERS for i in range(_EACH)]
    males, females = names[:_EACH], names[_EACH:]
    first = [
        (name, words, sentence, likelihood)
        for name, (sentence, _, words), likelihood in zip(
            names, chosen, found["likelihoods"], strict=True
        )
    ]
    second: list[tuple[Cell, ...]] = [
        (name, *row) for name, row in zip(males, found["similarities"], strict=True)
    ]
    third: list[tuple[Cell, ...]] = [
        (name, *map(int, row)) for name, row in zip(males, found["preferred"], strict=True)
    ]
    return Exhibit(
        (
            table("step 1", "Step 1: sentences of one gender by their English side, and how "
                  "likely the model finds each",
                  ("sentence", "English words", "text", "likelihood"), first),
            table("step 2", "Step 2: how similar they are (cosine)", ("", *females), second),
            table("step 3", "Step 3: whether the male one is likelier", ("", *females), third),
        ),
        notes=(
            f"{model.label} on {bags.language_name}, {bags.corpus}. MBE is the share of ones, each "
            f"weighted by its similarity: {found['mbe']:.2f} for these {2 * _EACH} sentences.",
            *not_the_corpora(work),
        ),
    )  # fmt: skip


def _few(bags: Bags) -> list[tuple[str, str, str]]:
    """The first sentences of either gender whose English words are known."""
    rows = [row for row in rows_of(bags) if row.words] or list(rows_of(bags))
    return [
        (row.sentence, row.gender, ", ".join(row.words))
        for gender in GENDERS
        for row in [row for row in rows if row.gender == gender][:_EACH]
    ]


def three_steps(mlm: Scorer, sentences: list[str], options: Options) -> dict[str, Any]:
    """Likelihoods, similarities and comparisons; the male half of the sentences comes first."""
    reading = run_unmasked_pass(mlm, sentences, options)
    if len(reading.kept) < len(sentences):
        raise nothing_left(len(sentences), "sentence", reading.skipped, mlm)
    half = len(sentences) // 2
    scores, vectors = reading.likelihoods(options.likelihood), reading.vectors
    bags = mbe.TwoBags(scores[:half], scores[half:], vectors[:half], vectors[half:])
    units = bags.vectors_at(np.arange(len(sentences)), np.float64)
    return {
        "likelihoods": scores.tolist(),
        "similarities": (units[:half] @ units[half:].T).tolist(),
        "preferred": (scores[:half, None] > scores[None, half:]).tolist(),
        "mbe": mbe.total_of(bags),
    }
