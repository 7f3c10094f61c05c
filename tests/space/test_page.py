"""Every metric's app.py builds the shared page, with its own columns and texts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gradio")

from equimask.core.embedded import embedded_languages
from equimask.inputs.pairs import pair_languages
from equimask.metrics import spec_of
from equimask.space import page
from equimask.space.models import EMBEDDED, SUGGESTED

METRICS = sorted(path.name for path in (Path(__file__).parents[2] / "metrics").iterdir())


def fields(demo: Any) -> dict[str, Any]:
    """Components that a visitor sees, by their labels."""
    blocks = demo.blocks.values()
    return {
        block.label: block for block in blocks if getattr(block, "label", None) and block.visible
    }


@pytest.mark.parametrize("metric", METRICS)
def test_each_app_builds_its_page(metric: str, build_app: Callable[[str], Any]) -> None:
    demo = build_app(metric)
    seen = fields(demo)
    of_models = {"Model", page.UNTRAINED} if metric != "latent_pmi" else set()
    assert set(seen) == {"Language", "Your rows", *of_models}
    assert all(name in seen["Your rows"].info for name in spec_of(metric).columns)
    assert {code for _, code in seen["Language"].choices} == set(pair_languages())
    assert seen["Language"].allow_custom_value
    assert seen["Language"].value in embedded_languages()
    introduction = next(
        block.value for block in demo.blocks.values() if type(block).__name__ == "Markdown"
    )
    assert introduction.startswith(f"# {metric}: ")
    assert "https://" in introduction


def test_the_embedded_model_comes_first_and_others_may_be_typed(
    build_app: Callable[[str], Any],
) -> None:
    model = fields(build_app("s_jsd"))["Model"]
    assert [value for _, value in model.choices] == [EMBEDDED, *SUGGESTED]
    assert model.value == EMBEDDED
    assert model.allow_custom_value


def test_one_visitor_is_served_at_a_time(build_app: Callable[[str], Any]) -> None:
    demo = build_app("s_jsd")
    assert [function.concurrency_limit for function in demo.fns.values()] == ["default", 1]
    assert demo._queue.default_concurrency_limit == 1


def test_what_a_models_own_code_raises_is_logged_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise TypeError("'EncoderDecoderCache' object is not subscriptable")

    monkeypatch.setattr(page, "measure", fail)
    with caplog.at_level(logging.ERROR):
        shown = page.score_to_page("cps", EMBEDDED, "en", "", False)
    assert "TypeError while it was read" in shown
    assert "EncoderDecoderCache" not in shown and "EncoderDecoderCache" in caplog.text
