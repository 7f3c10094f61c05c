"""Behind its last attention a model sees the asked rows alone, and answers as before."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from transformers import BertForMaskedLM

from equimask.models import MaskedLM, families
from equimask.models.head import RowLogits
from equimask.models.last_layer import Cut
from tests import tiny
from tests.models.test_families import SUPPORTED, load
from tests.models.tiny_families import tiny_model

NOT_CUT = {
    "flaubert": "multiplies the layer's states in place by a mask of the whole length",
    "longformer": "pads each row to whole windows, so that its layers see other lengths",
    "perceiver": "attends from latents, and from places to latents at the very end",
    "reformer": "pads each row to whole chunks, so that its layers see other lengths",
    "squeezebert": "keeps channels before tokens",
    "xlm": "multiplies the layer's states in place by a mask of the whole length",
}


def asked(length: int, rows: int = 4, vocabulary: int = 60, seed: int = 0) -> Any:
    """Inputs of random ids, and a position in each row."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(6, vocabulary, (rows, length), generator=generator)
    return {"input_ids": ids}, torch.randint(0, length, (rows,), generator=generator)


def full(model: Any, inputs: dict[str, Any], positions: torch.Tensor) -> torch.Tensor:
    logits: torch.Tensor = model(**inputs).logits
    return logits[torch.arange(len(positions)), positions]


def best_cut(rows: RowLogits) -> Cut:
    assert rows.ways is not None
    return rows.ways.cuts[0]


@pytest.fixture(scope="module", params=SUPPORTED)
def mlm(request: pytest.FixtureRequest, tokenizer: Any, roc_tokenizer: Any) -> MaskedLM:
    family: str = request.param
    return load(family, roc_tokenizer if family == "roc_bert" else tokenizer)


def test_the_last_layer_is_cut_in_all_families_but_those_that_are_named(mlm: MaskedLM) -> None:
    rows = RowLogits(mlm.model)
    with torch.no_grad(), families.attention_kept(mlm.model):
        for length in (13, 5, 32, 8, 3, 21):  # one of them is the width of the states
            inputs, positions = asked(length, vocabulary=len(mlm.tokenizer), seed=length)
            ids = inputs["input_ids"]
            inputs |= families.extra_inputs(mlm.model, mlm.tokenizer, "de", ids)
            expected = full(mlm.model, inputs, positions)
            torch.testing.assert_close(rows(inputs, positions), expected, atol=1e-4, rtol=0)
    assert (not best_cut(rows).steps) == (family_of(mlm) in NOT_CUT)


def family_of(mlm: MaskedLM) -> str:
    return str(mlm.model.config.model_type)


def test_what_is_not_cut_is_six_families_of_forty_six() -> None:
    assert set(NOT_CUT) <= set(SUPPORTED)
    assert len(SUPPORTED) - len(NOT_CUT) >= 40


@pytest.mark.parametrize(
    ("family", "attention", "feed_forward"),
    [
        ("bert", "layer.1.attention.output.dense", "layer.1.output.dense"),
        ("albert", "albert_layers.0.attention.dense", "albert_layers.0.ffn_output"),
        ("modernbert", "layers.1.attn.Wo", "layers.1.mlp.Wi"),
        ("eurobert", "layers.1.self_attn.o_proj", "layers.1.mlp.down_proj"),
        ("deberta-v2", "layer.1.attention.output.dense", "layer.1.intermediate.dense"),
        ("xlm-roberta", "layer.1.attention.output.dense", "layer.1.output.dense"),
    ],
)
def test_attention_sees_all_tokens_and_what_follows_only_the_asked(
    family: str, attention: str, feed_forward: str
) -> None:
    model = tiny_model(family, 60)
    rows, (inputs, positions) = RowLogits(model), asked(9)
    seen: dict[str, list[int]] = {attention: [], feed_forward: []}
    with torch.no_grad():
        rows(inputs, positions)
        for name, module in model.named_modules():
            for end, lengths in seen.items():
                if name.endswith(end):
                    module.register_forward_hook(
                        lambda _, args, __, lengths=lengths: lengths.append(args[0].shape[1])
                    )
        rows(inputs, positions)
    # ALBERT runs one layer twice, and only its second run is the last
    assert seen[attention] == seen[feed_forward] == ([9, 1] if family == "albert" else [1])


class ThinksLongerOverLongRows(BertForMaskedLM):
    """Runs its last layer once more where a row has more than ten tokens."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        encoder = self.bert.encoder
        forward = encoder.forward

        def twice(hidden_states: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
            output = forward(hidden_states, *args, **kwargs)
            if hidden_states.shape[1] > 10:
                output["last_hidden_state"] = encoder.layer[-1](output[0])
            return output

        encoder.forward = twice


@pytest.mark.parametrize("lengths", [(9, 12, 9), (12, 9, 12)])
def test_a_batch_that_runs_unlike_the_checked_one_is_answered_without_the_cut(
    lengths: tuple[int, ...],
) -> None:
    model = ThinksLongerOverLongRows(tiny.tiny_bert(60).config).eval()
    rows = RowLogits(model)
    for nth, length in enumerate(lengths):
        inputs, positions = asked(length)
        with torch.no_grad():
            found = rows(inputs, positions)
            torch.testing.assert_close(found, full(model, inputs, positions), atol=1e-5, rtol=0)
        assert bool(best_cut(rows).steps) == (nth == 0)
    assert rows.gathers is True


def test_feed_forward_in_chunks_is_left_alone() -> None:
    model = tiny_model("bert", 60, chunk_size_feed_forward=3)
    rows = RowLogits(model)
    for length in (9, 3, 6):
        inputs, positions = asked(length)
        with torch.no_grad():
            found = rows(inputs, positions)
            torch.testing.assert_close(found, full(model, inputs, positions), atol=1e-5, rtol=0)


def test_a_cut_that_was_found_is_not_looked_for_again() -> None:
    model = tiny.tiny_bert(60)
    rows, (inputs, positions) = RowLogits(model), asked(9)
    with torch.no_grad():
        rows(inputs, positions)
        found = best_cut(rows)
        rows(*asked(32))  # as long as the states are wide
    assert best_cut(rows) is found


def test_an_adapter_on_the_cut_modules_counts(tokenizer: Any) -> None:
    peft = pytest.importorskip("peft")
    model = tiny.tiny_bert(60)
    config = peft.LoraConfig(target_modules=["dense"], r=2, init_lora_weights=False)
    adapted = peft.get_peft_model(model, config).eval().get_base_model()
    rows, (inputs, positions) = RowLogits(adapted), asked(9)
    with torch.no_grad():
        found = rows(inputs, positions)
        torch.testing.assert_close(found, full(adapted, inputs, positions), atol=1e-5, rtol=0)
    assert best_cut(rows).steps


def test_a_compiled_encoder_is_answered_right() -> None:
    model = tiny.tiny_bert(60)
    model.bert.compile(backend="eager")
    rows = RowLogits(model)
    for length in (9, 6, 9):
        inputs, positions = asked(length)
        with torch.no_grad():
            found = rows(inputs, positions)
            torch.testing.assert_close(found, full(model, inputs, positions), atol=1e-5, rtol=0)
