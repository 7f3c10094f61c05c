"""Code in a card loads a folder here and a repository there; words are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.hub.published_card import Rewritten, Target, published_card, rewritten_lines

DATASET = Target("equimask_pairs", "dataset", "lab/pairs", "v1.2.0", "1.1.0")
METRIC = Target("s_jsd", "space", "lab/s_jsd", "v0.2.0", "0.2.0")


def in_code(line: str) -> str:
    return f"```python\n{line}\n```"


@pytest.mark.parametrize(
    ("target", "card", "published"),
    [
        (DATASET, in_code('load_dataset("datasets/equimask_pairs", "en")'),
         in_code('load_dataset("lab/pairs", "en")')),
        (DATASET, in_code("load_dataset('datasets/equimask_pairs')"),
         in_code("load_dataset('lab/pairs')")),
        (DATASET, in_code('score("cps", "datasets/equimask_pairs:de", model=m)'),
         in_code('score("cps", "lab/pairs:de", model=m)')),
        (DATASET, in_code('load_dataset("datasets/gest")'), in_code('load_dataset("lab/gest")')),
        (DATASET, in_code('load_dataset("datasets/of_somebody")'),
         in_code('load_dataset("datasets/of_somebody")')),
        (DATASET, '`load_dataset("ORG/equimask_pairs", revision="v1.1.0")`',
         '`load_dataset("lab/pairs", revision="v1.2.0")`'),
        (DATASET, "`datasets/gest` is a folder.", "`datasets/gest` is a folder."),
        (METRIC, '`evaluate.load("metrics/s_jsd")` in a clone, `evaluate.load("ORG/s_jsd")` there',
         '`evaluate.load("metrics/s_jsd")` in a clone, `evaluate.load("lab/s_jsd")` there'),
        (METRIC, in_code('evaluate.load("metrics/s_jsd", "de")'),
         in_code('evaluate.load("lab/s_jsd", "de")')),
        (METRIC, in_code('load_dataset("datasets/gest")'), in_code('load_dataset("lab/gest")')),
        (METRIC, 'data="ORG/pairs:de"', 'data="ORG/pairs:de"'),
        (METRIC, "https://github.com/equimask/equimask/tree/main/metrics/s_jsd",
         "https://github.com/equimask/equimask/tree/main/metrics/s_jsd"),
    ],
)  # fmt: skip
def test_code_names_the_repository(target: Target, card: str, published: str) -> None:
    assert published_card(card, target) == published


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=200))
def test_what_loads_nothing_is_sent_as_it_is(text: str) -> None:
    assert published_card(text, DATASET) == text
    assert rewritten_lines(text, text) == ()


def test_a_published_card_stays_as_it_is() -> None:
    card = in_code('load_dataset("datasets/equimask_pairs")')
    once = published_card(card, DATASET)
    assert published_card(once, DATASET) == once


def test_rewritten_lines_are_told_by_number() -> None:
    card = "# Pairs\n" + in_code('load_dataset("datasets/equimask_pairs")')
    assert rewritten_lines(card, published_card(card, DATASET)) == (
        Rewritten(3, 'load_dataset("datasets/equimask_pairs")', 'load_dataset("lab/pairs")'),
    )
