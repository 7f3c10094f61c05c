"""Trainers that finish in a moment: a tiny BERT, eight lines of text, a handful of pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from transformers import (
    DataCollatorForLanguageModeling,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)

from equimask import BiasCallback
from tests import tiny

PAIRS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
MINE = {"mine": PAIRS}
KEYS = {
    f"eval_{metric}_mine{part}"
    for metric in ("s_jsd", "cps")
    for part in ("", "_stderr", "_distance")
} | {"eval_lm_accuracy_mine", "eval_lm_surprisal_mine", "eval_bias_runtime"}


class Tracker(TrainerCallback):
    """Hears what every tracker hears."""

    def __init__(self) -> None:
        self.logs: list[dict[str, Any]] = []

    def on_log(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self.logs.append({**kwargs["logs"], "step": state.global_step})

    def curve(self, key: str) -> list[tuple[int, float]]:
        return [(log["step"], log[key]) for log in self.logs if key in log]


class Snapshots(TrainerCallback):
    """Keeps the weights at every evaluation."""

    def __init__(self) -> None:
        self.weights: list[dict[str, torch.Tensor]] = []

    def on_evaluate(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self.weights.append(weights(kwargs["model"]))


def weights(model: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}


def lines(tokenizer: Any, n: int = 8) -> list[dict[str, Any]]:
    return [{"input_ids": tokenizer(line)["input_ids"]} for line in tiny.CORPUS[:n]]


def small_trainer(
    folder: Path,
    *,
    model: Any = None,
    tokenizer: Any = None,
    eval_dataset: Any = None,
    callbacks: Any = None,
    **arguments: Any,
) -> Trainer:
    tokenizer = tokenizer or tiny.wordpiece_tokenizer()
    settings: dict[str, Any] = {
        "max_steps": 4,
        "eval_strategy": "steps",
        "eval_steps": 2,
        "save_strategy": "no",
        "learning_rate": 1e-2,
        "per_device_train_batch_size": 4,
        "use_cpu": True,
        "disable_tqdm": True,
        "report_to": "none",
    }
    return Trainer(
        tiny.tiny_bert(len(tokenizer)) if model is None else model,
        TrainingArguments(str(folder), **{**settings, **arguments}),
        train_dataset=lines(tokenizer),
        eval_dataset=lines(tokenizer, 3) if eval_dataset is None else eval_dataset,
        data_collator=DataCollatorForLanguageModeling(tokenizer),
        processing_class=tokenizer,
        callbacks=callbacks,
    )


def with_curve(trainer: Trainer, **options: Any) -> BiasCallback:
    callback = BiasCallback(trainer, **{"data": MINE, **options})
    trainer.add_callback(callback)
    return callback


def logged(trainer: Trainer, key: str) -> list[tuple[int, float]]:
    return [(log["step"], log[key]) for log in trainer.state.log_history if key in log]
