"""The LM head on the rows that are needed, and nowhere else; for XLNet, its second stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import torch
from transformers import PreTrainedModel

from equimask.models.devices import out_of_memory
from equimask.models.families import unreadable
from equimask.models.last_layer import (
    NO_CUT,
    Cut,
    Recorder,
    UnlikeTheCheckError,
    asked_states,
    on_asked_rows,
)

_CHECKED_ROWS = 2
_AGREEMENT = 1e-4  # of logits computed in two ways; float32 noise is below 1e-5
_NEVER = 60.0  # nats below the top: no probability worth its name


class Ways(NamedTuple):
    """How a model may be asked; checked against its full logits."""

    cuts: list[Cut]  # the best first; what fails later is not tried again
    splits: bool  # whether its head answers in pieces
    rows: int  # of the check


_KNOWN_WAYS: WeakKeyDictionary[PreTrainedModel, Ways] = WeakKeyDictionary()


class RowLogits:
    """Logits at one position per row.

    The head is handed one hidden state per row instead of all of them, and the last layer is cut in
    the same way behind its attention. The first call compares with full logits, and falls back to
    them where a model's own code does not go along. A model that never `changes` is checked once,
    however often it is wrapped.
    """

    def __init__(self, model: PreTrainedModel, changes: bool = True) -> None:
        self.model, self.changes = model, changes
        self.ways: Ways | None = None if changes else _KNOWN_WAYS.get(model)

    @property
    def gathers(self) -> bool | None:
        """Whether the head sees one position per row; None before the first call."""
        return None if self.ways is None else bool(self.ways.cuts)

    def __call__(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        """[rows, vocabulary] logits at `positions`."""
        (logits,) = self.pieces(inputs, positions, len(positions))
        return logits

    def pieces(
        self, inputs: dict[str, Any], positions: torch.Tensor, at_once: int
    ) -> Iterator[torch.Tensor]:
        """The same from one run of the encoder, for at most `at_once` rows at a time."""
        splits = self.splits(inputs)
        cuts = self.ways.cuts if self.ways else []
        while cuts and (splits or len(positions) <= at_once):
            try:
                logits, asked = self._gathered(inputs, positions, cuts[0], at_once)
            except Exception as error:
                if out_of_memory(error):
                    raise
                cuts.pop(0)
                continue
            yield logits
            yield from asked.further_pieces(self.model, inputs, at_once)
            return
        for start in range(0, len(positions), at_once):
            rows = slice(start, start + at_once)
            some = {name: value[rows] for name, value in inputs.items()}
            if len(positions) > at_once:
                yield from self.pieces(some, positions[rows], at_once)
            else:
                yield self._full(some, positions[rows])

    def splits(self, inputs: dict[str, Any]) -> bool:
        """Whether the head answers in pieces; checks the model where that is still to be done."""
        rows, length = inputs["input_ids"].shape
        # With one token per row there is nothing to cut, and all ways would seem to agree.
        if length > 1 and (self.ways is None or self.ways.rows < min(rows, _CHECKED_ROWS)):
            self.ways = self._working_ways(inputs)
            if not self.changes:
                _KNOWN_WAYS[self.model] = self.ways
        return self.ways is not None and self.ways.splits

    def _full(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.model(**inputs, return_dict=True).logits
        return logits[torch.arange(len(positions), device=logits.device), positions]

    def _gathered(
        self, inputs: dict[str, Any], positions: torch.Tensor, cut: Cut, at_once: int
    ) -> tuple[torch.Tensor, AskedStates]:
        """The first piece's logits, and what the others are answered from."""
        asked = AskedStates(lambda states: asked_states(states, positions))
        with (
            asked.handed_on(self.model.base_model, at_once),
            on_asked_rows(cut, positions, inputs["input_ids"].shape[1]),
        ):
            logits: torch.Tensor = self.model(**inputs, return_dict=True).logits
        # A model that never saw the rows that were handed on answers for every position.
        if logits.shape[:2] != (min(at_once, len(positions)), 1):
            raise UnlikeTheCheckError(f"logits of shape {tuple(logits.shape)}")
        return logits[:, 0], asked

    def _working_ways(self, inputs: dict[str, Any]) -> Ways:
        """Those that give the full logits at the end of one row and in the middle of another."""
        rows, length = inputs["input_ids"].shape
        few = {name: value[:_CHECKED_ROWS] for name, value in inputs.items()}
        positions = torch.tensor([length - 1, length // 2][:rows]).to(inputs["input_ids"].device)
        recorder = Recorder(self.model)
        with recorder.listening(len(positions), length):
            full = self._first_pass(few, positions)
        working: list[Cut] = []
        for cut in [NO_CUT, *recorder.cuts()]:
            if not self._agrees(few, positions, cut, full):
                break
            working = [cut, NO_CUT] if cut.steps else [cut]
        splits = bool(working) and rows > 1 and self._splits(few, positions, full)
        return Ways(working, splits, len(positions))

    def _splits(self, inputs: dict[str, Any], positions: torch.Tensor, full: torch.Tensor) -> bool:
        if not self._agrees(inputs, positions, NO_CUT, full, at_once=1):
            return False
        # An encoder that hands on logits has its head inside: nothing is left to be split.
        _, asked = self._gathered(inputs, positions, NO_CUT, at_once=1)
        return asked.states is not None and asked.states.shape[-1] != full.shape[-1]

    def _agrees(
        self,
        inputs: dict[str, Any],
        positions: torch.Tensor,
        cut: Cut,
        full: torch.Tensor,
        at_once: int = _CHECKED_ROWS,
    ) -> bool:
        try:
            first, asked = self._gathered(inputs, positions, cut, at_once)
            found = torch.cat([first, *asked.further_pieces(self.model, inputs, at_once)])
        except Exception as error:
            if out_of_memory(error):
                raise
            return False
        return agree(found, full)

    def _first_pass(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        try:
            return self._full(inputs, positions)
        except Exception as error:
            if out_of_memory(error):
                raise
            raise unreadable(self.model, error) from error


class AskedStates:
    """The encoder's states that are asked for, one run long; its head sees nothing else.

    They go through the head piece by piece, so that the vocabulary bounds a piece and not the
    encoder's batch.
    """

    def __init__(self, choose: Callable[[torch.Tensor], torch.Tensor]) -> None:
        """`choose` makes [asked, 1, width] of [rows, length, width]."""
        self._choose = choose
        self._output: Any = None
        self.states: torch.Tensor | None = None

    @contextmanager
    def handed_on(self, encoder: torch.nn.Module, at_once: int) -> Iterator[None]:
        """The first `at_once` of them to the head, within the run of the whole model."""

        def keep(output: Any) -> Any:
            self._output, self.states = output, self._choose(output[0])
            return _with_states(output, self.states[:at_once])

        forward = encoder.forward
        with forward_replaced(encoder, lambda *args, **kwargs: keep(forward(*args, **kwargs))):
            yield

    def further_pieces(
        self, model: PreTrainedModel, inputs: dict[str, Any], at_once: int
    ) -> Iterator[torch.Tensor]:
        """[asked, vocabulary] logits of the others."""
        assert self.states is not None
        one_row = {name: value[:1] for name, value in inputs.items()}
        for piece in self.states.split(at_once)[1:]:
            handed = _with_states(self._output, piece)
            with forward_replaced(model.base_model, lambda *_, handed=handed, **__: handed):
                logits: torch.Tensor = model(**one_row, return_dict=True).logits
            yield logits[:, 0]


def _with_states(output: Any, states: torch.Tensor) -> Any:
    if isinstance(output, tuple):
        return (states, *output[1:])
    output[next(iter(output.keys()))] = states
    return output


@contextmanager
def forward_replaced(module: torch.nn.Module, forward: Callable[..., Any]) -> Iterator[None]:
    """Also for a caller that goes past all hooks, as NeoBERT's head does with its encoder."""
    own = vars(module).get("forward")  # accelerate's dispatch puts one there
    module.forward = forward
    try:
        yield
    finally:
        if own is None:
            del module.forward
        else:
            module.forward = own


def agree(found: torch.Tensor, full: torch.Tensor) -> bool:
    """Whether these are the same logits, but for the noise of their precision."""
    if found.shape != full.shape:
        return False
    tolerance = max(_AGREEMENT, 4 * torch.finfo(full.dtype).eps)
    found, full = comparable(found), comparable(full)
    scale = max(1.0, float(full.abs().max()))
    return bool((found - full).abs().max() <= tolerance * scale)


def comparable(logits: torch.Tensor) -> torch.Tensor:
    """As they enter a softmax, and none so low that it would hide how far others are apart.

    Some heads rule tokens out by a logit of -1e9, beside which all differences look small.
    """
    return (logits - logits.amax(-1, keepdim=True)).clamp(min=-_NEVER)


def gold_log_probs(
    logits: torch.Tensor, gold: torch.Tensor, elements_at_once: int = 1_000_000
) -> tuple[torch.Tensor, torch.Tensor]:
    """log P(gold) per row, and whether gold is the top prediction.

    The softmax runs in float64: near p = 1 a float32 log-probability has steps of 6e-8, which are
    1.7e-4 in Jensen-Shannon distance. Rows are cast a few at a time, so the cast costs no memory.
    """
    if logits.device.type == "mps":  # no float64 there
        logits, gold = logits.cpu(), gold.cpu()
    log_probs, hits = [], []
    step = max(1, elements_at_once // logits.shape[-1])
    for rows, ids in zip(logits.split(step), gold.split(step), strict=True):
        precise = rows.double()
        picked = precise.gather(1, ids[:, None])[:, 0]
        log_probs.append((picked - precise.logsumexp(-1)).clamp_(max=0.0))
        hits.append(rows.argmax(-1) == ids)
    return torch.cat(log_probs), torch.cat(hits)


class TwoStreamLogits:
    """Logits at one position per row, as `RowLogits` gives them for masked language models."""

    def __init__(self, model: PreTrainedModel, mask_id: int) -> None:
        self.model, self.mask_id = model, mask_id

    def __call__(self, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
        """[rows, vocabulary] logits at `positions`, whatever token stands there."""
        ids = inputs["input_ids"]
        rows, length = ids.shape
        asked = torch.zeros_like(ids, dtype=torch.bool)
        asked[torch.arange(rows, device=ids.device), positions] = True
        hidden = asked | (ids == self.mask_id)
        logits: torch.Tensor = self.model(
            **inputs,
            perm_mask=hidden[:, None].expand(rows, length, length).to(self.model.dtype),
            target_mapping=asked[:, None].to(self.model.dtype),
            use_mems=False,
            return_dict=True,
        ).logits
        return logits[:, 0]

    def pieces(
        self, inputs: dict[str, Any], positions: torch.Tensor, at_once: int
    ) -> Iterator[torch.Tensor]:
        """The same for at most `at_once` rows at a time."""
        for start in range(0, len(positions), at_once):
            rows = slice(start, start + at_once)
            yield self({n: value[rows] for n, value in inputs.items()}, positions[rows])

    def splits(self, _inputs: dict[str, Any]) -> bool:
        """Its second stream ends in the head."""
        return False
