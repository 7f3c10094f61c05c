"""An audit and its reports, a large one and a small one: each made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.audits.results import Audit
from equimask.reports.html import write_report
from tests.browser import artefacts, browser
from tests.reports.html.fake_audit import fake_audit

__all__ = ["artefacts", "browser"]


@pytest.fixture(scope="session")
def audit() -> Audit:
    """Two languages; a mean, a share and bags."""
    return fake_audit(("ar", "de"), ("s_jsd", "b_s_jsd", "mbe"), reliability=False)


@pytest.fixture(scope="session")
def large_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirteen languages, all measures, a baseline, nulls and perturbations."""
    path = tmp_path_factory.mktemp("report") / "large.html"
    write_report(fake_audit(), path)
    return path


@pytest.fixture(scope="session")
def small_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two languages and one measure of each question, without a baseline."""
    path = tmp_path_factory.mktemp("report") / "small.html"
    audit = fake_audit(
        ("ar", "de"), ("cps", "sbm"), baseline=None, calibrate=False, reliability=False
    )
    write_report(audit, path)
    return path


@pytest.fixture(scope="session")
def three_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirteen languages, all measures, three models, nulls and perturbations."""
    path = tmp_path_factory.mktemp("report") / "three.html"
    names = ("lab/tiny-bert@1a2b3c4d5e6f", "lab/other-bert@aabbccddeeff", "else/third@99aabbccddee")
    write_report(fake_audit(models=names, baseline=None), path)
    return path


@pytest.fixture(scope="session")
def one_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirteen languages, all measures, one model, nulls and perturbations."""
    path = tmp_path_factory.mktemp("report") / "one.html"
    write_report(fake_audit(baseline=None), path)
    return path
