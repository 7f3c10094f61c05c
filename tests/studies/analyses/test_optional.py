"""The analyses load their libraries when used, and name the extra when they are missing."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from equimask.core.errors import DataError
from equimask.studies.analyses.anova import anova
from equimask.studies.analyses.clusters import cluster_words
from tests.studies.analyses.study import ENGLISH, shares

OPTIONAL = ("sklearn", "statsmodels", "pandas")
HEAVY = (*OPTIONAL, "matplotlib", "torch")


@pytest.mark.slow
def test_importing_every_analysis_loads_none_of_them() -> None:
    code = (
        "import importlib, pkgutil, sys, equimask.studies.analyses as package\n"
        "for module in pkgutil.iter_modules(package.__path__):\n"
        "    importlib.import_module(f'equimask.studies.analyses.{module.name}')\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OPTIONAL:
        for module in [m for m in sys.modules if m.partition(".")[0] == name]:
            monkeypatch.delitem(sys.modules, module)
        monkeypatch.setitem(sys.modules, name, None)
    rng = np.random.default_rng(0)
    with pytest.raises(DataError, match=r"statsmodels.*equimask\[analyses\]"):
        anova(shares(ENGLISH, rng))
    with pytest.raises(DataError, match=r"sklearn.*equimask\[analyses\]"):
        cluster_words(rng.normal(size=(9, 2)), list("abcdefghi"), np.ones((9, 2)))
