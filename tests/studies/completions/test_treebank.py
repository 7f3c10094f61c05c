"""Treebanks: files and licences, words, and the list made of them."""

from __future__ import annotations

import gzip
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import DataError
from equimask.studies.completions.treebank import (
    NOT_STATED,
    UPOS,
    TreebankWord,
    WordList,
    find_treebanks,
    folded,
    is_proper,
    licence_in,
    may_be_passed_on,
    read_words,
)
from tests.studies.completions.treebanks import SENTENCE, treebanks, written


def test_files_are_found_by_their_names_with_their_terms(tmp_path: Path) -> None:
    for folder, name, licence in (
        ("UD_Spanish-X", "es_x-ud-test.conllu", "Attribution-NonCommercial-ShareAlike 4.0"),
        ("UD_Spanish-Y", "es_y-ud-train-a.conllu.gz", ""),
        ("UD_Thai-Z", "th_z-ud-dev.conllu", "http://creativecommons.org/licenses/by-sa/4.0/x"),
    ):
        (tmp_path / folder).mkdir()
        written(tmp_path / folder, SENTENCE, name)
        if licence:
            (tmp_path / folder / "LICENSE.txt").write_text(licence, encoding="utf-8")
    found = find_treebanks([tmp_path])
    assert [(file.name, file.lang, file.licence) for file in found] == [
        ("es_x-ud-test.conllu", "es", "CC-BY-NC-SA-4.0"),
        ("es_y-ud-train-a.conllu", "es", NOT_STATED),
        ("th_z-ud-dev.conllu", "th", "CC-BY-SA-4.0"),
    ]
    assert [file.lang for file in find_treebanks([found[2].path])] == ["th"]
    written(tmp_path / "UD_Thai-Z", SENTENCE, "es_x-ud-test.conllu.gz")
    with pytest.raises(DataError, match="count double"):
        find_treebanks([tmp_path])


def test_missing_and_unnamed_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Unpack a release"):
        find_treebanks([tmp_path])
    with pytest.raises(DataError, match="not there"):
        find_treebanks([tmp_path / "es_x-ud-test.conllu"])
    with pytest.raises(DataError, match="tell the language"):
        find_treebanks([written(tmp_path, SENTENCE, "words.conllu")])
    with pytest.raises(DataError, match="words in the treebanks of 'es'"):
        WordList.read("es", [written(tmp_path, "# nothing\n\n")])


@pytest.mark.parametrize(
    ("text", "licence", "free"),
    [
        ("Creative Commons Attribution-ShareAlike 3.0\nInternational", "CC-BY-SA-3.0", True),
        ("Lesser General Public License For\nLinguistic Resources", "LGPLLR", True),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0", True),
        ("Attribution-NonCommercial-NoDerivatives 4.0", "CC-BY-NC-ND-4.0", False),
        ("creativecommons.org/licenses/by-nc-nd/3.0", "CC-BY-NC-ND-3.0", False),
        ("All rights reserved.", NOT_STATED, False),
    ],
)
def test_licences_are_known_by_their_words(text: str, licence: str, free: bool) -> None:
    assert licence_in(text) == licence
    assert may_be_passed_on(licence) is free


def test_the_real_treebanks_have_known_languages_and_terms(shared: Path) -> None:
    files = treebanks(shared)
    assert {"ar", "de", "en", "es", "fi", "fr", "hi", "id", "ja", "pt", "ru", "th", "zh"} == {
        file.lang for file in files
    }
    terms = {file.name.split("-")[0]: file.licence for file in files}
    assert terms["fr_partut"] == terms["en_partut"] == "CC-BY-NC-SA-4.0"
    assert terms["fr_sequoia"] == "LGPLLR"
    assert terms["ar_pud"] == "CC-BY-SA-3.0" and terms["th_tud"] == "CC-BY-SA-4.0"
    assert NOT_STATED not in terms.values()


def line(form: str, lemma: str, upos: str) -> str:
    return f"1\t{form}\t{lemma}\t{upos}\t_\t_\t0\troot\t_\t_\n"


def test_contractions_empty_nodes_and_comments_are_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, SENTENCE)
    assert list(read_words(path)) == [
        TreebankWord("dar", "dar", "VERB", "VerbForm=Inf"),
        TreebankWord("lo", "él", "PRON", "_"),
        TreebankWord("Bonita", "bonito", "ADJ", "_"),
    ]


def test_packed_files_windows_lines_and_a_byte_order_mark_read_the_same(tmp_path: Path) -> None:
    plain = list(read_words(written(tmp_path, SENTENCE)))
    odd = b"\xef\xbb\xbf" + SENTENCE.replace("\n", "\r\n").encode() + b" \r\n\r\n"
    assert list(read_words(written(tmp_path, odd, "es_y-ud-test.conllu"))) == plain
    assert list(read_words(written(tmp_path, SENTENCE, "es_z-ud-test.conllu.gz"))) == plain


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (b"1\tdar\tdar\tVERB\n", r"10 columns .*es_x-ud-test\.conllu, line 8"),
        (line("dar", "dar", "VRB").encode(), r"part-of-speech tag .*es_x-ud-test\.conllu, line 8"),
        (b"x" + line("dar", "dar", "VERB").encode(), r"word id .*es_x-ud-test\.conllu, line 8"),
        (line("", "dar", "VERB").encode(), r"word form .*es_x-ud-test\.conllu, line 8"),
        (b"1\tda\xe9\n", r"UTF-8 .*es_x-ud-test\.conllu, line 8"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, bad: bytes, says: str) -> None:
    path = written(tmp_path, SENTENCE.encode() + bad)
    with pytest.raises(DataError, match=says):
        list(read_words(path))


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, SENTENCE * 50, "es_z-ud-test.conllu.gz")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(DataError, match="cut short"):
        list(read_words(path))


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
