"""Arabic: forms there and back, reasons to refuse."""

from __future__ import annotations

import pytest

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.gender.swap.engine.reading import read_table
from equimask.gender.swap.languages.ar import other_form

ADJECTIVES = [row[:2] for row in read_table("ar", "agreeing") if row[2] == "adjective"]


@pytest.mark.parametrize(("male", "female"), ADJECTIVES)
def test_adjectives_there_and_back(male: str, female: str) -> None:
    assert other_form(male, "male", "adjective") == female
    assert other_form("ال" + female, "female", "adjective") == "ال" + male


@pytest.mark.parametrize("row", read_table("ar", "verbs"), ids=lambda row: row[0])
def test_verbs_there_and_back(row: tuple[str, ...]) -> None:
    past_male, past_female, present_male = row
    assert other_form(past_male, "male", "verb") == past_female
    assert other_form(past_female, "female", "verb") == past_male
    if present_male:
        assert other_form("و" + present_male, "male", "verb") == "وت" + present_male[1:]


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
