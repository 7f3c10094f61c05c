"""Tables and figures of an analysis of variance."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.studies.analyses.anova import anova, anova_figure, anova_markdown
from equimask.studies.published import PUBLISHED_REFERENCES
from tests.studies.analyses.study import (
    FACTORS,
    LANGUAGES,
    MULTILINGUAL,
    shares,
)


def test_table_and_figure_have_every_parameter() -> None:
    fits = anova(
        shares(MULTILINGUAL, np.random.default_rng(0), LANGUAGES),
        FACTORS,
        PUBLISHED_REFERENCES["8"],
    )
    text = anova_markdown(fits)
    for name in ("Intercept", "architecture[XLM-R]", "language[zh]", "p, size", "p, all factors"):
        assert f"| {name} |" in text
    assert "tested apart" in text
    assert "share ~ architecture + size + language, 35 observations, 5 models; errors: m" in text
    assert "| architecture[XLM-R] | m-BERT | 14 | 2 |" in text  # the design
    picture = anova_figure(fits, title="Multilingual").decode()
    for label in ("XLM-R (vs m-BERT)", "zh (vs ar)", "percentage points", "Multilingual"):
        assert label in picture
    with pytest.raises(InputError, match="Run `anova` first"):
        anova_figure([])
