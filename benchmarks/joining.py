"""Memory and time of joining completions that many processes made.

Writes the finished pieces of made-up models, as processes would have left them, then makes the
dataset of them by `--assemble` in a process of its own, whose peak memory is what is told. The
50 million rows that the limit is meant for take some ten minutes and 2 GB of disk.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import made_politicians as made
from benchmarks import table
from benchmarks.peak import peak_bytes
from builders.__main__ import main as builders_main
from builders.kit.builder import BuildOptions
from builders.politician_completions.build import BUILDER
from builders.politician_completions.kept import Kept
from builders.politician_completions.language_job import Filters, LanguageJob
from equimask.core.files import sha256
from equimask.core.progress import Progress
from equimask.studies.completions.word_filter import Candidate, FilteredWords

NAME = "joining"
ROWS_OF_PERSON = 120  # of one model: 100 adjectives and 20 verbs
MODELS = ("made/one", "made/two")
LANGUAGE = "es"
_WORDS = 6_000
_ANSWERS = 512  # different answers, which go round
LIMIT_MB = 1_000


def arguments(folder: Path) -> list[str]:
    """The builder's own options, for what lies in this folder."""
    models = [one for model in MODELS for one in ("--model", model)]
    return [
        *("--politicians", str(folder / "politicians"), "--treebanks", str(folder / "ud")),
        *(*models, "--shards", str(folder / "shards")),
    ]


def write_pieces(folder: Path, rows: int) -> int:
    """The pieces of at least so many rows; returns how many rows they make."""
    people = -(-rows // (ROWS_OF_PERSON * len(MODELS)))
    known = made.words(_WORDS)
    made.write_people(folder / "politicians", [LANGUAGE], people, known)
    made.write_treebanks(folder / "ud", [LANGUAGE], known)
    options, located = _options(folder)
    job = LanguageJob(LANGUAGE, located, options.own)
    filters = _filters(job)
    with Progress(people * len(MODELS), "name", "pieces") as steps:
        for choice in options.own.models:
            signature = {"model": f"{choice}@0123456789ab", "tok": sha256(choice.encode())[:12]}
            with Kept(options.own, job, signature) as kept:
                kept.keep_filters(filters)
                kept.note_asked(choice)
                answers = list(_answers(filters, choice))
                for part in job.parts():
                    places = range(part.start, part.start + len(part.people))
                    of_part = [{"person": n, **answers[n % _ANSWERS]} for n in places]
                    kept.keep(part, of_part, {"skipped": {}, "device": "cpu"})
                    steps.update(len(part.people))
    return people * len(MODELS) * ROWS_OF_PERSON


def _options(folder: Path) -> tuple[BuildOptions, dict[str, Path]]:
    parser = argparse.ArgumentParser()
    BUILDER.add_arguments(parser)
    options = BUILDER.ready(BuildOptions(extra=vars(parser.parse_args(arguments(folder)))))
    with BUILDER.further_files(options, folder / "out", {}) as located:
        return options, {found.file.name: found.path for found in located}


def _filters(job: LanguageJob) -> Filters:
    """As those of a model that knows every word."""
    return {
        upos: FilteredWords(
            {n: Candidate(word, word) for n, word in enumerate(job.words.words(upos))}, {}, 0
        )
        for upos in ("ADJ", "VERB")
    }


def _answers(filters: Filters, model: str) -> Iterator[dict[str, Any]]:
    rng = random.Random(model)
    for _ in range(_ANSWERS):
        yield {
            upos: {
                "ids": rng.sample(sorted(filters[upos].candidates), k),
                "probs": sorted((float(f"{rng.random() / k:.5g}") for _ in range(k)), reverse=True),
            }
            for upos, k in (("ADJ", 100), ("VERB", 20))
        }


def assemble(folder: Path) -> dict[str, Any]:
    """Join them in this process; figures by what the system counted for it."""
    start, cpu = time.perf_counter(), time.process_time()
    out = ["--out", str(folder / "out")]
    if builders_main(["politician_completions", *arguments(folder), *out, "--assemble"]):
        raise SystemExit("not joined")
    receipt = json.loads((folder / "out" / "receipt.json").read_text(encoding="utf-8"))
    return {
        "rows": receipt["rows"],
        "rows_by_person": receipt["extra_configs"]["counts_by_person"]["rows"],
        "content_hash": receipt["content_hash"],
        "peak_mb": round(peak_bytes() / 1e6),
        "seconds": round(time.perf_counter() - start, 1),
        "cpu_seconds": round(time.process_time() - cpu, 1),
    }


def measure(rows: int, folder: Path) -> dict[str, Any]:
    """Write the pieces to `folder` and join them in a fresh process."""
    written = write_pieces(folder, rows)
    pieces = sum(path.stat().st_size for path in (folder / "shards").rglob("*.jsonl.gz"))
    command = [sys.executable, "-m", "benchmarks.joining", "--assemble", str(folder)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    joined = json.loads(done.stdout.splitlines()[-1])
    return {"rows_kept": written, "pieces_mb": round(pieces / 1e6), **joined}


def add_options(parser: argparse.ArgumentParser) -> None:
    what = f"joining: rows of completions; {LIMIT_MB:,} MB must do for 50,000,000"
    table.add_number(parser, "--joined-rows", 2_000_000, what)


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]joining: finished pieces of two models, in a process of its own[/dim]")
    with tempfile.TemporaryDirectory() as folder:
        return measure(options.joined_rows, Path(folder))


def show(result: dict[str, Any], console: Console) -> None:
    peak = result["peak_mb"]
    colour = "green" if peak < LIMIT_MB else "red"
    rows = [
        ("MB at the peak", f"[{colour}]{peak:,}[/] of at most {LIMIT_MB:,}"),
        ("rows of counts by person", f"{result['rows_by_person']:,}"),
        ("seconds", f"{result['seconds']:.1f}"),
        ("CPU seconds", f"{result['cpu_seconds']:.1f}"),
    ]
    title = f"joining, {result['rows']:,} rows from {result['pieces_mb']:,} MB of pieces"
    console.print(table.of_figures(title, rows))


def main() -> None:
    """What `measure` starts."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.joining")
    parser.add_argument("--assemble", type=Path, metavar="DIR", required=True)
    print(json.dumps(assemble(parser.parse_args().assemble)))


if __name__ == "__main__":
    main()
