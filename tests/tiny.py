"""Tiny tokenizers and models, made in memory: the suite needs no network and no checkpoint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import (
    AddedToken,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import (
    BertConfig,
    BertForMaskedLM,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
)

CORPUS = (
    "The nurse helped her patient before the long night shift ended.",
    "James repaired the engine while Olivia cooked dinner for the guests.",
    "Die Ärztin sprach mit dem König über seine Gesundheit.",
    "Maximilian und Emilia arbeiten in einer kleinen Bäckerei.",
    "医生王浩宇和护士李依欣在医院工作。",
    "เขาเป็นหมอและเธอเป็นพยาบาล",
    "वह लड़की बहुत अच्छी डॉक्टर है।",
    "الطبيبة تعمل في المستشفى كل يوم.",
)

_WORDPIECE = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
ROBERTA_SPECIALS = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
# With narrow initial weights all predictions are flat, and a wrong one would look right.
_SMALL: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "initializer_range": 0.4,
}


def wordpiece_tokenizer(vocab_size: int = 800) -> PreTrainedTokenizerFast:
    """BERT's pipeline: WordPiece with [CLS] ... [SEP].

    The vocabulary is counted here, because the library's trainer breaks ties at random.
    """
    split = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
    words = [word for line in CORPUS for word, _ in split(line)]
    single = {mark + letter for word in words for letter in word for mark in ("", "##")}
    counts = Counter(
        ("##" if start else "") + word[start:end]
        for word in words
        for start in range(len(word))
        for end in range(start + 2, min(len(word), start + 5) + 1)
    )
    common = sorted(counts, key=lambda piece: (-counts[piece], piece))
    pieces = [*_WORDPIECE, *sorted(single), *common][:vocab_size]
    return wordpiece_of(pieces)


def wordpiece_of(pieces: Iterable[str]) -> PreTrainedTokenizerFast:
    """BERT's pipeline over these pieces; the first five are its specials."""
    vocabulary = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=64,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )


def byte_bpe_tokenizer(vocab_size: int = 400) -> PreTrainedTokenizerFast:
    """RoBERTa's pipeline: byte-level BPE with <s> ... </s>."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.BpeTrainer(
            vocab_size=vocab_size,
            special_tokens=list(ROBERTA_SPECIALS),
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    return _with_roberta_specials(tokenizer)


def unigram_tokenizer(vocab_size: int = 300) -> PreTrainedTokenizerFast:
    """XLM-R's pipeline: SentencePiece-like Unigram over ▁-marked text."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.UnigramTrainer(
            vocab_size=vocab_size,
            special_tokens=list(ROBERTA_SPECIALS),
            unk_token="<unk>",
            show_progress=False,
        ),
    )
    return between_s(tokenizer)


def between_s(tokenizer: Tokenizer, mask: str | AddedToken = "<mask>") -> PreTrainedTokenizerFast:
    """<s> ... </s> around every text; the vocabulary begins with RoBERTa's specials."""
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return _with_roberta_specials(tokenizer, mask)


def _with_roberta_specials(
    tokenizer: Tokenizer, mask: str | AddedToken = "<mask>"
) -> PreTrainedTokenizerFast:
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=64,
        bos_token="<s>",
        cls_token="<s>",
        pad_token="<pad>",
        eos_token="</s>",
        sep_token="</s>",
        unk_token="<unk>",
        mask_token=mask,
    )


def bert_config(vocab_size: int) -> BertConfig:
    return BertConfig(vocab_size=vocab_size, max_position_embeddings=64, **_SMALL)


def tiny_bert(vocab_size: int, seed: int = 0) -> BertForMaskedLM:
    """A random BERT of two layers whose predictions are not flat."""
    torch.manual_seed(seed)
    return BertForMaskedLM(bert_config(vocab_size)).eval()


def tiny_roberta(vocab_size: int, seed: int = 0) -> RobertaForMaskedLM:
    """A random RoBERTa; its positions start behind the padding index."""
    torch.manual_seed(seed)
    config = RobertaConfig(
        vocab_size=vocab_size,
        max_position_embeddings=66,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        **_SMALL,
    )
    return RobertaForMaskedLM(config).eval()


def save(folder: Path, model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast) -> Path:
    """A checkpoint folder as `from_pretrained` wants it."""
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


MORE: Sequence[str] = (
    "Olivia cooked dinner for the guests.",
    "James repaired the engine.",
    "Emilia arbeiten in einer kleinen Bäckerei.",
    "The nurse helped her patient.",
    "Maximilian sprach mit dem König über seine Gesundheit.",
)
LESS: Sequence[str] = (
    "James cooked dinner for the guests.",
    "Olivia repaired the engine.",
    "Maximilian arbeiten in einer kleinen Bäckerei.",
    "The nurse helped his patient.",
    "Emilia sprach mit dem König über ihre Gesundheit.",
)


def lstripped_mask() -> AddedToken:
    """RoBERTa's mask token swallows the space before it."""
    return AddedToken("<mask>", lstrip=True, special=True)
