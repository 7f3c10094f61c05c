"""Which tokens are whole words, for every kind of tokenizer and script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer

from equimask.core.errors import ModelError, OptionError
from equimask.studies.completions import as_written, whole_words
from equimask.studies.completions.whole_words import is_word
from tests import tiny
from tests.models.slow_tokenizers import bertweet_tokenizer, xlm_tokenizer
from tests.studies.completions import tokenizer_kinds as kinds

CORPUS = ["old king", "Old king", "kings old", "öde Stadt", "the old öde town"] * 3


def words_of(tokenizer: Any, language: str = "en", **order: Any) -> dict[str, str]:
    """Token -> word."""
    found = whole_words(tokenizer, language, **order)
    return dict(zip(tokenizer.convert_ids_to_tokens(list(found)), found.values(), strict=True))


@pytest.mark.parametrize(
    "text",
    ["old", "Old", "l'eau", "aujourd’hui", "well-known", "घर", "नहीं", "老", "ดี", "جميل", "क्‍या"],
)
def test_these_are_words(text: str) -> None:
    assert is_word(text)


NO_WORDS = ["", "'s", "l'", "-", "a--b", "1st", "100", ".", "™", "😀", "a b", "½", "Ⅳ", "@USER"]
NO_LETTERS = ["\u0301", "ी", "ー", "ๆ", "\ufffd", "a\x00", "a\u200b"]
MADE_UP = ["[unused7]", "<special3>", "madeupword0001"]


@pytest.mark.parametrize("text", [*NO_WORDS, *NO_LETTERS, *MADE_UP])
def test_these_are_none(text: str) -> None:
    assert not is_word(text)


@given(st.text(max_size=12))
def test_a_word_holds_nothing_but_letters_marks_and_joints(text: str) -> None:
    if is_word(text):
        kinds_of_characters = {unicodedata.category(c)[0] for c in text}
        assert kinds_of_characters <= set("LM") | {unicodedata.category(c)[0] for c in "'’-\u200d"}
        assert text.strip() == text
        assert not any(c.isdecimal() for c in text)
        assert is_word(text + "-" + text)
        assert not is_word(text + "7")
        assert not is_word("-" + text)


def test_wordpiece_gives_what_is_not_continued() -> None:
    tokenizer = kinds.wordpiece(["old", "Old", "king", "##s", "##ly", "7", ".", "[unused1]", "é"])
    assert words_of(tokenizer) == {"old": "old", "Old": "Old", "king": "king", "é": "é"}


def test_wordpiece_without_a_prefix_gives_every_lettered_piece() -> None:
    tokenizer = kinds.wordpiece(["old", "ly", "7"], prefix="")
    assert words_of(tokenizer) == {"old": "old", "ly": "ly"}


def test_characters_are_the_words_of_a_chinese_wordpiece() -> None:
    tokenizer = kinds.wordpiece(["老", "##老", "王", "，", "old", "##ly"])
    assert words_of(tokenizer, "zh") == {"老": "老", "王": "王", "old": "old"}


def test_byte_level_words_have_two_tokens_where_the_mask_comes_first() -> None:
    tokenizer = kinds.byte_level(CORPUS)
    words = words_of(tokenizer, order="mask_first")
    assert words["old"] == words["Ġold"] == "old"
    assert words["ĠÃ¶de"] == "öde"
    assert words["Old"] == "Old"
    assert "Ġ" not in words
    assert "Ã" not in words  # half a letter


def test_behind_a_name_an_unmarked_byte_level_token_is_no_word() -> None:
    words = words_of(kinds.byte_level(CORPUS), order="name_first")
    assert words["Ġold"] == "old"
    assert "old" not in words
    assert "ing" not in words


def test_a_byte_level_tokenizer_that_always_adds_a_space_needs_the_mark() -> None:
    words = words_of(kinds.byte_level(CORPUS, add_prefix_space=True), order="mask_first")
    assert all(token.startswith("Ġ") for token in words)
    assert words["Ġold"] == "old"


def test_sentencepiece_words_have_the_mark_of_a_space() -> None:
    tokenizer = kinds.unigram(["▁", "▁old", "old", "▁7", "▁老", "老", "▁ดี", "ดี", "ly", "▁."])
    assert words_of(tokenizer, "en") == {"▁old": "old", "▁老": "老", "▁ดี": "ดี"}


def test_scripts_without_spaces_need_no_mark_in_their_languages() -> None:
    tokenizer = kinds.unigram(["▁old", "ly", "▁老", "老", "ดี", "かわいい", "老ly"])
    unmarked = {"老": "老", "ดี": "ดี", "かわいい": "かわいい"}
    for language in ("zh", "ja", "th"):
        for order in ("mask_first", "name_first"):
            words = words_of(tokenizer, language, order=order)
            assert words == {"▁old": "old", "▁老": "老", **unmarked}


def test_end_marks_make_words_of_a_fast_tokenizer() -> None:
    words = words_of(kinds.suffixed(CORPUS))
    assert words["old</w>"] == "old"
    assert words["öde</w>"] == "öde"
    assert all(token.endswith("</w>") for token in words)


def test_xlm_words_end_with_the_mark(tmp_path: Path) -> None:
    words = words_of(xlm_tokenizer(tmp_path))
    assert words == {"the</w>": "the", "se</w>": "se", "ed</w>": "ed", "er</w>": "er"}


def test_bertweet_words_are_not_continued(tmp_path: Path) -> None:
    words = words_of(bertweet_tokenizer(tmp_path))
    assert set(words) == {"the", "se", "ed", "her", "s"}


def test_special_tokens_are_no_words_even_if_they_look_like_one() -> None:
    tokenizer = kinds.word_level(["old", "MASKED"])
    tokenizer.mask_token = "MASKED"
    assert set(words_of(tokenizer)) == {"old"}


def test_a_vocabulary_without_words_is_an_error() -> None:
    with pytest.raises(ModelError, match="part of a word"):
        whole_words(kinds.unigram(["old", "ly", "▁7"]), "en")


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(OptionError, match="BCP 47"):
        whole_words(tiny.wordpiece_tokenizer(), "xx")


def test_words_are_composed() -> None:
    decomposed = unicodedata.normalize("NFD", "öde")
    assert words_of(kinds.unigram([f"▁{decomposed}"]))[f"▁{decomposed}"] == "öde"


# Han would be cut into single letters by BERT, whatever its vocabulary has.
LETTERS = st.sampled_from("abcdeéöжщαλअकดนเ")
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=8, unique=True)


def letters_of(words: list[str]) -> list[str]:
    return sorted(set("".join(words)))


def from_wordpiece(words: list[str]) -> Any:
    letters = letters_of(words)
    pieces = dict.fromkeys([*words, *letters, *(f"##{letter}" for letter in letters)])
    return kinds.wordpiece(list(pieces))


def from_unigram(words: list[str]) -> Any:
    marked = [f"▁{word}" for word in words]
    return kinds.unigram(list(dict.fromkeys([*marked, "▁", *letters_of(words)])))


def from_bytes(words: list[str]) -> Any:
    return kinds.byte_level([f"x {word} {word}" for word in words])


def from_suffixes(words: list[str]) -> Any:
    return kinds.suffixed([f"x {word} {word}" for word in words])


@pytest.mark.parametrize("make", [from_wordpiece, from_unigram, from_bytes, from_suffixes])
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(words=WORDS)
def test_a_word_that_a_token_stands_for_is_written_with_this_token(
    make: Callable[[list[str]], Any], words: list[str]
) -> None:
    tokenizer = make(words)
    found = whole_words(tokenizer, "en", "name_first")
    assert set(words) <= set(found.values())
    for index, word in found.items():
        pieces = tokenizer(f"x {word}", add_special_tokens=False)["input_ids"]
        assert pieces[-1] == index, word
        decoded = tokenizer.decode([index]).strip()
        assert unicodedata.normalize("NFC", decoded) == word


def test_a_list_word_is_written_as_an_uncased_model_writes_it() -> None:
    write = as_written(kinds.wordpiece(["unica"], lowercase=True))
    assert write("Única") == write("unica") == "unica"


def test_a_cased_model_keeps_case_and_accents() -> None:
    assert as_written(kinds.wordpiece(["x"]))("Única") == "Única"
    assert as_written(tiny.byte_bpe_tokenizer())(unicodedata.normalize("NFD", "Única")) == "Única"
    assert as_written(kinds.replaced_space(["▁x"]))("Única") == "Única"


def test_a_python_tokenizer_is_asked_how_it_writes(tmp_path: Path) -> None:
    assert as_written(xlm_tokenizer(tmp_path))("Élan") == "elan"
    (tmp_path / "tweets").mkdir()
    assert as_written(bertweet_tokenizer(tmp_path / "tweets"))("Élan") == "Élan"


@pytest.mark.parametrize("family", ["albert", "bert", "bert_uncased", "roberta", "xlmr"])
def test_words_of_trained_tokenizers_round_trip(shared: Path, family: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(shared / "golden" / "models" / family)
    words = whole_words(tokenizer, "de", "name_first")
    latin = {i: w for i, w in words.items() if w.isascii()}
    texts = [f"x {word}" for word in latin.values()]
    last = [ids[-1] for ids in tokenizer(texts, add_special_tokens=False)["input_ids"]]
    same = sum(a == b for a, b in zip(last, latin, strict=True))
    assert len(latin) > 300
    assert same >= 0.98 * len(latin)  # Unigram may prefer another cut of a rare piece
