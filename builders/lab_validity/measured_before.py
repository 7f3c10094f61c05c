"""A dataset folder that was built before, so that card and figures can be made anew from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError
from equimask.core.rows import Row


def options_before(folder: Path) -> dict[str, Any]:
    """The options of that build."""
    try:
        receipt = json.loads((folder / "receipt.json").read_text(encoding="utf-8"))
        return dict(receipt["options"])
    except (OSError, ValueError, KeyError) as error:
        raise _broken(folder, "a readable receipt.json") from error


def rows_before(folder: Path, languages: Sequence[str] = ()) -> Iterator[Row]:
    """Its rows, in their order; with `languages`, theirs."""
    import pyarrow.parquet as pq

    paths = sorted((folder / "data").glob("*.parquet"))
    wanted = [path for path in paths if not languages or path.stem in languages]
    if not wanted:
        raise _broken(folder, "parquet files of these languages")
    for path in wanted:
        yield from pq.read_table(path).to_pylist()


def _broken(folder: Path, expected: str) -> DataError:
    return DataError(
        expected=f"{expected} in {folder.name}",
        got="none",
        fix="Point --measured at the folder of a finished build of lab_validity.",
    )
