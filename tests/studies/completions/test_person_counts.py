"""Counts by person: cells that read back, subgroups, and older counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError
from equimask.core.schema import PERSON_GENDERS
from equimask.measures.counting import count_rows
from equimask.studies.completions.person_counts import counted, pack, unpack

PEOPLE = [
    {"lang": "en", "qid": "Q1", "gender": "female", "upos": "ADJ", "lemmas": "great|bold|great"},
    {"lang": "en", "qid": "Q1", "gender": "female", "upos": "VERB", "lemmas": "run"},
    {"lang": "en", "qid": "Q2", "gender": "male", "upos": "ADJ", "lemmas": "bold"},
    {"lang": "fr", "qid": "Q2", "gender": "male", "upos": "ADJ", "lemmas": "grand"},
]
ADJECTIVES = {"lang": "en", "upos": "ADJ"}


@given(st.lists(st.text("ab|\\\\ \n\u0301é中", min_size=1, max_size=5), max_size=6))
def test_what_is_packed_reads_back(lemmas: list[str]) -> None:
    assert unpack(pack(lemmas)) == lemmas


def test_plain_words_are_written_as_they_are() -> None:
    assert pack(["great", "bold", "great"]) == "great|bold|great"


def test_words_are_added_up_by_gender() -> None:
    found = counted(PEOPLE, where=ADJECTIVES)
    assert list(zip(*found[:3], strict=True)) == [
        ("bold", "female", 1),
        ("bold", "male", 1),
        ("great", "female", 2),
    ]
    assert (found.people, found.absent) == (2, 0)
    table = count_rows(found.word, found.gender, PERSON_GENDERS, found.counts).table
    assert table.counts.tolist() == [[1, 1], [0, 2]]


def test_a_subgroup_has_only_its_peoples_words() -> None:
    found = counted(PEOPLE, {"Q2", "Q7"}, ADJECTIVES)
    assert (found.word, found.gender, found.counts) == (["bold"], ["male"], [1])
    assert (found.people, found.absent) == (1, 1)


def test_older_counts_read_but_know_no_people() -> None:
    old = [{"lang": "en", "upos": "ADJ", "lemma": "bold", "gender": "male", "count": 7}]
    found = counted(old, where=ADJECTIVES)
    assert found == (["bold"], ["male"], [7], None, None)
    with pytest.raises(InputError, match=r"column `qid`.*row 0 without.*counts_by_person"):
        counted(old, {"Q1"})


def test_nothing_found_and_missing_columns_are_refused() -> None:
    with pytest.raises(InputError, match="got none"):
        counted(PEOPLE, where={"lang": "ru"})
    with pytest.raises(InputError, match=r"'model' in every row.*row 0"):
        counted(PEOPLE, where={"model": "bert"})
