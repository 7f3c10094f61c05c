"""A model that is asked everything once, however many measures want to know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from equimask.evaluation.remembered import RememberingLM
from equimask.models import MaskedLM
from equimask.models.masked_lm import MaskedAnswers
from equimask.plans.masks import Encoded, MaskPlan


class SharedPasses(RememberingLM):
    """Remembers sentences, masks and its untrained twins: all measures share them.

    `signature` is what the model's was at the start: to hash live weights for every score would
    take too long. Without it, it is asked for each time.
    """

    def __init__(self, mlm: MaskedLM, signature: Mapping[str, str] | None = None) -> None:
        super().__init__(mlm)
        self._signature = None if signature is None else dict(signature)
        self._answers: dict[tuple[tuple[int, ...], int, int], tuple[float, bool]] = {}
        self._twins: dict[int, SharedPasses] = {}

    @property
    def signature(self) -> dict[str, str]:
        """As it was given, or the model's own."""
        return super().signature if self._signature is None else self._signature

    def answer_masks(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        *,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> MaskedAnswers:
        """As the model does, but only what is new."""
        keys = [
            (sentences[s].ids, int(target), int(end))
            for s, target, end in zip(plan.sentences, plan.targets, plan.ends, strict=True)
        ]
        new = {key: row for row, key in enumerate(keys) if key not in self._answers}
        if new:
            rows = np.array(list(new.values()))
            asked = MaskPlan(plan.sentences[rows], plan.targets[rows], plan.ends[rows])
            answers = super().answer_masks(
                sentences, asked, batch_tokens=batch_tokens, progress=progress
            )
            pairs = zip(answers.log_probs.tolist(), answers.hits.tolist(), strict=True)
            self._answers.update(zip(new, pairs, strict=True))
        known = [self._answers[key] for key in keys]
        return MaskedAnswers(
            np.array([log_p for log_p, _ in known]), np.array([hit for _, hit in known])
        )

    def untrained_twin(self, seed: int) -> MaskedLM:
        """The same twin for the same seed, with a memory of its own."""
        if seed not in self._twins:
            self._twins[seed] = SharedPasses(super().untrained_twin(seed))
        return self._twins[seed]
