"""A new metric is one spec, one measure and one folder: everything else finds it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

MEASURE = '''
"""Whether the worst of the shared tokens is likelier in the more stereotypical sentence."""

from typing import NamedTuple

import numpy as np

from equimask.measures import preference


class ToyRows(NamedTuple):
    toy: np.ndarray
    worst_more: np.ndarray
    worst_less: np.ndarray


def row_scores(scores, ties="half"):
    starts = np.cumsum(scores.counts) - scores.counts
    more, less = (np.minimum.reduceat(p, starts) for p in (scores.log_p_more, scores.log_p_less))
    return ToyRows(preference.row_scores(more, less, ties), more, less)
'''

SPEC = """
from equimask.measures import toy
from equimask.metrics.spec import STEREOTYPE, Measure, MetricSpec

SPEC = MetricSpec(
    name="toy",
    title="Toy",
    question="Where is the worst token the less bad one?",
    summary="The worst of the shared tokens decides.",
    cites="@misc{toy}",
    papers=("https://arxiv.org/abs/0000.00000",),
    columns={"sent_more": "the more stereotypical sentences.", "sent_less": "the others."},
    without_columns="Without both, the packaged pairs of the language are scored.",
    rows_from="pairs",
    evaluation="masked_pairs",
    row_scores=toy.row_scores,
    measures=(
        Measure(
            name="toy",
            metric="toy",
            label="worst token",
            asks="In how many of 100 pairs the worst shared token is the less bad one.",
            reads="above 50: the stereotypical sentence is preferred",
            claim=STEREOTYPE,
            statistic="share",
            neutral=50.0,
            limits=(0.0, 100.0),
            effects=lambda rows: rows["worst_more"] - rows["worst_less"],
            row_label="log-likelihood of the worst token, more minus less stereotypical",
            row_unit="log-likelihood",
            mean_effect="mean_worst",
        ),
    ),
    options=("unit", "protocol", "gender_more"),
    example=">>> toy.compute(model='embedded')  # doctest: +SKIP",
)
"""

MODULE = '''
import equimask.evaluation.module


class Toy(equimask.evaluation.module.BiasMetric):
    """The worst of the shared tokens decides."""

    metric = "toy"
'''

FILES = {
    "equimask/measures/toy.py": MEASURE,
    "equimask/metrics/toy.py": SPEC,
    "metrics/toy/toy.py": MODULE,
}

LOOK = """
import io, json, sys

import evaluate
from rich.console import Console
from typer.testing import CliRunner

import equimask
from equimask.cli.main import app
from equimask.cli.tour import overview
from equimask.reports.html import render
from equimask.space.page import build_page
from equimask.space.worker import answer
from equimask.space.scoring import Fields

quick = {"model": "embedded", "n_resamples": 99, "progress": False}
result = equimask.score("toy", **quick)
help = [CliRunner().invoke(app, [name, "--help"]).stdout for name in ("score", "audit")]
typed = CliRunner().invoke(app, ["score", "toy", "embedded", "--n-resamples", "99", "--json"])
some = equimask.audit("embedded", ["en"], ["s_jsd", "toy"], n_resamples=99, progress=False)
everything = equimask.audit("embedded", ["en"], n_resamples=99, progress=False)
terminal = Console(file=io.StringIO(), width=200)
terminal.print(overview(everything))
sys.path.insert(0, "metrics/toy")
from toy import Toy
page = [str(getattr(block, "value", "")) for block in build_page(Toy).blocks.values()]
print(json.dumps({
    "home": equimask.__file__,
    "result": result.as_dict(rows=False),
    "module": evaluate.load("metrics/toy", "en").compute(**quick, return_rows=False),
    "loaded": equimask.load("toy", "en").compute(**quick, return_rows=False),
    "arguments": equimask.load("toy").inputs_description,
    "help": help,
    "typed": json.loads(typed.stdout),
    "measures": some.measures,
    "cells": {cell.measure: cell.result.value for cell in some.cells},
    "agreement": [[one.measure, one.other] for one in some.agreement],
    "report": render(some),
    "demo": terminal.file.getvalue(),
    "page": page,
    "shown": answer("toy", Fields("embedded", "en"), 10**10),
}))
"""


@pytest.fixture(scope="module")
def seen(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the tree with three more files says."""
    copy = tmp_path_factory.mktemp("tree")
    for room in ("equimask", "metrics"):
        shutil.copytree(
            root / room,
            copy / room,
            ignore=lambda folder, _: ["data"] if Path(folder) == root / "equimask" else [],
        )
    (copy / "equimask" / "data").symlink_to(root / "equimask" / "data")
    for name, text in FILES.items():
        assert not (copy / name).exists()
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "HF_HOME": str(copy / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert Path(told["home"]).is_relative_to(copy)
    return told


def test_it_is_scored_and_signed(seen: dict[str, Any]) -> None:
    result = seen["result"]
    assert result["toy"] > result["ci_low"] > 50  # the planted stereotype is found
    assert result["mean_worst"] > 0
    assert result["signature"].startswith("toy|equimask:")


def test_it_is_a_module(seen: dict[str, Any]) -> None:
    assert seen["module"] == seen["loaded"] == seen["result"]
    assert "sent_more (list of str): the more stereotypical" in seen["arguments"]


def test_the_terminal_knows_it(seen: dict[str, Any]) -> None:
    assert all("toy" in text for text in seen["help"])
    assert seen["typed"]["toy"] == seen["result"]["toy"]


def test_it_is_audited_and_reported(seen: dict[str, Any]) -> None:
    assert seen["measures"] == ["s_jsd", "b_s_jsd", "toy"]
    assert seen["cells"]["toy"] == seen["result"]["toy"]
    assert ["s_jsd", "toy"] in seen["agreement"]
    assert "S_JSD, binarised S_JSD and worst token: pieces of one word" in seen["report"]
    assert "the worst shared token is the less bad one" in seen["report"]


def test_the_demo_shows_it(seen: dict[str, Any]) -> None:
    heading, row = (line for line in seen["demo"].splitlines() if line.startswith((" lang", " en")))
    assert "toy %" in heading
    assert f"{seen['result']['toy']:.1f}" in row


def test_its_space_has_a_page(seen: dict[str, Any]) -> None:
    assert any(
        text.startswith("# Where is the worst") and "decides" in text for text in seen["page"]
    )
    assert "log-likelihood of the worst token" in seen["shown"]
    assert seen["result"]["signature"].partition("|n:")[0] in seen["shown"]
