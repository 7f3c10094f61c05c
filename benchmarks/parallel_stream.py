"""Memory and time of extraction from a large parallel corpus.

Writes a made-up Moses zip, then builds parquet from it in a process of its own, which holds
nothing else: its peak memory is what is told. Ten million lines take some minutes.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import table
from benchmarks.peak import peak_bytes
from builders.kit.builder import BuildOptions
from builders.kit.parquet import column_types, write_languages
from builders.parallel_gender_sentences.build import BUILDER
from equimask.core.packaged import packaged
from equimask.core.schema import DATASET_COLUMNS

NAME = "corpus"
CORPUS = "opus/MadeUp-v1/de-en.txt.zip"
_GENDERED_OF_100 = 15
_PEOPLE = (("he", "er"), ("she", "sie"), ("my uncle", "mein Onkel"), ("Anna", "Anna"))
_THINGS = (("garden", "Garten"), ("letter", "Brief"), ("kettle", "Kessel"), ("ladder", "Leiter"))


def english_line(number: int) -> str:
    thing = _THINGS[number % 4][0]
    if number % 100 < _GENDERED_OF_100:
        person = _PEOPLE[number // 100 % 4][0]
        return f"In the year {number} {person} found the old {thing} behind the wall of the mill."
    return f"In the year {number} nobody found the old {thing} behind the wall of the mill."


def german_line(number: int) -> str:
    if number % 100 == 1:  # one of the fifteen repeats the one before
        number -= 1
    thing = _THINGS[number % 4][1]
    person = _PEOPLE[number // 100 % 4][1] if number % 100 < _GENDERED_OF_100 else "niemand"
    return f"Im Jahr {number} fand {person} hinter der Mauer der alten Mühle das Ding: {thing}."


def write_corpus(path: Path, lines: int) -> None:
    """A Moses zip of so many aligned lines, written in small blocks."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for code, line in (("en", english_line), ("de", german_line)):
            with archive.open(f"MadeUp.de-en.{code}", "w", force_zip64=True) as member:
                for block in _blocks(lines):
                    member.write("".join(f"{line(number)}\n" for number in block).encode())


def extract(path: Path, out: Path) -> dict[str, float]:
    """Build from the zip in this process; figures by what the system counted for it."""
    files = {
        "gender_lexicon/en.tsv": packaged() / "gender_lexicon" / "en.tsv",
        "gender_lexicon/de.tsv": packaged() / "gender_lexicon" / "de.tsv",
        "first_names/en.tsv": packaged() / "first_names" / "en.tsv",
        CORPUS: path,
    }
    started = time.perf_counter()
    rows = BUILDER.rows(files, BUILDER.ready(BuildOptions(languages=("de",))), {})
    types = column_types(DATASET_COLUMNS["parallel_gender_sentences"], BUILDER.column_types)
    facts = write_languages(rows, types, out)["de"]
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "rows": facts.rows,
        "peak_mb": round(peak_bytes() / 1e6),
        "seconds": round(time.perf_counter() - started, 1),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1),
    }


def measure(lines: int, folder: Path) -> dict[str, float]:
    """Write a corpus to `folder` and extract from it in a fresh process."""
    path = folder / "de-en.txt.zip"
    write_corpus(path, lines)
    command = [sys.executable, "-m", "benchmarks.parallel_stream", "--extract", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {"lines": lines, "zip_mb": round(path.stat().st_size / 1e6), **json.loads(done.stdout)}


def _blocks(lines: int) -> Iterator[range]:
    for start in range(0, lines, 10_000):
        yield range(start, min(start + 10_000, lines))


def add_options(parser: argparse.ArgumentParser) -> None:
    what = "corpus: lines of either language; a large corpus has 10,000,000"
    table.add_number(parser, "--corpus-lines", 1_000_000, what)


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]corpus: sentences of one gender from a zip, in a process of its own[/dim]")
    with tempfile.TemporaryDirectory() as folder:
        return measure(options.corpus_lines, Path(folder))


def show(result: dict[str, Any], console: Console) -> None:
    rows = [
        ("MB at the peak", f"{result['peak_mb']:,.0f}"),
        ("rows", f"{result['rows']:,}"),
        ("seconds", f"{result['seconds']:.1f}"),
        ("CPU seconds", f"{result['cpu_seconds']:.1f}"),
    ]
    title = f"corpus, {result['lines']:,} lines in {result['zip_mb']:,} MB of zip"
    console.print(table.of_figures(title, rows))


def main() -> None:
    """What `measure` starts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parallel_stream")
    parser.add_argument("--extract", type=Path, metavar="ZIP", required=True)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(extract(parser.parse_args().extract, Path(folder))))


if __name__ == "__main__":
    main()
