"""Model code of transformers 4: what it ties is found, however it says so."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from transformers import PretrainedConfig, PreTrainedModel

from equimask.models.buffers import compare_buffers
from equimask.models.remedies import with_remedies


class OldConfig(PretrainedConfig):
    model_type = "old"
    vocab_size, width = 12, 4


class Old(PreTrainedModel):
    """Ties by its own `tie_weights`, which takes no arguments."""

    config_class = OldConfig
    calls_post_init = True

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.words = torch.nn.Embedding(config.vocab_size, config.width)
        self.decoder = torch.nn.Linear(config.width, config.vocab_size)
        if self.calls_post_init:
            self.post_init()  # type: ignore[no-untyped-call]

    def get_input_embeddings(self) -> Any:
        return self.words

    def tie_weights(self) -> None:  # type: ignore[override]
        self.decoder.weight = self.words.weight


class OldAndForgetful(Old):
    calls_post_init = False


class OldWithAList(OldAndForgetful):
    _tied_weights_keys = ["decoder.weight"]  # type: ignore[assignment]  # noqa: RUF012
    tie_weights = PreTrainedModel.tie_weights


class OldAndNameless(OldWithAList):
    def get_input_embeddings(self) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("kind", [OldAndForgetful, OldWithAList])
def test_what_old_code_ties_is_tied_by_name(kind: type[Old]) -> None:
    made, found = with_remedies(kind, OldConfig())
    tied = made(OldConfig()).get_expanded_tied_weights_keys()
    assert set(tied) | set(tied.values()) == {"decoder.weight", "words.weight"}
    assert found[0].found.startswith("written for transformers 4")


def test_a_method_that_takes_no_arguments_is_reason_enough(tmp_path: Any) -> None:
    made, _ = with_remedies(Old, OldConfig())
    model = made(OldConfig())
    weights = {"words.weight": model.words.weight, "decoder.bias": model.decoder.bias}
    model.save_pretrained(tmp_path, state_dict=weights)
    again, info = made.from_pretrained(tmp_path, output_loading_info=True)
    assert not info["missing_keys"]
    assert torch.equal(again.decoder.weight, model.words.weight)


def test_a_model_that_names_no_embeddings_is_left_to_the_refusal_of_missing_weights() -> None:
    made, _ = with_remedies(OldAndNameless, OldConfig())
    assert made(OldConfig()).get_expanded_tied_weights_keys() == {}


class Tabled(PreTrainedModel):
    config_class = OldConfig

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.decoder = torch.nn.Linear(config.width, config.vocab_size)
        angles = torch.arange(9)[:, None] / 10_000 ** (torch.arange(4) / 4)
        self.register_buffer("table", angles.cos(), persistent=False)
        self.post_init()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_a_table_that_was_rounded_afterwards_is_no_wrong_one(dtype: torch.dtype) -> None:
    model: Any = Tabled(OldConfig())
    model.to(dtype)
    assert not compare_buffers(model).wrong
    model.table[3] += 0.5
    assert set(compare_buffers(model).wrong) == {"table"}


def test_a_table_that_has_grown_is_compared_as_far_as_it_reached() -> None:
    model: Any = Tabled(OldConfig())
    model.table = torch.cat([model.table, torch.zeros(5, 4)])
    assert not compare_buffers(model).wrong
