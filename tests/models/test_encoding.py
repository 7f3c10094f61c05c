"""Sentences to ids: specials by mask, nothing cut, foreign vocabularies refused."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from tokenizers import AddedToken, Regex, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

from equimask.core.errors import InputError, ModelError
from equimask.models.encoding import SentenceEncoder
from equimask.plans.masks import Encoded
from tests import tiny
from tests.models import slow_tokenizers as slow


def encode(tokenizer: Any, text: str) -> Encoded:
    return SentenceEncoder(tokenizer, len(tokenizer)).read([text])[0]


def with_template(template: str, *specials: tuple[str, int]) -> PreTrainedTokenizerFast:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single=template, special_tokens=list(specials)
    )
    return tokenizer


CLS, SEP = ("[CLS]", 2), ("[SEP]", 3)


@pytest.mark.parametrize(
    ("tokenizer", "leading", "trailing"),
    [
        (with_template("$A"), 0, 0),
        (with_template("$A [SEP]", SEP), 0, 1),
        (with_template("[CLS] $A", CLS), 1, 0),
        (with_template("[CLS] $A [SEP]", CLS, SEP), 1, 1),
        (with_template("$A [SEP] [CLS]", CLS, SEP), 0, 2),  # as XLNet
    ],
)
def test_special_tokens_are_found_by_mask_wherever_they_stand(
    tokenizer: Any, leading: int, trailing: int
) -> None:
    plain = tokenizer("The nurse.", add_special_tokens=False)["input_ids"]
    encoded = encode(tokenizer, "The nurse.")
    assert encoded.special == (True,) * leading + (False,) * len(plain) + (True,) * trailing
    assert list(encoded.ids[leading : leading + len(plain)]) == plain


def test_a_special_token_written_in_the_text_is_content(tmp_path: Path) -> None:
    roc = slow.roc_bert_tokenizer(tmp_path, tiny.wordpiece_tokenizer().get_vocab())
    for tokenizer in (tiny.wordpiece_tokenizer(), roc):
        encoded = encode(tokenizer, "her [MASK] her [SEP] her")
        names = tokenizer.convert_ids_to_tokens(list(encoded.ids))
        assert names == ["[CLS]", "her", "[MASK]", "her", "[SEP]", "her", "[SEP]"]
        assert encoded.special == (True, False, False, False, False, False, True)
        assert len(set(encoded.words)) == 7


@pytest.mark.parametrize(
    "make", [slow.xlm_tokenizer, slow.bertweet_tokenizer, slow.phobert_tokenizer]
)
def test_python_tokenizers_take_literal_specials_for_content_too(make: Any, tmp_path: Path) -> None:
    tokenizer = make(tmp_path)
    encoded = encode(tokenizer, f"the <s> {tokenizer.mask_token} .")
    names = tokenizer.convert_ids_to_tokens(list(encoded.ids))
    assert encoded.special[0]
    assert encoded.special[-1]
    assert not any(encoded.special[1:-1])
    for literal in ("<s>", tokenizer.mask_token):
        position = names.index(literal, 1)
        neighbours = {encoded.words[position - 1], encoded.words[position + 1]}
        assert encoded.words[position] not in neighbours


def test_a_special_token_in_a_text_is_refused_unless_it_was_put_in() -> None:
    encoder = SentenceEncoder(tokenizer := tiny.wordpiece_tokenizer(), len(tokenizer))
    assert {"[MASK]", "[SEP]", "[UNK]"} <= set(encoder.special_tokens)
    assert encoder.unk_id == tokenizer.unk_token_id
    with pytest.raises(InputError, match=r"special tokens.*got '\[SEP\]' in 'her \[SEP\] her'"):
        encoder(["her her", "her [SEP] her"])
    assert tokenizer.mask_token_id in encoder.with_masks(["her [MASK] her"])[0].ids
    with pytest.raises(InputError, match=r"\[SEP\]"):  # only masks are put in
        encoder.with_masks(["her [MASK] [SEP] her"])


def test_special_tokens_beside_the_named_ones_are_no_words_either() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.add_tokens([AddedToken("[unused7]", special=True), AddedToken("dinner")])
    encoder = SentenceEncoder(tokenizer, len(tokenizer))
    assert encoder(["her dinner"])
    with pytest.raises(InputError, match="unused7"):
        encoder(["her [unused7] dinner"])


def test_unknown_tokens_are_content(tmp_path: Path) -> None:
    for tokenizer, text in (
        (tiny.wordpiece_tokenizer(), "her Ж"),
        (tiny.unigram_tokenizer(), "her Ж"),
        (slow.bertweet_tokenizer(tmp_path), "her ж"),
    ):
        encoded = encode(tokenizer, text)
        position = encoded.ids.index(tokenizer.unk_token_id)
        assert not encoded.special[position]


def test_a_sentence_is_never_cut() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    text = " ".join(["her"] * 500)
    assert tokenizer.model_max_length < 500
    assert len(encode(tokenizer, text).ids) == 502


def test_no_sentences_are_no_error() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    assert SentenceEncoder(tokenizer, len(tokenizer))([]) == []


def test_an_empty_sentence_has_specials_only() -> None:
    encoded = encode(tiny.wordpiece_tokenizer(), "")
    assert encoded.special == (True, True)


def test_ids_beyond_the_embeddings_are_refused() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    encoder = SentenceEncoder(tokenizer, 50)
    with pytest.raises(ModelError, match=r"below the model's 50 embeddings.*token id \d+"):
        encoder(["The nurse helped her patient."])


def test_a_mask_token_beyond_the_embeddings_is_refused() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.add_special_tokens({"mask_token": "<new-mask>"})
    encoder = SentenceEncoder(tokenizer, len(tokenizer) - 1)
    with pytest.raises(ModelError, match=f"token id {tokenizer.mask_token_id}"):
        encoder(["her"])


def test_a_tokenizer_without_a_mask_token_is_refused() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    tokenizer.mask_token = None
    with pytest.raises(ModelError, match="mask token"):
        SentenceEncoder(tokenizer, len(tokenizer))


def test_a_panic_of_the_library_is_an_error_of_the_model(capfd: pytest.CaptureFixture[str]) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    backtracking = pre_tokenizers.Split(Regex("(?:a|aa|aaa)+$b"), "isolated")
    tokenizer.backend_tokenizer.pre_tokenizer = backtracking
    with pytest.raises(ModelError, match=r"reads plain text.*PanicException.*retry-limit"):
        encode(tokenizer, "a" * 60)
    capfd.readouterr()  # the library's own trace


def test_a_tokenizer_that_needs_more_memory_than_there_is_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    tokenizer = tiny.wordpiece_tokenizer()
    encoder = SentenceEncoder(tokenizer, len(tokenizer))
    monkeypatch.setattr(type(tokenizer), "__call__", fails)
    with pytest.raises(ModelError, match=r"MemoryError.*too little memory"):
        encoder.read(["a"])


def test_ten_million_characters_are_refused_before_they_are_read() -> None:
    start = time.monotonic()
    with pytest.raises(InputError, match=r"at most 100,000 .* but got 10,000,000 characters"):
        encode(tiny.wordpiece_tokenizer(), "she " * 2_500_000)
    assert time.monotonic() - start < 1
