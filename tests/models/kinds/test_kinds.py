"""Checkpoints of every kind, made tiny: scored as plain and slow code scores them, or refused.

What a kind is and what must become of it stands where it is made: stored.py, owned.py, unfit.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from equimask import score
from equimask.core.errors import EquimaskError, InputError, ModelError
from equimask.models import load_mlm
from equimask.models.scorer import Scorer
from equimask.plans.masks import plan_masks
from tests import tiny
from tests.limits import little_memory, little_time
from tests.models.kinds import page
from tests.models.kinds.reference import Reference
from tests.models.kinds.remote.layers_own import OwnForMaskedLM
from tests.models.kinds.remote.modeling_heads import CallsForward
from tests.models.kinds.remote.modeling_tables import CosSinForMaskedLM, RotaryForMaskedLM
from tests.models.kinds.table import KINDS
from tests.models.kinds.workshop import Checkpoint, Kind, Workshop, modules_below

TOLERANCE = 1e-5
SCORED = [kind for kind in KINDS if kind.refusal is None]
REFUSED = [kind for kind in KINDS if kind.refusal is not None]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    root = tmp_path_factory.mktemp("kinds")
    with modules_below(root / "modules"):
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
        np.testing.assert_allclose(found, right, rtol=TOLERANCE, atol=TOLERANCE)
    assert mlm.signature.get("shift", "0") == str(made.reference.shift)
    assert re.search(kind.notes, " ".join(mlm.notes)), mlm.notes
    assert made.mark is None or not made.mark.exists()


@named(REFUSED)
def test_it_is_refused_with_the_cause_and_what_to_do(workshop: Workshop, kind: Kind) -> None:
    made = kind.make(workshop)
    with little_memory(), little_time(30), pytest.raises((ModelError, InputError)) as caught:
        ask(load_mlm(made.model, device="cpu", **made.options), made)
    assert kind.refusal is not None
    error: EquimaskError = caught.value
    assert re.search(kind.refusal.cause, f"{error.expected}, {error.got}"), str(error)
    assert re.search(kind.refusal.fix, error.fix), str(error)
    assert made.mark is None or not made.mark.exists()


PAIRS = {"more": list(tiny.MORE), "less": list(tiny.LESS)}
ROWS: dict[str, dict[str, list[str]]] = {
    "s_jsd": {"sent_more": PAIRS["more"], "sent_less": PAIRS["less"]},
    "cps": {"sent_more": PAIRS["more"], "sent_less": PAIRS["less"]},
    "aul": {"sent_more": PAIRS["more"], "sent_less": PAIRS["less"]},
    "sbm": {"male": PAIRS["more"], "female": PAIRS["less"]},
    "mbe": {
        "sentence": [*PAIRS["more"], *PAIRS["less"]],
        "gender": ["male"] * len(PAIRS["more"]) + ["female"] * len(PAIRS["less"]),
    },
    "dcbm": {
        "masked_sentence": ["The nurse helped [MASK] patient.", "[MASK] cooked dinner."] * 3,
        "male_word": ["his", "James"] * 3,
        "female_word": ["her", "Olivia"] * 3,
    },
}


def plain_twin(model: Any, tied_to: str) -> Any:
    """The same weights in a model whose head is called as any other."""
    config = type(model.config)(**{**model.config.to_dict(), "tie_word_embeddings": False})
    twin = OwnForMaskedLM(config).eval()
    weights = model.state_dict()
    twin.load_state_dict({k.replace(tied_to, "encoder."): v for k, v in weights.items()})
    return twin


@pytest.fixture(scope="module")
def forward_called(workshop: Workshop) -> Checkpoint:
    folder, model = workshop.own("forward_called", CallsForward)
    return Checkpoint(folder, Reference(model, workshop.tokenizer), {"trust_remote_code": True})


@pytest.mark.parametrize("metric", sorted(ROWS))
def test_every_metric_reads_a_head_that_calls_forward(
    workshop: Workshop, forward_called: Checkpoint, metric: str
) -> None:
    assert forward_called.reference is not None
    twin = plain_twin(forward_called.reference.model, "model.")
    options = {"n_resamples": 9, "progress": False, "device": "cpu"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # five pairs are few, and some words unknown
        found, right = (
            score(metric, ROWS[metric], model=model, **options, **own)
            for model, own in (
                (str(forward_called.model), forward_called.options),
                (twin, {"tokenizer": workshop.tokenizer}),
            )
        )
    assert found.value == pytest.approx(right.value, abs=TOLERANCE)
    assert found.as_dict()["rows"].keys() == right.as_dict()["rows"].keys()
    for name, values in right.as_dict()["rows"].items():
        assert found.as_dict()["rows"][name] == pytest.approx(values, abs=TOLERANCE)


IN_ANOTHER_PROCESS = """
import sys

import torch

value, folders = float(sys.argv[1]), sys.argv[2:]
kept = [torch.full((size,), value) for size in range(1, 600) for _ in range(9)]
del kept  # what is taken next, and not filled, holds these

from equimask.models import load_mlm
from equimask.plans.masks import plan_masks

for folder in folders:
    mlm = load_mlm(folder, device="cpu", trust_remote_code=True)
    sentences = mlm.encode(["Olivia cooked dinner."])
    content = [[i for i, flag in enumerate(s.special) if not flag] for s in sentences]
    print(*mlm.answer_masks(sentences, plan_masks(sentences, content)).log_probs)
"""


@pytest.mark.slow
@pytest.mark.parametrize("left_in_memory", ["nan", "1e30", "0.5"])
def test_tables_are_right_whatever_the_memory_held(
    workshop: Workshop, left_in_memory: str, tmp_path: Path
) -> None:
    kinds = (RotaryForMaskedLM, CosSinForMaskedLM)
    made = [workshop.own(f"{kind.__name__}-{left_in_memory}", kind) for kind in kinds]
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS, left_in_memory, *(str(f) for f, _ in made)],
        env={**os.environ, "HF_MODULES_CACHE": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for line, (_, model) in zip(done.stdout.splitlines(), made, strict=True):
        right = Reference(model, workshop.tokenizer).masked(["Olivia cooked dinner."])
        assert [float(word) for word in line.split()] == pytest.approx(right, abs=TOLERANCE)


def test_the_page_of_kinds_tells_this_table() -> None:
    assert page.PATH.read_text(encoding="utf-8") == page.rendered(), (
        "write it anew: python -m tests.models.kinds.page"
    )


def test_there_are_enough_kinds_and_no_two_of_a_name() -> None:
    assert len(KINDS) >= 30
    assert len({kind.name for kind in KINDS}) == len({kind.what for kind in KINDS}) == len(KINDS)
