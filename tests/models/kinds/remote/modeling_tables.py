"""Models whose numbers rest on tables that no checkpoint holds."""

from typing import Any

import torch

from .layers_own import Encoder, OwnForMaskedLM


def frequencies(config: Any) -> Any:
    half = config.hidden_size // config.num_attention_heads // 2
    return 10.0 ** -torch.arange(half).div(half)


def turned(states: Any, cos: Any, sin: Any) -> Any:
    left, right = states.chunk(2, -1)
    return torch.cat([left * cos - right * sin, right * cos + left * sin], -1)


class Rotary(Encoder):
    """The angles are computed from a small table at every call."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.register_buffer("inv_freq", frequencies(config), persistent=False)

    def turn(self, states: Any) -> Any:
        angles = torch.arange(states.shape[-2])[:, None] * self.inv_freq
        return turned(states, angles.cos(), angles.sin())


class CosSin(Encoder):
    """The angles of all positions are computed once."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        angles = torch.arange(config.max_position_embeddings)[:, None] * frequencies(config)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def turn(self, states: Any) -> Any:
        length = states.shape[-2]
        return turned(states, self.cos[:length], self.sin[:length])


class Attribute(Encoder):
    """The table is no buffer at all, only a tensor that the encoder remembers."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.inv_freq = frequencies(config)

    turn = Rotary.turn


class Complex(Encoder):
    """The angles as complex numbers (Llama's own code, NeoBERT's first)."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        angles = torch.arange(config.max_position_embeddings)[:, None] * frequencies(config)
        whole = torch.polar(torch.ones_like(angles), angles)
        self.register_buffer("freqs_cis", whole, persistent=False)

    def turn(self, states: Any) -> Any:
        part = self.freqs_cis[: states.shape[-2]]
        return turned(states, part.real, part.imag)


class Saved(Rotary):
    """A buffer that checkpoints hold, if they were written after it was made one."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.register_buffer("inv_freq", frequencies(config), persistent=True)


class Numbered(Encoder):
    """Whole numbers: each position's number, as older models keep it."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        numbers = torch.arange(config.max_position_embeddings)
        self.register_buffer("position_ids", numbers, persistent=False)

    def embedded(self, input_ids: Any) -> Any:
        return self.words(input_ids) + self.positions(self.position_ids[: input_ids.shape[1]])


class RandomFeatures(Encoder):
    """Drawn anew whenever the model is built: the numbers it was trained with are lost."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        drawn = torch.randn(config.hidden_size, config.hidden_size)
        self.register_buffer("features", drawn, persistent=False)

    def embedded(self, input_ids: Any) -> Any:
        return super().embedded(input_ids) @ self.features


class RotaryForMaskedLM(OwnForMaskedLM):
    encoder_class = Rotary


class CosSinForMaskedLM(OwnForMaskedLM):
    encoder_class = CosSin


class AttributeForMaskedLM(OwnForMaskedLM):
    encoder_class = Attribute


class ComplexForMaskedLM(OwnForMaskedLM):
    encoder_class = Complex


class SavedForMaskedLM(OwnForMaskedLM):
    encoder_class = Saved


class NumberedForMaskedLM(OwnForMaskedLM):
    encoder_class = Numbered


class RandomFeaturesForMaskedLM(OwnForMaskedLM):
    encoder_class = RandomFeatures
