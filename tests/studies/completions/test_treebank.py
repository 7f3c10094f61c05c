"""Word lists from treebanks: the traps of CoNLL-U, of lemmas and of scripts, and the real files."""

from __future__ import annotations

import gzip
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.studies.completions.conllu import UPOS, TreebankWord
from equimask.studies.completions.treebank import WordList, folded, is_proper
from tests.studies.completions.treebanks import treebanks


def word_list(lang: str, *words: tuple[str, str, str]) -> WordList:
    words_of = WordList(lang)
    for form, lemma, upos in words:
        words_of.add(form, upos, lemma)
    return words_of


def test_the_most_frequent_lemma_wins_and_ties_go_by_the_alphabet() -> None:
    words = word_list(
        "en",
        ("left", "left", "ADJ"),
        ("left", "leave", "VERB"),
        ("Left", "leave", "VERB"),
        ("left", "left", "VERB"),
        ("saw", "saw", "VERB"),
        ("saw", "see", "VERB"),
    )
    assert words.lemma("LEFT", "VERB") == "leave"
    assert words.lemma("left", "ADJ") == "left"
    assert words.lemma("saw", "VERB") == "saw"
    assert words.lemma("left", "NOUN") is None and words.lemma("right", "ADJ") is None
    assert words.entry("left") == {"ADJ": {"left": 1}, "VERB": {"leave": 2, "left": 1}}
    assert (words.count("left", "VERB"), words.count("left", "NOUN")) == (3, 0)
    assert sorted(words.words("VERB")) == ["left", "saw"]
    assert words.lemmas("VERB") == ["leave", "left", "saw", "see"]


def test_a_word_without_a_lemma_is_its_own() -> None:
    words = word_list("th", ("สวย", "_", "ADJ"), ("บอก", "บอก", "VERB"))
    assert words.lemma("สวย", "ADJ") == "สวย"
    assert words.lemma("บอก", "VERB") == "บอก"


def test_arabic_lemmas_lose_their_vowel_marks_and_russian_writes_one_e() -> None:
    arabic = word_list("ar", ("كتبت", "كَتَب", "VERB"), ("الخاصة", "خَاصّ", "ADJ"))
    assert arabic.lemma("كتبت", "VERB") == "كتب"
    assert arabic.lemma("كَتَبَت", "VERB") == "كتب"  # a vocalised query finds the same word
    assert arabic.lemma("الخاصة", "ADJ") == "خاص"
    assert folded("ٱلكتـــاب", "ar") == "الكتاب"
    russian = word_list("ru", ("чёрная", "чёрный", "ADJ"), ("черная", "черный", "ADJ"))
    assert russian.entry("Черная") == {"ADJ": {"черный": 2}}


def test_marks_that_treebanks_put_into_lemmas_are_taken_out() -> None:
    finnish = word_list("fi", ("epäluotettava", "epä#luotettava", "ADJ"))
    assert finnish.lemma("epäluotettava", "ADJ") == "epäluotettava"
    doubtful = word_list("pt", ("comprometido", "comprometer,comprometido", "VERB"))
    assert doubtful.lemma("comprometido", "VERB") == "comprometer"


@given(st.text(min_size=1), st.sampled_from(["ar", "en", "ru", "zh"]))
def test_folding_twice_is_folding_once_whatever_the_normal_form(word: str, lang: str) -> None:
    once = folded(word, lang)
    assert folded(unicodedata.normalize("NFC", once), lang) == once or "İ" in word
    assert folded(unicodedata.normalize("NFD", word), lang) == once


@pytest.mark.parametrize(
    ("form", "feats", "proper"),
    [
        ("great", "Degree=Pos", True),
        ("grate", "Degree=Pos|Typo=Yes", False),
        ("appr", "Abbr=Yes", False),
        ("cool", "Foreign=Yes|Number=Sing", False),
        ("II", "_", False),
        ("Civil", "_", True),
    ],
)
def test_what_annotators_call_no_proper_word_does_not_count(
    form: str, feats: str, proper: bool
) -> None:
    assert is_proper(TreebankWord(form, "_", "ADJ", feats)) is proper


def test_a_real_list_agrees_with_a_plain_reading(shared: Path) -> None:
    ours = [file.path for file in treebanks(shared) if file.lang == "es"]
    words = WordList.read("es", ours)
    plain: Counter[tuple[str, str]] = Counter()
    for path in ours:
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            for text in stream:
                cells = text.split("\t")
                if len(cells) == 10 and cells[0].isdecimal():
                    odd = any(mark in cells[5] for mark in ("Typo=Yes", "Abbr=Yes", "Foreign=Yes"))
                    if not odd and set(cells[1]) - set("IVXLCDM"):
                        plain[cells[1].lower(), cells[3]] += 1
    assert sum(plain.values()) > 70_000
    for (form, upos), count in plain.items():
        assert words.count(form, upos) == count
    assert {(form, upos) for upos in UPOS for form in words.words(upos)} == set(plain)
    assert words.lemma("pacífica", "ADJ") == "pacífico"
    assert words.lemma("escribió", "VERB") == "escribir"


def test_real_lemmas_of_each_kind(shared: Path) -> None:
    files = {file.name: file.path for file in treebanks(shared)}

    def of(name: str) -> WordList:
        return WordList.read(name[:2], [files[f"{name}.conllu"]])

    assert of("ar_pud-ud-test").lemma("المتحدة", "ADJ") == "متحد"
    assert of("ru_pud-ud-test").lemma("написала", "VERB") == "написать"
    thai = of("th_tud-ud-test")
    assert thai.lemma("บอก", "VERB") == "บอก" and "_" not in thai.lemmas("VERB")
    finnish = of("fi_pud-ud-test").lemmas("ADJ")
    assert "epäluotettava" in finnish and not any("#" in lemma for lemma in finnish)
