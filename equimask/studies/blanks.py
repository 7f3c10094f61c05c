"""The words that a model puts into the same blanks of sentences about men and about women."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equimask.core.schema import GENDERS
from equimask.inputs.pairs import Pair
from equimask.models import MaskedLM
from equimask.plans.alignment import shared_span
from equimask.plans.masks import plan_masks
from equimask.studies.completions import whole_words


def words_in_blanks(mlm: MaskedLM, pairs: Sequence[Pair], language: str) -> dict[str, list[str]]:
    """The columns `word` and `gender` of `latent_pmi`: every word of a pair that both sides share
    is masked once on either side, and the model's most probable whole word is taken.
    """
    words = whole_words(mlm.tokenizer, language)
    vocabulary = np.array(sorted(words))
    sides = {gender: mlm.encode([getattr(pair, gender) for pair in pairs]) for gender in GENDERS}
    spans = [
        shared_span(male.ids, female.ids, male.special, female.special)
        for male, female in zip(sides["male"], sides["female"], strict=True)
    ]
    columns: dict[str, list[str]] = {"word": [], "gender": []}
    for gender, positions in (
        ("male", [span.more for span in spans]),
        ("female", [span.less for span in spans]),
    ):
        plan = plan_masks(sides[gender], positions, "token")
        ranked = mlm.rank_masks(sides[gender], plan, 1, vocabulary=vocabulary)
        columns["word"] += [words[int(i)] for i in ranked.ids[:, 0]]
        columns["gender"] += [gender] * len(plan)
    return columns
