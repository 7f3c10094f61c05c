"""One class of words in several models: the study's Figure 3."""

from __future__ import annotations

import pytest

from equimask.core.errors import InputError
from equimask.studies.analyses.supersense_models import (
    differing,
    supersense_models_figure,
    supersense_models_markdown,
)
from equimask.studies.analyses.supersenses import SupersenseRow, Supersenses


def model(feeling: tuple[float, float], mind: tuple[float, float]) -> Supersenses:
    rows = [
        SupersenseRow(s, c, m, f, m - f, 0.001 if abs(m - f) > 0.2 else 0.5, abs(m - f) > 0.2)
        for s, c, (m, f) in (("negative", "feeling", feeling), ("positive", "mind", mind))
    ]
    return Supersenses(tuple(rows), 100, 13, {}, {})


MODELS = {
    "bert-base": model((0.5, 0.1), (0.3, 0.2)),
    "albert-base": model((0.4, 0.1), (0.6, 0.1)),
    "xlnet": model((0.2, 0.2), (0.1, 0.1)),
}


def test_every_model_has_a_line_in_every_panel() -> None:
    picture = supersense_models_figure(MODELS, title="Figure 3").decode()
    for text in (*MODELS, "feeling, negative", "mind, positive", "p &lt; 0.05/13"):
        assert f"{text}" in picture
    assert picture.count("   *") == 3
    assert supersense_models_figure(MODELS, format="png").startswith(b"\x89PNG")


def test_the_table_has_the_figures_numbers() -> None:
    lines = supersense_models_markdown(MODELS).splitlines()
    assert len(lines) == 2 + 2 * 3
    assert lines[2] == "| negative | feeling | bert-base | 50.0 | 10.0 | +40.0 | 0.001 | * |"


def test_classes_that_differ_come_by_the_number_of_models() -> None:
    assert differing(MODELS) == [("negative", "feeling"), ("positive", "mind")]
    assert differing({"xlnet": MODELS["xlnet"]}) == []


def test_a_class_that_a_model_lacks_and_no_models_are_refused() -> None:
    with pytest.raises(InputError, match=r"'weather'.*none for bert-base.*feeling, mind"):
        supersense_models_figure(MODELS, [("negative", "weather")])
    with pytest.raises(InputError, match="at least one model"):
        supersense_models_figure({})
    with pytest.raises(InputError, match="classes to show"):
        supersense_models_figure(MODELS, [])
