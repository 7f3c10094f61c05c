"""A scorer without a model: its answers follow from the question, and it notes what it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from equimask.core.errors import check_special_tokens
from equimask.models.scorer import (
    QUIET,
    Encodings,
    How,
    MaskedAnswers,
    NoAttentionError,
    SentenceReadings,
)
from equimask.plans.masks import Encoded, MaskPlan

SENTENCES = ("a b c", "a b", "c c c d", "e", "f g h i j")


class Letters:
    """One token per word, between two specials."""

    mask_token, mask_id = "#", ord("#")
    unk_id, special_tokens = ord("?"), ("#", "?")

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, sentences: Sequence[str]) -> list[Encoded]:
        for sentence in sentences:
            check_special_tokens(sentence, self.special_tokens, "every sentence")
        return self.with_masks(sentences)

    def with_masks(self, sentences: Sequence[str]) -> list[Encoded]:
        self.asked += sentences
        return [
            Encoded(
                (0, *(ord(word) for word in sentence.split()), 1),
                (True, *(False for _ in sentence.split()), True),
                tuple(range(len(sentence.split()) + 2)),
            )
            for sentence in sentences
        ]


class RuleScorer:
    """`attends=False` is a family that has no attention to give."""

    dtype, max_tokens = "float64", 99
    notes = ("a rule, no model",)

    def __init__(self, seed: int = -1, attends: bool = True, asked: Any = None) -> None:
        self.seed, self.attends = seed, attends
        self.asked: list[Any] = [] if asked is None else asked
        self.encode = Letters()
        self.hashed = 0

    @property
    def signature(self) -> dict[str, str]:
        self.hashed += 1
        return {"model": f"rule@{self.seed}", "tok": "letters"}

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        rows = [
            (self.seed, sentences[s].ids, int(target), int(end))
            for s, target, end in zip(plan.sentences, plan.targets, plan.ends, strict=True)
        ]
        self.asked += rows
        log_probs = np.array([-(hash(row) % 997) / 7 for row in rows], dtype=np.float64)
        return MaskedAnswers(log_probs, log_probs > -50)

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        if attention and not self.attends:
            raise NoAttentionError(expected="attention", got="none", fix="Use likelihood='aul'.")
        self.asked += [(self.seed, sentence.ids, attention) for sentence in sentences]
        content = [[token + self.seed for token in sentence.ids[1:-1]] for sentence in sentences]
        flat = np.array([token for tokens in content for token in tokens], dtype=np.float64)
        return SentenceReadings(
            -flat,
            flat % 2 == 0,
            np.sqrt(flat) if attention else None,
            np.array([len(tokens) for tokens in content], dtype=np.int64),
            np.array([[max(tokens), sum(tokens)] for tokens in content], dtype=np.float32),
        )

    def untrained_twin(self, seed: int) -> RuleScorer:
        return RuleScorer(seed, self.attends, self.asked)
