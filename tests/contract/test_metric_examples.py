"""What the cards and the docstrings of the metrics show as examples is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from equimask.metrics import all_specs, spec_of
from equimask.metrics.texts import arguments
from tests.contract.cards import each_metric

pytestmark = pytest.mark.slow  # runs what the cards show


@each_metric
def test_the_examples_of_the_card_give_what_they_show(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8").replace("\n```", "\n\n")
    examples = doctest.DocTestParser().get_doctest(text, {}, folder.name, "README.md", 0)
    assert len(examples.examples) >= 5
    check(examples)


@pytest.mark.parametrize("metric", all_specs())
def test_the_example_of_the_module_gives_what_it_shows(metric: str) -> None:
    text = arguments(spec_of(metric))
    examples = doctest.DocTestParser().get_doctest(text, {}, metric, None, 0)
    assert len(examples.examples) >= 3
    check(examples)


def check(examples: doctest.DocTest) -> None:
    told: list[str] = []
    outcome = doctest.DocTestRunner().run(examples, out=told.append)
    assert outcome.failed == 0, "".join(told)
