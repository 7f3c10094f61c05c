"""Is the calibrated p-value of MBE uniform for models that know nothing? A seeded experiment.

Untrained models of one architecture are scored on real sentences, 40 of them. Without calibration
their scores look significant, because AULA follows sentence length. With calibration the p-values
should be spread evenly.

    python -m benchmarks.calibration --data bags.parquet --tokenizer FOLDER --out result.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from scipy import stats as sps
from transformers import AutoTokenizer

from benchmarks.workload import random_model, small_bert
from equimask.core.progress import tracked
from equimask.evaluation import score
from equimask.inputs.reading import read_columns


def p_values(
    columns: Mapping[str, list[Any]], tokenizer: Any, seeds: int, twins: int
) -> dict[str, list[float]]:
    """Calibrated and uncalibrated p-values of `seeds` untrained models."""
    found: dict[str, list[float]] = {"calibrated": [], "uncalibrated": [], "score": [], "null": []}
    config = small_bert(len(tokenizer), layers=2, width=48, inner=96, positions=160)
    for seed in tracked(range(seeds), seeds, "model"):
        result = score(
            "mbe",
            columns,
            model=random_model(config, 1_000_003 + seed),
            tokenizer=tokenizer,
            calibrate=True,
            n_twins=twins,
            n_resamples=999,
            seed=seed,
            progress=False,
        )
        assert result.p_value is not None
        assert result.null is not None
        found["calibrated"].append(result.p_value)
        found["uncalibrated"].append(float(result.details["p_uncalibrated"]))
        found["score"].append(result.value)
        found["null"].append(result.null)
    return found


def uniformity(values: list[float]) -> dict[str, float]:
    """Kolmogorov-Smirnov against the uniform, and the share below 5 %."""
    return {
        "ks_p": float(sps.kstest(values, "uniform").pvalue),
        "share_below_0.05": float(np.mean(np.array(values) < 0.05)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", required=True, help="a file with columns sentence, gender")
    parser.add_argument("--tokenizer", required=True, help="a folder or hub id with a tokenizer")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--twins", type=int, default=8)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)  # tiny models: threads only get in each other's way
    columns = read_columns(options.data, ("sentence", "gender"))
    tokenizer = AutoTokenizer.from_pretrained(options.tokenizer)
    found = p_values(columns, tokenizer, options.seeds, options.twins)
    result = {name: uniformity(found[name]) for name in ("calibrated", "uncalibrated")}
    print(json.dumps(result, indent=2))
    if options.out:
        options.out.write_text(json.dumps({**result, **found}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
