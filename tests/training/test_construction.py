"""What can be known to be wrong is said before the training, in three parts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from transformers import BertConfig, BertForSequenceClassification, default_data_collator

from equimask import BiasCallback
from equimask.core.errors import DataError, EquimaskError, InputError, ModelError, OptionError
from equimask.training import live
from tests import tiny
from tests.training.small_trainers import MINE, PAIRS, small_trainer


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"metrics": "s_jds"}, OptionError, "Did you mean 's_jsd'"),
        ({"metrics": ("cps", "latent_pmi")}, OptionError, "a metric that scores a model"),
        ({"metrics": ()}, OptionError, "at least one metric"),
        ({"languages": ("en", "xx")}, OptionError, "BCP 47"),
        ({"languages": ("en", "sv")}, DataError, "a language with packaged pairs"),
        ({"languages": ()}, OptionError, "a language or own `data`"),
        ({"max_pairs": 1}, OptionError, "at least 2, but got 1"),
        ({"max_pairs": None}, OptionError, "at least 2, but got None"),
        ({"model": "bert"}, OptionError, "an option of the bias curve"),
        ({"control": "neutral"}, OptionError, "an option of the bias curve"),
        ({"n_resample": 9}, OptionError, "Did you mean 'n_resamples'"),
        ({"unit": "letter"}, OptionError, "unit='token' or 'word'"),
        ({"data": {"de": PAIRS}, "languages": "de"}, OptionError, "'de' twice.*of `languages`"),
        ({"data": {}}, InputError, "but got no columns"),
        ({"data": PAIRS, "metrics": ()}, OptionError, "at least one metric"),
        ({"data": {"x": {"sent_more": ["A."]}}}, InputError, "in 'x' .*cps: sent_more, sent_less"),
        ({"columns": {"mine": PAIRS}}, InputError, "own `data`.*got `columns` alone"),
        ({"where": {"source": "a"}}, InputError, "own `data`.*got `where` alone"),
        ({"data": PAIRS, "columns": {"mine": PAIRS}}, OptionError, "columns such as"),
        (
            {"data": {"x": {"sent_more": ["A b."], "sent_less": [""]}}},
            InputError,
            "'' in row 0, for `s_jsd_x`",
        ),
        (
            {"data": {"x": {"sent_more": ["A b."] * 9, "sent_less": ["A b."] * 9}}},
            InputError,
            "all skipped: {'identical': 9}, for `s_jsd_x`",
        ),
        (
            {"data": {"x": {"sent_more": ["A b."] * 9, "sent_less": ["A [SEP] b."] * 9}}},
            InputError,
            r"row 0 of `sent_less`, but got '\[SEP\]'",
        ),
    ],
    ids=str,
)
def test_arguments_that_cannot_work(
    tmp_path: Path, arguments: dict[str, Any], error: type[EquimaskError], message: str
) -> None:
    with pytest.raises(error, match=message):
        BiasCallback(small_trainer(tmp_path), **arguments)


def test_anything_but_a_trainer() -> None:
    with pytest.raises(OptionError, match="Expected a transformers Trainer, but got 'bert'"):
        BiasCallback("bert")  # type: ignore[arg-type]


def test_a_model_without_a_masked_language_model_head(tmp_path: Path, tokenizer: Any) -> None:
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=8, num_hidden_layers=1, num_attention_heads=1
    )
    trainer = small_trainer(tmp_path, model=BertForSequenceClassification(config))
    with pytest.raises(ModelError, match=r"a masked-language-model head.*AutoModelForMaskedLM"):
        BiasCallback(trainer)


def test_a_model_whose_tokenizer_is_not_known(tmp_path: Path, tokenizer: Any) -> None:
    trainer = small_trainer(tmp_path)
    trainer.processing_class = None
    BiasCallback(trainer, data=MINE)  # the collator's masks the text
    trainer.data_collator = default_data_collator
    with pytest.raises(OptionError, match=r"trainer\.processing_class, but got NoneType"):
        BiasCallback(trainer, data=MINE)
    BiasCallback(trainer, data=MINE, tokenizer=tokenizer)
    tokenizer.save_pretrained(tmp_path / "tokenizer")
    BiasCallback(trainer, data=MINE, tokenizer=str(tmp_path / "tokenizer"))


def test_a_tokenizer_that_is_not_the_models(tmp_path: Path, tokenizer: Any) -> None:
    trainer = small_trainer(tmp_path, model=tiny.tiny_bert(20), tokenizer=tokenizer)
    with pytest.raises(ModelError, match="does not belong to this model"):
        BiasCallback(trainer, data=MINE)


def test_weights_in_shards_of_another_make_than_fsdp2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer = small_trainer(tmp_path)
    trainer.is_fsdp_enabled = True
    with pytest.raises(ModelError, match=r"shards of FSDP1\. Train with FSDP2"):
        BiasCallback(trainer)
    trainer.is_fsdp_enabled = False
    monkeypatch.setattr(live, "is_deepspeed_zero3_enabled", lambda: True)
    with pytest.raises(ModelError, match=r"shards of DeepSpeed ZeRO-3\. Train with FSDP2"):
        BiasCallback(trainer)


@pytest.mark.parametrize("is_first", [True, False])
def test_zeros_that_wait_for_the_weights_of_another_process_are_not_tried_out(
    tmp_path: Path, tokenizer: Any, is_first: bool
) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    for parameter in model.parameters():
        torch.nn.init.zeros_(parameter)
    trainer: Any = small_trainer(tmp_path, model=model, tokenizer=tokenizer)
    trainer.is_fsdp_enabled = True
    plugin = SimpleNamespace(cpu_ram_efficient_loading=True)
    trainer.accelerator = SimpleNamespace(
        is_fsdp2=True, is_local_main_process=is_first, state=SimpleNamespace(fsdp_plugin=plugin)
    )
    if is_first:
        with pytest.raises(InputError, match="a sentence vector is zero"):
            BiasCallback(trainer, "mbe")
    else:
        BiasCallback(trainer, "mbe")


def test_rows_that_cannot_be_scored_are_no_error_while_others_can(tmp_path: Path) -> None:
    same = ["The nurse helped her patient."] * 4
    mixed = {
        "sent_more": [*same, *PAIRS["sent_more"], *same],
        "sent_less": [*same, *PAIRS["sent_less"], *same],
    }
    trainer = small_trainer(tmp_path)
    callback = BiasCallback(trainer, data={"mixed": mixed})
    trainer.add_callback(callback)
    trainer.evaluate()
    assert callback.results["cps_mixed"].skipped == {"identical": 8}


def test_a_special_token_between_the_rows_that_are_tried_is_found_before_the_training(
    tmp_path: Path,
) -> None:
    more = [f"The nurse helped James {i}." for i in range(9)]
    less = [f"The nurse helped Olivia {i}." for i in range(9)]
    less[4] += " [MASK]"
    table = {"x": {"sent_more": more, "sent_less": less}}
    with pytest.raises(InputError, match=r"row 4 of `sent_less`, but got '\[MASK\]'"):
        BiasCallback(small_trainer(tmp_path), data=table)
