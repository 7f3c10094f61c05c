"""Changes to a checkpoint's folder: what an editor, a script, a bad disk or a bad copy may do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file

from tests.hardening.files import damaged, json_values

# Numbers that a loop, a table or a file could choke on, and neighbours of sound ones.
_ABSURD = (-(2**63), -1, 0, 1, 3, 7, 1000, 10**6, 10**9, 2**31, 2**63, 10**30)
_ODD = (None, True, False, 2.5, 1e-5, 1e300, float("nan"), "", "x", "gelu_new", "relu", [], {}, [1])
odd_values = st.one_of(
    st.sampled_from(_ABSURD), st.sampled_from(_ODD), st.floats(0, 1), json_values
)
# What the configs of other families and older files say.
_FIELDS: dict[str, Any] = {
    "model_type": ("roberta", "electra", "distilbert", "modernbert", "gpt2", "xlnet", "own", "t5"),
    "architectures": (["BertLMHeadModel"], ["BertModel"], ["GPT2LMHeadModel"], [], "x", None),
    "is_decoder": (True, 1, "false"),
    "is_encoder_decoder": (True,),
    "add_cross_attention": (True,),
    "tie_word_embeddings": (False, None, "no"),
    "legacy": (True, False),
    "hidden_act": ("relu", "gelu_new", "silu", "tanh", "none"),
    "position_embedding_type": ("relative_key", "rotary", "absolute"),
    "rope_theta": (1.0, 500000.0, 0.0, -1),
    "rope_scaling": ({"rope_type": "linear", "factor": 2.0}, {"type": "dynamic", "factor": 0}),
    "partial_rotary_factor": (0.5, 0.0, 2.0),
    "layer_norm_eps": (1e-5, 0.1, 0, -1.0),
    "norm_eps": (1e-5, 0.1),
    "num_attention_heads": (1, 2, 3, 8, 16, 32, 64),
    "num_hidden_layers": (0, 1, 3, 10**9),
    "global_attn_every_n_layers": (1, 2, 3, 0),
    "local_attention": (1, 2, 4, 128, 0),
    "max_position_embeddings": (8, 12, 63, 128, 10**12),
    "type_vocab_size": (0, 1, 3),
    "pad_token_id": (1, 5, 799, 800, -1, None),
    "mask_token_id": (1, 9, 10**6, None),
    "return_dict": (False,),
    "output_attentions": (True,),
    "output_hidden_states": (True,),
    "use_return_dict": (False,),
    "use_cache": (False, True),
    "chunk_size_feed_forward": (1, 2, 5),
    "pruned_heads": ({"0": [0, 1]}, {"1": [3]}),
    "torch_dtype": ("float16", "bfloat16", "float64", "int8", "x"),
    "dtype": ("float16", "bfloat16", "float64", "x"),
    "attn_implementation": ("eager", "sdpa", "flash_attention_2", "nobody/kernel"),
    "_attn_implementation": ("eager", "sdpa"),
    "quantization_config": ({"quant_method": "bitsandbytes", "load_in_8bit": True}, {}, "x"),
    "auto_map": ({"AutoModelForMaskedLM": "modeling_own.Own"}, {}, "x"),
    "hidden_dropout_prob": (0.0, 0.5, 2.0),
    "classifier_pooling": ("mean", "x"),
    "vocab_size": (799, 801, 400, 1, 10**13),
    "id2label": ({"0": "x"}, {}),
    "transformers_version": ("2.0.0", "9.9.9", None),
    "is_causal": (True, False),
    "use_bidirectional_attention": (False,),
    "bidirectional": (False,),
}
_TOKENIZER_FIELDS: dict[str, Any] = {
    "mask_token": ("[UNK]", "[SEP]", "<mask>", "the", None, "", 4),
    "unk_token": ("[PAD]", "the", None),
    "cls_token": ("[SEP]", "the", None),
    "sep_token": ("[CLS]", None),
    "pad_token": ("[MASK]", None),
    "bos_token": ("[CLS]", "the"),
    "additional_special_tokens": (["the"], ["James", "dinner"], "x"),
    "extra_special_tokens": (["the"], {"a": "James"}),
    "do_lower_case": (True, False),
    "strip_accents": (True, False),
    "tokenize_chinese_chars": (False,),
    "add_prefix_space": (True, False),
    "trim_offsets": (False,),
    "clean_up_tokenization_spaces": (True,),
    "tokenizer_class": ("BertTokenizer", "RobertaTokenizer", "XLNetTokenizer", "T5Tokenizer", "X"),
    "model_max_length": (1, 8, 12, 10**30, -1, "x"),
    "added_tokens_decoder": ({"5": {"content": "the", "special": True}}, {}, "x"),
    "padding_side": ("left", "x"),
    "truncation_side": ("left",),
    "split_special_tokens": (True, False),
    "add_bos_token": (True, False),
    "add_special_tokens": (False,),
    "do_lowercase_and_remove_accent": (False, True),
    "normalization": (True,),
    "do_basic_tokenize": (False,),
    "model_input_names": (["input_ids"], [], "x"),
    "auto_map": ({"AutoTokenizer": ["tokenization_own.Own", None]},),
    "backend": ("x", "sentencepiece"),
}
_EXTRA: dict[str, bytes] = {
    "vocab.txt": b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nnurse\n",
    "vocab.json": b'{"the": 0}',
    "merges.txt": b"#version: 0.2\nt h\nth e\n",
    "added_tokens.json": b'{"dinner": 7, "the": 9}',
    "special_tokens_map.json": b'{"mask_token": "[SEP]", "unk_token": "[PAD]"}',
    "tokenizer.model": b"\0\1",
    "spiece.model": b"\n\n",
    "generation_config.json": b'{"mask_token_id": 9}',
    "chat_template.jinja": b"{{ 1 }}",
    "adapter_config.json": b'{"peft_type": "LORA", "r": 2, "target_modules": ["query"]}',
    "adapter_model.safetensors": b"",
    "model.safetensors.index.json": b'{"metadata": {}, "weight_map": {"x": "model.safetensors"}}',
    "pytorch_model.bin": b"\x80\x02}q\x00.",
    "pytorch_model.bin.index.json": b'{"metadata": {}, "weight_map": {"x": "../x.bin"}}',
    "model-00001-of-00002.safetensors": b"\0" * 9,
    "tf_model.h5": b"\x89HDF",
    "flax_model.msgpack": b"\x80",
    "config_sentence_transformers.json": b"{}",
    "modules.json": b"[]",
    "preprocessor_config.json": b"{}",
    "processor_config.json": b'{"processor_class": "X"}',
    "configuration_own.py": b"raise RuntimeError('ran')\n",
    "modeling_own.py": b"raise RuntimeError('ran')\n",
    "tokenization_own.py": b"raise RuntimeError('ran')\n",
    "conversion_mapping.json": b"{}",
    ".gitattributes": b"*",
    "README.md": b"---\nlicense: mit\n---\n",
}


@dataclass(frozen=True)
class Change:
    """A file of the folder and what it now holds; None: it is gone."""

    what: str
    file: str
    content: bytes | None

    def __repr__(self) -> str:
        return self.what

    def apply(self, folder: Path) -> None:
        path = folder / self.file
        path.unlink(missing_ok=True)
        if self.content is not None:
            path.write_bytes(self.content)


def _told(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:199]}…"


def fields(file: str, content: bytes, known: dict[str, Any]) -> st.SearchStrategy[Change]:
    """One field of a JSON file, set, changed or taken out."""
    held: dict[str, Any] = json.loads(content)

    def changed(name: str, value: Any) -> Change:
        text = json.dumps({**held, name: value})
        return Change(f"{file}: {name} = {_told(value)}", file, text.encode())

    def without(name: str) -> Change:
        rest = {key: value for key, value in held.items() if key != name}
        return Change(f"{file}: without {name}", file, json.dumps(rest).encode())

    likely = st.sampled_from([(name, value) for name in known for value in known[name]])
    near = st.sampled_from(
        [
            (name, value + step)
            for name, value in held.items()
            if type(value) is int
            for step in (-1, 1, value)
        ]
        or [("x", 1)]
    )
    names = st.sampled_from(sorted(held))
    return st.one_of(
        likely.map(lambda pair: changed(*pair)),
        near.map(lambda pair: changed(*pair)),
        st.builds(changed, names, odd_values),
        names.map(without),
    )


def _paths(node: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """To every value of a JSON document, of a long table only the first and the last ones."""
    yield at
    items = list(node.items() if isinstance(node, dict) else enumerate(node))
    for key, value in items if len(items) <= 60 else (*items[:30], *items[-30:]):
        if isinstance(value, (dict, list)):
            yield from _paths(value, (*at, key))
        else:
            yield (*at, key)


@st.composite
def tree(draw: st.DrawFn, file: str, content: bytes) -> Change:
    """Any value inside a JSON document, changed or taken out; two of a table exchanged."""
    document = json.loads(content)
    path = draw(st.sampled_from([p for p in _paths(document) if p]))
    parent = document
    for key in path[:-1]:
        parent = parent[key]
    how = draw(st.sampled_from(("changed", "out", "exchanged")))
    if how == "out":
        value: Any = "taken out"
        del parent[path[-1]]
    elif how == "exchanged":
        keys = list(parent) if isinstance(parent, dict) else list(range(len(parent)))
        other = draw(st.sampled_from(keys[:400]))
        parent[path[-1]], parent[other] = parent[other], parent[path[-1]]
        value = f"exchanged with {other!r}"
    else:
        value = parent[path[-1]] = draw(odd_values)
    return Change(f"{file}: {list(path)} {_told(value)}", file, json.dumps(document).encode())


def _tensor_changes() -> dict[str, Callable[[dict[str, torch.Tensor], str, str], None]]:
    def removed(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        del weights[name]

    def renamed(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[f"{name}_old"] = weights.pop(name)

    def exchanged(weights: dict[str, torch.Tensor], name: str, other: str) -> None:
        weights[name], weights[other] = weights[other], weights[name]

    def transposed(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[name] = weights[name].flip(0) if weights[name].dim() < 2 else weights[name].mT

    def doubled(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[name] = weights[name] * 2

    def not_a_number(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[name] = weights[name] * float("nan")

    def infinite(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[name].view(-1)[-1] = -torch.inf

    def halved(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[name] = weights[name].half()

    def shorter(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[name] = weights[name][:-1]

    def prefixed(weights: dict[str, torch.Tensor], _: str, __: str) -> None:
        for name in list(weights):
            weights[f"model.{name}"] = weights.pop(name)

    def beside(weights: dict[str, torch.Tensor], name: str, _: str) -> None:
        weights[f"more.{name}"] = weights[name].clone()

    changes = (
        removed, renamed, exchanged, transposed, doubled, not_a_number, infinite, halved, shorter,
        prefixed, beside,
    )  # fmt: skip
    return {change.__name__: change for change in changes}


@st.composite
def tensors(draw: st.DrawFn, folder: Path, file: str) -> Change:
    """A tensor of the file, gone, renamed, or with other numbers."""
    is_bin = file.endswith("bin")
    weights = torch.load(folder / file) if is_bin else load_file(folder / file)
    names = sorted(weights)
    how, change = draw(st.sampled_from(sorted(_tensor_changes().items())))
    name, other = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    change(weights, name, other)
    new = folder.parent / "changed.tensors"
    kept = {key: tensor.contiguous().clone() for key, tensor in weights.items()}
    if is_bin:
        torch.save(kept, new)
    else:
        save_file(kept, new, metadata={"format": "pt"})
    told = f"{name} and {other}" if how == "exchanged" else name
    return Change(f"{file}: {told} {how}", file, new.read_bytes())


@st.composite
def bits(draw: st.DrawFn, file: str, content: bytes) -> Change:
    """One bit, in the header or in the numbers."""
    head = min(len(content), 4000)
    at = draw(st.one_of(st.integers(0, head - 1), st.integers(0, len(content) - 1)))
    bit = draw(st.integers(0, 7))
    changed = bytearray(content)
    changed[at] ^= 1 << bit
    return Change(f"{file}: bit {bit} of byte {at}", file, bytes(changed))


def bytes_of(file: str, content: bytes) -> st.SearchStrategy[Change]:
    """Cut off, or with some bytes overwritten."""
    return damaged(content).map(lambda new: Change(f"{file}: damaged", file, new))


@st.composite
def lines(draw: st.DrawFn, file: str, content: bytes) -> Change:
    """A line of a word list, of merges or of code: gone, twice, exchanged with another, cut."""
    held = content.decode().split("\n")
    places = st.integers(0, max(0, len(held) - 2))
    at, other = draw(places), draw(places)
    how = draw(st.sampled_from(("gone", "twice", "exchanged", "cut")))
    told = _told(held[at])
    if how == "gone":
        del held[at]
    elif how == "twice":
        held.insert(at, held[at])
    elif how == "exchanged":
        held[at], held[other] = held[other], held[at]
    else:
        held[at] = held[at][:-1]
    return Change(f"{file}: line {at}, {told}, {how}", file, "\n".join(held).encode())


# What a later commit to a model's code may bring: it loads the same weights, and answers otherwise.
_REWRITTEN = {
    "functional.gelu(": "functional.relu(",
    "/ math.sqrt(query.shape[-1])": "/ query.shape[-1]",
    "nn.LayerNorm(width), nn.LayerNorm(width)": "nn.LayerNorm(width), nn.Identity()",
    "10.0 **": "11.0 **",
    "dtype=torch.bool)": "dtype=torch.bool).tril()",
    "states[-1] = self.norm(hidden)": "states[-1] = hidden",
    "max_position_embeddings: int = 64": "max_position_embeddings: int = 60",
    "logits = self.decoder(found.last_hidden_state)": (
        "logits = 2 * self.decoder(found.last_hidden_state)"
    ),
}


def _code(folder: Path) -> st.SearchStrategy[Change]:
    held = {path.name: path.read_text() for path in sorted(folder.glob("*.py"))}
    rewritten = [
        Change(f"{file}: {new} for {old}", file, text.replace(old, new).encode())
        for file, text in held.items()
        for old, new in _REWRITTEN.items()
        if old in text
    ]
    files = st.sampled_from(sorted(held))
    anywhere = files.flatmap(lambda file: lines(file, held[file].encode()))
    return st.one_of(st.sampled_from(rewritten), anywhere)


def _extra(name: str) -> Change:
    return Change(f"{name} added", name, _EXTRA[name])


@st.composite
def changes(draw: st.DrawFn, folder: Path) -> Change:
    """One change to one file of the folder."""
    files = sorted(path.name for path in folder.iterdir())
    held = {name: (folder / name).read_bytes() for name in files}
    weights = [name for name in files if name.endswith((".safetensors", ".bin"))]
    tables = [
        name
        for name in files
        if name.endswith((".json", ".txt", ".codes")) and name != "config.json"
    ]
    kinds = ["config"] * 3 + ["tokenizer"] * 2 + ["weights", "file"]
    kind = draw(st.sampled_from(kinds + ["code"] * any(name.endswith(".py") for name in files)))
    if kind == "config":
        return draw(fields("config.json", held["config.json"], _FIELDS))
    if kind == "code":
        return draw(_code(folder))
    if kind == "tokenizer":
        file = draw(st.sampled_from(tables))
        if not file.endswith(".json"):
            return draw(lines(file, held[file]))
        if file == "tokenizer_config.json":
            return draw(fields(file, held[file], _TOKENIZER_FIELDS))
        return draw(tree(file, held[file]))
    if kind == "weights":
        file = draw(st.sampled_from(weights))
        damages = (tensors(folder, file), bits(file, held[file]), bytes_of(file, held[file]))
        return draw(st.one_of(*damages))
    file = draw(st.sampled_from(files))
    gone = st.just(Change(f"{file} gone", file, None))
    added = st.sampled_from(sorted(_EXTRA)).map(_extra)
    return draw(st.one_of(gone, added, bytes_of(file, held[file])))
