"""Checkpoints and live models: what is loaded, what is refused, how it is named."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import BertForMaskedLM, BertForSequenceClassification, dynamic_module_utils

from equimask.core.errors import ModelError
from equimask.models import checkpoints, load_mlm
from equimask.models.checkpoints import parameter_count
from equimask.plans.masks import plan_masks
from tests import tiny


@pytest.fixture
def folder(bert_folder: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(bert_folder, tmp_path / "tiny-bert"))


def edit_config(folder: Path, **fields: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_a_path_is_loaded_in_eval_mode_and_float32(bert_folder: Path) -> None:
    mlm = load_mlm(bert_folder, device="cpu")
    assert isinstance(mlm.model, BertForMaskedLM)
    assert not mlm.model.training
    assert (mlm.dtype, mlm.live) == ("float32", False)


def test_an_untrained_head_is_refused_and_its_weights_are_named(
    folder: Path, bert_folder: Path
) -> None:
    BertForMaskedLM.from_pretrained(bert_folder).bert.save_pretrained(folder)
    with pytest.raises(ModelError, match=r"missing.*cls\.predictions\.transform") as caught:
        load_mlm(folder)
    assert "random" in caught.value.fix


def test_a_missing_pooler_alone_is_fine(folder: Path, bert_folder: Path) -> None:
    model = BertForMaskedLM.from_pretrained(bert_folder)
    weights = {k: v for k, v in model.state_dict().items() if "pooler" not in k}
    model.save_pretrained(folder, state_dict=weights)
    assert isinstance(load_mlm(folder).model, BertForMaskedLM)


def test_a_weight_missing_inside_the_encoder_is_refused(folder: Path, bert_folder: Path) -> None:
    model = BertForMaskedLM.from_pretrained(bert_folder)
    weights = {k: v for k, v in model.state_dict().items() if "layer.1.output.dense" not in k}
    model.save_pretrained(folder, state_dict=weights)
    with pytest.raises(ModelError, match=r"layer\.1\.output\.dense"):
        load_mlm(folder)


def test_weights_of_another_shape_are_refused(folder: Path) -> None:
    edit_config(folder, intermediate_size=48)
    with pytest.raises(ModelError, match=r"another shape.*layer\.0\.intermediate\.dense"):
        load_mlm(folder)


def test_a_pickled_checkpoint_is_refused_and_never_opened(folder: Path) -> None:
    class Bomb:
        def __reduce__(self) -> Any:
            return Path.touch, (folder / "opened",)

    (folder / "model.safetensors").unlink()
    torch.save({"bomb": Bomb()}, folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="safetensors"):
        load_mlm(folder)
    assert not (folder / "opened").exists()


def test_half_precision_is_widened_unless_asked_for(folder: Path, bert_folder: Path) -> None:
    BertForMaskedLM.from_pretrained(bert_folder, dtype=torch.float16).save_pretrained(folder)
    assert load_mlm(folder).dtype == "float32"
    assert load_mlm(folder, dtype="float16").dtype == "float16"


def test_a_path_is_loaded_once_and_again_when_it_changes(folder: Path) -> None:
    first = load_mlm(folder)
    assert load_mlm(str(folder)).model is first.model
    tiny.tiny_bert(first.model.config.vocab_size, seed=1).save_pretrained(folder)
    second = load_mlm(folder)
    assert second.model is not first.model
    assert second.signature["model"] != first.signature["model"]


def test_a_live_model_is_used_itself(bert_folder: Path) -> None:
    model = BertForMaskedLM.from_pretrained(bert_folder)
    mlm = load_mlm(model)
    assert mlm.live
    assert mlm.model is model
    assert load_mlm(bert_folder).model is not model
    assert mlm.tokenizer.mask_token == "[MASK]"  # found by the name it was loaded from


def test_a_live_model_without_a_name_needs_a_tokenizer() -> None:
    with pytest.raises(ModelError, match="tokenizer=None"):
        load_mlm(tiny.tiny_bert(800))


def test_a_tokenizer_may_be_given_by_path(bert_folder: Path) -> None:
    mlm = load_mlm(tiny.tiny_bert(800), bert_folder)
    assert mlm.encode(["her"])[0].special == (True, False, True)


def test_an_unknown_name_is_named() -> None:
    with pytest.raises(ModelError, match="nobody/no-such-model"):
        load_mlm("nobody/no-such-model")


@pytest.mark.parametrize("model", [None, 7, {"bert": 1}])
def test_what_is_no_model_is_named(model: Any) -> None:
    with pytest.raises(ModelError, match="hub id"):
        load_mlm(model)


def test_a_model_without_a_masked_lm_head_is_refused() -> None:
    config = tiny.tiny_bert(800).config
    for model in (BertForSequenceClassification(config), torch.nn.Linear(2, 2)):
        with pytest.raises(ModelError, match=type(model).__name__):
            load_mlm(model, tiny.wordpiece_tokenizer())


def test_a_tokenizer_of_another_model_is_refused() -> None:
    mlm = load_mlm(tiny.tiny_bert(100), tiny.wordpiece_tokenizer())
    with pytest.raises(ModelError, match="100 embeddings"):
        mlm.encode(["The nurse helped her patient."])


def test_a_tokenizer_without_a_mask_token_is_refused(folder: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.mask_token = None
    with pytest.raises(ModelError, match="mask token"):
        load_mlm(folder, tokenizer)


def test_a_checkpoint_without_a_tokenizer_says_so(folder: Path) -> None:
    for file in folder.glob("tokenizer*"):
        file.unlink()
    with pytest.raises(ModelError, match="tokenizer"):
        load_mlm(folder)


def test_code_in_a_checkpoint_is_not_run(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamic_module_utils, "HF_MODULES_CACHE", str(tmp_path / "modules"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    marker = tmp_path / "marker"
    code = f"open({str(marker)!r}, 'w').close()\n"
    (folder / "configuration_own.py").write_text(code)
    (folder / "modeling_own.py").write_text(code)
    classes = {
        "AutoConfig": "configuration_own.OwnConfig",
        "AutoModelForMaskedLM": "modeling_own.OwnForMaskedLM",
    }
    edit_config(folder, model_type="own", architectures=["OwnForMaskedLM"], auto_map=classes)
    with pytest.raises(ModelError, match="tiny-bert"):
        load_mlm(folder)
    assert not marker.exists()
    with pytest.raises(Exception):  # noqa: B017, PT011 - the empty module, once it may run
        load_mlm(folder, trust_remote_code=True)
    assert marker.exists(), "the code would never have run: the test shows nothing"


def trained_a_step(model: BertForMaskedLM) -> None:
    ids = torch.tensor([[2, 9, 10, 3]])
    model(input_ids=ids, labels=ids).loss.backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()


def test_a_live_model_is_named_by_its_weights() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    model, twin = tiny.tiny_bert(800), tiny.tiny_bert(800)
    mlm = load_mlm(model, tokenizer)
    before = mlm.signature
    assert before["model"].startswith("live@")
    assert load_mlm(twin, tokenizer).signature == before
    sentences = mlm.encode(["The nurse."])
    mlm.answer_masks(sentences, plan_masks(sentences, [[1]]))
    assert mlm.signature == before
    trained_a_step(model)
    assert mlm.signature["model"] != before["model"]
    assert mlm.signature["tok"] == before["tok"]


def test_a_signature_tells_the_weights_and_not_the_path(folder: Path, bert_folder: Path) -> None:
    mlm = load_mlm(folder)
    assert mlm.signature["model"].startswith("tiny-bert@")
    assert mlm.signature == load_mlm(bert_folder).signature
    assert not any("/" in value for value in mlm.signature.values())


def test_another_tokenizer_has_another_hash() -> None:
    model = tiny.tiny_bert(800)
    hashes = {
        load_mlm(model, tokenizer).signature["tok"]
        for tokenizer in (
            tiny.wordpiece_tokenizer(),
            tiny.wordpiece_tokenizer(250),
            tiny.byte_bpe_tokenizer(),
        )
    }
    assert len(hashes) == 3


def test_trained_weights_without_a_place_in_the_class_are_refused(folder: Path) -> None:
    """Relative positions, which transformers 5 no longer has in BERT, and a layer too many."""
    weights = load_file(folder / "model.safetensors")
    for name in ("attention.self.distance_embedding.weight", "output.dense.weight"):
        extra = {f"bert.encoder.layer.{2 * (name[0] == 'o')}.{name}": torch.ones(3, 8)}
        save_file({**weights, **extra}, folder / "model.safetensors", metadata={"format": "pt"})
        edit_config(folder, position_embedding_type="relative_key")
        with pytest.raises(ModelError, match=r"'relative_key'.*left out.*encoder\.layer"):
            load_mlm(folder)


@pytest.mark.parametrize("name", ["num_hidden_layers", "n_layer", "n_layers", "num_labels"])
def test_what_would_be_made_one_by_one_is_counted_first(folder: Path, name: str) -> None:
    edit_config(folder, **{name: 10**9})
    with pytest.raises(ModelError, match=rf"at most [0-9,]+ in '{name}', but got {name}=10+ in"):
        parameter_count(str(folder))


@pytest.mark.parametrize("name", ["id2label", "label2id", "pruned_heads", "attn_layers"])
def test_what_is_listed_one_by_one_is_counted_first(folder: Path, name: str) -> None:
    listed = [str(i) for i in range(100_001)]
    edit_config(folder, **{name: listed if name == "attn_layers" else dict.fromkeys(listed, 0)})
    with pytest.raises(ModelError, match=rf"at most [0-9,]+ in '{name}', but got .* 100,001 entr"):
        parameter_count(str(folder))


def test_a_model_of_too_many_parts_is_not_built_to_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_config(folder, model_type="albert", inner_group_num=10**6, num_hidden_layers=1)
    monkeypatch.setattr(checkpoints, "_MOST_MODULES", 500)
    with pytest.raises(ModelError, match="at most 500 modules"):
        parameter_count(str(folder))
    edit_config(folder, inner_group_num=1)
    assert parameter_count(str(folder)) > 0
