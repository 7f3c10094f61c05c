"""Subgroups: masks by hand, unknowns counted, the join with completions."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from datasets.arrow_dataset import Column
from hypothesis import given
from hypothesis import strategies as st

from datasets import Dataset
from equimask.core.errors import DataError, InputError, OptionError
from equimask.core.languages import is_language
from equimask.gender.lexicon.records import read_word_list
from equimask.inputs.pairs import pair_languages
from equimask.studies.analyses.subgroups import (
    born_before,
    born_since,
    completions_of,
    languages_of,
    most_popular,
    normalised_country,
    parse_countries,
    people_of,
    speakers,
    subgroup_figure,
)


def test_the_most_popular_are_the_top_share_of_the_known_with_ties() -> None:
    found = most_popular([5, None, 1, 9, 3, 5, None], share=0.4)
    assert found.mask.tolist() == [True, False, False, True, False, True, False]
    assert (found.inside, found.outside, found.unknown) == (3, 2, 2)


def test_a_tiny_share_keeps_one() -> None:
    assert most_popular([3, 1, 2], share=0.01).mask.tolist() == [True, False, False]


def test_speakers_are_judged_by_their_country() -> None:
    found = speakers(["Q142", "Belgium", "Germany", "", None, "Atlantis"], "fr")
    assert found.mask.tolist() == [True, True, False, False, False, False]
    assert (found.inside, found.outside, found.unknown) == (2, 1, 3)


def test_the_baby_boom_splits_at_1946() -> None:
    years = [1945, 1946, 1964, None, float("nan"), -44]
    before, after = born_before(years), born_since(years)
    assert before.mask.tolist() == [True, False, False, False, False, True]
    assert after.mask.tolist() == [False, True, True, False, False, False]
    assert before.unknown == after.unknown == 2
    assert born_since(years, 1965).inside == 0


@given(st.lists(st.none() | st.integers(-3000, 2000), max_size=30), st.integers(-3000, 2000))
def test_everybody_is_before_since_or_unknown(years: list[int | None], year: int) -> None:
    before, after = born_before(years, year), born_since(years, year)
    assert before.inside + after.inside + before.unknown == len(years)
    assert not (before.mask & after.mask).any()
    assert before.outside == after.inside


def test_completions_follow_their_politician() -> None:
    group = born_before([1900, 1980, None])
    found = completions_of(group, ["Q1", "Q2", "Q3"], ["Q2", "Q1", "Q1", "Q3", "Q9"])
    assert found.mask.tolist() == [False, True, True, False, False]
    assert found.unmatched == 1
    with pytest.raises(InputError, match="the 3 qids"):
        completions_of(group, ["Q1"], ["Q1"])


def test_the_people_of_a_subgroup() -> None:
    group = born_before([1900, 1980, None, 1901])
    assert people_of(group, ["Q1", "Q2", "Q3", "Q1"]) == {"Q1"}
    with pytest.raises(InputError, match="the 4 qids"):
        people_of(group, ["Q1"])


def test_columns_of_a_dataset_are_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one they cost a hundred times as much, minutes for millions of completions."""
    rows = Dataset.from_dict(
        {"qid": ["Q1", "Q2"], "birth_year": [1900, 1980], "country": ["Q142"] * 2}
    )
    monkeypatch.delattr(Column, "__iter__")
    monkeypatch.setattr(Column, "__getitem__", _only_whole(Column.__getitem__))
    group = born_before(rows["birth_year"])
    assert group.inside == 1
    assert speakers(rows["country"], "fr").inside == 2
    assert completions_of(group, rows["qid"], rows["qid"]).mask.tolist() == [True, False]


def _only_whole(read: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def getitem(self: Any, key: Any) -> Any:
        assert isinstance(key, slice)
        return read(self, key)

    return getitem


def test_one_name_of_a_person_in_the_subgroup_is_enough() -> None:
    group = born_before([1900, 1980])
    assert completions_of(group, ["Q1", "Q1"], ["Q1"]).mask.tolist() == [True]


def test_what_cannot_be_filtered_is_refused() -> None:
    with pytest.raises(InputError, match="snapshot has no sitelinks"):
        most_popular([None, None])
    with pytest.raises(OptionError, match=r"share in \(0, 1\]"):
        most_popular([1], share=10)
    with pytest.raises(OptionError, match="a language of the countries"):
        speakers(["France"], "french")


def test_the_figure_names_every_subgroup() -> None:
    groups = [born_before([1900, None]), speakers(["France", "Japan"], "ja")]
    picture = subgroup_figure(groups, title="Who").decode()
    for text in ("born before 1946", "country speaks ja", ">unknown<", "Who"):
        assert text in picture
    with pytest.raises(InputError, match="Make one with a filter"):
        subgroup_figure([])


def test_masks_are_boolean_even_when_empty() -> None:
    assert born_before([]).mask.dtype == speakers([], "fr").mask.dtype == np.bool_


TEXT = (files("equimask") / "data" / "country_languages.tsv").read_text(encoding="utf-8")


ROWS = list(read_word_list(TEXT, ("qid", "name", "aliases", "languages", "note")))


def test_every_row_has_an_id_a_name_and_known_languages_in_order() -> None:
    assert len(ROWS) > 290
    for row in ROWS:
        assert re.fullmatch(r"Q[1-9]\d*", row["qid"])
        assert row["name"] == row["name"].strip() != ""
        codes = row["languages"].split(" ") if row["languages"] else []
        assert all(map(is_language, codes))
        assert codes == sorted(set(codes))
    assert len({row["qid"] for row in ROWS}) == len(ROWS)


def test_every_language_with_packaged_pairs_is_somewhere_official() -> None:
    spoken = {code for row in ROWS for code in row["languages"].split()}
    assert spoken == set(pair_languages())


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
