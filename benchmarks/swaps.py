"""Swaps of whole sentences beside the plain substitution of gender words, and loading."""

from __future__ import annotations

import argparse
import gzip
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import table
from benchmarks.machine import now
from equimask.core.progress import Progress
from equimask.gender.lexicon.trie import trie_pattern
from equimask.gender.swap import GenderLexicon
from tests.gender.swap.judged.records import LANGUAGES, read_written

NAME = "swaps"
_SENTENCES, _ROUNDS, _LOADS = 3_000, 3, 3
_TARGETS = {"sentences_per_second": 4_000.0, "load_seconds": 0.2}
_LOADING = """
import sys, time
from equimask.gender.swap import GenderLexicon
start = time.perf_counter()
GenderLexicon.load(sys.argv[1]).try_swap(sys.argv[2])
print(time.perf_counter() - start)
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    text = "swaps: sentences of each language, of shared parallel text if there is any"
    table.add_number(parser, "--swap-sentences", _SENTENCES, text)


def substitution(lexicon: GenderLexicon) -> Callable[[str], str]:
    """Every listed word becomes its counterpart, whatever agrees with it."""
    words: dict[str, str] = {}
    for pair in lexicon.pairs:
        words.setdefault(pair.male.lower(), pair.female)
        words.setdefault(pair.female.lower(), pair.male)
    pattern = re.compile(rf"\b{trie_pattern(words)}\b", re.IGNORECASE)
    return lambda sentence: pattern.sub(lambda m: words.get(m[0].lower(), m[0]), sentence)


def sentences(lang: str, most: int) -> tuple[str, list[str]]:
    """Where they are from, and running text; without shared text those written for the tests."""
    shared = os.environ.get("EQUIMASK_SHARED")
    found = list(islice(_parallel(Path(shared), lang), most)) if shared else []
    if found:
        return "parallel text", found
    return "written", [row.sentence for row in read_written(lang)]


def _parallel(shared: Path, lang: str) -> Iterator[str]:
    side, other = (0, "de") if lang == "en" else (1, lang)
    paths = sorted(shared.glob(f"sources/parallel/*/en-{other}.tsv.gz"))
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in islice(file, 1_000):  # some of each corpus
                yield line.rstrip("\n").split("\t")[side]


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]Swaps: sentences/s, beside substitution by a regular expression[/dim]")
    languages = {}
    with Progress(len(LANGUAGES), "language", NAME) as steps:
        for lang in LANGUAGES:
            languages[lang] = compared(lang, options.swap_sentences)
            steps.update(1, 0)
    return {"targets": _TARGETS, "languages": languages}


def compared(lang: str, most: int) -> dict[str, Any]:
    """Both ways on the same sentences, in turns; CPU seconds are those of one core."""
    lexicon = GenderLexicon.load(lang)
    plainly, (source, text) = substitution(lexicon), sentences(lang, most)
    gendered = [sentence for sentence in text if lexicon.find(sentence)]
    seconds: dict[str, list[float]] = {"swap": [], "plain": [], "gendered": []}
    for _ in range(_ROUNDS):
        for name, way, chosen in (
            ("swap", lexicon.try_swap, text),
            ("plain", plainly, text),
            ("gendered", lexicon.try_swap, gendered),
        ):
            start = now()
            for sentence in chosen:
                way(sentence)
            seconds[name].append((now() - start).cpu)
    speed = {name: median(values) for name, values in seconds.items()}
    return {
        "source": source,
        "sentences": len(text),
        "with_gender_word": len(gendered),
        "sentences_per_second": len(text) / speed["swap"],
        "with_gender_word_per_second": len(gendered) / speed["gendered"],
        "ratio_over_substitution": speed["swap"] / speed["plain"],
        "load_seconds": min(_loads(lang, text[0])),
    }


def _loads(lang: str, sentence: str) -> Sequence[float]:
    """Loading and the first swap, each time in a new process that has imported the package."""
    asked = [sys.executable, "-c", _LOADING, lang, sentence]
    return [
        float(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
        for _ in range(_LOADS)
    ]


def show(result: dict[str, Any], console: Console) -> None:
    shown = Table(title="Swaps")
    titles = (
        "language", "text", "sentences", "sentences/s", "with a gender word", "sentences/s",
        "times the seconds of substitution", "seconds to load and swap once",
    )  # fmt: skip
    for title in titles:
        shown.add_column(title, justify="left" if title in titles[:2] else "right")
    targets = result["targets"]
    for lang, run in result["languages"].items():
        per_second, load = run["sentences_per_second"], run["load_seconds"]
        good = ("red", "green")
        fast = good[per_second >= targets["sentences_per_second"]]
        shown.add_row(
            lang, run["source"], f"{run['sentences']:,}",
            f"[{fast}]{per_second:,.0f}[/] of {targets['sentences_per_second']:,.0f}",
            f"{run['with_gender_word']:,}", f"{run['with_gender_word_per_second']:,.0f}",
            f"{run['ratio_over_substitution']:.1f}",
            f"[{good[load <= targets['load_seconds']]}]{load:.2f}[/] of {targets['load_seconds']}",
        )  # fmt: skip
    console.print(shown)
