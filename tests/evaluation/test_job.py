"""A signature names what moves the number, and nothing else."""

from __future__ import annotations

from typing import Any

from equimask.core.signature import Signature
from equimask.evaluation import score
from tests.evaluation.worlds import BAGS, PAIRS


def test_signature_names_only_options_that_the_metric_reads(live: dict[str, Any]) -> None:
    cps = score("cps", PAIRS, likelihood="aul", weights="none", **live)
    assert "likelihood" not in cps.signature
    signature = Signature.parse(
        score("mbe", BAGS, likelihood="aul", weights="none", **live).signature
    )
    assert (signature["likelihood"], signature["weights"]) == ("aul", "none")


def test_an_option_said_as_the_default_has_it_changes_no_signature(live: dict[str, Any]) -> None:
    plain = score("mbe", BAGS, **live).signature
    assert score("mbe", BAGS, weights="cosine", **live).signature == plain
    assert score("mbe", BAGS, n_twins=5, **live).signature == plain  # nothing was calibrated
    published = score("mbe", BAGS, protocol="published", **live).signature
    assert score("mbe", BAGS, protocol="published", weights="dot", **live).signature == published
    calibrated = score("mbe", BAGS, calibrate=True, n_twins=2, **live).signature
    assert calibrated.endswith("|calibrate:True|n_resamples:200|n_twins:2")
