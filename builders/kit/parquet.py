"""A stream of rows to one parquet file per language, in bounded memory, and what they are known by.

The content hash outlives the writer: the bytes of parquet do not.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from equimask.core.errors import DataError, shorten
from equimask.core.rows import Row, Value, canonical_lines, content_hash

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_PER_GROUP = 20_000

_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "bool": (bool,),
    "int32": (int,),
    "int64": (int,),
    "float32": (int, float),
    "float64": (int, float),
}
_UINT64 = (1 << 64) - 1


@dataclass(frozen=True)
class ConfigFacts:
    """What the receipt says of one config."""

    rows: int
    bytes: int
    content_hash: str


def column_types(columns: Sequence[str], declared: Mapping[str, str]) -> dict[str, str]:
    """The type of every column in order: a string unless the builder declares otherwise."""
    for name, kind in declared.items():
        if name not in columns or kind not in _PYTHON_TYPES:
            raise DataError(
                expected=f"types {', '.join(_PYTHON_TYPES)} for columns {', '.join(columns)}",
                got=f"{name} = {kind!r}",
                fix="Mend the column_types of the builder.",
            )
    return {name: declared.get(name, "string") for name in columns}


def write_languages(
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


def write_config(rows: Iterator[Row], types: Mapping[str, str], path: Path) -> ConfigFacts:
    """Write the rows of one config as they come, each checked; ids must be unique."""
    import pyarrow.parquet as pq

    digest, count, size = hashlib.sha256(), 0, 0
    ids = array("Q")  # a few bytes of each: the ids of millions of rows need not fit
    schema = _table({name: [] for name in types}, types).schema
    with pq.ParquetWriter(path, schema, compression="zstd") as out:
        while group := list(islice(rows, ROWS_PER_GROUP)):
            columns = _columns(group, types)
            digest.update(canonical_lines(columns))
            if "id" in types:
                ids.extend(map(_hash, columns["id"]))
            out.write_table(_table(columns, types))
            count += len(group)
            size += sum(map(text_bytes, columns.values()))
    _refuse_repeated(ids, path)
    return ConfigFacts(count, size, digest.hexdigest())


def replace_parquet(new: Path, folder: Path) -> None:
    """Move the parquet files of `new` to `folder`, and remove those of earlier builds there."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {path.name: path for path in new.glob("*.parquet")}
    for name, path in kept.items():
        os.replace(path, folder / name)
    for stale in folder.glob("*.parquet"):
        if stale.name not in kept:
            stale.unlink()


def total_hash(hashes: Mapping[str, str]) -> str:
    """One hash over the hashes of all configs, whatever order they come in."""
    return content_hash({"config": name, "hash": hashes[name]} for name in sorted(hashes))


def text_bytes(values: Sequence[Value]) -> int:
    """Size of values as UTF-8 text and 8-byte numbers: a size that no writer changes."""
    try:
        return len("".join(values).encode("utf-8", "surrogatepass"))  # type: ignore[arg-type]
    except TypeError:  # not all are text
        texts = [value for value in values if isinstance(value, str)]
    size = len("".join(texts).encode("utf-8", "surrogatepass"))
    return size + 8 * (len(values) - len(texts))


def _table(columns: Mapping[str, Sequence[Value]], types: Mapping[str, str]) -> pa.Table:
    """Columns as an Arrow table of the declared types."""
    import pyarrow as pa

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in types.items()])
    return pa.table(dict(columns), schema=schema)


def _columns(rows: Sequence[Row], types: Mapping[str, str]) -> dict[str, Sequence[Value]]:
    """The rows turned, once they are found to have the declared columns and values."""
    names = tuple(types)
    if all(tuple(row) == names for row in rows):
        turned = zip(*(row.values() for row in rows), strict=True)
        columns: dict[str, Sequence[Value]] = dict(zip(names, turned, strict=True))
        if all(set(map(type, columns[name])) <= _exact_types(kind) for name, kind in types.items()):
            return columns
    for row in rows:
        _check_row(row, types)
    return {name: [row[name] for row in rows] for name in names}


def _exact_types(kind: str) -> set[type]:
    return {*_PYTHON_TYPES[kind], *(() if kind == "string" else (type(None),))}


def _check_row(row: Row, types: Mapping[str, str]) -> None:
    """Refuse a row whose columns or values are not the declared ones."""
    if list(row) != list(types):
        raise DataError(
            expected=f"the columns {', '.join(types)} in this order",
            got=shorten(list(row), 200),
            fix="Mend the builder, or DATASET_COLUMNS in equimask/core/schema.py.",
        )
    for name, value in row.items():
        kinds = _PYTHON_TYPES[types[name]]
        right = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
        if not right and (value is not None or types[name] == "string"):
            raise DataError(
                expected=f"{types[name]} in column {name} of row {shorten(row.get('id', '?'))}",
                got=shorten(value),
                fix="Mend the builder or its column_types.",
            )


def _hash(value: object) -> int:
    return hash(value) & _UINT64


def _refuse_repeated(hashes: array[int], path: Path) -> None:
    """Refuse ids that come twice; what has the same hash is looked up in the written file."""
    import pyarrow.parquet as pq

    values, counts = np.unique(np.frombuffer(hashes, np.uint64), return_counts=True)
    suspects = set(values[counts > 1].tolist())
    if not suspects:
        return
    found: Counter[str] = Counter()
    with pq.ParquetFile(path) as written:
        for batch in written.iter_batches(columns=["id"]):
            found.update(key for key in batch["id"].to_pylist() if _hash(key) in suspects)
    repeated = [key for key, count in found.items() if count > 1]
    if repeated:
        raise DataError(
            expected=f"ids that are unique in {path.stem}",
            got=f"{shorten(repeated[0])} more than once",
            fix="Give every row of the builder its own id.",
        )
