"""The pictures of a corpus of pairs."""

from __future__ import annotations

import pytest

from equimask.core.errors import DataError
from equimask.studies.pair_making.figures import coverage_figure, words_figure


def test_figures_are_pictures_and_repeat_themselves() -> None:
    shares = {"en": [k / 15 for k in range(1, 16)]}
    words = {
        "de": {"listed": {"male": 9, "female": 8}, "lexicon": {"male": 4, "female": 3}},
        "en": {
            "listed": {"male": 9, "female": 8},
            "lexicon": {"male": 4, "female": 3},
            "model": {"male": 2, "female": 2},
        },
    }
    for picture, again in (
        (coverage_figure(shares), coverage_figure(shares)),
        (words_figure(words), words_figure(words)),
    ):
        assert b"<svg" in picture
        assert picture == again
    assert words_figure(words, "png").startswith(b"\x89PNG")
    with pytest.raises(DataError, match="Make model-based pairs first"):
        coverage_figure({})
