"""The notebook's example in small: a model learns a planted stereotype, and the curve shows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.utils.data import IterableDataset
from transformers import BertConfig, BertForMaskedLM, Trainer, TrainingArguments

from equimask import BiasCallback
from equimask.studies.laboratory.batches import mask_rates, masked_batches
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.generator import lines
from equimask.studies.laboratory.inventory import Inventory
from equimask.studies.laboratory.rivals import NAME
from equimask.studies.laboratory.vocabulary import LONGEST_INPUT, train_tokenizer
from tests.studies.laboratory.test_training import tiny_world

STEPS, HIDDEN = 300, 32
pytestmark = pytest.mark.slow  # trains


class Batches(IterableDataset[dict[str, torch.Tensor]]):
    """Masked batches of fresh lines; an item is a whole batch."""

    def __init__(self, world: Inventory, tokenizer: Any, stereotype: float, count: int) -> None:
        self.world, self.tokenizer, self.count = world, tokenizer, count
        self.doses = Doses(stereotype=stereotype)

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        rng = np.random.default_rng(self.count)
        text = lines([self.world], self.doses, rng)
        rates = mask_rates([self.world], self.tokenizer)
        batches = masked_batches(text, self.tokenizer, rates, rng)
        return (vars(batch) for batch in islice(batches, self.count))


def pairs(world: Inventory) -> dict[str, list[str]]:
    """Every context with a man's and a woman's name, the stereotypical side first."""
    table: dict[str, list[str]] = {"sent_more": [], "sent_less": []}
    for context in world.stereotyped:
        for names in zip(world.names["male"], world.names["female"], strict=True):
            sides = {
                gender: context.version(gender).replace(NAME, name)
                for gender, name in zip(("male", "female"), names, strict=True)
            }
            table["sent_more"].append(sides.pop(context.gender_more))
            table["sent_less"].extend(sides.values())
    return table


def curves(folder: Path, stereotype: float) -> dict[str, list[float]]:
    world = tiny_world()
    tokenizer = train_tokenizer([world])
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=HIDDEN,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=4 * HIDDEN,
        max_position_embeddings=LONGEST_INPUT,
        initializer_range=HIDDEN**-0.5,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    arguments = TrainingArguments(
        str(folder),
        max_steps=STEPS,
        eval_strategy="steps",
        eval_steps=STEPS // 3,
        eval_on_start=True,
        save_strategy="no",
        learning_rate=3e-3,
        per_device_train_batch_size=1,
        per_device_eval_batch_size=1,
        remove_unused_columns=False,
        use_cpu=True,
        disable_tqdm=True,
        report_to="none",
    )
    trainer = Trainer(
        BertForMaskedLM(config),
        arguments,
        train_dataset=Batches(world, tokenizer, stereotype, STEPS),
        eval_dataset=Batches(world, tokenizer, stereotype, 4),
        data_collator=lambda items: items[0],
        processing_class=tokenizer,
    )
    trainer.add_callback(BiasCallback(trainer, data={"lab": pairs(world)}))
    trainer.train()
    history = trainer.state.log_history
    keys = ("eval_loss", "eval_s_jsd_lab", "eval_s_jsd_lab_stderr", "eval_cps_lab")
    return {key: [log[key] for log in history if key in log] for key in keys}


def test_the_curve_shows_a_planted_bias_grow_while_the_loss_falls(tmp_path: Path) -> None:
    loss, s_jsd, stderr, cps = curves(tmp_path, stereotype=0.95).values()
    assert loss == sorted(loss, reverse=True)
    assert abs(s_jsd[0]) < 0.0005  # nothing is learnt yet
    assert s_jsd == sorted(s_jsd, reverse=True)
    assert s_jsd[-1] < min(-0.01, -5 * stderr[-1])
    assert cps[-1] > 75
