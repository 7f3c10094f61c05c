from __future__ import annotations

import re
import unicodedata
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.languages import LANGUAGES
from equimask.gender.lexicon.finder import Matcher, matcher_of
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs, parse_pairs
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.swap import GenderLexicon

HEADER = "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"


def found(lang: str, sentence: str) -> list[str]:
    return [word.text for word in GenderLexicon.load(lang).find(sentence)]


@pytest.mark.parametrize(
    ("lang", "sentence", "words"),
    [
        ("en", "The theme of this other manual: there!", []),
        ("en", "The king, his half-brother and her.", ["king", "his", "half-brother", "her"]),
        ("en", "HE said so; She didn't.", ["HE", "She"]),
        ("en", "#men @king men", ["men"]),
        ("en", "Yes, ma’am, and the father‑in‑law too", ["ma’am", "father‑in‑law"]),
        ("en", "the latino and the Latino", ["Latino"]),
        ("de", "Der junge Mann und der Junge", ["Mann", "Junge"]),
        ("de", "Können Sie mir sagen, ob sie kommt?", ["sie"]),
        ("de", "Es scheint wahr zu sein.", []),
        ("de", "GROSSVATER, Grossvater und Großvater", ["GROSSVATER", "Grossvater", "Großvater"]),
        ("fr", "L’homme et d’autres femmes", ["homme", "femmes"]),
        ("fr", "Il y a du pain, s'il vous plaît.", []),
        ("es", "El Sr. Pérez y la reina.", ["Sr.", "reina"]),
        ("ru", "Тёща и теща пришли.", ["Тёща", "теща"]),
        ("hi", "लड़का और लड़कपन", ["लड़का"]),
        ("ar", "والرجل مع المرأة", ["رجل", "مرأة"]),
        ("ar", "جدا أما", []),
        ("ar", "قَابَلَ رَجُلٌ", ["رَجُل"]),
        ("id", "Ibuku membaca buku.", ["Ibu"]),
        ("fi", "Nainen tapasi miehensä.", ["Nainen", "miehe"]),
        ("zh", "其他人和他的父母弹吉他", ["他"]),
        ("ja", "大丈夫、スミスさんの娘", ["娘"]),
        ("th", "ผู้ชายข้ามแม่น้ำ", ["ผู้ชาย"]),
    ],
)
def test_words_are_found_whole(lang: str, sentence: str, words: list[str]) -> None:
    assert found(lang, sentence) == words


@pytest.mark.parametrize("lang", languages_with_pairs())
def test_every_listed_word_is_found_alone(lang: str) -> None:
    matcher = matcher_of(lang)
    for pair in load_pairs(lang):
        if lang == "ar" and pair.pos == "det":
            continue
        for form in (pair.male, pair.female):
            (word,) = matcher.find(form)
            assert (word.text, word.start, word.end) == (form, 0, len(form))
            assert any(form in (p.male, p.female) for p in word.pairs)


@settings(deadline=None)
@given(st.sampled_from(sorted(languages_with_pairs())), st.text(max_size=60))
def test_words_lie_in_the_sentence_in_order(lang: str, sentence: str) -> None:
    end = 0
    for word in GenderLexicon.load(lang).find(sentence):
        assert word.start >= end
        assert sentence[word.start : word.end] == word.text != ""
        end = word.end


WORDS = sorted({form.lower() for pair in load_pairs("en") for form in (pair.male, pair.female)})
LISTED_LOWER = sorted(
    {f for pair in load_pairs("en") for f in (pair.male, pair.female) if f[:1].islower()},
    key=len,
    reverse=True,
)
PLAIN = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, LISTED_LOWER))})(?!\w)")
MATCHER = Matcher("en", load_pairs("en"))
PIECES = st.sampled_from([*WORDS, "the", "there", "x", "-", "'", ".", ",", "great", "law", "in"])


@given(st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "-", "'"])), max_size=8))
def test_the_pattern_finds_what_a_plain_search_finds(parts: list[tuple[str, str]]) -> None:
    sentence = "".join(word + gap for word, gap in parts)
    expected = [match.span() for match in PLAIN.finditer(sentence)]
    assert [(word.start, word.end) for word in MATCHER.find(sentence)] == expected


@settings(deadline=None)
@given(st.lists(st.sampled_from(["Königin", "König", "schön", " ", "ist", "Mädchen"]), max_size=8))
def test_decomposed_text_gives_the_same_words_at_its_own_offsets(parts: list[str]) -> None:
    sentence = " ".join(parts)
    decomposed = unicodedata.normalize("NFD", sentence)
    lexicon = GenderLexicon.load("de")
    ours, theirs = lexicon.find(sentence), lexicon.find(decomposed)
    assert [w.pairs for w in ours] == [w.pairs for w in theirs]
    for word in theirs:
        assert decomposed[word.start : word.end] == word.text
        assert unicodedata.is_normalized("NFD", word.text)


def test_a_letter_that_grows_in_lower_case_does_not_shift_offsets() -> None:
    assert [(w.text, w.start) for w in GenderLexicon.load("en").find("İİ king")] == [("king", 3)]


def test_a_segmenter_bounds_matches() -> None:
    def cut(sentence: str) -> list[tuple[int, int]]:
        return [(0, 2), (2, len(sentence))]

    assert [w.text for w in matcher_of("zh").find("培女儿")] == ["女儿"]
    assert GenderLexicon.load("zh", segmenter=cut).find("培女儿") == []


def test_doubt_of_one_side_leaves_the_other() -> None:
    (pair,) = parse_pairs("de", HEADER + "er\tsie\the\tpron\tsing\tnom\tfemale side: also they\n")
    assert reliable([pair], "male") == (pair,)
    assert reliable([pair], "female") == ()


def test_a_doubtful_plural_leaves_the_singular() -> None:
    text = HEADER + "Enkel\tEnkelin\tx\tnoun\tsing\tnom+acc\t\n"
    text += "Enkel\tEnkelinnen\tx\tnoun\tplur\tnom+acc\tmale side: generic\n"
    singular, plural = parse_pairs("de", text)
    assert reliable([singular, plural], "male") == (singular,)


def test_a_doubtful_reading_of_the_same_form_spoils_it() -> None:
    text = HEADER + "a\tb\tx\tnoun\tsing\tnom+acc\t\na\tc\tx\tnoun\tsing\tacc\tmale side: x\n"
    assert reliable(parse_pairs("de", text), "male") == ()


def test_a_million_lines_need_no_list() -> None:
    endless = iter(lambda: "the king", None)
    first = list(islice(GenderLexicon.load("en").find_all(endless), 3))
    assert [[w.text for w in words] for words in first] == [["king"]] * 3


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) & set(languages_with_pairs())))
def test_an_empty_sentence_has_no_words(lang: str) -> None:
    assert GenderLexicon.load(lang).find("") == []


@pytest.mark.parametrize("sentence", ["निर्माता आया।", "वह गीत सुनाती है।"])
def test_a_hindi_word_inside_another_is_no_hit(sentence: str) -> None:
    found = [word.text for word in GenderLexicon.load("hi").find(sentence)]
    assert not {"माता", "नाती"} & set(found)
