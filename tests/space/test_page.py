"""Every metric's app.py builds the shared page, with its own columns and texts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gradio")

from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.evaluation.example import example_result
from equimask.inputs.pairs import pair_languages
from equimask.inputs.specification import SUFFIXES
from equimask.metrics import all_specs, spec_of
from equimask.reports.terminal import cells
from equimask.space import page
from equimask.space.limits import MAX_BYTES
from equimask.space.models import SUGGESTED
from equimask.version import REPOSITORY

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
    choosing = {"Columns and rows", "Names of columns", "Which rows"}
    (upload,) = (label for label in seen if label.startswith("Or a file"))
    assert set(seen) == {"Language", "Your rows", upload, *choosing, *of_models}
    assert seen[upload].file_types == list(SUFFIXES)
    assert not seen["Columns and rows"].open
    assert all(
        f"{name}=" in seen["Names of columns"].placeholder for name in spec_of(metric).columns
    )
    assert all(name in seen["Your rows"].info for name in spec_of(metric).columns)
    assert {code for _, code in seen["Language"].choices} == set(pair_languages())
    assert seen["Language"].allow_custom_value
    assert seen["Language"].value in embedded_languages()
    introduction, further = texts(demo)
    spec = spec_of(metric)
    assert introduction.startswith(f"# {spec.question}\n") and spec.question.endswith("?")
    assert all(f"]({paper})" in introduction for paper in spec.papers)
    assert f"{REPOSITORY}/tree/main/metrics/{metric})" in introduction  # the card
    assert spec.datasets and all(f"/datasets/{name})" in introduction for name in spec.datasets)
    for sibling in all_specs().values():
        linked = f"[{sibling.question}]({REPOSITORY}/tree/main/metrics/{sibling.name})" in further
        assert linked is (sibling is not spec)
    assert f'equimask.load("{metric}", ' in further


def texts(demo: Any) -> list[str]:
    return [block.value for block in demo.blocks.values() if type(block).__name__ == "Markdown"]


@pytest.mark.parametrize("metric", METRICS)
def test_a_page_begins_with_a_real_result(metric: str, build_app: Callable[[str], Any]) -> None:
    (shown,) = (
        block.value for block in build_app(metric).blocks.values() if type(block).__name__ == "HTML"
    )
    result = example_result(metric).result
    assert 'aria-label="Example"' in shown
    assert result.signature in shown
    assert cells(result).score in shown


def test_in_a_space_a_page_names_the_space(
    monkeypatch: pytest.MonkeyPatch, build_app: Callable[[str], Any]
) -> None:
    monkeypatch.setenv("SPACE_ID", "lab/cps")
    introduction, further = texts(build_app("cps"))
    assert "[Card](https://huggingface.co/spaces/lab/cps/blob/main/README.md)" in introduction
    assert 'evaluate.load("lab/cps", "en")' in further
    for wrong in ('lab/cps")\nimport os', "lab/cps](javascript:1)"):
        monkeypatch.setenv("SPACE_ID", wrong)
        introduction, further = texts(build_app("cps"))
        assert wrong not in introduction + further
        assert 'equimask.load("cps", "en")' in further


def test_uploads_are_bounded_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, build_app: Callable[[str], Any]
) -> None:
    demo = build_app("cps")
    assert demo.delete_cache == (3600, 3600)
    given: dict[str, Any] = {}
    monkeypatch.setattr(demo, "launch", lambda **options: given.update(options))
    monkeypatch.setattr(page.WORKER, "start", lambda: None)
    page.serve(demo)
    assert MAX_BYTES < given["max_file_size"] <= 10 * MAX_BYTES


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


def test_nothing_is_fetched_that_a_visitor_names(
    monkeypatch: pytest.MonkeyPatch, build_app: Callable[[str], Any]
) -> None:
    """Gradio would read all that lies at an address, of whatever size, in the page's process."""
    import gradio
    from gradio import processing_utils

    fetched: list[str] = []

    async def fetch(url: str, *_: Any, **__: Any) -> Any:
        fetched.append(url)
        raise ValueError

    monkeypatch.setattr(processing_utils, "async_ssrf_protected_get", fetch)
    demo = build_app("cps")
    (function,) = (one for one in demo.fns.values() if len(one.inputs) > 1)
    file = {"path": "https://example.org/endless", "meta": {"_type": "gradio.FileData"}}
    sound = [EMBEDDED, "en", "", "", "", None, False]
    for field in range(len(sound)):
        given = [*sound[:field], file, *sound[field + 1 :]]
        with pytest.raises(gradio.Error, match="no address is read"):
            asyncio.run(demo.preprocess_data(function, given, None))
    assert not fetched
