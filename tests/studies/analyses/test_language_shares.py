"""Figure 6: languages and models, men beside women."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.studies.analyses.language_shares import (
    ModelShares,
    language_figure,
    language_markdown,
    language_records,
)
from equimask.studies.analyses.sentiment_shares import sentiment_shares


def of(tilt: float, seed: int) -> ModelShares:
    """Men's negative cells are pushed up by `tilt`."""
    rng = np.random.default_rng(seed)
    deviation = rng.normal(size=(300, 3, 2))
    deviation[:, 0, 0] += tilt
    shares = sentiment_shares(deviation, [f"w{i}" for i in range(300)])
    return ModelShares(shares, shares.difference(rng, 999))


FOUND = {
    "ar": {"m-BERT": of(0, 0), "XLM-base": of(3, 1)},
    "zh": {"m-BERT": of(0, 2), "XLM-base": of(0, 3)},
    "ru": {"m-BERT": of(3, 4)},
}


def test_records_are_the_shares_of_the_lists() -> None:
    rows = language_records(FOUND)
    assert len(rows) == 5 * 3
    first = rows[3]
    shares = FOUND["ar"]["XLM-base"].shares.shares
    assert (first["language"], first["model"], first["sentiment"]) == ("ar", "XLM-base", "negative")
    assert (first["male"], first["female"]) == (shares[0, 0], shares[1, 0])
    assert first["p_value"] == FOUND["ar"]["XLM-base"].difference.p_values[0]
    marked = [line for line in language_markdown(FOUND).splitlines() if line.endswith("| * |")]
    assert any(line.startswith("| ru | m-BERT | negative |") for line in marked)


def test_the_figure_names_languages_and_models_and_marks_what_differs() -> None:
    picture = language_figure(FOUND, title="Figure 6").decode()
    for text in ("ar", "zh", "ru", "negative (%)", "positive (%)"):
        assert f">{text}<" in picture
    assert "from left to right: m-BERT, XLM-base" in picture
    assert picture.count(">0<") == 2  # both panels begin at nothing
    differ = [
        r for r in language_records(FOUND) if r["p_value"] < 0.05 and r["sentiment"] != "neutral"
    ]
    assert picture.count(">×<") == len(differ) > 0
    assert language_figure(FOUND, format="png").startswith(b"\x89PNG")


def test_nothing_to_show_is_refused() -> None:
    with pytest.raises(InputError, match="at least one model"):
        language_figure({"ar": {}})
