"""The engine beside minicons (PyPI), which nobody here wrote: same sentences, same weights.

Both read plain sentences and give a log P for every token, once with the token alone hidden
(`original` there, unit="token" here) and once with the rest of its word (`within_word_l2r`,
unit="word"). minicons runs in an environment of its own, because it needs an older transformers;
torch is the same. It is called as its README does, with a list of sentences as they come, and once
more in its best case: sentences sorted by length, in batches of the size that suits it best.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from transformers import AutoModelForMaskedLM, AutoTokenizer, PreTrainedModel

from benchmarks import table
from benchmarks.machine import Span, describe, now
from benchmarks.workload import random_model, small_bert
from equimask.core.arrays import Floats
from equimask.core.embedded import embedded_model_path
from equimask.inputs.pairs import load_pairs
from equimask.models import MaskedLM
from equimask.models.proof import Proof
from equimask.plans.masks import plan_masks

NAME = "minicons"
TARGET = 2.5
AGREEMENT = 5e-6  # in log P; both compute in float32
PINNED = (
    "minicons==0.3.35",
    "transformers==4.57.6",
    "tokenizers==0.22.1",
    "huggingface_hub==0.36.0",
    "wonderwords==2.2.0",
    "pillow==12.0.0",
)
METRICS = {"token": "original", "word": "within_word_l2r"}
_ROOT = Path(__file__).resolve().parent.parent
_CACHE = _ROOT / ".cache" / "benchmarks"
CALLED, BEST = "called", "best"
_LIST = 64  # sentences of a call; a longer list asks for gigabytes of logits
_BATCH_SIZES = (1, 4, 16)
_MINILM = {"layers": 6, "width": 384, "inner": 1536, "heads": 12}


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("minicons: a contender from PyPI, in its own environment")
    table.add_number(group, "--minicons-sentences", 64, "sentences")
    table.add_number(group, "--minicons-rounds", 3, "how often everything is repeated")


def run(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    console.print("[dim]minicons: its environment is made at first use[/dim]")
    try:
        python = environment(_CACHE / "minicons")
    except (OSError, subprocess.SubprocessError) as error:
        return {"missing": _reason(error)}
    model, tokenizer, name = _model()
    sentences = packaged_sentences(options.minicons_sentences)
    return measured(python, model, tokenizer, name, sentences, options.minicons_rounds)


def environment(folder: Path) -> Path:
    """The interpreter of an environment with what is pinned; torch and numpy are ours."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "pinned.txt"
    wanted = "\n".join((*PINNED, sys.version))
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    venv.create(folder, with_pip=True, clear=True)
    # Versions that stand here are not asked for again: theirs would be another torch.
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", *PINNED]
    subprocess.run(install, check=True, capture_output=True, text=True)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run([str(python), "-c", where], check=True, capture_output=True, text=True)
    ours = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    Path(found.stdout.strip(), "ours.pth").write_text("\n".join(ours), encoding="utf-8")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def _reason(error: Exception) -> str:
    text = getattr(error, "stderr", None) or str(error)
    return str(text).strip().splitlines()[-1] if str(text).strip() else type(error).__name__


def _model() -> tuple[PreTrainedModel, Any, str]:
    shared = Path(os.environ.get("EQUIMASK_SHARED", _ROOT.parent / "shared"))
    folder = shared / "models" / "minilm_english"
    if folder.is_dir():
        model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
        return model, AutoTokenizer.from_pretrained(folder), folder.name
    tokenizer = AutoTokenizer.from_pretrained(embedded_model_path())
    return random_model(small_bert(30_522, **_MINILM)), tokenizer, "random BERT of MiniLM's size"


def packaged_sentences(count: int) -> list[str]:
    """English ones, both of a pair."""
    return [text for pair in load_pairs("en") for text in (pair.sent_more, pair.sent_less)][:count]


def measured(
    python: Path,
    model: PreTrainedModel,
    tokenizer: Any,
    name: str,
    sentences: Sequence[str],
    rounds: int,
) -> dict[str, Any]:
    """Both in turn, round by round; a ratio compares one round's two runs."""
    folder = written_for_both(model, tokenizer, _CACHE / "model")
    mlm = MaskedLM(model, tokenizer, name=name, device=torch.device("cpu"), proof=Proof(0, ()))
    engine(mlm, sentences[:2], "token")  # its check is not timed
    with worker(python, folder) as other:
        units = {unit: _compared(mlm, other, sentences, unit, rounds) for unit in METRICS}
    return {
        "machine": describe(),
        "model": name,
        "sentences": len(sentences),
        "versions": [pin for pin in PINNED if pin.startswith(("minicons", "transformers"))],
        "units": units,
    }


def written_for_both(model: PreTrainedModel, tokenizer: Any, folder: Path) -> Path:
    """As an older transformers reads it: the tokenizer's class has another name there."""
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    settings = folder / "tokenizer_config.json"
    fields = json.loads(settings.read_text(encoding="utf-8"))
    fields["tokenizer_class"] = "PreTrainedTokenizerFast"
    settings.write_text(json.dumps(fields), encoding="utf-8")
    return folder


class Measured(NamedTuple):
    """Log P of every token, sentence by sentence, and what it took."""

    log_probs: list[Floats]
    span: Span


def engine(mlm: MaskedLM, sentences: Sequence[str], unit: str) -> Measured:
    """From plain sentences, as minicons."""
    start = now()
    encoded = mlm.encode(sentences)
    content = [[i for i, special in enumerate(one.special) if not special] for one in encoded]
    found = mlm.answer_masks(encoded, plan_masks(encoded, content, unit)).log_probs
    span = now() - start
    return Measured(np.split(found, np.cumsum([len(one) for one in content])[:-1]), span)


class Worker(NamedTuple):
    """minicons behind a pipe."""

    process: subprocess.Popen[str]

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """One line there, one line back."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(job), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("minicons ended; what it said stands above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def score(self, sentences: Sequence[str], unit: str, batch_size: int) -> Measured:
        """As `engine` gives it."""
        found = self.ask(
            {"sentences": sentences, "metric": METRICS[unit], "batch_size": batch_size}
        )
        scores = [np.array(one, dtype=np.float64) for one in found["scores"]]
        return Measured(scores, Span(found["wall"], found["cpu"]))


@contextmanager
def worker(python: Path, folder: Path) -> Iterator[Worker]:
    """Started once; loading is not timed."""
    script = str(Path(__file__).with_name("minicons_worker.py"))
    process = subprocess.Popen(
        [str(python), script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TRANSFORMERS_VERBOSITY": "error", "HF_HUB_OFFLINE": "1"},
    )
    with process:
        other = Worker(process)
        other.ask({"folder": str(folder), "threads": torch.get_num_threads()})
        yield other
        assert process.stdin is not None
        process.stdin.close()


def _compared(
    mlm: MaskedLM, other: Worker, sentences: Sequence[str], unit: str, rounds: int
) -> dict[str, Any]:
    ordered = sorted(sentences, key=lambda text: len(mlm.tokenizer(text)["input_ids"]))
    other.score(sentences[:2], unit, 1)
    best = min(_BATCH_SIZES, key=lambda size: other.score(ordered, unit, size).span.cpu)
    ways = {CALLED: (sentences, _LIST), BEST: (ordered, best)}
    spans: dict[str, list[Span]] = {name: [] for name in (*ways, "ours")}
    differs = 0.0
    for _ in range(rounds):
        ours = engine(mlm, sentences, unit)
        spans["ours"].append(ours.span)
        expected = dict(zip(sentences, ours.log_probs, strict=True))
        for name, (texts, size) in ways.items():
            theirs = other.score(texts, unit, size)
            spans[name].append(theirs.span)
            for text, found in zip(texts, theirs.log_probs, strict=True):
                differs = max(differs, float(np.abs(found - expected[text]).max()))
    return {
        "best_batch_size": best,
        "largest_difference": differs,
        **{
            f"ratio_over_{name}{suffix}": _ratio(spans[name], spans["ours"], clock)
            for name in ways
            for clock, suffix in (("wall", ""), ("cpu", "_cpu"))
        },
        "targets": {f"ratio_over_{CALLED}": TARGET},
    }


def _ratio(theirs: Sequence[Span], ours: Sequence[Span], clock: str) -> float:
    pairs = zip(theirs, ours, strict=True)
    return float(np.median([getattr(one, clock) / getattr(other, clock) for one, other in pairs]))


def show(result: dict[str, Any], console: Console) -> None:
    if "missing" in result:
        console.print(
            f"minicons could not be installed, and was not measured: {result['missing']}",
            highlight=False,
        )
        return
    machine = result["machine"]
    shown = Table(
        title=f"Beside {' with '.join(result['versions'])}: {result['model']}",
        caption=f"{result['sentences']} sentences; {machine['processor']}, "
        f"{machine['torch_threads']} of {machine['cores']} cores, load {machine['load_average']}. "
        "Ratios: seconds for all sentences, median over rounds.",
    )
    shown.add_column("unit")
    for unit, metric in METRICS.items():
        shown.add_column(f"{unit} ({metric})", justify="right")
    found = [result["units"][unit] for unit in METRICS]
    for name, text in ((CALLED, "as its README calls it"), (BEST, "in its best case")):
        key = f"ratio_over_{name}"
        ratios = [table.against_target(f"{one[key]:.2f}", one, key, "{:.1f}") for one in found]
        shown.add_row(f"times faster than it {text}", *ratios)
        shown.add_row("  by CPU seconds", *[f"{one[f'{key}_cpu']:.2f}" for one in found])
    shown.add_row("  batch size of that case", *[str(one["best_batch_size"]) for one in found])
    differences = [_difference(one["largest_difference"]) for one in found]
    shown.add_row("largest difference in log P", *differences)
    console.print(shown)


def _difference(value: float) -> str:
    colour = "green" if value <= AGREEMENT else "red"
    return f"[{colour}]{value:.1e}[/] of {AGREEMENT:.0e}"
