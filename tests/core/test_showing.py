"""Results and audits show themselves, and nothing that they rest on knows how."""

from __future__ import annotations

import subprocess
import sys

from equimask.core.result import ResultsApart
from equimask.core.showing import shown_as_html
from tests.results import CPS


def test_a_result_shows_itself_as_reports_make_it() -> None:
    assert CPS._repr_html_() == shown_as_html(CPS)
    apart = ResultsApart({"a": CPS})
    assert apart._repr_html_() == shown_as_html(apart) != CPS._repr_html_()


def test_reports_are_loaded_only_when_somebody_looks() -> None:
    code = (
        "import sys, equimask.core.result, equimask.audits.results; "
        "print([m for m in sys.modules if m.startswith('equimask.reports')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
