"""Hindi: forms there and back, reasons to refuse."""

from __future__ import annotations

import pytest

from equimask.gender.swap import GenderLexicon, Refusal
from equimask.gender.swap.engine.reading import column
from equimask.gender.swap.languages.hi.words import modifier, plain, verb


@pytest.mark.parametrize("adjective", column("hi", "adjectives"))
def test_adjectives_have_both_genders(adjective: str) -> None:
    paradigm = modifier(adjective)
    assert paradigm is not None
    assert plain(paradigm.male) == plain(adjective)
    again = modifier(paradigm.female)
    assert again is not None and plain(again.male) == plain(adjective)


@pytest.mark.parametrize(
    ("male", "female"),
    [
        ("गया", "गई"), ("जाता", "जाती"), ("रहा", "रही"), ("था", "थी"), ("जाएगा", "जाएगी"),
        ("किया", "की"),
    ],
)  # fmt: skip
def test_verbs_there_and_back(male: str, female: str) -> None:
    forward, back = verb(male), verb(female)
    assert forward is not None and forward.female == female
    assert back is not None and back.male == male


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("टॉम मेरा भाई है।", "subject_undecided"),
        ("मेरे भाई खेल रहे हैं।", "number_undecided"),
        ("आप अच्छे लड़के हैं।", "polite_subject"),
    ],
)
def test_refusals_say_why(sentence: str, reason: str) -> None:
    result = GenderLexicon.load("hi").try_swap(sentence)
    assert isinstance(result, Refusal)
    assert result.reason == reason
