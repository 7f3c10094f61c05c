"""Which tokens are one word, for tokenizers with offsets and without."""

from __future__ import annotations

from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from transformers import PerceiverTokenizer

from equimask.models.encoding import SentenceEncoder
from equimask.models.words import mark_style, words_by_marks, words_by_offsets
from tests import tiny
from tests.models import slow_tokenizers as slow


def pieces_by_word(tokenizer: Any, text: str) -> list[list[str]]:
    """The content tokens of each word, as the tokenizer spells them."""
    encoded = SentenceEncoder(tokenizer, len(tokenizer))([text])[0]
    pieces = tokenizer.convert_ids_to_tokens(list(encoded.ids))
    content = [
        (w, p) for w, p, s in zip(encoded.words, pieces, encoded.special, strict=True) if not s
    ]
    return [
        [piece for _, piece in group] for _, group in groupby(content, key=lambda pair: pair[0])
    ]


def spans_by_word(tokenizer: Any, text: str) -> list[str]:
    """The text that each word covers, by offsets."""
    encoded = SentenceEncoder(tokenizer, len(tokenizer))([text])[0]
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    spans: dict[int, list[tuple[int, int]]] = {}
    for word, span, special in zip(encoded.words, offsets, encoded.special, strict=True):
        if not special:
            spans.setdefault(word, []).append(span)
    return [text[min(s for s, _ in v) : max(e for _, e in v)].strip() for v in spans.values()]


FAST = {
    "wordpiece": tiny.wordpiece_tokenizer,
    "byte-bpe": tiny.byte_bpe_tokenizer,
    "unigram": tiny.unigram_tokenizer,
}


@pytest.mark.parametrize("kind", FAST)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The nurse helped her.", ["The", "nurse", "helped", "her", "."]),
        ("Die Ärztin, über", ["Die", "Ärztin", ",", "über"]),
        ("वह लड़की डॉक्टर है", ["वह", "लड़की", "डॉक्टर", "है"]),
        ("الطبيبة تعمل", ["الطبيبة", "تعمل"]),
        ("her 2nd", ["her", "2nd"]),
    ],
)
def test_words_are_runs_of_letters_marks_and_digits(kind: str, text: str, words: list[str]) -> None:
    assert spans_by_word(FAST[kind](), text) == words


@pytest.mark.parametrize("text", ["เขาเป็นหมอ", "医生王浩宇", "🙂🙂", "e\u0301te\u0301 ड्"])
def test_the_bytes_of_one_character_are_never_torn_apart(text: str) -> None:
    tokenizer = tiny.byte_bpe_tokenizer()
    encoded = SentenceEncoder(tokenizer, len(tokenizer))([text])[0]
    offsets = tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
    split = any(left[1] > right[0] for left, right in pairwise(offsets[1:-1]))
    assert split, "no character is split: the test shows nothing"
    for character in range(len(text)):
        covering = {
            word
            for word, (start, end), special in zip(
                encoded.words, offsets, encoded.special, strict=True
            )
            if start <= character < end and not special
        }
        assert len(covering) <= 1


def test_scripts_without_spaces_break_at_every_piece() -> None:
    assert spans_by_word(tiny.wordpiece_tokenizer(), "医生王") == ["医", "生", "王"]
    assert spans_by_word(tiny.wordpiece_tokenizer(), "เขาเป็น") == ["เ", "ขาเป็", "น"]


@pytest.mark.parametrize("kind", ["byte-bpe", "unigram"])
def test_a_bare_space_piece_belongs_to_the_word_behind_it(kind: str) -> None:
    tokenizer = FAST[kind]()
    groups = pieces_by_word(tokenizer, "The nurse sprach")
    bare = [group for group in groups if group[0] in ("▁", "Ġ")]
    assert bare, "no bare space piece: the test shows nothing"
    assert all(len(group) > 1 for group in bare)
    assert len(groups) == 3


def test_offsets_of_special_tokens_never_join() -> None:
    # special tokens have the offsets (0, 0), which touch a word at the start of the text
    assert words_by_offsets("ab", [(0, 0), (0, 2), (0, 0)], [True, False, True]) == (0, 1, 2)


@pytest.mark.parametrize(
    ("style", "pieces", "words"),
    [
        ("##", ["play", "##ing", "dogs", "動", "##物"], (0, 0, 1, 2, 2)),
        ("@@", ["nur@@", "se", "her", "d@@", "o@@", "gs"], (0, 0, 1, 2, 2, 2)),
        ("</w>", ["nur", "se</w>", "her</w>", "d", "og</w>"], (0, 0, 1, 2, 2)),
        ("▁", ["▁nur", "se", ",", "▁her", "▁", "dog"], (0, 0, 1, 2, 3, 3)),
        ("▁", ["▁เขา", "เป็น"], (0, 1)),
        (" ", ["h", "i", " ", "Ã", "¤", "!"], (0, 0, 1, 2, 2, 3)),
        ("", ["M", "K", "V"], (0, 1, 2)),
    ],
)
def test_marks_of_every_style_are_read(
    style: str, pieces: list[str], words: tuple[int, ...]
) -> None:
    assert words_by_marks(pieces, [False] * len(pieces), style) == words


def test_a_special_token_breaks_a_word_in_every_style() -> None:
    for style, left, right in (("@@", "a@@", "b"), ("</w>", "a", "b</w>"), ("##", "a", "##b")):
        assert words_by_marks([left, "<s>", right], [False, True, False], style) == (0, 1, 2)


@pytest.mark.parametrize(
    ("vocabulary", "style"),
    [
        (["[CLS]", "a", "##b"], "##"),
        (["<s>", "a@@", "b"], "@@"),
        (["<s>", "a", "b</w>"], "</w>"),
        (["<s>", "▁a", "b"], "▁"),
        (["[CLS]", "a", " "], " "),
        (["<cls>", "M", "K"], ""),
    ],
)
def test_the_style_is_read_off_the_vocabulary(vocabulary: list[str], style: str) -> None:
    assert mark_style(vocabulary) == style


def test_bertweet_words_end_where_no_mark_is(tmp_path: Path) -> None:
    assert pieces_by_word(slow.bertweet_tokenizer(tmp_path), "the nurse helped her .") == [
        ["the"],
        ["nur@@", "se"],
        ["help@@", "ed"],
        ["her"],
        ["."],
    ]


def test_phobert_words_end_where_no_mark_is(tmp_path: Path) -> None:
    assert pieces_by_word(slow.phobert_tokenizer(tmp_path), "y_tá giúp bệnh_nhân") == [
        ["y_t@@", "á"],
        ["giúp"],
        ["bệnh_@@", "nhân"],
    ]


def test_xlm_words_end_at_their_mark(tmp_path: Path) -> None:
    assert pieces_by_word(slow.xlm_tokenizer(tmp_path), "the nurse helped.") == [
        ["the</w>"],
        ["nur", "se</w>"],
        ["help", "ed</w>"],
        [".</w>"],
    ]


def test_wordpiece_without_offsets_agrees_with_offsets(tmp_path: Path) -> None:
    fast = tiny.wordpiece_tokenizer()
    python = slow.roc_bert_tokenizer(tmp_path, fast.get_vocab())
    text = "The nurse helped Maximilian, über seine Gesundheit."
    assert not python.is_fast
    assert pieces_by_word(python, text) == pieces_by_word(fast, text)


@pytest.mark.parametrize("make", [slow.bertweet_tokenizer, slow.xlm_tokenizer])
def test_unknown_pieces_keep_the_words_apart(make: Any, tmp_path: Path) -> None:
    tokenizer = make(tmp_path)
    groups = pieces_by_word(tokenizer, "the zebra zoo helped")
    assert [len(group) for group in groups] == [1, 5, 3, 2]
    assert set(groups[1] + groups[2]) == {"<unk>"}


def test_bytes_are_grouped_into_words() -> None:
    groups = pieces_by_word(PerceiverTokenizer(), "über Öl.")
    assert [len(group) for group in groups] == [5, 1, 3, 1]
