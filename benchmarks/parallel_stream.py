"""`python -m benchmarks.parallel_stream`: memory and time of extraction from a large corpus.

Writes a made-up Moses zip, then builds parquet from it in a process of its own, whose peak
memory is what the printout says. Run by hand: ten million lines take some minutes.
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

from builders.kit.builder import BuildOptions
from builders.kit.parquet import column_types, write_languages
from builders.parallel_gender_sentences.build import BUILDER
from equimask.core.packaged import packaged
from equimask.core.schema import DATASET_COLUMNS

NAME = "opus/MadeUp-v1/de-en.txt.zip"
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
        NAME: path,
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


def peak_bytes() -> int:
    """The most memory that this program held; `ru_maxrss` also counts what stood before exec."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(row for row in status.read_text().splitlines() if row.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.parallel_stream")
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--extract", type=Path, metavar="ZIP", help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.extract:
            print(json.dumps(extract(options.extract, Path(folder))))
        else:
            print(json.dumps(measure(options.lines, Path(folder)), indent=2))


if __name__ == "__main__":
    main()
