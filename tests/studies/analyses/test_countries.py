"""The table of countries and languages: complete, consistent, found under many names."""

from __future__ import annotations

import csv
import gzip
import re
from importlib.resources import files
from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.core.languages import CORE_LANGUAGES
from equimask.gender.lexicon.records import read_word_list
from equimask.studies.analyses.countries import languages_of, normalised_country, parse_countries

TEXT = (files("equimask") / "data" / "country_languages.tsv").read_text(encoding="utf-8")
ROWS = list(read_word_list(TEXT, ("qid", "name", "aliases", "languages", "note")))


def test_every_row_has_an_id_a_name_and_known_languages_in_order() -> None:
    assert len(ROWS) > 290
    for row in ROWS:
        assert re.fullmatch(r"Q[1-9]\d*", row["qid"])
        assert row["name"] == row["name"].strip() != ""
        codes = row["languages"].split(" ") if row["languages"] else []
        assert set(codes) <= set(CORE_LANGUAGES)
        assert codes == sorted(set(codes))
    assert len({row["qid"] for row in ROWS}) == len(ROWS)


def test_every_language_of_the_project_is_somewhere_official() -> None:
    spoken = {code for row in ROWS for code in row["languages"].split()}
    assert spoken == set(CORE_LANGUAGES)


@pytest.mark.parametrize(
    ("names", "languages"),
    [
        (("United_States_of_America", "United States", "USA", "Q30"), {"en"}),
        (("UK", "United Kingdom", "the united kingdom", "Q145"), {"en"}),
        (("Aland", "Åland", "Åland Islands"), set()),
        (("Curacao", "Curaçao"), {"en"}),
        (("Cote d'Ivoire", "Côte d’Ivoire", "Ivory Coast"), {"fr"}),
        (("Congo-Kinshasa", "Democratic Republic of the Congo", "Q974"), {"fr"}),
        (("Trinidad & Tobago", "Trinidad and Tobago"), {"en"}),
        (("Belgium", "Q31"), {"de", "fr"}),
        (("Hong Kong", "hong_kong"), {"en", "zh"}),
        (("Soviet Union", "USSR", "Q15180"), {"ru"}),
        (("Italy",), set()),
    ],
)
def test_a_country_is_found_under_its_names(names: tuple[str, ...], languages: set[str]) -> None:
    for name in names:
        assert languages_of(name) == languages


def test_an_unknown_country_is_not_one_without_languages() -> None:
    assert languages_of("Atlantis") is None
    assert languages_of("") is None
    assert languages_of(None) is None
    assert languages_of("Hungary") == frozenset()


def test_names_are_compared_by_their_letters() -> None:
    assert normalised_country("The_Gambia") == normalised_country("gambia") == "gambia"
    assert normalised_country("Guinea-Bissau") == "guinea bissau" != normalised_country("Guinea")


def test_a_name_of_two_countries_is_refused() -> None:
    text = "qid\tname\taliases\tlanguages\tnote\nQ1\tA\tB\tfr\t\nQ2\tb\t\ten\t\n"
    with pytest.raises(DataError, match="'b' again, of Q2"):
        parse_countries(text)


def test_every_country_of_the_real_snapshot_is_known(shared: Path) -> None:
    path = shared / "sources" / "politicians" / "politicians.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        lines = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        countries = {row["country"] for row in lines}
    assert len(countries) == 176
    assert [country for country in countries if languages_of(country) is None] == []
