"""Sentences without their last character."""

from __future__ import annotations

from equimask.core.signature import Signature
from equimask.evaluation import score
from tests.evaluation.worlds import PAIRS


def test_perturbation_removes_the_last_character_and_is_signed(live: dict[str, object]) -> None:
    cut = {name: [text[:-1] for text in texts] for name, texts in PAIRS.items()}
    perturbed = score("cps", PAIRS, perturb="last_character", **live)
    assert perturbed.rows == score("cps", cut, **live).rows
    assert Signature.parse(perturbed.signature)["perturb"] == "last_character"
