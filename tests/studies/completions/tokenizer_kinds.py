"""One tiny tokenizer of every kind that marks its words in a way of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from tests import tiny
from tests.tiny import ROBERTA_SPECIALS as SPECIALS


def wrapped(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    """With <s> ... </s> and a mask that swallows the space before it."""
    return tiny.between_s(tokenizer, tiny.lstripped_mask())


def _ids(pieces: Sequence[str]) -> dict[str, int]:
    return {piece: i for i, piece in enumerate([*SPECIALS, *pieces])}


def wordpiece(pieces: Sequence[str], prefix: str = "##", lowercase: bool = False) -> Any:
    model = models.WordPiece(_ids(pieces), unk_token="<unk>", continuing_subword_prefix=prefix)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return wrapped(tokenizer)


def word_level(words: Sequence[str]) -> Any:
    tokenizer = Tokenizer(models.WordLevel(_ids(words), unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return wrapped(tokenizer)


def _unigram_model(pieces: Sequence[str]) -> Any:
    vocabulary = [(piece, 0.0) for piece in SPECIALS]
    vocabulary += [(piece, -1.0 - len(piece) / 100) for piece in pieces]
    return models.Unigram(vocabulary, unk_id=3)


def unigram(pieces: Sequence[str], prepend: str = "always") -> Any:
    tokenizer = Tokenizer(_unigram_model(pieces))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=prepend)
    tokenizer.decoder = decoders.Metaspace(prepend_scheme=prepend)
    return wrapped(tokenizer)


def _trained_bpe(tokenizer: Tokenizer, corpus: Sequence[str], **options: Any) -> Any:
    """BPE pieces of the corpus."""
    specials = [*SPECIALS[:-1], tiny.lstripped_mask()]
    trainer = trainers.BpeTrainer(
        vocab_size=2000, special_tokens=specials, show_progress=False, **options
    )
    tokenizer.train_from_iterator(corpus, trainer)
    return wrapped(tokenizer)


def byte_level(corpus: Sequence[str], add_prefix_space: bool = False) -> Any:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space)
    tokenizer.decoder = decoders.ByteLevel()
    return _trained_bpe(tokenizer, corpus, initial_alphabet=pre_tokenizers.ByteLevel.alphabet())


def suffixed(corpus: Sequence[str]) -> Any:
    """BPE that marks the end of a word, as the first GPT and XLM did, but as a fast tokenizer."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.BPEDecoder(suffix="</w>")
    return _trained_bpe(tokenizer, corpus, end_of_word_suffix="</w>")


def replaced_space(pieces: Sequence[str]) -> Any:
    """`▁` put in by the normalizer instead of a pre-tokenizer, as in Llama's descendants."""
    tokenizer = Tokenizer(_unigram_model(pieces))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.Fuse()])
    return wrapped(tokenizer)
