"""Subgroups: masks by hand, unknowns counted, the join with completions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from datasets.arrow_dataset import Column
from hypothesis import given
from hypothesis import strategies as st

from datasets import Dataset
from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.subgroups import (
    born_before,
    born_since,
    completions_of,
    most_popular,
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
    with pytest.raises(OptionError, match="one of the project's languages"):
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
