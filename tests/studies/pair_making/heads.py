"""A masked language model whose head has a will of its own: the same words at every mask."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

import torch
from transformers import PreTrainedTokenizerFast

from equimask.gender.swap import GenderLexicon
from equimask.models import MaskedLM
from equimask.models.loading import load_mlm
from equimask.studies.pair_making.model_based import ModelBased
from equimask.studies.pair_making.records import GenderPair, Prediction
from tests import tiny

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LETTERS = [*string.ascii_letters, *"äöüßéèàçñ他她男女", *".,;!?'’-"]
WORDS = (
    "the The a an king queen man woman father mother he she He She him his her boy girl men women"
    " Der Die der die alte König Königin Mann Frau Vater Mutter lamp Lampe slept schläft"
).split()


def tokenizer_of(*words: str) -> PreTrainedTokenizerFast:
    """WordPiece over these words and all letters."""
    pieces = [*SPECIAL, *words, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    return tiny.wordpiece_of(pieces)


def biased(wishes: Mapping[str, float], *words: str) -> MaskedLM:
    """An MLM that adds these logits to the words, and next to nothing comes from the sentence."""
    tokenizer = tokenizer_of(*(words or WORDS))
    model = tiny.tiny_bert(len(tokenizer))
    with torch.no_grad():
        model.cls.predictions.decoder.weight.mul_(1e-3)
        bias = torch.zeros(len(tokenizer))
        for word, wish in wishes.items():
            bias[tokenizer.get_vocab()[word]] = wish
        model.cls.predictions.bias.copy_(bias)
        model.cls.predictions.decoder.bias.copy_(bias)
    return load_mlm(model, tokenizer)


def predicted(sentence: str, wishes: dict[str, float], lang: str = "en", **how: Any) -> Prediction:
    maker = ModelBased(GenderLexicon.load(lang), biased(wishes), **how)
    (result,) = maker([sentence])
    assert isinstance(result, Prediction)
    return result


def pair(prediction: Prediction) -> GenderPair:
    assert isinstance(prediction.result, GenderPair), prediction.result
    return prediction.result
