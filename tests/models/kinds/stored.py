"""Weights as they are stored."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file
from tokenizers import normalizers
from transformers import BertForMaskedLM, BertForPreTraining, ElectraForPreTraining

from tests import tiny
from tests.models.kinds.reference import Reference
from tests.models.kinds.workshop import Checkpoint, Workshop, edit, kind, save_weights, stirred
from tests.models.tiny_families import config_of, tiny_model


def renamed(folder: Path, rename: Any) -> None:
    """The same weights under other names; a name that becomes None is left out."""
    path = folder / "model.safetensors"
    named = ((rename(name), tensor) for name, tensor in load_file(path).items())
    save_weights(path, {name: tensor for name, tensor in named if name})


def all_names(model: Any) -> dict[str, torch.Tensor]:
    """As old checkpoints have them: tied weights under each of their names."""
    return {name: tensor.clone() for name, tensor in model.state_dict(keep_vars=False).items()}


def as_bin(folder: Path, model: Any, **options: Any) -> None:
    (folder / "model.safetensors").unlink()
    torch.save(all_names(model), folder / "pytorch_model.bin", **options)


def as_shards(folder: Path, model: Any, suffix: str) -> list[Path]:
    """Two files and an index of them."""
    (folder / "model.safetensors").unlink()
    stem = {"safetensors": "model", "bin": "pytorch_model"}[suffix]
    weights = model.state_dict()
    if suffix == "safetensors":
        weights.pop("cls.predictions.decoder.weight")
        weights.pop("cls.predictions.decoder.bias")
    names, parts, where = sorted(weights), [], {}
    for number, some in enumerate((names[::2], names[1::2]), 1):
        part = folder / f"{stem}-0000{number}-of-00002.{suffix}"
        chosen = {name: weights[name].clone() for name in some}
        if suffix == "safetensors":
            save_weights(part, chosen)
        else:
            torch.save(chosen, part)
        parts.append(part)
        where |= dict.fromkeys(some, part.name)
    index = {"metadata": {"total_size": 1}, "weight_map": where}
    (folder / f"{stem}.{suffix}.index.json").write_text(json.dumps(index))
    return parts


@kind("safetensors, as `save_pretrained` writes them")
def plain_safetensors(workshop: Workshop) -> Checkpoint:
    return Checkpoint(*workshop.plain("plain_safetensors"))


@kind("norms called gamma and beta")
def gamma_and_beta(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("gamma_and_beta")
    norms = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}

    def old(name: str) -> str:
        for new, before in norms.items():
            name = name.replace(new, before)
        return name

    renamed(folder, old)
    assert any(name.endswith("gamma") for name in load_file(folder / "model.safetensors"))
    return Checkpoint(folder, reference)


@kind("an encoder's names without their prefix, beside those of the head")
def prefix_missing(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("prefix_missing")
    renamed(folder, lambda name: name.removeprefix("bert."))
    return Checkpoint(folder, reference)


@kind(
    "names behind the prefix of a parallel wrapper (`module.`)",
    cause=r"missing.*bert\.embeddings",
    fix="random numbers",
)
def prefix_of_a_wrapper(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("prefix_of_a_wrapper")
    renamed(folder, lambda name: f"module.{name}")
    return Checkpoint(folder)


@kind("tied weights that the file leaves out")
def tied_left_out(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("tied_left_out")
    renamed(folder, lambda name: None if "decoder" in name else name)
    return Checkpoint(folder, reference)


@kind("a head that is not tied, with weights of its own")
def untied_head(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("untied_head", tie_word_embeddings=False)
    assert "cls.predictions.decoder.weight" in load_file(folder / "model.safetensors")
    return Checkpoint(folder, reference)


@kind(
    "a head that is not tied, and whose weights the file leaves out",
    cause=r"missing.*cls\.predictions\.decoder\.weight",
    fix="random numbers",
)
def untied_head_left_out(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("untied_head_left_out")
    edit(folder / "config.json", tie_word_embeddings=False)
    return Checkpoint(folder)


@kind(
    "no head at all",
    cause=r"head.*missing.*cls\.predictions",
    fix="random numbers.*checkpoint.*saved with its MLM head",
)
def no_head(workshop: Workshop) -> Checkpoint:
    return Checkpoint(workshop.save("no_head", workshop.bert().bert))


@kind(
    "the discriminator of an ELECTRA",
    cause=r"head.*missing.*generator",
    fix="random numbers.*checkpoint",
)
def electra_discriminator(workshop: Workshop) -> Checkpoint:
    torch.manual_seed(0)
    model = ElectraForPreTraining(config_of("electra", len(workshop.tokenizer)))
    return Checkpoint(workshop.save("electra_discriminator", model))


@kind("`.bin` and nothing else", notes="pytorch_model.bin|pickle")
def bin_only(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("bin_only")
    as_bin(folder, reference.model)
    return Checkpoint(folder, reference)


@kind("`.bin` in the format before torch 1.6", notes="pytorch_model.bin|pickle")
def bin_of_old(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("bin_of_old")
    as_bin(folder, reference.model, _use_new_zipfile_serialization=False)
    return Checkpoint(folder, reference)


class Trap:
    """An object whose unpickling makes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return Path.touch, (self.mark,)


@kind(
    "`.bin` that would run code",
    cause=r"more than weights|weights.only|code|pickle",
    fix="safetensors",
)
def bin_that_runs_code(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("bin_that_runs_code")
    (folder / "model.safetensors").unlink()
    mark = workshop.root / "bin-ran"
    weights = {**all_names(reference.model), "more": Trap(mark)}
    torch.save(weights, folder / "pytorch_model.bin")
    return Checkpoint(folder, mark=mark)


@kind("`.bin` that would run code, beside safetensors")
def bin_beside_safetensors(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("bin_beside_safetensors")
    mark = workshop.root / "other-bin-ran"
    torch.save({"more": Trap(mark)}, folder / "pytorch_model.bin")
    return Checkpoint(folder, reference, mark=mark)


@kind("safetensors in several files")
def sharded_safetensors(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("sharded_safetensors")
    as_shards(folder, reference.model, "safetensors")
    return Checkpoint(folder, reference)


@kind("`.bin` in several files", notes=r"\.bin|pickle")
def sharded_bin(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("sharded_bin")
    as_shards(folder, reference.model, "bin")
    return Checkpoint(folder, reference)


@kind(
    "several files, one of which would run code",
    cause=r"more than weights|weights.only|code|pickle",
    fix="safetensors",
)
def shard_that_runs_code(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("shard_that_runs_code")
    mark = workshop.root / "shard-ran"
    _, last = as_shards(folder, reference.model, "bin")
    torch.save({**torch.load(last), "more": Trap(mark)}, last)
    return Checkpoint(folder, mark=mark)


@kind("several files, one of which is gone", cause=r"shard-gone.*00002", fix="\\w")
def shard_gone(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("shard_gone")
    as_shards(folder, reference.model, "safetensors")[1].unlink()
    return Checkpoint(folder)


@kind("safetensors that were cut off", cause="safetensors|incomplete|cut", fix="again|anew")
def truncated(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("truncated")
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1000])
    return Checkpoint(folder)


@kind("no weights", cause="no-weights.*(weights|safetensors)", fix="\\w")
def no_weights(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("no_weights")
    (folder / "model.safetensors").unlink()
    return Checkpoint(folder)


def save_adapter(workshop: Workshop, folder: Path) -> None:
    """One that moves the numbers: a new one does not."""
    config = LoraConfig(r=2, target_modules=["query"], init_lora_weights=False)
    adapted = get_peft_model(workshop.bert(), config)
    adapted.peft_config["default"].base_model_name_or_path = "nobody/base"
    adapted.save_pretrained(folder)
    assert (folder / "adapter_model.safetensors").exists()


LFS_POINTER = """version https://git-lfs.github.com/spec/v1
oid sha256:0000000000000000000000000000000000000000000000000000000000000000
size 438955104
"""


@kind("a pointer of git-lfs in the place of weights", cause="pointer|LFS|lfs", fix="lfs|download")
def lfs_pointer(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("lfs_pointer")
    (folder / "model.safetensors").write_text(LFS_POINTER)
    return Checkpoint(folder)


@kind("a pointer of git-lfs in the place of a `.bin`", cause="pointer|LFS|lfs", fix="lfs|download")
def lfs_pointer_bin(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("lfs_pointer_bin")
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_text(LFS_POINTER)
    return Checkpoint(folder)


@kind("weights of TensorFlow only", cause="weights|safetensors", fix="torch|safetensors")
def tensorflow_only(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("tensorflow_only")
    (folder / "model.safetensors").rename(folder / "tf_model.h5")
    return Checkpoint(folder)


@kind("a checkpoint of pre-training, with heads that are not asked")
def pretraining(workshop: Workshop) -> Checkpoint:
    torch.manual_seed(0)
    model = stirred(BertForPreTraining(tiny.bert_config(len(workshop.tokenizer))).eval())
    masked = BertForMaskedLM(model.config).eval()
    masked.load_state_dict(model.state_dict(), strict=False)
    folder = workshop.save("pretraining", model)
    return Checkpoint(folder, Reference(masked, workshop.tokenizer))


@kind("vocab.txt, config.json and `.bin`, as the first checkpoints have them", notes=r"\.bin")
def first_layout(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("first_layout")
    as_bin(folder, reference.model)
    pieces = workshop.tokenizer.get_vocab()
    (folder / "vocab.txt").write_text("\n".join(sorted(pieces, key=pieces.__getitem__)) + "\n")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (folder / name).unlink()
    lowering = tiny.wordpiece_tokenizer()  # which is the default of such files
    lowering.backend_tokenizer.normalizer = normalizers.BertNormalizer()
    return Checkpoint(folder, Reference(reference.model, lowering))


@kind("a config without a model type", cause="model_type", fix="model_type|config")
def no_model_type(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("no_model_type")
    edit(folder / "config.json", remove=("model_type", "architectures"))
    return Checkpoint(folder)


@kind("a LoRA adapter on a live model")
def live_lora(workshop: Workshop) -> Checkpoint:
    config = LoraConfig(r=2, target_modules=["query"], init_lora_weights=False)
    torch.manual_seed(3)
    adapted = get_peft_model(workshop.bert(), config).eval()
    merged = copy.deepcopy(adapted).merge_and_unload()
    options = {"tokenizer": workshop.tokenizer}
    return Checkpoint(adapted, Reference(merged, workshop.tokenizer), options)


@kind("a LoRA adapter without its base", cause="adapter", fix="merge")
def lora_adapter(workshop: Workshop) -> Checkpoint:
    folder = workshop.folder("lora_adapter")
    save_adapter(workshop, folder)
    workshop.tokenizer.save_pretrained(folder)
    return Checkpoint(folder)


@kind("a LoRA adapter in the folder of a model", cause="adapter", fix="merge|adapter_config")
def adapter_beside_a_model(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("adapter_beside_a_model")
    save_adapter(workshop, folder)
    return Checkpoint(folder)


@kind("a quantised model", cause="quanti[sz]", fix="not quanti[sz]ed|full precision|dequanti[sz]e")
def quantised(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("quantised")
    edit(
        folder / "config.json",
        quantization_config={"quant_method": "bitsandbytes", "load_in_8bit": True},
    )
    return Checkpoint(folder)


@kind("float16, computed in float32")
def half_precision(workshop: Workshop) -> Checkpoint:
    halved = workshop.bert().half()
    folder = workshop.save("half_precision", halved)
    widened = workshop.bert()
    widened.load_state_dict(halved.state_dict())
    return Checkpoint(folder, Reference(widened, workshop.tokenizer))


def _deberta(workshop: Workshop, family: str, **changes: Any) -> Any:
    return stirred(tiny_model(family, len(workshop.tokenizer), **changes))


@kind("DeBERTa-v2 with the head of transformers")
def deberta_v2_legacy_head(workshop: Workshop) -> Checkpoint:
    model = _deberta(workshop, "deberta-v2")
    folder = workshop.save("deberta_v2_legacy_head", model)
    return Checkpoint(folder, Reference(model, workshop.tokenizer))


@kind("DeBERTa-v2 with its authors' head")
def deberta_v2_original_head(workshop: Workshop) -> Checkpoint:
    model = _deberta(workshop, "deberta-v2", legacy=False)
    folder = workshop.save("deberta_v2_original_head", model)
    edit(folder / "config.json", remove=("legacy",))
    return Checkpoint(folder, Reference(model, workshop.tokenizer))


@kind("DeBERTa with its authors' head")
def deberta_original_head(workshop: Workshop) -> Checkpoint:
    model = _deberta(workshop, "deberta", legacy=False)
    folder = workshop.save("deberta_original_head", model)
    edit(folder / "config.json", remove=("legacy",))
    return Checkpoint(folder, Reference(model, workshop.tokenizer))


def _discriminator(workshop: Workshop, name: str, keep_generator: bool) -> Checkpoint:
    model = _deberta(workshop, "deberta-v2", legacy=False)
    folder = workshop.save(name, model)
    path = folder / "model.safetensors"
    weights = load_file(path)
    if not keep_generator:
        weights = {name: t for name, t in weights.items() if "lm_predictions" not in name}
    width = model.config.hidden_size
    weights |= {
        "mask_predictions.dense.weight": torch.ones(width, width),
        "mask_predictions.dense.bias": torch.ones(width),
        "mask_predictions.classifier.weight": torch.ones(1, width),
        "mask_predictions.classifier.bias": torch.ones(1),
    }
    save_weights(path, weights)
    edit(folder / "config.json", remove=("legacy",))
    return Checkpoint(folder)


@kind("DeBERTa-v3's discriminator", cause="discriminator|DeBERTa.?v3|mask_predictions", fix="\\w")
def deberta_v3_discriminator(workshop: Workshop) -> Checkpoint:
    return _discriminator(workshop, "deberta_v3_discriminator", keep_generator=False)


@kind(
    "DeBERTa-v3's discriminator, which carries a head that it never used",
    cause="discriminator|DeBERTa.?v3|mask_predictions",
    fix="\\w",
)
def deberta_v3_with_unused_head(workshop: Workshop) -> Checkpoint:
    return _discriminator(workshop, "deberta_v3_with_unused_head", keep_generator=True)


@kind("a training checkpoint with its optimiser beside the weights")
def training_checkpoint(workshop: Workshop) -> Checkpoint:
    folder, reference = workshop.plain("training_checkpoint")
    mark = workshop.root / "optimizer-ran"
    for name in ("optimizer.pt", "scheduler.pt", "training_args.bin", "rng_state.pth"):
        torch.save({"more": Trap(mark)}, folder / name)
    (folder / "trainer_state.json").write_text("{}")
    return Checkpoint(folder, reference, mark=mark)


@kind("a live model, in the middle of training")
def live(workshop: Workshop) -> Checkpoint:
    model = workshop.bert()
    twin = BertForMaskedLM(model.config).eval()
    twin.load_state_dict(model.state_dict())
    options = {"tokenizer": workshop.tokenizer}
    return Checkpoint(model.train(), Reference(twin, workshop.tokenizer), options)
