"""Rules that every packaged list must keep: word pairs, first names, neutral compounds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from equimask.core.packaged import packaged, packaged_languages
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.records import load_pairs, load_stops

DATA = packaged()
LEXICA = sorted((DATA / "gender_lexicon").glob("*.tsv"))
NAMES = sorted((DATA / "first_names").glob("*.tsv"))
LEXICON_HEADER = ["male", "female", "gloss", "pos", "number", "case", "ambiguous"]
POS = {"noun", "pron", "det", "adj", "title"}
NUMBER = {"sing", "dual", "plur", "-"}
ARTICLES = {
    "ar": "ال",
    "de": "der die das den dem des ein eine einen einem einer eines",
    "en": "the a an",
    "es": "el la los las lo un una unos unas",
    "fr": "le la les l' l’ un une des du",
    "it": "il lo la i gli le l' l’ un uno una",
    "nl": "de het een den der",
    "pt": "o a os as um uma uns umas",
}
MIN_UNAMBIGUOUS = {
    "en": 150, "de": 120, "es": 120, "pt": 120, "fr": 120, "zh": 100, "ru": 60,
    "ar": 60, "hi": 60, "ja": 60, "id": 40, "fi": 40, "th": 40,
}  # fmt: skip
MIN_NAMES = 20  # per gender

Row = tuple[str, dict[str, str]]  # where (file and line), record
each_file = pytest.mark.parametrize(
    "path", LEXICA + NAMES, ids=lambda p: f"{p.parent.name}/{p.name}"
)
each_lexicon = pytest.mark.parametrize("path", LEXICA, ids=lambda p: p.stem)
each_names = pytest.mark.parametrize("path", NAMES, ids=lambda p: p.stem)


def read(path: Path) -> list[Row]:
    header, *lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    keys, place = header.split("\t"), f"{path.parent.name}/{path.name}"
    return [
        (f"{place}:{i}", dict(zip(keys, s.split("\t"), strict=False)))
        for i, s in enumerate(lines, 2)
    ]


def cells(rows: list[Row]) -> Iterator[tuple[str, tuple[str, str, str], dict[str, str]]]:
    """Every row once per case it covers, so that `nom+acc` meets `nom`."""
    for where, r in rows:
        for case in r["case"].split("+"):
            yield where, (r["number"], case, r["pos"]), r


@each_file
def test_layout(path: Path) -> None:
    raw, place = path.read_bytes(), f"{path.parent.name}/{path.name}"
    assert b"\r" not in raw and not raw.startswith(b"\xef\xbb\xbf"), (
        f"{place}: must be LF, without byte order mark"
    )
    assert raw.endswith(b"\n") and not raw.endswith(b"\n\n"), (
        f"{place}: must end in exactly one newline"
    )
    lines = raw.decode("utf-8")[:-1].split("\n")
    header = LEXICON_HEADER if path in LEXICA else ["name", "gender"]
    assert lines[0].split("\t") == header, f"{place}:1: header must be {header}"
    for i, line in enumerate(lines, 1):
        fields = line.split("\t")
        assert len(fields) == len(header), (
            f"{place}:{i}: {len(fields)} fields, expected {len(header)}: {line!r}"
        )
        assert unicodedata.is_normalized("NFC", line) and line[0] != "#", (
            f"{place}:{i}: comment or not NFC: {line!r}"
        )
        for name, field in zip(header, fields, strict=True):
            assert field == " ".join(field.split()), (
                f"{place}:{i}: stray whitespace in {name}: {field!r}"
            )
            assert field or name == "ambiguous", f"{place}:{i}: empty {name}"


@each_lexicon
def test_values(path: Path) -> None:
    articles = ARTICLES.get(path.stem, "").split()
    for where, r in read(path):
        assert r["pos"] in POS, f"{where}: pos {r['pos']!r}, expected one of {sorted(POS)}"
        assert r["number"] in NUMBER, (
            f"{where}: number {r['number']!r}, expected one of {sorted(NUMBER)}"
        )
        assert r["male"].casefold() != r["female"].casefold(), (
            f"{where}: same word on both sides: {r['male']!r}"
        )
        for side in ("male", "female"):
            assert r[side].casefold() not in articles, (
                f"{where}: article {r[side]!r} as a gender word"
            )


@each_lexicon
def test_bijection(path: Path) -> None:
    for side, other in (("male", "female"), ("female", "male")):
        seen: dict[tuple[str, ...], tuple[str, str]] = {}
        for where, cell, r in cells(read(path)):
            before = seen.setdefault((r[side].casefold(), *cell), (where, r[other]))
            reason = (
                "listed twice"
                if before[1] == r[other]
                else f"has partners {before[1]!r} and {r[other]!r}"
            )
            assert before[0] == where, (
                f"{where}: {side} {r[side]!r} {reason} in {cell} (first: {before[0]})"
            )


@each_lexicon
def test_no_reliable_word_on_both_sides(path: Path) -> None:
    rows = read(path)
    both = {r["male"].casefold() for _, r in rows} & {r["female"].casefold() for _, r in rows}
    for where, r in rows:
        hit = both & {r["male"].casefold(), r["female"].casefold()}
        assert not hit or r["ambiguous"], (
            f"{where}: {sorted(hit)} on both sides of the file, row not marked ambiguous"
        )


@each_names
def test_names(path: Path) -> None:
    lexicon = DATA / "gender_lexicon" / path.name
    words = (
        {r[s].casefold() for _, r in read(lexicon) for s in ("male", "female")}
        if lexicon.exists()
        else set()
    )
    seen: dict[str, str] = {}
    for where, r in read(path):
        assert r["gender"] in {"male", "female"}, f"{where}: gender {r['gender']!r}"
        before = seen.setdefault(r["name"].casefold(), where)
        assert before == where, f"{where}: name {r['name']!r} listed twice (first: {before})"
        assert r["name"].casefold() not in words, (
            f"{where}: name {r['name']!r} is also a gender word"
        )


@pytest.mark.parametrize("lang", MIN_UNAMBIGUOUS)
def test_sizes(lang: str) -> None:
    lexicon, names = (DATA / folder / f"{lang}.tsv" for folder in ("gender_lexicon", "first_names"))
    assert lexicon.exists() and names.exists(), f"{lang}: {lexicon} or {names} is missing"
    clear, need = sum(not r["ambiguous"] for _, r in read(lexicon)), MIN_UNAMBIGUOUS[lang]
    assert clear >= need, f"gender_lexicon/{lexicon.name}: {clear} unambiguous rows, need {need}"
    for gender in ("male", "female"):
        n = sum(r["gender"] == gender for _, r in read(names))
        assert n >= MIN_NAMES, f"first_names/{names.name}: {n} {gender} names, need {MIN_NAMES}"


each_stop_list = pytest.mark.parametrize("lang", packaged_languages("gender_lexicon_stop"))


def test_scripts_without_spaces_have_neutral_compounds() -> None:
    assert {"ja", "th", "zh"} <= set(packaged_languages("gender_lexicon_stop"))


@each_stop_list
def test_compounds_are_clean_and_stand_once(lang: str) -> None:
    stops = load_stops(lang)
    assert len(stops) == len(set(stops))
    assert all(stop == " ".join(stop.split()) != "" for stop in stops)
    assert all(unicodedata.is_normalized("NFC", stop) for stop in stops)


@each_stop_list
def test_no_compound_is_a_listed_word(lang: str) -> None:
    listed = {form.lower() for pair in load_pairs(lang) for form in (pair.male, pair.female)}
    assert [stop for stop in load_stops(lang) if stop.lower() in listed] == []


@each_stop_list
def test_no_compound_holds_a_gender_word_any_more(lang: str) -> None:
    assert [stop for stop in load_stops(lang) if GenderWords.load(lang).find(stop)] == []


@each_stop_list
def test_without_the_list_some_would_be_found(lang: str) -> None:
    bare = GenderWords(lang, load_pairs(lang))
    assert sum(bool(bare.find(stop)) for stop in load_stops(lang)) > 5
