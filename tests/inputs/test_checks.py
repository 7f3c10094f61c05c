"""Bad input is named by column, row and value."""

from __future__ import annotations

from typing import Any

import pytest

from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.inputs.checks import check_columns, checked_rows
from equimask.metrics import spec_of

NAMES = ("sent_more", "sent_less")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"sent_more": ["a"]}, "no `sent_less`"),
        ({}, "no `sent_more` and no `sent_less`"),
        ({"sent_more": "a", "sent_less": ["b"]}, "Wrap a single sentence in a list"),
        ({"sent_more": 3, "sent_less": ["b"]}, "to be a list of strings, but got 3"),
        ({"sent_more": ["a", "b"], "sent_less": ["c"]}, "2 in `sent_more` and 1 in `sent_less`"),
        ({"sent_more": [], "sent_less": []}, "empty columns"),
        ({"sent_more": ["a", None], "sent_less": ["c", "d"]}, "None in row 1"),
        ({"sent_more": ["a", "b"], "sent_less": ["c", "  "]}, "'  ' in row 1"),
        ({"sent_more": ["a"], "sent_less": [7]}, "7 in row 0"),
    ],
)
def test_bad_columns_get_a_clear_error(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        check_columns(columns, NAMES)
    assert message in str(caught.value)


def test_good_columns_come_back_as_lists() -> None:
    assert check_columns({"sent_more": ("a",), "sent_less": iter(["b"])}, NAMES) == {
        "sent_more": ["a"],
        "sent_less": ["b"],
    }


PAIRS = {"sent_more": ["a", "b"], "sent_less": ["c", "d"]}
BAGS = {"sentence": ["a", "b"], "gender": ["male", "female"]}


def test_what_is_known_of_rows_may_be_an_option_or_a_column() -> None:
    genders = ("male", None)
    beside = checked_rows(spec_of("cps"), {**PAIRS, "gender_more": genders}, Options())
    by_option = checked_rows(spec_of("cps"), PAIRS, Options(gender_more=genders))
    assert beside == by_option == {**PAIRS, "gender_more": ["male", ""]}
    over = Options(gender_more=["", "female"])
    given = checked_rows(spec_of("cps"), {**PAIRS, "gender_more": genders}, over)
    assert given["gender_more"] == ["", "female"]  # the option counts


def test_only_columns_that_the_metric_reads_are_taken_and_checked() -> None:
    wrong = {"gender_more": ["man", 7], "topic": ["x"]}
    assert checked_rows(spec_of("cps"), PAIRS, Options(pair_id=["x"])) == PAIRS
    sides = {"male": ["a"], "female": ["b"]}
    idle = {"pair_id": ["x", "y"], "topic": ["x"]}
    assert checked_rows(spec_of("sbm"), {**sides, **idle}, Options()) == sides
    with pytest.raises(InputError, match="'man' in row 0"):
        checked_rows(spec_of("cps"), {**PAIRS, **wrong}, Options())


@pytest.mark.parametrize("metric", ["sbm", "dcbm", "mbe", "aul", "cps", "s_jsd"])
def test_whom_a_stereotype_is_about_is_read_wherever_two_numbers_are_told(metric: str) -> None:
    spec = spec_of(metric)
    columns = {name: ["a [MASK]", "b [MASK]"] for name in spec.columns}
    columns |= {"gender": ["male", "female"]} if metric == "mbe" else {}
    given = {**columns, "gender_more": ["male", "female"]}
    assert checked_rows(spec, given, Options()) == given
    if metric == "mbe":
        with pytest.raises(InputError, match=r"for both sentences of a `pair_id`.*in `gender`"):
            checked_rows(spec, given, Options(pair_id=["1", "1"]))


def test_ids_that_pair_sentences_come_along_and_counts_are_left_to_the_counting() -> None:
    mbe = spec_of("mbe")
    assert checked_rows(mbe, BAGS, Options(pair_id=[1, 1])) == {**BAGS, "pair_id": ["1", "1"]}
    assert checked_rows(mbe, BAGS, Options(pair_id=["", ""])) == BAGS
    words = {"word": ["a", "b"], "gender": ["male", "non-binary"]}
    counted = checked_rows(spec_of("latent_pmi"), words, Options(counts=[1, -2]))
    assert counted == {**words, "counts": [1, -2]}


def test_genders_of_sentences_are_labels() -> None:
    with pytest.raises(InputError, match="'non-binary' in row 1"):
        checked_rows(spec_of("mbe"), {**BAGS, "gender": ["male", "non-binary"]}, Options())


def test_one_is_not_several() -> None:
    with pytest.raises(InputError, match=r"for each of the 2 rows, but got 1 label\."):
        checked_rows(spec_of("cps"), PAIRS, Options(gender_more=["male"]))
    with pytest.raises(InputError, match=r"for each of the 2 sentences, but got 1 id\."):
        checked_rows(spec_of("mbe"), BAGS, Options(pair_id=["x"]))


def test_counts_of_a_file_are_numbers_and_those_of_an_option_stay_as_they_are() -> None:
    words = {"word": ["a", "b", "c"], "gender": ["male", "female", "male"]}
    pmi = spec_of("latent_pmi")
    found = checked_rows(pmi, {**words, "count": ["007", " 3 ", "-1"]}, Options())
    assert found["counts"] == [7, 3, "-1"]  # refused where they are added up
    assert checked_rows(pmi, words, Options(counts=["7", 1, 2]))["counts"] == ["7", 1, 2]
