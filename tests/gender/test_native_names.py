"""Native names for foreign ones: whole words, the same within a pair, seeded, and counted."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.errors import DataError, InputError
from equimask.gender.lexicon.records import load_names, packaged_list, parse_names, read_word_list
from equimask.gender.native_names import packaged_names, replace_names, with_english_names

FOREIGN = {"Tom": "male", "John": "male", "Amy": "female", "Kate": "female"}
NATIVE = {"Hans": "male", "Karl": "male", "Uwe": "male", "Anna": "female", "Ute": "female"}
GERMAN = {"foreign": FOREIGN, "native": NATIVE}
words = st.sampled_from([*FOREIGN, "TOM", "AMY", "Tomate", "tom", "Amys", "und", "Kater", "–", ","])
sentences = st.lists(words, min_size=1, max_size=8).map(" ".join)


@given(first=sentences, second=sentences, seed=st.integers(0, 50))
@settings(max_examples=60, deadline=None)
def test_only_listed_words_change_and_consistently(first: str, second: str, seed: int) -> None:
    result = replace_names([first], [second], "de", seed=seed, **GERMAN)
    seen: dict[str, str] = {}
    for before, after in ((first, result.first[0]), (second, result.second[0])):
        assert len(before.split()) == len(after.split())
        for old, new in zip(before.split(), after.split(), strict=True):
            name = old.capitalize() if old.isupper() and len(old) > 1 else old
            if name not in FOREIGN:
                assert new == old
                continue
            assert new.isupper() == old.isupper()
            assert NATIVE[new.capitalize()] == FOREIGN[name]
            assert seen.setdefault(name, new.capitalize()) == new.capitalize()
    assert len(set(seen.values())) == len(seen), "two people never get one name"
    assert set(result.replaced) == set(seen)
    assert result.n_pairs == bool(seen)
    assert result == replace_names([first], [second], "de", seed=seed, **GERMAN)
    again = replace_names(result.first, result.second, "de", seed=seed, **GERMAN)
    assert (again.first, again.replaced) == (result.first, {})


@given(rows=st.lists(sentences, min_size=2, max_size=5), seed=st.integers(0, 9))
@settings(max_examples=30, deadline=None)
def test_a_row_is_drawn_whatever_the_rows_after_it(rows: list[str], seed: int) -> None:
    alone = replace_names(rows[:1], rows[:1], "de", seed=seed, **GERMAN)
    together = replace_names(rows, rows, "de", seed=seed, **GERMAN)
    assert together.first[0] == alone.first[0]
    assert together.first == together.second


@pytest.mark.parametrize(
    ("language", "first", "second", "native", "named"),
    [
        ("ja", "拓也は料理が好きだ。", "葵は料理が好きだ。", 1, 1),
        ("ja", "ジョンは料理が好きだ。", "エイミーは料理が好きだ。", 0, 1),
        ("ja", "彼は料理が好きだ。", "彼女は料理が好きだ。", 0, 0),
        ("ru", "Мы видели Сергея.", "Мы видели Татьяну.", 1, 1),
        ("ru", "Мы поехали с Сарой.", "Мы поехали с Джоном.", 0, 1),
        ("ru", "Сергей видел Джона.", "Ольга видела Джона.", 1, 1),
        ("de", "Michael kocht.", "Sarah kocht.", 0, 0),  # usual in both languages: tells nothing
        ("de", "John kocht.", "Amy kocht.", 0, 1),
        ("de", "Jürgen kocht.", "Amy kocht.", 1, 1),
    ],
)
def test_pairs_with_names_are_counted_and_those_with_native_ones(
    language: str, first: str, second: str, native: int, named: int
) -> None:
    found = replace_names([first], [second], language)
    assert (found.n_native, found.n_named) == (native, named)


def test_a_name_that_is_there_already_is_not_given_again() -> None:
    for seed in range(20):
        result = replace_names(["Tom und Hans"], ["Uwe und Hans"], "de", seed=seed, **GERMAN)
        assert result.first == ["Karl und Hans"]


def test_inflected_forms_are_counted_and_left() -> None:
    result = replace_names(
        ["Майкл позвонил Скотту.", "Мария любит Сару."], ["Майкл ждал.", "Марии нет."], "ru"
    )
    assert result.replaced == {"Майкл": 2}
    assert result.left == {"inflected": 2}
    name = result.first[0].split()[0]
    assert result.second[0] == f"{name} ждал."
    assert packaged_names("ru").native["male"].count(name) == 1
    assert result.first[1] == "Мария любит Сару."


def test_russian_names_without_case_forms_are_replaced_only_as_subjects() -> None:
    result = replace_names(
        ["Элис позвонила и Генри", "Он встретил Элис."], ["Да.", "Да! «Элис там."], "ru"
    )
    assert result.replaced == {"Элис": 2}
    assert result.left == {"case_unknown": 2}
    assert result.first[1] == "Он встретил Элис."
    assert re.fullmatch(r"Да! «(?!Элис)\w+ там\.", result.second[1])


def test_japanese_names_by_longest_match_and_not_inside_longer_words() -> None:
    sentence = "ジェニファーとジョンは、ジョンソン・マシューとビルの前で会った。"
    result = replace_names([sentence], [sentence], "ja", seed=1)
    assert result.replaced == {"ジェニファー": 2, "ジョン": 2, "マシュー": 2}
    assert result.left == {"ambiguous": 2}
    assert re.fullmatch(r"(\w+)と(\w+)は、ジョンソン・(\w+)とビルの前で会った。", result.first[0])
    assert result.first == result.second


def test_the_example_of_the_paper() -> None:
    result = replace_names(["シェリーはナースです"], ["ジェームズはナースです"], "ja")
    assert result.first[0].removesuffix("はナースです") in packaged_names("ja").native["female"]
    assert result.second[0].removesuffix("はナースです") in packaged_names("ja").native["male"]


def test_unspaced_scripts_with_given_names() -> None:
    thai = replace_names(
        ["จอห์นกับจอห์นนี่มา"], ["ไม่มี"], "th",
        foreign={"จอห์น": "male", "จอห์นนี่": "male"}, native={"สมชาย": "male", "มานะ": "male"},
    )  # fmt: skip
    assert thai.replaced == {"จอห์น": 1, "จอห์นนี่": 1}
    assert "จอห์น" not in thai.first[0]


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(DataError, match="none for 'zh'"):
        replace_names(["约翰来了"], ["约翰来了"], "zh")
    with pytest.raises(DataError, match="none for 'en'"):
        replace_names(["John"], ["John"], "en")
    with pytest.raises(InputError, match="'Tom': 'man'"):
        replace_names(["Tom"], ["Tom"], "de", foreign={"Tom": "man"})
    with pytest.raises(InputError, match="1 and 2"):
        replace_names(["Tom"], ["Tom", "Tom"], "de")


@pytest.mark.parametrize("language", ["ja", "ru"])
def test_packaged_lists_are_sound(language: str) -> None:
    text = packaged_list("transliterated_names", language)
    rows = list(read_word_list(text, ("name", "form", "ambiguous")))
    forms = [row["form"] for row in rows]
    assert len(set(forms)) == len(forms) > 150
    assert {row["name"] for row in rows} <= set(load_names("en"))
    script = {"ja": r"[ァ-ヺー]+", "ru": r"[А-ЯЁ][а-яё]+"}[language]
    assert all(re.fullmatch(script, form) for form in forms)
    assert text == unicodedata.normalize("NFC", text)
    natives = parse_names(packaged_list("native_names", language))
    assert natives.items() <= load_names(language).items()
    assert sorted(natives.values()) == ["female"] * 10 + ["male"] * 10
    assert not set(natives) & set(forms)


def test_latin_scripts_use_the_english_list_without_what_is_native() -> None:
    lists = packaged_names("de")
    assert "John" in lists.foreign
    assert not set(lists.foreign) & {*lists.native["male"], *lists.native["female"]}


def test_native_names_become_those_that_a_translation_from_english_would_have() -> None:
    first = ["Сергей водит машину.", "Ольга спит.", "Он врач.", "Сергею рады."]
    second = ["Ольга водит машину.", "Она спит.", "Она врач.", "Ольга рада."]
    result = with_english_names(first, second, "ru")
    foreign = packaged_names("ru").foreign
    man, woman = (side[0].split()[0] for side in (result.first, result.second))
    assert (foreign[man], foreign[woman]) == ("male", "female")
    # One side alone has a name in the nominative: the pair would differ in more than the gender.
    assert (result.first[1:], result.second[1:]) == (first[1:], second[1:])
    assert (result.n_pairs, sum(result.replaced.values()), result.n_named) == (1, 2, 3)
    assert with_english_names(first, second, "ru", seed=3).n_pairs == 1


@pytest.mark.parametrize(("language", "file"), [("ja", "japanese"), ("ru", "russian")])
def test_the_released_translations_have_native_names_already(
    shared: Path, language: str, file: str
) -> None:
    """They are the data of Table 6 (HTname), not of Tables 4 and 5 (HT): hardly a name is foreign.

    What is left are oversights; so HTname computed from them differs from HT in one pair at most.
    """
    rows = json.loads((shared / f"sources/pairs/kaneko/{file}.json").read_text("utf-8"))
    more, less = ([row[side] for row in rows] for side in ("stereotype", "anti-stereotype"))
    result = replace_names(more, less, language)
    expected = {"ja": ({"ケイト": 2}, {}), "ru": ({"Майкл": 1}, {"inflected": 6})}
    assert (len(rows), result.n_pairs) == (262, 1)
    assert (result.replaced, result.left) == expected[language]
    native = [n for n in load_names(language) if n not in packaged_names(language).foreign]
    find = re.compile("|".join(native) if language == "ja" else rf"\b(?:{'|'.join(native)})\b")
    named = sum(bool(find.search(a) or find.search(b)) for a, b in zip(more, less, strict=True))
    assert named > 100


def test_english_crows_pairs_with_german_names(shared: Path) -> None:
    """The gender pairs of the original: about a hundred of 262 hold a listed name."""
    path = shared / "sources/pairs/crows_pairs/crows_pairs_anonymized.csv"
    with path.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["bias_type"] == "gender"]
    more, less = ([row[side] for row in rows] for side in ("sent_more", "sent_less"))
    result = replace_names(more, less, "de")
    assert len(rows) == 262
    assert 80 <= result.n_pairs <= sum(result.replaced.values()) <= 2 * len(rows)
    again = replace_names(result.first, result.second, "de", seed=1)
    assert again.n_pairs == 0


def test_a_language_without_names_is_told_who_has_them() -> None:
    with pytest.raises(DataError, match=r"none for 'sv'.* lists for de, es, .*ja, .*ru") as caught:
        replace_names(["John sjunger."], ["Amy sjunger."], "sv")
    for lang in caught.value.fix.rpartition(" for ")[2].rstrip(".").split(", "):
        assert packaged_names(lang).foreign
