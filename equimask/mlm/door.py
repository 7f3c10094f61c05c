"""A masked language model that answers mask plans."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from accelerate.utils.memory import clear_device_cache, should_reduce_batch_size
from tqdm.auto import tqdm
from transformers import PreTrainedModel

from equimask.errors import ModelError
from equimask.masking import Encoded, MaskPlan
from equimask.mlm import families, identity
from equimask.mlm.batches import TokenBudget, equal_length_batches
from equimask.mlm.devices import borrowed
from equimask.mlm.encoding import SentenceEncoder
from equimask.mlm.head import RowLogits, gold_log_probs

_BATCH_TOKENS = {"cpu": 2048}
_ACCELERATOR_BATCH_TOKENS = 16384
_LOGITS_AT_ONCE = 16_000_000  # 64 MB in float32: a batch of gathered rows times the vocabulary


class MaskedAnswers(NamedTuple):
    """Per plan row: natural log P of the hidden token, and whether it was the top prediction."""

    log_probs: npt.NDArray[np.float64]
    hits: npt.NDArray[np.bool_]


class MaskedLM:
    """Model, tokenizer and device as one thing; made by `load_mlm`."""

    def __init__(
        self,
        model: PreTrainedModel,
        tokenizer: Any,
        *,
        name: str,
        device: torch.device,
        commit: str | None = None,
        live: bool = False,
        language: str | None = None,
    ) -> None:
        families.refuse_unsupported(model.config)
        self.model, self.tokenizer, self.device = model, tokenizer, device
        self.name, self.live, self.language = identity.public_name(name), live, language
        self._commit = commit
        self.encode = SentenceEncoder(tokenizer, model.get_input_embeddings().num_embeddings)

    @cached_property
    def signature(self) -> dict[str, str]:
        """`model` and `tok` fields; a live model is named by its weights, not by its past."""
        revision = self._commit or identity.weights_hash(self.model)
        return {
            "model": f"{self.name}@{revision}",
            "tok": identity.tokenizer_hash(self.tokenizer),
        }

    @property
    def dtype(self) -> str:
        """The precision the model computes in, as torch names it."""
        return str(next(self.model.parameters()).dtype).removeprefix("torch.")

    @cached_property
    def max_tokens(self) -> int:
        """How many tokens a sentence may have, specials included."""
        return families.longest_input(self.model, self.tokenizer)

    def answer_masks(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        *,
        batch_tokens: int | None = None,
        progress: bool = False,
    ) -> MaskedAnswers:
        """Run the plan. The answer of a row does not depend on what it is batched with."""
        lengths = np.array([len(sentences[s].ids) for s in plan.sentences], dtype=np.int64)
        log_probs = np.empty(len(plan), dtype=np.float64)
        hits = np.empty(len(plan), dtype=bool)
        budget = self._budget(batch_tokens)
        row_logits = RowLogits(self.model)
        # An inference tensor kept by a module would break a caller's next backward pass.
        without_gradients = torch.no_grad() if self.live else torch.inference_mode()
        with (
            without_gradients,
            borrowed(self.model, self.device),
            tqdm(total=len(plan), unit="mask", desc=self.name, disable=not progress) as bar,
        ):
            pending: list[npt.NDArray[np.int64]] = []
            batches = equal_length_batches(lengths, budget)
            while (rows := pending.pop() if pending else next(batches, None)) is not None:
                try:
                    answer = self._answer_batch(row_logits, sentences, plan, rows)
                except Exception as error:
                    if not should_reduce_batch_size(error):
                        raise
                    pending += self._halves(rows, int(lengths[rows[0]]), budget, error)
                    continue
                log_probs[rows], hits[rows] = answer
                bar.update(len(rows))
        return MaskedAnswers(log_probs, hits)

    def _answer_batch(
        self,
        row_logits: RowLogits,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        rows: npt.NDArray[np.int64],
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        ids = np.array([sentences[s].ids for s in plan.sentences[rows]], dtype=np.int64)
        targets, ends = plan.targets[rows], plan.ends[rows]
        gold = ids[np.arange(len(rows)), targets].copy()
        columns = np.arange(ids.shape[1])
        ids[(columns >= targets[:, None]) & (columns <= ends[:, None])] = self.encode.mask_id
        input_ids = torch.from_numpy(ids).to(self.device)
        inputs = {
            "input_ids": input_ids,
            **families.extra_inputs(self.model, self.language, input_ids),
        }
        logits = row_logits(inputs, torch.from_numpy(targets).to(self.device))
        log_probs, hits = gold_log_probs(logits, torch.from_numpy(gold).to(self.device))
        return log_probs.cpu().numpy(), hits.cpu().numpy()

    def _budget(self, batch_tokens: int | None) -> TokenBudget:
        default = _BATCH_TOKENS.get(self.device.type, _ACCELERATOR_BATCH_TOKENS)
        vocabulary = self.model.get_input_embeddings().num_embeddings
        return TokenBudget(batch_tokens or default, max(8, _LOGITS_AT_ONCE // vocabulary))

    def _halves(
        self, rows: npt.NDArray[np.int64], length: int, budget: TokenBudget, error: Exception
    ) -> list[npt.NDArray[np.int64]]:
        clear_device_cache(garbage_collection=True)
        if len(rows) == 1:
            raise ModelError(
                expected="a device with room for one sentence",
                got=f"out of memory on {self.device} with a single row of {length} tokens",
                fix="Use device='cpu', a smaller model, or dtype='float16' on an accelerator.",
            ) from error
        budget.shrink_below(len(rows), length)
        middle = len(rows) // 2
        return [rows[middle:], rows[:middle]]
