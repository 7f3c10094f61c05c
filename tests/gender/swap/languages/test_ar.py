"""Arabic: forms there and back, reasons to refuse."""

from __future__ import annotations

import pytest

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.gender.swap.languages.ar.words import adjective_counterpart, verb_counterpart
from equimask.gender.swap.languages.tables import read_table


@pytest.mark.parametrize(("male", "female"), read_table("ar", "adjectives"))
def test_adjectives_there_and_back(male: str, female: str) -> None:
    assert adjective_counterpart(male, "male") == female
    assert adjective_counterpart(female, "female") == male


@pytest.mark.parametrize("row", read_table("ar", "verbs"), ids=lambda row: row[0])
def test_verbs_there_and_back(row: tuple[str, ...]) -> None:
    past_male, past_female, present_male, _ = row
    forward, back = (
        verb_counterpart(past_male, "male"),
        verb_counterpart(past_female, "female"),
    )
    assert forward is not None and forward.counterpart == past_female
    assert back is not None and back.counterpart == past_male
    if present_male:
        present = verb_counterpart("و" + present_male, "male")
        assert present is not None and present.counterpart == "وت" + present_male[1:]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("رأيت امرأة.", "case_undecided"),
        ("يا رجل!", "vocative"),
        ("رجلٌ طَويل.", "indefinite_subject"),
    ],
)
def test_refusals_say_why(sentence: str, reason: str) -> None:
    result = GenderLexicon.load("ar").try_swap(sentence)
    assert isinstance(result, Refusal)
    assert result.reason == reason
