"""One pass per sentence with nothing hidden: token likelihoods, attention received, a vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import Any, NamedTuple

import torch
from transformers import PreTrainedModel

from equimask.core.errors import ModelError
from equimask.models.head import AskedStates, forward_replaced, gold_log_probs
from equimask.models.scorer import NoAttentionError


class Asked(NamedTuple):
    """Of one batch: where the content tokens are answered, which they are, where they stand."""

    rows: torch.Tensor
    places: torch.Tensor
    gold: torch.Tensor
    content: torch.Tensor  # [rows, length]: True at the tokens of the sentence itself


class Reading(NamedTuple):
    """Of one batch, on its device: log P and hits of content tokens, attention of all, vectors."""

    log_probs: torch.Tensor
    hits: torch.Tensor
    vectors: torch.Tensor
    attention: torch.Tensor  # [rows, length], or empty


class SentenceReader:
    """Reads batches of equal length; what is not asked for is not computed."""

    def __init__(self, model: PreTrainedModel, attention: bool) -> None:
        self.model = model
        self.attention = ReceivedAttention(model) if attention else None

    @contextmanager
    def ready(self) -> Iterator[None]:
        """The model prepared for reading, and put back afterwards."""
        with self.attention.exposed() if self.attention else nullcontext():
            yield

    def whole(self, inputs: dict[str, Any], asked: Asked, softmax: int) -> Reading:
        """From the logits of all tokens; `softmax` is how many are widened at once."""
        states: list[torch.Tensor] = []
        encoder = self.model.base_model
        forward = encoder.forward

        def watched(*args: Any, **kwargs: Any) -> Any:
            output = forward(*args, **kwargs)
            states.append(output[0])
            return output

        with forward_replaced(encoder, watched):
            output, received = self._run(inputs)
        logits: torch.Tensor = output.logits
        log_probs, hits = gold_log_probs(logits[asked.rows, asked.places], asked.gold, softmax)
        hidden: torch.Tensor | None = states[-1]
        if encoder is self.model or states[-1].shape == logits.shape:
            # Such a model's base hands out logits, not states: ask for the states.
            hidden = self._last_states(inputs)
        return Reading(log_probs, hits, _mean_vectors(hidden, asked.content), received)

    def in_pieces(
        self, inputs: dict[str, Any], asked: Asked, at_once: int, softmax: int
    ) -> Reading:
        """From the states of content tokens, of which the head gets `at_once` at a time."""
        states: list[torch.Tensor] = []

        def choose(hidden: torch.Tensor) -> torch.Tensor:
            states.append(hidden)
            return hidden[asked.rows, asked.places, None]

        chosen = AskedStates(choose)
        with chosen.handed_on(self.model.base_model, at_once):
            output, received = self._run(inputs)
        pieces = chain([output.logits[:, 0]], chosen.further_pieces(self.model, inputs, at_once))
        found = [
            gold_log_probs(logits, gold, softmax)
            for logits, gold in zip(pieces, asked.gold.split(at_once), strict=True)
        ]
        log_probs, hits = (torch.cat(parts) for parts in zip(*found, strict=True))
        return Reading(log_probs, hits, _mean_vectors(states[-1], asked.content), received)

    def check(self, inputs: dict[str, Any]) -> None:
        """Find out how the model shows its attention, where that is still to be done."""
        if self.attention:
            self.attention.check(inputs)

    def _run(self, inputs: dict[str, Any]) -> tuple[Any, torch.Tensor]:
        if self.attention is None:
            nothing = torch.empty(0, device=inputs["input_ids"].device)
            return self.model(**inputs, return_dict=True), nothing
        return self.attention.run(inputs)

    def _last_states(self, inputs: dict[str, Any]) -> torch.Tensor | None:
        try:
            output: Any = self.model(**inputs, output_hidden_states=True, return_dict=True)
        except TypeError:  # code of its own that was written without them
            return None
        states = getattr(output, "hidden_states", None)
        return states[-1] if states else None


def _mean_vectors(hidden: torch.Tensor | None, content: torch.Tensor) -> torch.Tensor:
    """Mean last-layer state over content tokens; of no width where a model shows no states."""
    if hidden is None:
        return torch.empty((len(content), 0), device=content.device)
    if hidden.shape[:2] != content.shape:  # Perceiver has latents, no state per token
        content = torch.ones(hidden.shape[:2], device=hidden.device)
    weight = content.to(hidden)[..., None]
    return (hidden * weight).sum(1).float() / weight.sum(1).float()


_AGREEMENT = 1e-4


class ReceivedAttention:
    """Attention received, reduced while the model runs.

    A hook takes each layer's weights as the layer returns them, keeps their mean and hands an empty
    tensor on, so that one layer's [rows, heads, length, length] is all that is ever held. The first
    batch is compared with what `output_attentions=True` returns; where the hooks miss something
    that is the way taken, at the price of memory.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        self.model = model
        self._sources: dict[torch.nn.Module, int] = {}  # which of its outputs are weights
        self._asks = False  # whether layers return their weights only when asked for
        self._probed = False

    @contextmanager
    def exposed(self) -> Iterator[None]:
        """Attention computed in the open; the caller's implementation is back afterwards."""
        usual = getattr(self.model.config, "_attn_implementation", None)
        if usual in (None, "eager"):
            yield
            return
        self.model.set_attn_implementation("eager")
        try:
            yield
        finally:
            self.model.set_attn_implementation(usual)

    def check(self, inputs: dict[str, Any]) -> None:
        """Where the weights come out; once, before the first run."""
        if self._probed:
            return
        inputs = {name: value[:2] for name, value in inputs.items()}
        _, expected = self._run_whole(inputs)
        modules = [module for module in self.model.modules() if module is not self.model]
        for asks in (False, True):
            sources: dict[torch.nn.Module, int] = {}
            _, found = self._run_hooked(inputs, modules, asks, sources)
            if found.shape == expected.shape and bool((found - expected).abs().max() <= _AGREEMENT):
                self._sources, self._asks = sources, asks
                break
        self._probed = True

    def run(self, inputs: dict[str, Any]) -> tuple[Any, torch.Tensor]:
        """The model's output and [rows, length] attention received."""
        if self._sources:
            return self._run_hooked(inputs, list(self._sources), self._asks)
        return self._run_whole(inputs)

    def _run_whole(self, inputs: dict[str, Any]) -> tuple[Any, torch.Tensor]:
        output = self.model(**inputs, output_attentions=True, return_dict=True)
        layers = getattr(output, "attentions", None) or ()
        length = inputs["input_ids"].shape[1]
        if any(isinstance(weights, torch.Tensor) and weights.isnan().any() for weights in layers):
            raise ModelError(
                expected="finite attention weights",
                got="NaN",
                fix="Use dtype='float32', or a checkpoint whose weights are finite.",
            )
        if not layers or not all(_is_attention(weights, length) for weights in layers):
            raise NoAttentionError(
                expected="attention weights of every token on every token",
                got=f"none that are usable from a model of type {self.model.config.model_type!r}",
                fix="This family cannot give AULA; use likelihood='aul'.",
            )
        return output, torch.stack([_received(weights) for weights in layers]).mean(0)

    def _run_hooked(
        self,
        inputs: dict[str, Any],
        modules: Sequence[torch.nn.Module],
        asks: bool,
        found: dict[torch.nn.Module, int] | None = None,
    ) -> tuple[Any, torch.Tensor]:
        """With `found`, weights are looked for in all outputs, and it is filled with where."""
        length = inputs["input_ids"].shape[1]
        layers: list[torch.Tensor] = []

        def take(module: torch.nn.Module, _inputs: Any, output: Any) -> Any:
            if not isinstance(output, tuple):
                return None
            kept = list(output)
            # Weights come behind the context; a lone softmax (I-BERT's) hands them on to be used.
            for i, part in enumerate(output[1:], 1):
                if found is None:
                    weights = i == self._sources[module] and _is_square(part, length)
                else:  # a look at the numbers, which waits for the device
                    weights = _is_attention(part, length)
                if weights:
                    layers.append(_received(part))
                    kept[i] = part.new_empty(0)
                    if found is not None:
                        found[module] = i
            return tuple(kept)

        handles = [module.register_forward_hook(take) for module in modules]
        try:
            flag = {"output_attentions": True} if asks else {}
            output = self.model(**inputs, **flag, return_dict=True)
        finally:
            for handle in handles:
                handle.remove()
        return output, torch.stack(layers).mean(0) if layers else torch.empty(0)


def _is_attention(weights: Any, length: int) -> bool:
    if not _is_square(weights, length):
        return False
    sums = weights.float().sum(-1)
    return bool((sums - 1).abs().max() <= 1e-2)


def _is_square(weights: Any, length: int) -> bool:
    return (
        isinstance(weights, torch.Tensor)
        and weights.dim() == 4
        and weights.shape[-2:] == (length, length)
        and weights.is_floating_point()
    )


def _received(weights: torch.Tensor) -> torch.Tensor:
    """Mean over heads and queries: column sums over all tokens, specials included, are 1."""
    return weights.float().mean(dim=(1, 2))
