"""Mask plans: what is hidden and what is asked, fixed as data before any model runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.plans.alignment import SharedSpan


class Encoded(NamedTuple):
    """A tokenised sentence; two tokens are of one word when their `words` entries are equal.

    `offsets`, each token's characters, are None where the tokenizer cannot tell them.
    """

    ids: tuple[int, ...]
    special: tuple[bool, ...]
    words: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True)
class MaskPlan:
    """Row r hides tokens `targets[r]` to `ends[r]` of a sentence and asks for `targets[r]`."""

    sentences: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.targets)

    def take(self, rows: npt.NDArray[np.int64]) -> MaskPlan:
        """These rows of it, in this order."""
        return MaskPlan(self.sentences[rows], self.targets[rows], self.ends[rows])


def plan_masks(
    encoded: Sequence[Encoded], positions: Iterable[Sequence[int]], unit: str = "token"
) -> MaskPlan:
    """One row per position asked for.

    `unit="token"` hides the token alone. `unit="word"` hides the later pieces of its word too
    (PLL-word-l2r), so that a rare word is not given away by its own tail.
    """
    sentences, targets, ends = [], [], []
    for index, (sentence, wanted) in enumerate(zip(encoded, positions, strict=True)):
        last = last_pieces(sentence.words) if unit == "word" else range(len(sentence.ids))
        for target in wanted:
            sentences.append(index)
            targets.append(target)
            ends.append(last[target])
    return MaskPlan(
        np.asarray(sentences, dtype=np.int64),
        np.asarray(targets, dtype=np.int64),
        np.asarray(ends, dtype=np.int64),
    )


def plan_pair_masks(
    more: Sequence[Encoded], less: Sequence[Encoded], spans: Sequence[SharedSpan], unit: str
) -> MaskPlan:
    """The shared tokens of all first sentences, then those of all second ones.

    `unit="word"` hides with a token the later pieces of its word only as far as they are the same
    on both sides. Else "Lehrer" would be guessed from a sentence that shows it is no "Lehrerin",
    and in the other from one that hides the "in" as well.
    """
    plan = plan_masks(
        [*more, *less], [*(span.more for span in spans), *(span.less for span in spans)], "token"
    )
    if unit == "token":
        return plan
    further = np.array(
        [
            _same_pieces(left, right, i, j)
            for left, right, span in zip(more, less, spans, strict=True)
            for i, j in zip(*span, strict=True)
        ],
        dtype=np.int64,
    )
    return replace(plan, ends=plan.targets + np.tile(further, 2))


def _same_pieces(left: Encoded, right: Encoded, i: int, j: int) -> int:
    """How many pieces of one word stand behind both tokens, the same in both sentences."""
    n = 0
    while (
        i + n + 1 < len(left.ids)
        and j + n + 1 < len(right.ids)
        and left.ids[i + n + 1] == right.ids[j + n + 1]
        and left.words[i + n + 1] == left.words[i]
        and right.words[j + n + 1] == right.words[j]
    ):
        n += 1
    return n


def last_pieces(words: Sequence[int]) -> list[int]:
    """For each token the last one of its word."""
    last = list(range(len(words)))
    for i in reversed(range(len(words) - 1)):
        if words[i + 1] == words[i]:
            last[i] = last[i + 1]
    return last
