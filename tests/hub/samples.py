"""What the tests of publishing share: metrics, spoilt receipts, results of a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
METRICS = sorted(path for path in (ROOT / "metrics").iterdir() if path.is_dir())
REPO, DATASET = "lab/model", "lab/equimask_pairs"


def result(metric: str = "cps", language: str = "de", **changes: Any) -> dict[str, Any]:
    """What `compute` returns, as far as it matters here."""
    signature = (
        f"{metric}|equimask:0.1.0|model:lab/model@abc|tok:def|data:equimask_pairs@123|"
        f"lang:{language}|unit:token|protocol:corrected|dtype:float32|n:112|skipped:0|seed:0"
    )
    numbers = {metric: 55.5, "ci_low": 50.25, "ci_high": 60.75, "n": 112}
    return {**numbers, "signature": signature, "rows": {metric: [1, 0]}, **changes}


def written(path: Path, content: Any) -> Path:
    (path / "results.json").write_text(json.dumps(content))
    return path / "results.json"


def rewrite_receipt(folder: Path, **changes: Any) -> None:
    path = folder / "receipt.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def restrict(folder: Path) -> None:
    sources = [{"name": "found/on_the_web.csv", "licence": "none", "redistributable": False}]
    rewrite_receipt(folder, redistributable=False, sources=sources)
