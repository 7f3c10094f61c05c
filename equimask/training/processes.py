"""Processes that train one model together: they share the questions, and fail together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from accelerate.utils import gather_object

from equimask.core.errors import shorten
from equimask.evaluation.shared_passes import SharedPasses
from equimask.models import MaskedLM
from equimask.models.masked_lm import MaskedAnswers, SentenceReadings
from equimask.plans.masks import Encoded, MaskPlan

_T = TypeVar("_T")


class FailedElsewhereError(RuntimeError):
    """Another process could not do its share."""


class Processes:
    """Steps that all processes take together.

    Whoever waits for an answer must get one: a process that fails says so at its next step, and
    the others hear it there.
    """

    def __init__(self, count: int = 1, index: int = 0) -> None:
        self.count, self.index = count, index

    def gather(self, item: _T) -> list[_T]:
        """The items of all, in the order of the processes."""
        if self.count == 1:
            return [item]
        heard = _exchange(item, None)
        for index, (_, failure) in enumerate(heard):
            if failure is not None:
                raise FailedElsewhereError(f"process {index}: {failure}")
        return [other for other, _ in heard]

    def agree(self, work: Callable[[], _T]) -> _T:
        """What `work` gave the first process, for all of them; or an error in all of them."""
        try:
            mine = work()
        except FailedElsewhereError:
            raise
        except Exception as error:
            if self.count > 1:
                _exchange(None, f"{type(error).__name__}: {shorten(str(error), 300)}")
            raise
        return self.gather(mine)[0]


def _exchange(item: Any, failure: str | None) -> list[tuple[Any, str | None]]:
    heard: list[tuple[Any, str | None]] = gather_object([(item, failure)])
    return heard


class OwnShare(SharedPasses):
    """Asks the model every n-th question and hears the rest from the other processes.

    An answer does not depend on what it is batched with, so the numbers are those of one process.
    """

    def __init__(self, mlm: MaskedLM, signature: Mapping[str, str], processes: Processes) -> None:
        super().__init__(mlm, signature)
        self._processes = processes

    def answer_masks(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        *,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> MaskedAnswers:
        """Of all rows of the plan."""
        rows = self._mine
        own = MaskPlan(plan.sentences[rows], plan.targets[rows], plan.ends[rows])
        known = set(self._answers)
        super().answer_masks(sentences, own, batch_tokens=batch_tokens, progress=progress)
        self._hear(self._answers, known)
        return super().answer_masks(sentences, plan)

    def read_sentences(
        self,
        sentences: Sequence[Encoded],
        *,
        attention: bool = True,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> SentenceReadings:
        """Of all sentences."""
        known = set(self._memory)
        if own := sentences[self._mine]:
            super().read_sentences(
                own, attention=attention, batch_tokens=batch_tokens, progress=progress
            )
        self._hear(self._memory, known)
        return super().read_sentences(sentences, attention=attention)

    @property
    def _mine(self) -> slice:
        return slice(self._processes.index, None, self._processes.count)

    def _hear(self, memory: dict[Any, Any], known: set[Any]) -> None:
        """What is new in the memory of one is then in the memories of all."""
        new = {key: memory[key] for key in memory if key not in known}
        for others in self._processes.gather(new):
            memory.update(others)
