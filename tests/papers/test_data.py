"""What a paper takes of the data that were given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from equimask.core.options import Options
from equimask.inputs.table import Table
from equimask.papers.data import places_of, said_of_data, some_rows, tables_of
from equimask.papers.request import Request


def asked(*data: Any, full: bool = False, languages: tuple[str, ...] = ()) -> Request:
    return Request((), languages, data, None, full, Options())


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with one of two datasets, of two languages, sources and corpora."""
    folder = tmp_path / "pairs" / "data"
    folder.mkdir(parents=True)
    for language in ("de", "en"):
        columns = {
            "sent_more": ["a", "b", "c"],
            "sent_less": ["d", "e", "f"],
            "source": ["crows", "own", "own"],
            "corpus": ["x", "x", "y"],
            "bias_type": ["age", "gender", "race"],
        }
        pq.write_table(pa.table(columns), folder / f"{language}.parquet")
    return tmp_path


def test_a_folder_of_datasets_has_what_is_built_in_it(built: Path) -> None:
    both = ("pairs", "bags")
    assert places_of(asked(f"papers:{built}"), "pairs", both) == [str(built / "pairs")]
    assert places_of(asked(f"papers:{built}"), "bags", both) == []
    assert places_of(asked("papers:some-org"), "bags", both) == ["some-org/bags"]


def test_data_are_anything_but_another_dataset_of_the_paper() -> None:
    given = asked("x/bags", "x/pairs:de@main", "mine.csv")
    assert places_of(given, "pairs", ("pairs", "bags")) == ["x/pairs:de@main", "mine.csv"]
    assert places_of(given, "bags", ("pairs", "bags")) == ["x/bags", "mine.csv"]


def test_a_source_is_taken_whole_whatever_its_corpora_and_groups(built: Path) -> None:
    found = tables_of(asked(), [str(built / "pairs")], source="own")
    assert [(one.language, one.columns["sent_more"]) for one in found] == [
        ("de", ["b", "c"]), ("en", ["b", "c"]),
    ]  # fmt: skip
    (only,) = tables_of(asked(languages=("en",)), [str(built / "pairs")], source="crows")
    assert (only.language, len(only)) == ("en", 1)


def test_a_sample_is_the_same_each_time_and_in_order() -> None:
    whole = Table("t", {"id": list(range(1000))}, "de")
    some = some_rows(whole, asked("x"))
    assert some.columns == some_rows(whole, asked("x")).columns
    assert len(some) == 250 and some.columns["id"] == sorted(some.columns["id"])
    assert some_rows(whole, asked("x", full=True)) is whole


def test_a_reader_is_told_what_ours_are() -> None:
    whole = Table("t", {"id": list(range(1000))}, "de")
    assert "packaged" in next(said_of_data(asked(), [whole], "theirs"))
    assert "250 rows" in next(said_of_data(asked("x"), [whole], "theirs"))
    assert not list(said_of_data(asked("x", full=True), [whole], "theirs"))
