"""Audits without a model whose signatures are those of their cells, and results to spoil."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimask.audits.results import Audit, Cell
from equimask.core.verdicts import Verdict
from equimask.leaderboard.rows import Row
from equimask.metrics import measure_of
from tests.hub.samples import result
from tests.reports.html.fake_audit import fake_audit

MODELS = ("lab/tiny@1a2b3c4d5e6f", "lab/middle@aabbccddeeff", "lab/large@001122334455")
MEASURES = ("s_jsd", "b_s_jsd", "aula", "aul", "mbe")


def signed_audit(
    languages: Sequence[str] = ("ar", "de"),
    measures: Sequence[str] = MEASURES,
    models: Sequence[str] = MODELS,
    **options: Any,
) -> Audit:
    """As a real audit signs: `b_s_jsd` by its own name, AUL by its likelihood."""
    audit = fake_audit(
        languages, measures, models=models, baseline=models[-1], reliability=False, **options
    )
    sizes = {entry.key: 40_000_000 * 9**at for at, entry in enumerate(audit.models)}
    return replace(
        audit,
        models=tuple(replace(entry, parameters=sizes[entry.key]) for entry in audit.models),
        cells=tuple(map(_signed, audit.cells)),
    )


def _signed(cell: Cell) -> Cell:
    measure = measure_of(cell.measure)
    fields = cell.result.signature.partition("|")[2]
    options = "".join(f"|{name}:{value}" for name, value in measure.options.items())
    return replace(cell, result=replace(cell.result, signature=f"{measure.key}|{fields}{options}"))


def written(folder: Path, content: Any, name: str = "results.json") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder / name


def audit_file(folder: Path, spoil: Callable[[dict[str, Any]], None] = lambda _: None) -> Path:
    content = signed_audit().as_dict()
    spoil(content)
    return written(folder, json.loads(json.dumps(content)))


def flat(metric: str = "cps", language: str = "de", **changes: Any) -> dict[str, Any]:
    """What `equimask score --json` prints."""
    whole = {
        "stderr": 2.5, "p_value": 0.01, "test": "sign test", "neutral": 50.0,
        "verdict": "stereotype", "n_clusters": 112, "n_ties": 0, "skipped": {}, "mde": 7.0,
    }  # fmt: skip
    return {**result(metric, language), **whole, "rows": {}, **changes}


def row(**changes: Any) -> Row:
    """A number that a test may change."""
    usual: dict[str, Any] = {
        "model": "lab/model", "revision": "abc", "parameters": 110_000_000, "language": "de",
        "measure": "cps", "score": 55.5, "stderr": 2.5, "ci_low": 50.25, "ci_high": 60.75,
        "neutral": 50.0, "null": None, "verdict": Verdict.STEREOTYPE, "equivalence_bound": None,
        "is_foreign": False, "n": 112, "data": "equimask_pairs", "data_revision": "123",
        "part": "", "dataset": None, "equimask": "0.1.0", "date": None, "source": "results.json",
        "signature": result()["signature"],
    }  # fmt: skip
    return Row(**{**usual, **changes})
