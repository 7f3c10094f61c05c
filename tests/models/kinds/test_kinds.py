"""Checkpoints of every kind, made tiny: scored as plain and slow code scores them, or refused.

What a kind is and what must become of it stands where it is made: stored.py, owned.py, unfit.py.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from transformers import dynamic_module_utils

from equimask.core.errors import EquimaskError, InputError, ModelError
from equimask.models import load_mlm
from equimask.models.scorer import Scorer
from equimask.plans.masks import plan_masks
from tests.models.kinds.table import KINDS
from tests.models.kinds.workshop import Checkpoint, Kind, Workshop

TOLERANCE = 1e-5
SCORED = [kind for kind in KINDS if kind.refusal is None]
REFUSED = [kind for kind in KINDS if kind.refusal is not None]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    root = tmp_path_factory.mktemp("kinds")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dynamic_module_utils, "HF_MODULES_CACHE", str(root / "modules"))
        patch.setattr(sys, "path", list(sys.path))
        yield Workshop(root)


@pytest.fixture
def _garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory that is taken and not filled holds numbers that look like any others."""
    taken = torch.empty_like

    def filled(*args: Any, **options: Any) -> torch.Tensor:
        found = taken(*args, **options)
        if found.is_meta or not found.numel():
            return found
        if found.is_floating_point():
            return found.uniform_(-3, 3)
        return found.random_(0, 5) if found.dtype == torch.int64 else found

    monkeypatch.setattr(torch, "empty_like", filled)


def named(kinds: list[Kind]) -> Any:
    return pytest.mark.parametrize("kind", kinds, ids=[kind.name for kind in kinds])


def ask(mlm: Scorer, made: Checkpoint) -> tuple[Any, Any]:
    """Every token hidden by itself, and every sentence read whole."""
    sentences = mlm.encode(made.sentences)
    content = [[i for i, flag in enumerate(s.special) if not flag] for s in sentences]
    answers = mlm.answer_masks(sentences, plan_masks(sentences, content))
    return answers, mlm.read_sentences(sentences, attention=False)


@named(SCORED)
@pytest.mark.usefixtures("_garbage")
def test_it_is_scored_as_its_reference_says(workshop: Workshop, kind: Kind) -> None:
    made = kind.make(workshop)
    mlm = load_mlm(made.model, device="cpu", **made.options)
    answers, readings = ask(mlm, made)
    assert made.reference is not None
    for found, right in (
        (answers.log_probs, made.reference.masked(made.sentences)),
        (readings.log_probs, made.reference.unmasked(made.sentences)),
        (readings.vectors, made.reference.vectors(made.sentences)),
    ):
        np.testing.assert_allclose(found, right, rtol=0, atol=TOLERANCE)
    assert mlm.signature.get("shift", "0") == str(made.reference.shift)
    assert re.search(kind.notes, " ".join(mlm.notes)), mlm.notes
    assert made.mark is None or not made.mark.exists()


@named(REFUSED)
@pytest.mark.timeout(60)
def test_it_is_refused_with_the_cause_and_what_to_do(workshop: Workshop, kind: Kind) -> None:
    made = kind.make(workshop)
    with pytest.raises((ModelError, InputError)) as caught:
        ask(load_mlm(made.model, device="cpu", **made.options), made)
    assert kind.refusal is not None
    error: EquimaskError = caught.value
    assert re.search(kind.refusal.cause, f"{error.expected}, {error.got}"), str(error)
    assert re.search(kind.refusal.fix, error.fix), str(error)
    assert made.mark is None or not made.mark.exists()
