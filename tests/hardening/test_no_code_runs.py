"""Models and data cannot run code: every trap that would leave a mark is refused, unsprung."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import dynamic_module_utils

from equimask.core.errors import ModelError
from equimask.models import load_mlm
from tests.hardening.test_wild_commands import run


class Trap:
    """An object whose unpickling makes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return Path.touch, (self.mark,)


def edit(path: Path, **fields: Any) -> None:
    content = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**content, **fields}))


def module(folder: Path, name: str, mark: Path) -> str:
    (folder / f"{name}.py").write_text(f"from pathlib import Path\nPath({str(mark)!r}).touch()\n")
    return name


def pickled_weights(folder: Path, mark: Path) -> None:
    (folder / "model.safetensors").unlink()
    torch.save({"weight": Trap(mark)}, folder / "pytorch_model.bin")


def pickle_in_the_name_of_safetensors(folder: Path, mark: Path) -> None:
    torch.save({"weight": Trap(mark)}, folder / "model.safetensors")


def index_that_leads_to_a_pickle(folder: Path, mark: Path) -> None:
    (folder / "model.safetensors").unlink()
    torch.save({"weight": Trap(mark)}, folder / "part.bin")
    edit(folder / "model.safetensors.index.json", metadata={}, weight_map={"weight": "part.bin"})


def pickled_adapter(folder: Path, mark: Path) -> None:
    torch.save({"weight": Trap(mark)}, folder / "adapter_model.bin")
    edit(folder / "adapter_config.json", peft_type="LORA", r=2, target_modules=["query"])


def code_for_the_model(folder: Path, mark: Path) -> None:
    own = module(folder, "modeling_own", mark)
    classes = {"AutoConfig": f"{own}.Own", "AutoModelForMaskedLM": f"{own}.Own"}
    edit(folder / "config.json", model_type="own", auto_map=classes)


def code_for_the_tokenizer(folder: Path, mark: Path) -> None:
    own = module(folder, "tokenization_own", mark)
    (folder / "tokenizer.json").unlink()
    edit(
        folder / "tokenizer_config.json",
        tokenizer_class="OwnTokenizer",
        auto_map={"AutoTokenizer": [f"{own}.OwnTokenizer", None]},
    )


def code_from_another_repository(folder: Path, _mark: Path) -> None:
    edit(folder / "config.json", model_type="own", auto_map={"AutoConfig": "nobody/code--own.Own"})


def attention_kernel_of_the_hub(folder: Path, _mark: Path) -> None:
    edit(folder / "config.json", attn_implementation="nobody/kernel")


TRAPS = (
    pickled_weights,
    pickle_in_the_name_of_safetensors,
    index_that_leads_to_a_pickle,
    pickled_adapter,
    code_for_the_model,
    code_for_the_tokenizer,
    code_from_another_repository,
    attention_kernel_of_the_hub,
)


@pytest.fixture
def folder(bert_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(dynamic_module_utils, "HF_MODULES_CACHE", str(tmp_path / "modules"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    return Path(shutil.copytree(bert_folder, tmp_path / "tiny-bert"))


@pytest.mark.parametrize("trap", TRAPS)
def test_a_model_folder_cannot_run_code(
    folder: Path, tmp_path: Path, trap: Callable[[Path, Path], None]
) -> None:
    trap(folder, tmp_path / "mark")
    with pytest.raises(ModelError, match="tiny-bert"):
        load_mlm(folder)
    assert run("score", "cps", str(folder), "--language", "en").exit_code == 2
    assert not (tmp_path / "mark").exists()


def test_code_beside_a_family_that_transformers_knows_is_left_alone(
    folder: Path, tmp_path: Path
) -> None:
    own = module(folder, "modeling_own", tmp_path / "mark")
    edit(folder / "config.json", auto_map={"AutoModelForMaskedLM": f"{own}.Own"})
    assert type(load_mlm(folder).model).__module__.startswith("transformers.models.bert")
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize("trap", [code_for_the_model, code_for_the_tokenizer])
def test_code_runs_when_it_is_asked_for(
    folder: Path, tmp_path: Path, trap: Callable[[Path, Path], None]
) -> None:
    """Else the traps would show nothing."""
    trap(folder, tmp_path / "mark")
    with pytest.raises(ModelError):  # there is nothing in the module but the trap
        load_mlm(folder, trust_remote_code=True)
    assert (tmp_path / "mark").exists()


def test_a_pickle_would_have_run(tmp_path: Path) -> None:
    """Else the traps would show nothing."""
    torch.save({"weight": Trap(tmp_path / "mark")}, tmp_path / "weights.bin")
    torch.load(tmp_path / "weights.bin", weights_only=False)
    assert (tmp_path / "mark").exists()


def test_a_tokenizer_given_by_name_cannot_run_code(
    folder: Path, bert_folder: Path, tmp_path: Path
) -> None:
    code_for_the_tokenizer(folder, tmp_path / "mark")
    with pytest.raises(ModelError, match="tokenizer"):
        load_mlm(bert_folder, folder)
    assert not (tmp_path / "mark").exists()
