"""Queries: where the mask stands, how it is joined, and which names cannot be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from equimask.core.languages import is_language
from equimask.gender.lexicon.records import languages_with_pairs
from equimask.inputs.pairs import pair_languages
from equimask.models import MaskedLM, load_mlm
from equimask.studies.completions.query import ORDERS, PARTS_OF_SPEECH, QueryEncoder, compose
from tests import tiny
from tests.models.slow_tokenizers import bertweet_tokenizer, xlm_tokenizer
from tests.models.tiny_families import tiny_model
from tests.models.tiny_xlnet import tiny_xlnet, xlnet_tokenizer
from tests.studies.completions import tokenizer_kinds as kinds


def test_every_language_has_an_order_for_every_part_of_speech() -> None:
    languages = {lang for lang, _ in ORDERS}
    assert set(ORDERS) == {(lang, upos) for lang in languages for upos in PARTS_OF_SPEECH}
    assert all(map(is_language, languages))
    assert languages >= {*pair_languages(), *languages_with_pairs()}


def test_the_orders_of_the_study_of_politicians() -> None:
    for upos in PARTS_OF_SPEECH:
        assert {ORDERS[lang, upos] for lang in ("en", "zh", "ru", "hi")} == {"mask_first"}
        assert {ORDERS[lang, upos] for lang in ("ar", "fr", "es")} == {"name_first"}


def test_a_query_has_a_space_where_the_language_writes_one() -> None:
    assert compose("Ada Lovelace", "<mask>", "en", "mask_first") == "<mask> Ada Lovelace"
    assert compose("Ada Lovelace", "<mask>", "fr", "name_first") == "Ada Lovelace <mask>"
    assert compose("李依欣", "[MASK]", "zh", "mask_first") == "[MASK]李依欣"
    assert compose("สมศรี", "<mask>", "th", "name_first") == "สมศรี<mask>"


def pieces(mlm: MaskedLM, name: str, language: str, order: Any) -> list[str]:
    (query,) = QueryEncoder(mlm, language, order)([name])
    assert not isinstance(query, str), query
    tokens = mlm.tokenizer.convert_ids_to_tokens(list(query.sentence.ids))
    assert tokens[query.target] == mlm.tokenizer.mask_token
    assert len(query.sentence.special) == len(query.sentence.words) == len(tokens)
    assert query.sentence.offsets is None or len(query.sentence.offsets) == len(tokens)
    return [str(token) for token in tokens]


TEXT = ["James Olivia and James Olivia"] * 3


def test_a_space_is_no_token_of_its_own_before_the_mask() -> None:
    strict, swallowing = tiny.byte_bpe_tokenizer(), kinds.byte_level(TEXT)
    assert "Ġ" in strict.tokenize("James <mask>")
    assert "Ġ" not in swallowing.tokenize("James <mask>")
    for tokenizer in (strict, swallowing):
        mlm = load_mlm(tiny.tiny_roberta(len(tokenizer)), tokenizer, device="cpu")
        assert pieces(mlm, "James", "fr", "name_first")[-2:] == ["<mask>", "</s>"]
        assert "Ġ" not in pieces(mlm, "James", "fr", "name_first")
    mlm = load_mlm(tiny.tiny_roberta(len(strict)), strict, device="cpu")
    assert pieces(mlm, "James", "en", "mask_first")[:2] == ["<s>", "<mask>"]
    unmarked = kinds.unigram(["▁", "▁James", "a"])
    mlm = load_mlm(tiny.tiny_roberta(len(unmarked)), unmarked, device="cpu")
    assert pieces(mlm, "James", "fr", "name_first") == ["<s>", "▁James", "<mask>", "</s>"]


def test_the_name_behind_the_mask_begins_a_new_word() -> None:
    tokenizer = kinds.byte_level(TEXT)
    mlm = load_mlm(tiny.tiny_roberta(len(tokenizer)), tokenizer, device="cpu")
    assert pieces(mlm, "James", "en", "mask_first") == ["<s>", "<mask>", "ĠJames", "</s>"]


def test_python_tokenizers_and_xlnet_are_asked_in_their_own_frame(tmp_path: Path) -> None:
    tokenizer = xlm_tokenizer(tmp_path)
    mlm = load_mlm(tiny_model("xlm", len(tokenizer)), tokenizer, device="cpu", language="en")
    assert pieces(mlm, "the nurse", "en", "mask_first")[:3] == ["<s>", "<special1>", "the</w>"]
    folder = tmp_path / "tweets"
    folder.mkdir()
    tweets = bertweet_tokenizer(folder)
    mlm = load_mlm(tiny.tiny_roberta(len(tweets)), tweets, device="cpu")
    assert pieces(mlm, "the nurse", "es", "name_first")[-3:] == ["se", "<mask>", "</s>"]
    net = xlnet_tokenizer()
    mlm = load_mlm(tiny_xlnet(len(net)), net, device="cpu")
    assert pieces(mlm, "James", "en", "mask_first")[0] == "<mask>"
    assert pieces(mlm, "James", "fr", "name_first")[-3:] == ["<mask>", "<sep>", "<cls>"]


def test_names_that_cannot_be_asked_have_a_reason() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    encode = QueryEncoder(mlm, "en", "mask_first")
    names = ["", " \t", "James", "James " * 70, "[MASK] James", "James [SEP]", "Ђђ", "James Ђђ"]
    reasons = [query if isinstance(query, str) else None for query in encode(names)]
    special = ["special_in_name"] * 2
    assert reasons == ["empty", "empty", None, "too_long", *special, "unknown", None]


def test_a_name_as_long_as_the_model_can_read_is_asked() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    encode = QueryEncoder(mlm, "en", "mask_first")
    room = mlm.max_tokens - 3
    fits, too_long = encode(["a " * room, "a " * (room + 1)])
    assert not isinstance(fits, str)
    assert len(fits.sentence.ids) == mlm.max_tokens
    assert too_long == "too_long"
