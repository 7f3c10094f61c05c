"""The doses of the embedded model are named where it was audited, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from equimask.audits.results import Audit
from equimask.core.embedded import planted_doses
from equimask.reports.planted import planted_in, planted_sentence
from tests.audits.worlds import german_audit


def test_every_dose_is_named_with_those_that_should_find_it() -> None:
    doses = planted_doses()
    assert planted_sentence(["cps", "s_jsd", "dcbm"]) == (
        f"Planted: stereotype {doses['stereotype']}, which S_JSD and CPS should find, and "
        f"prevalence of men {doses['prevalence']}, which DCBM should find."
    )


def test_who_was_not_asked_need_not_find_anything() -> None:
    assert planted_sentence(["cps"]).endswith("prevalence of men 0.5.")
    assert "should" not in planted_sentence([])


def test_an_audit_of_another_model_says_nothing() -> None:
    found = german_audit("cps")
    assert planted_in(found).startswith("lab_model is a laboratory animal")
    assert planted_in(found).endswith(planted_sentence(["cps"]))
    assert planted_in(of(found, "bert-base-multilingual-cased@abc")) == ""
    assert planted_in(of(found, "my_lab_model@183aec37fcc3")) == ""


def of(found: Audit, signed: str) -> Audit:
    return replace(found, models=tuple(replace(one, signed=signed) for one in found.models))
