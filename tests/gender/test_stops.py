"""Neutral compounds: what they hide is hidden, and nothing else."""

from __future__ import annotations

import unicodedata
from importlib import resources
from pathlib import Path

import pytest

from equimask.gender.lexicon.finder import Matcher, matcher_of
from equimask.gender.lexicon.records import load_pairs, load_stops

FOLDER = Path(str(resources.files("equimask") / "data" / "gender_lexicon_stop"))
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.tsv"))

each_language = pytest.mark.parametrize("lang", LANGUAGES)


def test_scripts_without_spaces_have_a_list() -> None:
    assert {"ja", "th", "zh"} <= set(LANGUAGES)


@each_language
def test_entries_are_clean_and_stand_once(lang: str) -> None:
    stops = load_stops(lang)
    assert len(stops) == len(set(stops))
    assert all(stop == " ".join(stop.split()) != "" for stop in stops)
    assert all(unicodedata.is_normalized("NFC", stop) for stop in stops)


@each_language
def test_no_entry_is_a_listed_word(lang: str) -> None:
    listed = {form.lower() for pair in load_pairs(lang) for form in (pair.male, pair.female)}
    assert [stop for stop in load_stops(lang) if stop.lower() in listed] == []


@each_language
def test_no_entry_holds_a_gender_word_any_more(lang: str) -> None:
    assert [stop for stop in load_stops(lang) if matcher_of(lang).find(stop)] == []


@each_language
def test_without_the_list_some_would_be_found(lang: str) -> None:
    bare = Matcher(lang, load_pairs(lang))
    assert sum(bool(bare.find(stop)) for stop in load_stops(lang)) > 5
