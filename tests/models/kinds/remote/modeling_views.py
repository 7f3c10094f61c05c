"""Models whose tokens see less than a sentence, or are answered for at another place."""

from typing import Any

import torch
from torch.nn import functional

from .layers_own import Encoder, OwnForMaskedLM


class Forwards(Encoder):
    """No token sees a later one."""

    def seen(self, length: int) -> Any:
        return torch.ones(length, length, dtype=torch.bool).tril()


class Backwards(Encoder):
    """No token sees an earlier one."""

    def seen(self, length: int) -> Any:
        return torch.ones(length, length, dtype=torch.bool).triu()


class Alone(Encoder):
    """No token sees another."""

    def seen(self, length: int) -> Any:
        return torch.eye(length, dtype=torch.bool)


class Window(Encoder):
    """A token sees one neighbour on each side, in every layer."""

    def seen(self, length: int) -> Any:
        return torch.ones(length, length, dtype=torch.bool).triu(-1).tril(1)


class OneBehind(Encoder):
    """The state of token i stands at i-1."""

    def forward(self, input_ids: Any, **_: Any) -> Any:
        found = super().forward(input_ids)
        found.last_hidden_state = found.last_hidden_state.roll(-1, 1)
        found.hidden_states = (*found.hidden_states[:-1], found.last_hidden_state)
        return found


class ForwardsForMaskedLM(OwnForMaskedLM):
    encoder_class = Forwards


class BackwardsForMaskedLM(OwnForMaskedLM):
    encoder_class = Backwards


class AloneForMaskedLM(OwnForMaskedLM):
    encoder_class = Alone


class WindowForMaskedLM(OwnForMaskedLM):
    encoder_class = Window


class OneBehindForMaskedLM(OwnForMaskedLM):
    """Trained as it answers: the loss compares token i with the logits at i-1 (GPT-BERT)."""

    encoder_class = OneBehind

    def loss(self, logits: Any, labels: Any) -> Any:
        return functional.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten())


class OneBehindWithoutLoss(OneBehindForMaskedLM):
    """Its class does not tell the place: `labels` are not read (Dream)."""

    def forward(self, input_ids: Any, **_: Any) -> Any:
        return super().forward(input_ids)
