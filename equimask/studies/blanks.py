"""The words that a model puts into the same blanks of sentences about men and about women."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from equimask.core.schema import GENDERS
from equimask.models import MaskedLM
from equimask.plans.alignment import shared_span
from equimask.plans.masks import plan_masks
from equimask.studies.completions import whole_words


def words_in_blanks(
    mlm: MaskedLM, columns: Mapping[str, Sequence[str]], language: str
) -> dict[str, list[str]]:
    """The columns `word` and `gender` of `latent_pmi`, out of pairs in `male` and `female`.

    Every word of a pair that both sides share is masked once on either side, and the model's most
    probable whole word is taken.
    """
    words = whole_words(mlm.tokenizer, language)
    vocabulary = np.array(sorted(words))
    sides = {gender: mlm.encode(columns[gender]) for gender in GENDERS}
    spans = [
        shared_span(male.ids, female.ids, male.special, female.special)
        for male, female in zip(sides["male"], sides["female"], strict=True)
    ]
    said: dict[str, list[str]] = {"word": [], "gender": []}
    for gender, positions in (
        ("male", [span.more for span in spans]),
        ("female", [span.less for span in spans]),
    ):
        plan = plan_masks(sides[gender], positions, "token")
        ranked = mlm.rank_masks(sides[gender], plan, 1, vocabulary=vocabulary)
        said["word"] += [words[int(i)] for i in ranked.ids[:, 0]]
        said["gender"] += [gender] * len(plan)
    return said
