"""Rounds of evaluation: one call of `evaluate`, over however many datasets it goes."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from transformers import Trainer

from equimask.training.keys import PREFIX


class Rounds:
    """Knows where a trainer's evaluation begins and ends.

    With several datasets `evaluate` calls itself for each of them, and the callbacks hear of every
    one. Neither the step (`evaluate` may be called twice at one) nor the dataset's name (it may be
    given by hand) tells them from evaluations of their own, so the call itself is followed.
    """

    def __init__(self, trainer: Trainer) -> None:
        self._running = False
        self._due: str | None = None
        evaluate = trainer.evaluate
        signature = inspect.signature(evaluate)  # subclasses have arguments of their own

        @functools.wraps(evaluate)
        def followed(*args: Any, **kwargs: Any) -> Any:
            if self._running:
                return evaluate(*args, **kwargs)
            given = signature.bind_partial(*args, **kwargs).arguments
            self._running, self._due = True, str(given.get("metric_key_prefix", PREFIX))
            try:
                return evaluate(*args, **kwargs)
            finally:
                self._running = False

        trainer.evaluate = followed  # type: ignore[method-assign]

    def take_turn(self) -> str | None:
        """The prefix of the round's keys, or None if the round has had its turn."""
        if not self._running:  # a dataset on its own, past the trainer's `evaluate`
            return PREFIX
        prefix, self._due = self._due, None
        return prefix
