"""One pass per sentence with nothing hidden: token likelihoods, attention received, a vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from transformers import PreTrainedModel

from equimask.core.errors import ModelError
from equimask.models.head import gold_log_probs


class Reading(NamedTuple):
    """Of one batch, per row: log P, hits and attention of its content tokens; the mean vector."""

    log_probs: list[npt.NDArray[np.float64]]
    hits: list[npt.NDArray[np.bool_]]
    attention: list[npt.NDArray[np.float64]] | None
    vectors: npt.NDArray[np.float32]


class SentenceReader:
    """Reads batches of equal length; what is not asked for is not computed."""

    def __init__(self, model: PreTrainedModel, attention: bool, shift: int = 0) -> None:
        self.model, self.shift = model, shift
        self.attention = ReceivedAttention(model) if attention else None

    @contextmanager
    def ready(self) -> Iterator[None]:
        """The model prepared for reading, and put back afterwards."""
        with self.attention.exposed() if self.attention else nullcontext():
            yield

    def __call__(self, inputs: dict[str, Any], content: torch.Tensor) -> Reading:
        """`content` is True at the tokens of the sentence itself."""
        hidden: list[torch.Tensor] = []
        with _watched(self.model.base_model, hidden):
            if self.attention is None:
                output, received = self.model(**inputs, return_dict=True), None
            else:
                output, received = self.attention.run(inputs)
        # Perceiver answers for more positions than it was given
        logits = output.logits[:, : content.shape[1]]
        if self.shift:  # the first token has no place to its left, and is read at its own
            logits = torch.cat([logits[:, : self.shift], logits[:, : -self.shift]], dim=1)
        log_probs, hits = gold_log_probs(logits.flatten(0, 1), inputs["input_ids"].flatten())
        log_probs, hits = (values.view(content.shape).cpu() for values in (log_probs, hits))
        kept = content.cpu()
        return Reading(
            [row[mask].numpy() for row, mask in zip(log_probs, kept, strict=True)],
            [row[mask].numpy() for row, mask in zip(hits, kept, strict=True)],
            None if received is None else _pick(received, kept),
            self._mean_vectors(hidden[-1], output.logits, inputs, content),
        )

    def _mean_vectors(
        self,
        hidden: torch.Tensor,
        logits: torch.Tensor,
        inputs: dict[str, Any],
        content: torch.Tensor,
    ) -> npt.NDArray[np.float32]:
        """Mean last-layer state over content tokens; of no width where a model shows no states."""
        if self.model.base_model is self.model or hidden.shape == logits.shape:
            # Such a model's base hands out logits, not states: ask for the states.
            states = self._all_states(inputs)
            if not states:
                return np.empty((len(content), 0), dtype=np.float32)
            hidden = states[-1]
        if hidden.shape[:2] != content.shape:  # Perceiver has latents, no state per token
            content = torch.ones(hidden.shape[:2], device=hidden.device)
        weight = content.to(hidden.dtype)[..., None]
        mean = (hidden * weight).sum(1).float() / weight.sum(1).float()
        vectors: npt.NDArray[np.float32] = mean.cpu().numpy()
        return vectors

    def _all_states(self, inputs: dict[str, Any]) -> Sequence[torch.Tensor]:
        try:
            output: Any = self.model(**inputs, output_hidden_states=True, return_dict=True)
        except TypeError:  # code of its own that was written without them
            return ()
        return getattr(output, "hidden_states", None) or ()


@contextmanager
def _watched(module: torch.nn.Module, hidden: list[torch.Tensor]) -> Iterator[None]:
    """What the module returns, also to a head that calls its `forward` past all hooks."""
    forward, own = module.forward, vars(module).get("forward")

    def watched(*args: Any, **kwargs: Any) -> Any:
        output = forward(*args, **kwargs)
        hidden.append(output[0])
        return output

    module.forward = watched
    try:
        yield
    finally:
        if own is None:
            del module.forward
        else:
            module.forward = own


def _pick(values: torch.Tensor, content: torch.Tensor) -> list[npt.NDArray[np.float64]]:
    rows = values.double().cpu() if values.device.type != "mps" else values.cpu().double()
    return [row[mask].numpy() for row, mask in zip(rows, content, strict=True)]


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
        self._sources: list[torch.nn.Module] = []
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

    def run(self, inputs: dict[str, Any]) -> tuple[Any, torch.Tensor]:
        """The model's output and [rows, length] attention received."""
        if not self._probed:
            self._probe({name: value[:2] for name, value in inputs.items()})
        if self._sources:
            return self._run_hooked(inputs, self._sources, self._asks)[:2]
        return self._run_whole(inputs)

    def _probe(self, inputs: dict[str, Any]) -> None:
        _, expected = self._run_whole(inputs)
        modules = [module for module in self.model.modules() if module is not self.model]
        for asks in (False, True):
            _, found, sources = self._run_hooked(inputs, modules, asks)
            if found.shape == expected.shape and bool((found - expected).abs().max() <= _AGREEMENT):
                self._sources, self._asks = sources, asks
                break
        self._probed = True

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
            raise ModelError(
                expected="attention weights of every token on every token",
                got=f"none that are usable from a model of type {self.model.config.model_type!r}",
                fix="This family cannot give AULA; use likelihood='aul'.",
            )
        return output, torch.stack([_received(weights) for weights in layers]).mean(0)

    def _run_hooked(
        self, inputs: dict[str, Any], modules: Sequence[torch.nn.Module], asks: bool
    ) -> tuple[Any, torch.Tensor, list[torch.nn.Module]]:
        length = inputs["input_ids"].shape[1]
        layers: list[torch.Tensor] = []
        sources: list[torch.nn.Module] = []

        def take(module: torch.nn.Module, _inputs: Any, output: Any) -> Any:
            if not isinstance(output, tuple):
                return None
            kept = list(output)
            # Weights come behind the context; a lone softmax (I-BERT's) hands them on to be used.
            for i, part in enumerate(output[1:], 1):
                if isinstance(part, torch.Tensor) and _is_attention(part, length):
                    layers.append(_received(part))
                    if module not in sources:
                        sources.append(module)
                    kept[i] = part.new_empty(0)
            return tuple(kept)

        handles = [module.register_forward_hook(take) for module in modules]
        try:
            flag = {"output_attentions": True} if asks else {}
            output = self.model(**inputs, **flag, return_dict=True)
        finally:
            for handle in handles:
                handle.remove()
        received = torch.stack(layers).mean(0) if layers else torch.empty(0)
        return output, received, sources


def _is_attention(weights: Any, length: int) -> bool:
    if not isinstance(weights, torch.Tensor) or weights.dim() != 4:
        return False
    if (
        weights.shape[-1] != length
        or weights.shape[-2] != length
        or not weights.is_floating_point()
    ):
        return False
    sums = weights.float().sum(-1)
    return bool((sums - 1).abs().max() <= 1e-2)


def _received(weights: torch.Tensor) -> torch.Tensor:
    """Mean over heads and queries: column sums over all tokens, specials included, are 1."""
    return weights.float().mean(dim=(1, 2))
