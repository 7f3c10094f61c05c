"""What no analysis can work on is refused by name."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.checks import check_deviation, gender_index


@pytest.mark.parametrize(
    ("deviation", "words", "message"),
    [
        (np.zeros((2, 3, 2)), ["a"], r"shape \(1, 3, 2\).*shape \(2, 3, 2\)"),
        (np.zeros((2, 3, 2)), ["a", "a"], "'a' again in row 1"),
        (np.full((2, 3, 2), np.nan), ["a", "b"], "word 0: 'a'"),
    ],
)
def test_deviations_that_fit_no_words_are_refused(
    deviation: np.ndarray, words: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        check_deviation(deviation, words, ("male", "female"), ("neg", "neu", "pos"))


def test_an_absent_gender_is_named() -> None:
    with pytest.raises(OptionError, match="'female' among"):
        gender_index(("male", "femal"), "female")
