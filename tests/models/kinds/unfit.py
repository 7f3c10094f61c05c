"""Heads, tokenizers and numbers."""

from __future__ import annotations

import json
import random
from typing import Any

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import (
    BartForConditionalGeneration,
    BertLMHeadModel,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

from tests import tiny
from tests.models.kinds.reference import Reference
from tests.models.kinds.workshop import KNOWN, Checkpoint, Workshop, edit, kind, save_weights
from tests.models.tiny_families import CONFIGS, config_of

CAUSAL = "causal|only what stands before|is_decoder"
MASKED = "masked"


def _live(workshop: Workshop, model: Any) -> Checkpoint:
    return Checkpoint(model.eval(), options={"tokenizer": workshop.tokenizer})


def _gpt2(workshop: Workshop) -> GPT2LMHeadModel:
    torch.manual_seed(0)
    config = GPT2Config(vocab_size=len(workshop.tokenizer), n_embd=32, n_layer=2, n_head=4)
    return GPT2LMHeadModel(config)


@kind("GPT-2, live", cause=CAUSAL, fix=MASKED)
def live_gpt2(workshop: Workshop) -> Checkpoint:
    return _live(workshop, _gpt2(workshop))


@kind("GPT-2, in a folder", cause=f"{CAUSAL}|gpt2", fix=MASKED)
def gpt2_folder(workshop: Workshop) -> Checkpoint:
    return Checkpoint(workshop.save("gpt2_folder", _gpt2(workshop)))


@kind("Llama, live", cause=CAUSAL, fix=MASKED)
def live_llama(workshop: Workshop) -> Checkpoint:
    torch.manual_seed(0)
    small = {**CONFIGS["eurobert"], "vocab_size": len(workshop.tokenizer)}
    return _live(workshop, LlamaForCausalLM(LlamaConfig(**small)))


@kind("a BERT made a decoder, live", cause=CAUSAL, fix="is_decoder|masked")
def live_bert_decoder(workshop: Workshop) -> Checkpoint:
    torch.manual_seed(0)
    config = tiny.bert_config(len(workshop.tokenizer))
    config.is_decoder = True
    return _live(workshop, BertLMHeadModel(config))


@kind("a BERT whose config says `is_decoder`", cause="is_decoder", fix="is_decoder")
def decoder_by_config(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("decoder_by_config")
    edit(folder / "config.json", is_decoder=True)
    return Checkpoint(folder)


@kind("an encoder-decoder with a masked head (BART)", cause="bart", fix="encoder-decoder")
def encoder_decoder(workshop: Workshop) -> Checkpoint:
    torch.manual_seed(0)
    model = BartForConditionalGeneration(config_of("bart", len(workshop.tokenizer)))
    return Checkpoint(workshop.save("encoder_decoder", model))


@kind("an encoder-decoder without one (T5)", cause="t5|T5", fix="encoder-decoder|masked")
def t5_folder(workshop: Workshop) -> Checkpoint:
    small = {"d_model": 32, "d_kv": 8, "d_ff": 32, "num_layers": 1, "num_heads": 4}
    config = T5Config(vocab_size=len(workshop.tokenizer), **small)
    return Checkpoint(workshop.save("t5_folder", T5ForConditionalGeneration(config)))


@kind("a random model", notes="taken for granted|its class says|could not be decided")
def random_model(workshop: Workshop) -> Checkpoint:
    model = tiny.tiny_bert(len(workshop.tokenizer))
    folder = workshop.save("random_model", model)
    return Checkpoint(folder, Reference(model, workshop.tokenizer))


@kind("a trained model")
def trained_model(workshop: Workshop) -> Checkpoint:
    reference = Reference(workshop.trained, workshop.trained_tokenizer)
    return Checkpoint("embedded", reference, sentences=KNOWN)


@kind("a tokenizer with more tokens than the model", cause="token id|embeddings", fix="tokenizer")
def tokenizer_too_large(workshop: Workshop) -> Checkpoint:
    folder = workshop.save("tokenizer_too_large", tiny.tiny_bert(100))
    return Checkpoint(folder)


def numbered(tokenizer: Any, pieces: list[str]) -> PreTrainedTokenizerFast:
    """The same pipeline, with these pieces and in this order."""
    whole = json.loads(tokenizer.backend_tokenizer.to_str())
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    whole["model"]["vocab"] = vocabulary
    merges = whole["model"]["merges"]
    whole["model"]["merges"] = [
        pair for pair in merges if {*pair, "".join(pair)} <= vocabulary.keys()
    ]
    return PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_str(json.dumps(whole)),
        model_max_length=tokenizer.model_max_length,
        **tokenizer.special_tokens_map,
    )


def pieces_of(tokenizer: Any) -> tuple[list[str], list[str]]:
    """Special tokens and others, by number."""
    pieces = sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().__getitem__)
    return pieces[:5], pieces[5:]


@kind("the tokenizer of another model, of the same size", cause="tokenizer", fix="tokenizer=")
def tokenizer_of_another(workshop: Workshop) -> Checkpoint:
    special, others = pieces_of(workshop.trained_tokenizer)
    random.Random(0).shuffle(others)
    other = numbered(workshop.trained_tokenizer, [*special, *others])
    return Checkpoint("embedded", options={"tokenizer": other}, sentences=KNOWN)


@kind("the tokenizer of another model, smaller", cause="tokenizer", fix="tokenizer=")
def smaller_tokenizer_of_another(workshop: Workshop) -> Checkpoint:
    special, others = pieces_of(workshop.trained_tokenizer)
    latin = sorted(piece for piece in others if piece.strip("▁").isascii())
    other = numbered(workshop.trained_tokenizer, [*special, *latin])
    return Checkpoint("embedded", options={"tokenizer": other}, sentences=KNOWN)


@kind("a tokenizer without a mask token", cause="mask token", fix="mask_token")
def tokenizer_without_mask(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("tokenizer_without_mask")
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.mask_token = None
    tokenizer.save_pretrained(folder)
    return Checkpoint(folder)


@kind("added tokens, and embeddings for them")
def added_tokens(workshop: Workshop) -> Checkpoint:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.add_tokens(["dinner", "engine"])
    model = workshop.bert(vocab_size=len(tokenizer))
    folder = workshop.save("added_tokens", model, tokenizer)
    return Checkpoint(folder, Reference(model, tokenizer))


@kind("added tokens without embeddings", cause="token id|embeddings", fix="tokenizer|resize")
def added_tokens_without_embeddings(workshop: Workshop) -> Checkpoint:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.add_tokens(["dinner", "engine"])
    folder = workshop.save("added_tokens_without_embeddings", workshop.bert(), tokenizer)
    return Checkpoint(folder)


@kind("a padded vocabulary: more answers than tokens")
def padded_vocabulary(workshop: Workshop) -> Checkpoint:
    model = workshop.bert(vocab_size=len(workshop.tokenizer) + 24)
    folder = workshop.save("padded_vocabulary", model)
    return Checkpoint(folder, Reference(model, workshop.tokenizer))


@kind("weights that are NaN", cause="NaN", fix="weights|finite")
def nan_weights(workshop: Workshop) -> Checkpoint:
    folder, _ = workshop.plain("nan_weights")
    path = folder / "model.safetensors"
    weights = load_file(path)
    weights["bert.encoder.layer.0.output.dense.weight"][3, 3] = float("nan")
    save_weights(path, weights)
    return Checkpoint(folder)


def _forbidden(workshop: Workshop, name: str, word: str) -> tuple[Any, Any]:
    """A model that gives no probability at all to a token."""
    model = workshop.bert()
    with torch.no_grad():
        model.cls.predictions.bias[workshop.tokenizer.convert_tokens_to_ids(word)] = -torch.inf
    return workshop.save(name, model), model


@kind("a token of the sentence with logits of -inf", cause="-inf|no probability", fix="\\w")
def infinite_and_asked(workshop: Workshop) -> Checkpoint:
    return Checkpoint(_forbidden(workshop, "infinite_and_asked", "the")[0])


@kind("a token elsewhere with logits of -inf")
def infinite_elsewhere(workshop: Workshop) -> Checkpoint:
    folder, model = _forbidden(workshop, "infinite_elsewhere", "医")
    return Checkpoint(folder, Reference(model, workshop.tokenizer))


def _absurd(workshop: Workshop, name: str, **sizes: int) -> Checkpoint:
    folder, _ = workshop.plain(name)
    edit(folder / "config.json", **sizes)
    return Checkpoint(folder)


TOO_MUCH = r"GB|TB|bytes|memory|size|layers|number|shape"


@kind("a config with an absurd vocabulary", cause=TOO_MUCH, fix="\\w")
def absurd_vocabulary(workshop: Workshop) -> Checkpoint:
    return _absurd(workshop, "absurd_vocabulary", vocab_size=10**13)


@kind("a config with an absurd width", cause=TOO_MUCH, fix="\\w")
def absurd_width(workshop: Workshop) -> Checkpoint:
    return _absurd(workshop, "absurd_width", hidden_size=4 * 10**6, intermediate_size=10**7)


@kind("a config with an absurd number of layers", cause=TOO_MUCH, fix="\\w")
def absurd_layers(workshop: Workshop) -> Checkpoint:
    return _absurd(workshop, "absurd_layers", num_hidden_layers=10**9)


@kind("a config with an absurd number of positions", cause=TOO_MUCH, fix="\\w")
def absurd_positions(workshop: Workshop) -> Checkpoint:
    return _absurd(workshop, "absurd_positions", max_position_embeddings=10**12)
