"""What a lexicon may say, and its polarity."""

from __future__ import annotations

import pytest

from equimask.core.errors import DataError
from equimask.studies.sentiment.observations import (
    THREE_CLASSES,
    Kind,
    SourceLexicon,
    plain_average,
)

SIDES = SourceLexicon("sides", Kind.BINARY, {"good": (1.0,), "bad": (0.0,)})
NUMBERS = SourceLexicon("numbers", Kind.REAL, {"good": (0.5,), "odd": (0.0,)})
VOTES = SourceLexicon("votes", Kind.COUNTS, {"good": (1.0, 1.0, 2.0)}, THREE_CLASSES)
PAIRS = SourceLexicon("pairs", Kind.PAIR, {"good": (0.75, 0.25)})


@pytest.mark.parametrize(
    ("lexicon", "word", "polarity"),
    [
        (SIDES, "good", 1.0),
        (SIDES, "bad", -1.0),
        (NUMBERS, "good", 0.5),
        (VOTES, "good", 0.25),
        (PAIRS, "good", 0.5),
        (SIDES, "unknown", 0.0),
    ],
)
def test_polarity_lies_on_one_scale(lexicon: SourceLexicon, word: str, polarity: float) -> None:
    assert lexicon.polarity(word) == polarity


def test_the_plain_average_asks_only_lexica_that_have_the_word() -> None:
    assert plain_average([SIDES, NUMBERS, VOTES], "good") == pytest.approx((1 + 0.5 + 0.25) / 3)
    assert plain_average([SIDES, NUMBERS], "bad") == -1.0
    assert plain_average([SIDES, NUMBERS], "unknown") == 0.0


def test_classes_change_places_and_those_at_zero_stay() -> None:
    by_context = SourceLexicon("ru", Kind.COUNTS, {"a": (1.0, 0, 0, 0)}, (*THREE_CLASSES, 0.0))
    assert by_context.mirrored_classes() == (2, 1, 0, 3)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.BINARY, (0.5,)),
        (Kind.BINARY, (1.0, 0.0)),
        (Kind.REAL, (1.5,)),
        (Kind.REAL, (float("nan"),)),
        (Kind.PAIR, (-0.1, 0.0)),
        (Kind.COUNTS, (0.0, 0.0, 0.0)),
        (Kind.COUNTS, (-1.0, 0.0, 2.0)),
    ],
)
def test_a_value_of_another_kind_is_refused_with_its_word(
    kind: Kind, value: tuple[float, ...]
) -> None:
    levels = THREE_CLASSES if kind is Kind.COUNTS else ()
    with pytest.raises(DataError, match="'wrong'"):
        SourceLexicon("x", kind, {"wrong": value}, levels)


def test_an_empty_lexicon_and_lopsided_classes_are_refused() -> None:
    with pytest.raises(DataError, match="words in the lexicon x"):
        SourceLexicon("x", Kind.REAL, {})
    with pytest.raises(DataError, match="symmetrically"):
        SourceLexicon("x", Kind.COUNTS, {"a": (1.0, 0.0)}, (0.0, 1.0))
