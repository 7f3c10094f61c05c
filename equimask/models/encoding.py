"""Sentences to token ids, specials found by mask, words found by offsets or marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from equimask.core.errors import (
    ModelError,
    check_characters,
    check_length,
    check_special_tokens,
    special_token_in_text,
)
from equimask.models import words
from equimask.models.tokenizers import guarded
from equimask.plans.masks import Encoded

_UNSEGMENTED = (
    "PhoBERT was trained on text in which a segmenter (VnCoreNLP) has joined the syllables of a "
    "word by underscores; these sentences have none"
)


class SentenceEncoder:
    """Any tokenizer, fast or Python-only, behind one call."""

    def __init__(self, tokenizer: Any, vocabulary_size: int) -> None:
        self.tokenizer = tokenizer
        self.vocabulary_size = vocabulary_size
        self.mask_id: int = _mask_id(tokenizer)
        self.mask_token: str = tokenizer.mask_token
        self.unk_id: int | None = tokenizer.unk_token_id
        named = dict(zip(tokenizer.all_special_ids, tokenizer.all_special_tokens, strict=True))
        added = getattr(tokenizer, "added_tokens_decoder", {})  # such as [unused7] or chat marks
        named |= {i: token.content for i, token in added.items() if token.special}
        self.special_ids = frozenset(named)
        # One character alone (CLIP pads with "!") is a part of ordinary text, special or not.
        self._signs = {i: name for i, name in named.items() if len(name) > 1}
        self.special_tokens = tuple(self._signs.values())
        self._unsegmented = False
        with guarded(tokenizer):
            self._style = None if tokenizer.is_fast else words.mark_style(tokenizer.get_vocab())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the sentences that were read so far."""
        return (_UNSEGMENTED,) if self._unsegmented else ()

    def __call__(self, sentences: Sequence[str]) -> list[Encoded]:
        """Never truncates: what is too long is for the caller to report."""
        for sentence in sentences:
            check_special_tokens(sentence, self.special_tokens, "every sentence")
        return self._without_signs(sentences, allowed={self.unk_id})

    def with_masks(self, sentences: Sequence[str]) -> list[Encoded]:
        """The same for text into which the caller has put masks."""
        return self._without_signs(sentences, allowed={self.unk_id, self.mask_id})

    def _without_signs(self, sentences: Sequence[str], allowed: set[int | None]) -> list[Encoded]:
        """Refused is what is read as a special token however it is written, such as "[mask]"."""
        if type(self.tokenizer).__name__ == "PhobertTokenizer":
            self._unsegmented |= any(map(str.strip, sentences)) and "_" not in "".join(sentences)
        encoded = self.read(sentences)
        signs = {i: name for i, name in self._signs.items() if i not in allowed}
        for text, one in zip(sentences, encoded, strict=True):
            for token, special in zip(one.ids, one.special, strict=True):
                if token in signs and not special:
                    raise special_token_in_text(signs[token], text, "every sentence")
        return encoded

    def read(self, sentences: Sequence[str]) -> list[Encoded]:
        """The same, whatever signs are in it: for a caller that looks at them itself."""
        if not sentences:
            return []
        for sentence in sentences:
            check_length(sentence, "every sentence")
            check_characters(sentence, "every sentence")
        batch = self._tokenized(sentences)
        encoded = []
        for i, (text, ids) in enumerate(zip(sentences, batch["input_ids"], strict=True)):
            special = tuple(bool(flag) for flag in batch["special_tokens_mask"][i])
            offsets = None
            if self._style is None:
                offsets = tuple(tuple(span) for span in batch["offset_mapping"][i])
                word_numbers = words.words_by_offsets(text, offsets, special)
            else:
                with guarded(self.tokenizer):
                    word_numbers = self._words_by_marks(text, ids, special, self._style)
            encoded.append(Encoded(tuple(ids), special, word_numbers, offsets))
        self._check_range(encoded)
        return encoded

    def _tokenized(self, sentences: Sequence[str]) -> Any:
        with guarded(self.tokenizer):
            read = self.tokenizer(
                list(sentences),
                add_special_tokens=True,
                truncation=False,
                return_special_tokens_mask=True,
                return_attention_mask=False,
                return_token_type_ids=False,
                return_offsets_mapping=self.tokenizer.is_fast,
                verbose=False,
            )
            if any(None in ids for ids in read["input_ids"]):
                raise KeyError("a special token without an id")
            return read

    def _words_by_marks(
        self, text: str, ids: Sequence[int], special: Sequence[bool], style: str
    ) -> tuple[int, ...]:
        pieces = self.tokenizer.convert_ids_to_tokens(ids)
        content = [i for i, flag in enumerate(special) if not flag]
        if self.tokenizer.unk_token_id in ids:
            surfaces = self.tokenizer.tokenize(text)  # an unknown piece still has its marks here
            if len(surfaces) == len(content):
                for i, surface in zip(content, surfaces, strict=True):
                    pieces[i] = surface
        names = set(self.tokenizer.all_special_tokens)
        alone = [flag or piece in names for flag, piece in zip(special, pieces, strict=True)]
        return words.words_by_marks(pieces, alone, style)

    def _check_range(self, encoded: Sequence[Encoded]) -> None:
        largest = max((max(e.ids, default=0) for e in encoded), default=0)
        if max(largest, self.mask_id) >= self.vocabulary_size:
            raise ModelError(
                expected=f"token ids below the model's {self.vocabulary_size} embeddings",
                got=f"token id {max(largest, self.mask_id)}",
                fix="The tokenizer does not belong to this model: pass the right `tokenizer`, "
                "or resize the model's embeddings.",
            )


def _mask_id(tokenizer: Any) -> int:
    if tokenizer.mask_token_id is None:
        raise ModelError(
            expected="a tokenizer with a mask token",
            got=f"{type(tokenizer).__name__} without one",
            fix="Pass mask_token=..., the token that hid words when the model was trained, or take "
            "a masked language model.",
        )
    return int(tokenizer.mask_token_id)
