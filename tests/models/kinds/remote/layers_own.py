"""A small encoder and its head, written out; the models beside it differ in one thing each."""

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional
from transformers import PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput, MaskedLMOutput

from .configuration_own import OwnConfig


class Layer(nn.Module):
    def __init__(self, config: Any) -> None:
        super().__init__()
        width = config.hidden_size
        self.heads = config.num_attention_heads
        self.norm, self.second_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query_key_value, self.mixed = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, hidden: Any, seen: Any, turn: Any) -> Any:
        rows, length, width = hidden.shape
        parts = self.query_key_value(self.norm(hidden)).chunk(3, -1)
        split = (part.view(rows, length, self.heads, -1).transpose(1, 2) for part in parts)
        query, key, value = split
        query, key = turn(query), turn(key)
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        weights = scores.masked_fill(~seen, -math.inf).softmax(-1)
        hidden = hidden + self.mixed((weights @ value).transpose(1, 2).reshape(rows, length, width))
        return hidden + self.narrow(functional.gelu(self.wide(self.second_norm(hidden)))), weights


class Encoder(nn.Module):
    """With learned positions, and every token in sight of every other."""

    def __init__(self, config: Any) -> None:
        super().__init__()
        self.config = config
        self.words = nn.Embedding(config.vocab_size, config.hidden_size)
        self.positions = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.num_hidden_layers))
        self.norm = nn.LayerNorm(config.hidden_size)

    def embedded(self, input_ids: Any) -> Any:
        return self.words(input_ids) + self.positions.weight[: input_ids.shape[1]]

    def turn(self, states: Any) -> Any:
        return states

    def seen(self, length: int) -> Any:
        return torch.ones(length, length, dtype=torch.bool)

    def forward(self, input_ids: Any, **_: Any) -> BaseModelOutput:
        hidden = self.embedded(input_ids)
        states, attentions = [hidden], []
        for layer in self.layers:
            hidden, weights = layer(hidden, self.seen(input_ids.shape[1]), self.turn)
            states.append(hidden)
            attentions.append(weights)
        states[-1] = self.norm(hidden)
        return BaseModelOutput(states[-1], tuple(states), tuple(attentions))


class OwnForMaskedLM(PreTrainedModel):
    """The head that is tied to the embeddings, and a loss at every token's own place."""

    config_class = OwnConfig
    base_model_prefix = "encoder"
    encoder_class: Any = Encoder
    _tied_weights_keys = {"decoder.weight": "encoder.words.weight"}  # noqa: RUF012

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.encoder = self.encoder_class(config)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.post_init()

    def get_input_embeddings(self) -> Any:
        return self.encoder.words

    def get_output_embeddings(self) -> Any:
        return self.decoder

    def set_output_embeddings(self, value: Any) -> None:
        self.decoder = value

    def forward(self, input_ids: Any, labels: Any = None, **_: Any) -> MaskedLMOutput:
        found = self.encoder(input_ids)
        logits = self.decoder(found.last_hidden_state)
        return MaskedLMOutput(
            None if labels is None else self.loss(logits, labels),
            logits,
            found.hidden_states,
            found.attentions,
        )

    def loss(self, logits: Any, labels: Any) -> Any:
        return functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
