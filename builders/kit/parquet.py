"""Rows to one parquet file per language, and the content hash that outlives the writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from equimask.core.errors import DataError, shorten
from equimask.core.files import write_atomically
from equimask.core.rows import Row, content_hash

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class ConfigFacts:
    """What the receipt says of one config."""

    rows: int
    bytes: int
    content_hash: str


_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "bool": (bool,),
    "int32": (int,),
    "int64": (int,),
    "float32": (int, float),
    "float64": (int, float),
}


def column_types(
    columns: Sequence[str], declared: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The type of every column in order: a string unless the builder declares otherwise."""
    declared = declared or {}
    for name, kind in declared.items():
        if name not in columns or kind not in _PYTHON_TYPES:
            raise DataError(
                expected=f"types {', '.join(_PYTHON_TYPES)} for columns {', '.join(columns)}",
                got=f"{name} = {kind!r}",
                fix="Mend COLUMN_TYPES of the builder.",
            )
    return {name: declared.get(name, "string") for name in columns}


def by_language(rows: Iterable[Row], types: Mapping[str, str]) -> dict[str, list[Row]]:
    """Rows grouped by `lang` in sorted order, each row checked against the columns."""
    configs: dict[str, list[Row]] = {}
    for row in rows:
        check_row(row, types)
        configs.setdefault(str(row["lang"]), []).append(row)
    for language, group in configs.items():
        if "id" in types:
            repeated = [key for key, n in Counter(row["id"] for row in group).items() if n > 1]
            if repeated:
                raise DataError(
                    expected=f"ids that are unique in {language}",
                    got=f"{shorten(repeated[0])} more than once",
                    fix="Give every row of the builder its own id.",
                )
    return dict(sorted(configs.items()))


def total_hash(hashes: Mapping[str, str]) -> str:
    """One hash over the hashes of all configs, whatever order they come in."""
    return content_hash({"config": name, "hash": hashes[name]} for name in sorted(hashes))


def text_bytes(rows: Iterable[Row]) -> int:
    """Size of the values as UTF-8 text and 8-byte numbers: a size that no writer changes."""
    return sum(
        len(value.encode("utf-8", "surrogatepass")) if isinstance(value, str) else 8
        for row in rows
        for value in row.values()
    )


def facts_of(rows: Sequence[Row]) -> ConfigFacts:
    """Count, size and hash of the rows of one config."""
    return ConfigFacts(len(rows), text_bytes(rows), content_hash(rows))


def write_configs(
    configs: Mapping[str, Sequence[Row]], types: Mapping[str, str], folder: Path
) -> list[Path]:
    """Write `folder/<lang>.parquet` for each config and remove parquet of earlier builds."""
    import pyarrow.parquet as pq

    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for language, rows in configs.items():
        buffer = BytesIO()
        pq.write_table(table_of(rows, types), buffer, compression="zstd")
        path = folder / f"{language}.parquet"
        write_atomically(path, buffer.getvalue())
        paths.append(path)
    for stale in set(folder.glob("*.parquet")) - set(paths):
        stale.unlink()
    return paths


def table_of(rows: Sequence[Row], types: Mapping[str, str]) -> pa.Table:
    """Rows as an Arrow table of the declared types."""
    import pyarrow as pa

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in types.items()])
    return pa.Table.from_pylist([dict(row) for row in rows], schema=schema)


def check_row(row: Row, types: Mapping[str, str]) -> None:
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
                fix="Mend the builder or its COLUMN_TYPES.",
            )
