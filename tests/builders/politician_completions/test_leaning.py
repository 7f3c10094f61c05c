"""Which lemmas lean to one gender: shares over enough rows, and the figure of them."""

from __future__ import annotations

import re
from typing import Any
from unittest import mock

from builders.politician_completions.tally import Tally, draw_all


def told(*rows: tuple[str, int, int]) -> dict[str, Any]:
    """What the tally tells of adjectives: lemma, rows about women, rows about men."""
    tally = Tally()
    for lemma, women, men in rows:
        for gender, count in (("female", women), ("male", men)):
            for _ in range(count):
                tally.add_row("ADJ", lemma, gender)
    candidates = mock.MagicMock()
    gendered = mock.Mock(find=lambda lemma, upos: None)
    parts: dict[str, Any] = tally.summary(candidates, gendered)["parts_of_speech"]
    return parts


def test_lemmas_are_ordered_by_their_share_of_women() -> None:
    leaning = told(("kind", 30, 10), ("bold", 4, 36), ("calm", 20, 20))["ADJ"]["leaning"]
    assert leaning["of_women"] == 0.45
    assert leaning["most"] == [{"lemma": "kind", "rows": 40, "of_women": 0.75}]
    assert leaning["least"] == [{"lemma": "bold", "rows": 40, "of_women": 0.1}]


def test_a_lemma_of_few_rows_is_not_told() -> None:
    rows = (("kind", 30, 10), ("bold", 4, 36), ("rare", 9, 0))
    leaning = told(*rows)["ADJ"]["leaning"]
    assert "rare" not in {one["lemma"] for one in (*leaning["most"], *leaning["least"])}


def test_no_rows_lean_nowhere() -> None:
    assert told()["VERB"]["leaning"] == {"of_women": 0.0, "most": [], "least": []}


def test_a_language_without_frequent_lemmas_has_no_figure() -> None:
    frequent = {"parts_of_speech": told(("kind", 30, 10), ("bold", 4, 36))}
    rare = {"parts_of_speech": told(("kind", 1, 1))}
    drawn = draw_all({"languages": {"en": {"models": {"tiny@1": frequent, "other@2": frequent}},
                                    "es": {"models": {"tiny@1": rare}}}})  # fmt: skip
    assert set(drawn) == {"leaning_en.svg"}
    texts = re.findall(r">([^<>]+)</text>", drawn["leaning_en.svg"].decode())
    assert texts.count("kind (40)") == texts.count("bold (40)") == 2
    assert {"adjectives, tiny", "verbs, other"} <= set(texts)
