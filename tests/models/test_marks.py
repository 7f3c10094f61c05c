"""The marks come from the tokenizer itself, whatever its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from transformers import PreTrainedTokenizer

from equimask.models.words import PieceMarks, marks_of
from tests import tiny
from tests.models.slow_tokenizers import (
    bertweet_tokenizer,
    phobert_tokenizer,
    roc_bert_tokenizer,
    xlm_tokenizer,
)
from tests.models.tiny_xlnet import xlnet_tokenizer
from tests.studies.completions import tokenizer_kinds as kinds

TEXT = ["the old king and the old queen", "the nurse helped the king"]


@pytest.mark.parametrize(
    ("tokenizer", "marks"),
    [
        (tiny.wordpiece_tokenizer(), PieceMarks(inside="##")),
        (kinds.wordpiece(["old", "@ed"], prefix="@"), PieceMarks(inside="@")),
        (kinds.wordpiece(["old", "ed"], prefix=""), PieceMarks()),
        (kinds.word_level(["old"]), PieceMarks()),
        (tiny.byte_bpe_tokenizer(), PieceMarks(space="Ġ", bare_start=True)),
        (kinds.byte_level(TEXT, add_prefix_space=True), PieceMarks(space="Ġ")),
        (tiny.unigram_tokenizer(), PieceMarks(space="▁")),
        (kinds.unigram(["▁old", "old"], "never"), PieceMarks(space="▁", bare_start=True)),
        (kinds.replaced_space(["▁old", "old"]), PieceMarks(space="▁")),
        (kinds.suffixed(TEXT), PieceMarks(end="</w>")),
        (xlnet_tokenizer(), PieceMarks(space="▁")),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, PieceMarks) else str(value),
)
def test_a_fast_tokenizer_tells_its_marks(tokenizer: Any, marks: PieceMarks) -> None:
    assert marks_of(tokenizer) == marks


@pytest.mark.parametrize(
    ("make", "marks"),
    [
        (xlm_tokenizer, PieceMarks(end="</w>")),
        (bertweet_tokenizer, PieceMarks(unfinished="@@")),
        (phobert_tokenizer, PieceMarks(unfinished="@@")),
    ],
)
def test_a_python_tokenizer_tells_its_marks(
    tmp_path: Path, make: Callable[[Path], Any], marks: PieceMarks
) -> None:
    assert marks_of(make(tmp_path)) == marks


def test_a_python_wordpiece_tells_its_marks(tmp_path: Path) -> None:
    vocabulary = tiny.wordpiece_tokenizer().get_vocab()
    assert marks_of(roc_bert_tokenizer(tmp_path, vocabulary)) == PieceMarks(inside="##")


class PythonBytes(PreTrainedTokenizer):  # type: ignore[misc]
    """A Python-only tokenizer with GPT-2's marks, as in a repository with its own code."""

    def __init__(self) -> None:
        self._ids = {"<unk>": 0, "<mask>": 1, "old": 2, "Ġold": 3, "ĠÃ¶de": 4}
        super().__init__(unk_token="<unk>", mask_token="<mask>")

    def get_vocab(self) -> dict[str, int]:
        return self._ids

    @property
    def vocab_size(self) -> int:
        return len(self._ids)

    def _tokenize(self, text: str, **_: Any) -> list[str]:
        return [text.replace(" ", "Ġ")]

    def _convert_token_to_id(self, token: str) -> int:
        return self._ids.get(token, 0)

    def _convert_id_to_token(self, index: int) -> str:
        return next(token for token, i in self._ids.items() if i == index)


def test_python_byte_marks_are_known_by_the_vocabulary() -> None:
    assert marks_of(PythonBytes()) == PieceMarks(space="Ġ", bare_start=True)


@pytest.mark.parametrize(
    ("marks", "token", "read"),
    [
        (PieceMarks(inside="##"), "##ed", None),
        (PieceMarks(inside="##"), "old", ("old", True)),
        (PieceMarks(unfinished="@@"), "nur@@", None),
        (PieceMarks(unfinished="@@"), "se", ("se", True)),
        (PieceMarks(end="</w>"), "nur", None),
        (PieceMarks(end="</w>"), "se</w>", ("se", True)),
        (PieceMarks(space="▁"), "▁old", ("old", True)),
        (PieceMarks(space="▁"), "old", ("old", False)),
        (PieceMarks(space="Ġ"), "ĠÃ¶de", ("öde", True)),
        (PieceMarks(space="Ġ"), "Ã", ("\ufffd", False)),
        (PieceMarks(), "old", ("old", True)),
    ],
)
def test_what_a_token_writes(marks: PieceMarks, token: str, read: tuple[str, bool] | None) -> None:
    assert marks.read(token) == read
