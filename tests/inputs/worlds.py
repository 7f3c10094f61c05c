"""Tables of a few rows, and folders that hold them as builders write them."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Record = Mapping[str, Any]
PAIRS = ("sent_more", "sent_less")


def pairs(n: int, prefix: str = "", **beside: Any) -> list[dict[str, Any]]:
    """Pairs that can be told apart; what is beside them is the same in every row."""
    return [
        {"sent_more": f"{prefix}he {i}", "sent_less": f"{prefix}she {i}", **beside}
        for i in range(n)
    ]


def columns_of(records: Sequence[Record]) -> dict[str, list[Any]]:
    return {name: [record[name] for record in records] for name in records[0]}


def write(path: Path, records: Sequence[Record]) -> Path:
    """The records as a careful program writes them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist([dict(record) for record in records]), path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(list(records), ensure_ascii=False, indent=1), "utf-8")
    elif path.suffix == ".jsonl":
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
        path.write_text("".join(lines), "utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as stream:
            dialect = "excel" if path.suffix == ".csv" else "excel-tab"
            writer = csv.DictWriter(stream, records[0].keys(), dialect=dialect)
            writer.writeheader()
            writer.writerows(records)
    return path


def card(folder: Path, configs: Mapping[str, Mapping[str, Any]]) -> Path:
    """A card that names a path or paths for every split of every config."""
    lines = ["---", "configs:"]
    for config, splits in configs.items():
        lines += [f"- config_name: {config}", "  data_files:"]
        for split, paths in splits.items():
            lines += [f"  - split: {split}", f"    path: {json.dumps(paths)}"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text("\n".join([*lines, "---", "", "# Pairs", ""]), "utf-8")
    return folder


def built(folder: Path, records_of: Mapping[str, Sequence[Record]], split: str = "test") -> Path:
    """A folder as a builder leaves it: a config for every language, a card, a receipt."""
    for config, records in records_of.items():
        write(folder / "data" / f"{config}.parquet", records)
    (folder / "receipt.json").write_text("{}")
    return card(folder, {name: {split: f"data/{name}.parquet"} for name in records_of})
