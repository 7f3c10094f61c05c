"""The builder's command, run in this process or in one that can be killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from builders.__main__ import main
from tests.builders.politicians.wikidata_records import Record, dump_text

ROOT = Path(__file__).resolve().parents[3]
# Against a server on loopback nobody needs to be spared.
IMPATIENT = ["--pause", "0", "--wait", "0.001", "--timeout", "5"]


def build(out: Path, *arguments: str) -> int:
    """The exit code of the command."""
    return main(["politicians", "--out", str(out), *arguments])


def build_from_endpoint(url: str, out: Path, *arguments: str) -> int:
    return build(out, "--endpoint", url, *IMPATIENT, *arguments)


def start(out: Path, *arguments: str, **how: Any) -> subprocess.Popen[Any]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "builders", "politicians", "--out", str(out), *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **{"text": True, **how},
    )


def receipt(out: Path) -> dict[str, Any]:
    return dict(json.loads((out / "receipt.json").read_text("utf-8")))


def rows(out: Path, lang: str) -> list[dict[str, Any]]:
    return list(pq.read_table(out / "data" / f"{lang}.parquet").to_pylist())


def all_rows(out: Path) -> dict[str, list[dict[str, Any]]]:
    return {path.stem: rows(out, path.stem) for path in sorted((out / "data").iterdir())}


def write_dump(path: Path, records: Iterable[Record]) -> Path:
    """The records as a dump, packed as its name says."""
    import bz2
    import gzip

    text = dump_text(records).encode()
    pack = {".gz": gzip.compress, ".bz2": bz2.compress}.get(path.suffix, bytes)
    path.write_bytes(pack(text))
    return path
