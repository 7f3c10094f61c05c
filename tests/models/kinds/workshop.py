"""Where checkpoints are made: a folder, tokenizers, tiny models, and what a kind is."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file
from transformers import BertForMaskedLM, PreTrainedTokenizerFast, dynamic_module_utils

from equimask.core.embedded import embedded_model_path
from tests import tiny
from tests.models.kinds import remote
from tests.models.kinds.reference import Reference
from tests.models.kinds.remote.configuration_own import OwnConfig
from tests.models.kinds.remote.layers_own import OwnForMaskedLM

MASKED_LM = ("AutoModelForMaskedLM",)
REMOTE = Path(remote.__file__).parent
SENTENCES = (tiny.MORE[0], tiny.LESS[1], tiny.MORE[3])
KNOWN = (  # to the embedded model
    "James has worked in a kindergarten for twelve years.",
    "Mary answers the phone and makes coffee for the manager.",
)


@dataclass(frozen=True)
class Checkpoint:
    """What `load_mlm` is given, and what must come out of it."""

    model: Any
    reference: Reference | None = None
    options: dict[str, Any] = field(default_factory=dict)
    sentences: tuple[str, ...] = SENTENCES
    mark: Path | None = None
    """Where a file would lie if the checkpoint's code had run."""


@dataclass(frozen=True)
class Refusal:
    """Words of the cause (`expected` and `got`) and of the remedy (`fix`), as patterns."""

    cause: str
    fix: str


@dataclass(frozen=True)
class Kind:
    """A kind of checkpoint: scored as its reference says, or refused."""

    make: Callable[[Workshop], Checkpoint]
    what: str
    refusal: Refusal | None
    notes: str
    """A pattern of what must be said beside the number."""

    @property
    def name(self) -> str:
        return self.make.__name__


KINDS: list[Kind] = []


def kind(
    what: str, cause: str = "", fix: str = "", notes: str = ""
) -> Callable[[Callable[[Workshop], Checkpoint]], Callable[[Workshop], Checkpoint]]:
    """Add a maker to the table; one with a cause is refused."""
    refusal = Refusal(cause, fix) if cause else None

    def add(make: Callable[[Workshop], Checkpoint]) -> Callable[[Workshop], Checkpoint]:
        KINDS.append(Kind(make, what, refusal, notes))
        return make

    return add


class Workshop:
    """Makes what kinds have in common, once."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, name: str) -> Path:
        """Empty, of a name that no other kind has."""
        folder = self.root / name.replace("_", "-")
        folder.mkdir()
        return folder

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerFast:
        return tiny.wordpiece_tokenizer()

    def bert(self, **changes: Any) -> BertForMaskedLM:
        """Random, with norms and biases that are not those of a new model."""
        config = tiny.bert_config(len(self.tokenizer))
        for name, value in changes.items():
            setattr(config, name, value)
        torch.manual_seed(0)
        model = BertForMaskedLM(config).eval()
        return stirred(model)

    def save(self, name: str, model: Any, tokenizer: Any = None) -> Path:
        """As its own library saves it."""
        return tiny.save(self.folder(name), model, tokenizer or self.tokenizer)

    def plain(self, name: str, **changes: Any) -> tuple[Path, Reference]:
        """A BERT that nothing is wrong with."""
        model = self.bert(**changes)
        return self.save(name, model), Reference(model, self.tokenizer)

    def own(
        self,
        name: str,
        made_by: type[Any],
        auto_classes: tuple[str, ...] = MASKED_LM,
        tokenizer: Any = None,
        **config: Any,
    ) -> tuple[Path, Any]:
        """A folder with code of its own, and the model whose weights it holds."""
        tokenizer = tokenizer or self.tokenizer
        torch.manual_seed(1)
        fields = {"vocab_size": len(tokenizer), **config}
        model = stirred(made_by(made_by.config_class(**fields)).eval())
        return self.with_code(name, model, auto_classes, tokenizer), model

    def with_code(
        self, name: str, model: Any, auto_classes: tuple[str, ...], tokenizer: Any
    ) -> Path:
        """The model's weights, beside the code of its class."""
        folder = self.folder(name)
        for file in REMOTE.glob("*_*.py"):
            if not file.name.startswith("__"):
                shutil.copy(file, folder)
        save_weights(folder / "model.safetensors", model.state_dict())
        model.config.save_pretrained(folder)
        auto_map = {"AutoConfig": _in_folder(type(model.config))}
        auto_map |= dict.fromkeys(auto_classes, _in_folder(type(model)))
        edit(folder / "config.json", auto_map=auto_map, architectures=[type(model).__name__])
        tokenizer.save_pretrained(folder)
        return folder

    @cached_property
    def taught(self) -> Any:
        """A model with code of its own that has learned a few sentences, and no language."""
        torch.manual_seed(0)
        model = OwnForMaskedLM(OwnConfig(len(self.tokenizer), initializer_range=0.1))
        ids = self.tokenizer([*tiny.MORE, *tiny.LESS], padding=True, return_tensors="pt").input_ids
        special = ids < 5
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
        for _ in range(100):
            hidden = (torch.rand(ids.shape) < 0.3) & ~special
            masked = ids.masked_fill(hidden, self.tokenizer.mask_token_id)
            optimizer.zero_grad()
            model(masked, labels=ids.masked_fill(special, -100)).loss.backward()
            optimizer.step()
        return model.eval()

    @cached_property
    def trained(self) -> BertForMaskedLM:
        """The embedded model, which knows a few hundred sentences."""
        return BertForMaskedLM.from_pretrained(embedded_model_path(), dtype=torch.float32).eval()

    @cached_property
    def trained_tokenizer(self) -> Any:
        return PreTrainedTokenizerFast.from_pretrained(embedded_model_path())


def _in_folder(made_by: type[Any]) -> str:
    return f"{made_by.__module__.rpartition('.')[2]}.{made_by.__name__}"


def read_by(folder: Path, made_by: type[Any]) -> None:
    """The same weights, for a class that cannot be built here."""
    auto_map = json.loads((folder / "config.json").read_text())["auto_map"]
    auto_map |= dict.fromkeys(MASKED_LM, _in_folder(made_by))
    edit(folder / "config.json", auto_map=auto_map, architectures=[made_by.__name__])


@contextmanager
def modules_below(folder: Path) -> Iterator[None]:
    """Code of checkpoints is copied to and imported from this folder, and forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dynamic_module_utils, "HF_MODULES_CACHE", str(folder))
        others = [place for place in sys.path if not Path(place, "transformers_modules").is_dir()]
        patch.setattr(sys, "path", others)
        before = _forget_modules()
        yield
        _forget_modules()
        sys.modules.update(before)


def _forget_modules() -> dict[str, Any]:
    names = [name for name in sys.modules if name.partition(".")[0] == "transformers_modules"]
    return {name: sys.modules.pop(name) for name in names}


def stirred(model: Any) -> Any:
    """Biases and norms moved from where they start, so that none is right by chance."""
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(0.2 * torch.randn(parameter.shape, generator=generator))
    return model


def save_weights(path: Path, weights: dict[str, torch.Tensor]) -> None:
    """Each storage once, under its first name, as safetensors wants it."""
    seen: set[int] = set()
    kept = {}
    for name, tensor in weights.items():
        if tensor.data_ptr() not in seen or not tensor.numel():
            seen.add(tensor.data_ptr())
            kept[name] = tensor.detach().clone().contiguous()
    save_file(kept, path, metadata={"format": "pt"})


def edit(path: Path, remove: tuple[str, ...] = (), **fields: Any) -> None:
    """Fields of a JSON file, changed, added or taken out."""
    content = {**json.loads(path.read_text()), **fields}
    path.write_text(json.dumps({k: v for k, v in content.items() if k not in remove}))
