"""Lexica that users bring: three forms, any kind of file, and refusals that name the row."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from equimask.core.errors import DataError
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind
from equimask.studies.sentiment.own import OwnLexicon, axes_of, read_own

SEEDS = {"awful": 0, "hatred": 0, "long": 1, "hope": 2, "superb": 2}


def csv(folder: Path, text: str, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_word_and_its_polarity(tmp_path: Path) -> None:
    found = read_own(csv(tmp_path, "word,polarity\nbon,0.5\nnull,-1\n"))
    assert found == OwnLexicon(Kind.REAL, (), (("bon", (0.5,)), ("null", (-1.0,))))


def test_three_shares_of_a_word_are_votes(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    columns = {"word": ["bon"], "negative": [0.1], "neutral": [0.2], "positive": [0.7], "n": [3]}
    pq.write_table(pa.table(columns), path)
    assert read_own(path) == OwnLexicon(Kind.COUNTS, THREE_CLASSES, (("bon", (0.1, 0.2, 0.7)),))


def test_a_file_of_records(tmp_path: Path) -> None:
    path = csv(tmp_path, json.dumps({"word": "bon", "polarity": 1}) + "\n", "mine.jsonl")
    assert read_own(path).entries == (("bon", (1.0,)),)


HOYLE = """,alpha_1,alpha_2,alpha_3,from_vae
awful,3.5,1.25,1.25,True
hope,1.25,4.5,1.25,True
superb,1.0,2.0,1.0,True
hatred,2.5,1.5,1.0,True
long,1.25,1.5,1.25,True
",-:",1.0,2.0,1.0,True
"""


def test_hoyles_axes_are_told_by_seed_words_and_evidence_is_what_exceeds_one(
    tmp_path: Path,
) -> None:
    found = read_own(csv(tmp_path, HOYLE), SEEDS)
    assert (found.kind, found.levels) == (Kind.COUNTS, THREE_CLASSES)
    entries = dict(found.entries)
    assert entries["awful"] == (2.5, 0.25, 0.25)
    assert entries["hope"] == (0.25, 0.25, 3.5)
    assert entries["long"] == (0.25, 0.25, 0.5)
    assert entries[",-:"] == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_axes_are_found_in_any_order(order: tuple[int, ...]) -> None:
    named = {"awful": (2.0, 0.5, 0.1), "long": (0.1, 1.0, 0.2), "superb": (0.0, 0.4, 3.0)}
    rows = [(word, tuple(value[at] for at in order)) for word, value in named.items()]
    assert axes_of(rows, SEEDS) == tuple(order.index(at) for at in range(3))


def test_axes_that_seed_words_do_not_tell_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Name the columns negative, neutral, positive"):
        read_own(csv(tmp_path, HOYLE), {"absent": 0, "hope": 2})
    with pytest.raises(DataError, match="one axis for both"):
        read_own(csv(tmp_path, HOYLE), {"hope": 0, "superb": 2})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word,score\nbon,1\n", "with word, score"),
        ("polarity\n1\n", "a lexicon with columns word and polarity"),
        ("word,polarity\nbon,1\nmal,-3\n", r"'mal' with \['-3'\] in row 1"),
        ("word,polarity\nbon,good\n", "divide a scale from -5 to 5 by 5"),
        ("word,polarity\nbon,nan\n", "in row 0"),
        ("word,negative,neutral,positive\nbon,0,0,0\n", "not all 0"),
        ("word,negative,neutral,positive\nbon,-1,1,1\n", "at least 0"),
        (",alpha_1,alpha_2,alpha_3\nbon,0.5,1,2\n", "at least 1"),
        (",alpha_1,alpha_2,alpha_3\nbon,1,1,1\n", "not all 1"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_own(csv(tmp_path, text), SEEDS)
