"""A tiny XLNet and its tokenizer, made in memory."""

from __future__ import annotations

import json

import torch
from transformers import XLNetConfig, XLNetLMHeadModel, XLNetTokenizer

from tests import tiny

_SPECIALS = ("<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>")


def xlnet_tokenizer() -> XLNetTokenizer:
    """XLNet's pipeline: Unigram pieces, accents dropped, `<sep><cls>` at the end."""
    trained = json.loads(tiny.unigram_tokenizer(500).backend_tokenizer.to_str())["model"]["vocab"]
    pieces = [(piece, score) for piece, score in trained if not piece.startswith("<")]
    specials = [(token, 0.0) for token in _SPECIALS]
    return XLNetTokenizer(vocab=[*specials, *pieces], unk_id=0, model_max_length=64)


def tiny_xlnet(vocab_size: int, seed: int = 0, **changes: object) -> XLNetLMHeadModel:
    """Two layers with wide weights: predictions that are not flat."""
    torch.manual_seed(seed)
    config = XLNetConfig(
        vocab_size=vocab_size,
        d_model=32,
        n_layer=2,
        n_head=4,
        d_inner=64,
        initializer_range=0.4,
        **changes,
    )
    return XLNetLMHeadModel(config).eval()
