"""A stream of rows to one parquet file per language, in bounded memory."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from pathlib import Path

from builders.kit.parquet import ConfigFacts, check_row, table_of, text_bytes
from equimask.core.errors import DataError
from equimask.core.rows import Row, canonical_line

ROWS_PER_GROUP = 20_000


def write_stream(
    rows: Iterable[Row], types: Mapping[str, str], folder: Path
) -> dict[str, ConfigFacts]:
    """Write `folder/<lang>.parquet` as the rows come, all rows of a language one after another."""
    facts: dict[str, ConfigFacts] = {}
    for language, group in groupby(rows, key=lambda row: str(row["lang"])):
        if language in facts:
            raise DataError(
                expected=f"the rows of {language} one after another",
                got="rows of another language between them",
                fix="Let the builder finish one language before it begins the next.",
            )
        facts[language] = write_config(group, types, folder / f"{language}.parquet")
    return dict(sorted(facts.items()))


def replace_parquet(new: Path, folder: Path) -> None:
    """Move the parquet files of `new` to `folder`, and remove those of earlier builds there."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {path.name: path for path in new.glob("*.parquet")}
    for name, path in kept.items():
        os.replace(path, folder / name)
    for stale in folder.glob("*.parquet"):
        if stale.name not in kept:
            stale.unlink()


def write_config(rows: Iterator[Row], types: Mapping[str, str], path: Path) -> ConfigFacts:
    """Write the rows of one config as they come."""
    import pyarrow.parquet as pq

    digest, count, size = hashlib.sha256(), 0, 0
    schema = table_of([], types).schema
    with pq.ParquetWriter(path, schema, compression="zstd") as out:
        while group := list(islice(rows, ROWS_PER_GROUP)):
            for row in group:
                check_row(row, types)
                digest.update(canonical_line(row))
            out.write_table(table_of(group, types))
            count += len(group)
            size += text_bytes(group)
    return ConfigFacts(count, size, digest.hexdigest())
