"""Pairs of sentences in the MBE module, in the terminal and in the meta-evaluation."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import evaluate
import pytest
from typer.testing import CliRunner

from equimask import score
from equimask.cli.main import app
from equimask.core.errors import InputError
from equimask.studies.meta_evaluation.run import meta_evaluate
from tests import tiny

IDS = ["1.1", "1.10", *(f"1.{i}" for i in range(2, len(tiny.MORE)))]  # one number, two ids
COLUMNS = {
    "sentence": [*tiny.MORE, *tiny.LESS],
    "gender": ["male"] * len(tiny.MORE) + ["female"] * len(tiny.LESS),
}


@pytest.fixture(scope="module")
def module(root: Path) -> Any:
    return evaluate.load(str(root / "metrics" / "mbe"), "en")


def test_ids_are_an_option_of_the_module(module: Any, bert_folder: Path) -> None:
    options = {"model": str(bert_folder), "pair_id": IDS * 2, "progress": False}
    result = module.compute(**COLUMNS, **options)
    assert result == score("mbe", COLUMNS, language="en", **options).as_dict()
    assert result["n_pairs"] == len(IDS)


def test_ids_without_sentences_are_refused(module: Any, bert_folder: Path) -> None:
    with pytest.raises(InputError, match="got `pair_id`"):
        module.compute(model=str(bert_folder), pair_id=IDS * 2)


def test_in_the_terminal_ids_are_a_column_of_the_file(tmp_path: Path, bert_folder: Path) -> None:
    file = tmp_path / "bags.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow([*COLUMNS, "pair_id"])
        rows.writerows(zip(*COLUMNS.values(), IDS * 2, strict=True))
    command = ["score", "mbe", str(bert_folder), "--data", str(file), "--json"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["n_pairs"] == len(IDS)


def test_bags_of_the_meta_evaluation_may_be_pairs(bert_folder: Path) -> None:
    pairs = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
    found = meta_evaluate(
        [str(bert_folder)],
        pairs=pairs,
        bags={**COLUMNS, "pair_id": IDS * 2},
        language="fr",
        n_resamples=99,
        progress=False,
    )
    (methods,) = found.results.values()
    assert methods["mbe"].details["n_pairs"] == len(IDS)
    assert methods["mbe"].test == "label permutation test within pairs"
