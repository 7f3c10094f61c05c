"""One of the processes that `torchrun` starts: trains in shards, and writes down what it saw.

accelerate shards nothing on processors. So models are sharded here, as transformers shards those
that it loads with a `DistributedConfig`, and the Trainer takes them from there.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import peft
import pytest
import torch
from accelerate import PartialState
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from transformers import Trainer

from equimask import BiasCallback
from equimask.models import MaskedLM
from equimask.models.identity import weights_hash
from equimask.models.proof import _has_learned_words
from equimask.models.shards import whole
from equimask.models.shared_out import SharedOut
from tests import tiny
from tests.training.small_trainers import small_trainer

METRICS = ("s_jsd", "aul", "mbe")
MAX_PAIRS = 9
FAILS_IN_ONE, FAILS_IN_A_FORWARD = 2, 3  # steps of the training that is disturbed
HALF = MixedPrecisionPolicy(torch.bfloat16, torch.bfloat16, torch.bfloat16)


def plain() -> Any:
    return tiny.tiny_bert(len(tiny.wordpiece_tokenizer()))


def adapted() -> Any:
    lora = peft.LoraConfig(target_modules=["query", "value"], r=2, init_lora_weights=False)
    return peft.get_peft_model(plain(), lora)


def one_sided() -> Any:
    """Of its embeddings all that was learned, and all noise, is in the first half."""
    model = plain()
    words = model.get_input_embeddings().weight.detach()
    words.copy_(1 + 3.65 * torch.randn(words.shape))[len(words) // 2 :] = 0
    return model


def bare(model: Any) -> Any:
    return model.get_base_model() if hasattr(model, "get_base_model") else model


def in_shards(make: Callable[[], Any], **policy: Any) -> Any:
    outermost = make()
    model = bare(outermost)
    for layer in model.bert.encoder.layer:
        fully_shard(layer, **policy)
    tied = [model.bert.embeddings.word_embeddings, model.cls.predictions]
    fully_shard(tied, reshard_after_forward=False, **policy)
    fully_shard(outermost, **policy)
    model._is_distributed_loading_by_transformers = True
    return outermost


TRAININGS: dict[str, Callable[[], Any]] = {
    "whole": plain,
    "shards": partial(in_shards, plain),
    "disturbed": partial(in_shards, plain),
    "without_curve": partial(in_shards, plain),
    "adapter": adapted,
    "adapter_in_shards": partial(in_shards, adapted),
    "half": partial(in_shards, plain, mp_policy=HALF),
    "half_without_curve": partial(in_shards, plain, mp_policy=HALF),
}


def main(folder: Path) -> None:
    state = PartialState(cpu=True)
    reports: dict[str, Any] = {
        "learned": [_has_learned_words(one_sided()), _has_learned_words(in_shards(one_sided))]
    }
    for name, make in TRAININGS.items():
        outermost = make()
        settings = {"max_steps": 5, "eval_steps": 1}
        tokenizer = tiny.wordpiece_tokenizer()
        trainer = small_trainer(folder, model=outermost, tokenizer=tokenizer, **settings)
        curve = None
        if "without_curve" not in name:
            curve = BiasCallback(trainer, METRICS, max_pairs=MAX_PAIRS)
            trainer.add_callback(curve)
        rows: list[int] = []
        with watched(rows), failing(trainer) if name == "disturbed" else nullcontext():
            trainer.train()
        model, history = bare(outermost), trainer.state.log_history
        if name == "shards":
            weights = {key: whole(value) for key, value in model.state_dict().items()}
            torch.save(weights, folder / f"{state.process_index}.pt")
        reports[name] = {
            "rows": rows,
            "curve": {log["step"]: log for log in history if "eval_s_jsd_en" in log},
            "weights": weights_hash(model),
            "signature": str(curve.results["s_jsd_en"].signature) if curve else None,
        }
    (folder / f"{state.process_index}.json").write_text(json.dumps(reports), encoding="utf-8")
    torch.distributed.barrier()
    os._exit(0)  # threads of gloo abort a process that ends otherwise, now and then


@contextmanager
def watched(rows: list[int]) -> Iterator[None]:
    """How many masks the model is asked for in each question."""
    answer_masks = MaskedLM.answer_masks

    def watch(self: MaskedLM, sentences: Any, plan: Any, *how: Any) -> Any:
        rows.append(len(plan))
        return answer_masks(self, sentences, plan, *how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MaskedLM, "answer_masks", watch)
        yield


@contextmanager
def failing(trainer: Trainer) -> Iterator[None]:
    """Once in one process before a question, and once in all of them in the middle of a forward."""
    shared_out, masked_lm = SharedOut.answer_masks, MaskedLM.answer_masks

    def before_a_question(self: SharedOut, *asked: Any) -> Any:
        if trainer.state.global_step == FAILS_IN_ONE and trainer.accelerator.process_index == 1:
            raise RuntimeError("only here")
        return shared_out(self, *asked)

    def in_a_forward(self: MaskedLM, *asked: Any) -> Any:
        def break_off(*_: Any) -> None:
            if trainer.state.global_step == FAILS_IN_A_FORWARD:
                raise RuntimeError("in the middle")

        dense: Any = self.model.bert.encoder.layer[1].output.dense
        handle = dense.register_forward_pre_hook(break_off)
        try:
            return masked_lm(self, *asked)
        finally:
            handle.remove()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SharedOut, "answer_masks", before_a_question)
        patch.setattr(MaskedLM, "answer_masks", in_a_forward)
        yield


if __name__ == "__main__":
    main(Path(sys.argv[1]))
