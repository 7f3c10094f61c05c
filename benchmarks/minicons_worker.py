"""Runs minicons in an environment of its own: a job a line comes in as JSON, an answer goes out.

Neither this project nor its libraries are imported here; minicons needs an older transformers.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def main() -> None:
    """The first job names the model's folder and the threads; each other one is a measurement."""
    import torch
    from minicons import scorer  # type: ignore[import-not-found, unused-ignore]

    answers, sys.stdout = sys.stdout, sys.stderr  # what libraries print is no answer
    first = json.loads(sys.stdin.readline())
    torch.set_num_threads(first["threads"])
    model = scorer.MaskedLMScorer(first["folder"], "cpu")
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(_measured(model, json.loads(line))), file=answers, flush=True)


def _measured(model: Any, job: dict[str, Any]) -> dict[str, Any]:
    """Its own call, on batches of the job's size."""
    sentences, size = job["sentences"], job["batch_size"]
    scores: list[list[float]] = []
    wall, cpu = time.perf_counter(), time.process_time()
    for start in range(0, len(sentences), size):
        batch = model.token_score(sentences[start : start + size], PLL_metric=job["metric"])
        scores += [[score for _, score in sentence] for sentence in batch]
    return {
        "wall": time.perf_counter() - wall,
        "cpu": time.process_time() - cpu,
        "scores": scores,
    }


if __name__ == "__main__":
    main()
