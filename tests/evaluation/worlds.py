"""Pairs and bags that a tiny model can read, and an oracle of how it reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from equimask.inputs.pairs import load_pairs
from tests import tiny

PAIRS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
_SHORT = [pair for pair in load_pairs("en") if len(pair.male) < 55][:20]
BAGS = {
    "sentence": [pair.male for pair in _SHORT] + [pair.female for pair in _SHORT],
    "gender": ["male"] * len(_SHORT) + ["female"] * len(_SHORT),
}


def naive_reading(live: dict[str, Any], sentence: str) -> tuple[float, float, float, np.ndarray]:
    """Oracle: one forward, all attentions at once, special tokens known to be first and last."""
    inputs = live["tokenizer"](sentence, return_tensors="pt")
    model = live["model"]
    model.set_attn_implementation("eager")
    with torch.no_grad():
        output = model(**inputs, output_attentions=True, output_hidden_states=True)
    model.set_attn_implementation("sdpa")
    ids = inputs["input_ids"][0]
    log_p = output.logits[0].double().log_softmax(-1)[torch.arange(len(ids)), ids]
    weights = torch.stack(output.attentions).double().mean(dim=(0, 2, 3))[0]
    assert float(weights.sum()) == pytest.approx(1.0, abs=1e-6)
    log_p, weights = log_p[1:-1], weights[1:-1]
    vector = output.hidden_states[-1][0, 1:-1].mean(0)
    return (
        float(log_p.mean()),
        float((weights * log_p).mean()),
        float((weights * log_p).sum() / weights.sum()),
        vector.numpy(),
    )
