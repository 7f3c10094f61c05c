"""What the cards of the metrics show as examples is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.contract.cards import ROOT, each_metric


@each_metric
def test_the_examples_of_the_card_give_what_they_show(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)  # where `evaluate.load("metrics/...")` finds the module
    text = (folder / "README.md").read_text(encoding="utf-8").replace("\n```", "\n\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, folder.name, "README.md", 0)
    assert len(examples.examples) >= 5
    told: list[str] = []
    outcome = doctest.DocTestRunner().run(examples, out=told.append)
    assert outcome.failed == 0, "".join(told)
