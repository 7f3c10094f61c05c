"""Answers of real models as others have released them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.papers.mbe.answers import of_real_models, read_answers
from equimask.papers.mbe.sources import Sources

TABLE = """;sent_more;sent_less;sent_more_score;sent_less_score;bias_type
0;Vrouwen café.;Mannen café.;-3.5;-4.0;gender
1;a;b;-5;-4;gender
2;a;b;-4;-4;gender
3;a;b;-1;-4;race-color
4;a;b
"""


def test_a_table_in_any_encoding_gives_a_share_of_pairs_about_gender(tmp_path: Path) -> None:
    (tmp_path / "results_bert.csv").write_bytes(TABLE.encode("mac-roman"))
    (tmp_path / "results_other.csv").write_text(TABLE.replace(";", ","))
    bert, other = read_answers(str(tmp_path))
    assert (bert.model, bert.bits.tolist(), bert.broken) == ("bert", [1.0, 0.0, 0.5], 1)
    assert (other.model, other.bits.tolist()) == ("other", bert.bits.tolist())
    [row, _] = of_real_models([bert, other]).rows
    assert (row[0], row[1].value, row[3]) == ("bert", 50.0, 3)  # type: ignore[union-attr]
    assert [one.model for one in Sources([f"answers={tmp_path}"], ("de",)).answers] == [
        "bert", "other",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "the columns sent_more_score"),
        ("sent_more_score,sent_less_score,bias_type\n1,2,age\n", "none in 'results_x.csv'"),
        (None, "No such file"),
    ],
)
def test_other_tables_are_refused(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "results_x.csv"
    if text is not None:
        path.write_text(text)
    with pytest.raises(DataError, match=message):
        read_answers(str(path))


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no \.csv in"):
        read_answers(str(tmp_path))


def test_the_released_tables_give_what_they_say_themselves(shared: Path) -> None:
    folder = shared / "sources/results/crows_pairs_mlms"
    found = {one.model: one for one in read_answers(str(folder))}
    assert len(found) == 7 and not any(one.broken for one in found.values())
    with (folder / "results_roberta.csv").open(encoding="utf-8") as file:
        own = [row["score"] for row in csv.DictReader(file) if row["bias_type"] == "gender"]
    assert (found["roberta"].bits == 1.0).sum() == own.count("1")  # one pair is a tie
    assert len(found["roberta"].bits) == len(own) == 260
