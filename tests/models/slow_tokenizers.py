"""Python-only tokenizers, which give no offsets, made tiny from files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from transformers import BertweetTokenizer, PhobertTokenizer, RoCBertTokenizer, XLMTokenizer


def roc_bert_tokenizer(folder: Path, vocabulary: Mapping[str, int]) -> RoCBertTokenizer:
    """RoCBert's: WordPiece, and for every token the ids of a shape and of a sound."""
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    (folder / "vocab.txt").write_text("\n".join(tokens) + "\n", encoding="utf-8")
    for name, groups in (("word_shape", 7), ("word_pronunciation", 5)):
        table = {token: i % groups for i, token in enumerate(tokens)}
        (folder / f"{name}.json").write_text(json.dumps(table), encoding="utf-8")
    return RoCBertTokenizer(
        str(folder / "vocab.txt"),
        str(folder / "word_shape.json"),
        str(folder / "word_pronunciation.json"),
        do_lower_case=False,
        model_max_length=64,
    )


def xlm_tokenizer(folder: Path) -> XLMTokenizer:
    """XLM's: pieces of a word until one ends with </w>."""
    vocabulary = ["<s>", "</s>", "<pad>", "<unk>", "<special0>", "<special1>"]
    vocabulary += ["the</w>", "nur", "se</w>", "help", "ed</w>", "h", "er</w>", ".</w>"]
    merges = ["t h 9", "th e</w> 9", "n u 8", "nu r 8", "s e</w> 8", "h e 7", "he l 7", "hel p 7"]
    merges += ["e d</w> 6", "e r</w> 5"]
    (folder / "vocab.json").write_text(
        json.dumps({token: i for i, token in enumerate(vocabulary)}), encoding="utf-8"
    )
    (folder / "merges.txt").write_text("\n".join(merges) + "\n", encoding="utf-8")
    return XLMTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"), model_max_length=64)


def _bpe_files(folder: Path, tokens: Sequence[str], merges: Sequence[str]) -> tuple[str, str]:
    vocabulary = "".join(f"{token} 9\n" for token in tokens)
    codes = "".join(f"{pair} {len(merges) - i}\n" for i, pair in enumerate(merges))
    (folder / "vocab.txt").write_text(vocabulary, encoding="utf-8")
    (folder / "bpe.codes").write_text(codes, encoding="utf-8")
    return str(folder / "vocab.txt"), str(folder / "bpe.codes")


_TWEET = ("the", "nur@@", "se", "help@@", "ed", "her", ".", "dog@@", "s")
_MERGES = ("t h", "th e</w>", "n u", "nu r", "s e</w>", "h e", "he l", "hel p", "e d</w>")
_MERGES += ("he r</w>", "d o", "do g")


def bertweet_tokenizer(folder: Path) -> BertweetTokenizer:
    """BERTweet's: a piece with @@ is continued by the next one."""
    return BertweetTokenizer(*_bpe_files(folder, _TWEET, _MERGES), model_max_length=64)


def phobert_tokenizer(folder: Path) -> PhobertTokenizer:
    """PhoBERT's: the same marks, over text that a segmenter joined with underscores."""
    tokens = ("y_t@@", "á", "giúp", "bệnh_@@", "nhân", ".")
    merges = ("y _", "y_ t", "g i", "gi ú", "giú p</w>", "b ệ", "bệ n", "bện h", "bệnh _")
    merges += ("n h", "nh â", "nhâ n</w>")
    return PhobertTokenizer(*_bpe_files(folder, tokens, merges), model_max_length=64)
