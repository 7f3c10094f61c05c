"""The model of an audit: every sentence and every mask is asked once, by whichever measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from equimask.core.errors import ModelError
from equimask.evaluation.shared_passes import SharedPasses
from equimask.models import MaskedLM
from equimask.models.encoding import SentenceEncoder
from equimask.models.masked_lm import SentenceReadings
from equimask.plans.masks import Encoded

_OF_THE_WEIGHTS = {"model", "_row_logits", "_revision"}


class _RememberedEncodings(SentenceEncoder):
    """Tokenises a sentence once: the measures and their parts ask for the same ones."""

    def __init__(self, encode: SentenceEncoder) -> None:
        self.__dict__.update(vars(encode))
        self._known: dict[str, Encoded] = {}

    def __call__(self, sentences: Sequence[str]) -> list[Encoded]:
        """As the tokenizer does, but only what is new."""
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._known]
        self._known.update(zip(new, super().__call__(new), strict=True))
        return [self._known[sentence] for sentence in sentences]


class AuditPasses(SharedPasses):
    """Shares one unmasked pass between AUL and AULA, and remembers twins without their weights."""

    def __init__(self, mlm: MaskedLM, signature: Mapping[str, str]) -> None:
        super().__init__(mlm, signature)
        self.encode = _RememberedEncodings(mlm.encode)
        self._known_by_twins: dict[int, dict[str, Any]] = {}

    def read_sentences(
        self,
        sentences: Sequence[Encoded],
        *,
        attention: bool = True,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> SentenceReadings:
        """With attention whatever is asked for, unless the family has none to give."""
        how: dict[str, Any] = {"batch_tokens": batch_tokens, "progress": progress}
        try:
            reading = super().read_sentences(sentences, attention=True, **how)
        except ModelError:
            if attention:
                raise
            return super().read_sentences(sentences, attention=False, **how)
        return reading if attention else reading._replace(attention=None)

    def untrained_twin(self, seed: int) -> MaskedLM:
        """What the twin of a seed was asked before it need not be asked again."""
        known = self._known_by_twins.setdefault(seed, {"_memory": {}, "_answers": {}})
        return _Twin(self, seed, known)


class _Twin(AuditPasses):
    """A twin whose weights are made when they are needed and go when it is let go.

    Eight twins of a large model would not fit into memory; what they have said does.
    """

    def __init__(self, trained: AuditPasses, seed: int, known: dict[str, Any]) -> None:
        self.__dict__.update(
            {name: value for name, value in vars(trained).items() if name not in _OF_THE_WEIGHTS}
        )
        self.__dict__.update(known)
        self._trained, self._seed = trained, seed

    @cached_property
    def model(self) -> Any:  # type: ignore[override]
        """Random weights, the same for the same seed."""
        return MaskedLM.untrained_twin(self._trained, self._seed).model
