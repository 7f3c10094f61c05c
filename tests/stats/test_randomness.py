"""Whoever draws is given a generator, and whoever is given none does not draw."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from equimask import stats
from equimask.stats.clusters import cluster_sums

ROWS = np.random.default_rng(0).normal(0.2, 1.0, 40)
CLUSTERS = np.arange(40) % 12
PAIRS = np.array([[0, 6], [3, 5], [4, 8]])
MODELS = np.random.default_rng(1).normal(0.0, 1.0, (3, 40))
DIFFERENCES = stats.simultaneous_differences_of_draws(MODELS[:, 0], MODELS, 0.9)

GIVEN: dict[str, Any] = {
    "rows": ROWS,
    "values": ROWS,
    "first": ROWS,
    "second": ROWS[::-1],
    "left": ROWS,
    "right": ROWS[::-1],
    "bits": (ROWS > 0).astype(np.float64),
    "columns": [CLUSTERS],
    "clusters": CLUSTERS,
    "labels": CLUSTERS,
    "numbers": CLUSTERS,
    "cells": CLUSTERS,
    "neutral": 0.0,
    "confidence_level": 0.9,
    "n_resamples": 99,
    "bound": 1.0,
    "effect": 0.1,
    "stderr": 0.2,
    "df": 9.0,
    "error": stats.cluster_error(ROWS, CLUSTERS),
    "draws": MODELS,
    "null_draws": ROWS,
    "scores": MODELS[:, 0],
    "differences": DIFFERENCES,
    "difference": 0.1,
    "difference_stderr": 0.2,
    "twin_values": ROWS[:5],
    "value": 0.3,
    "wins": 5.0,
    "p_values": [0.1, None, 0.3],
    "standard_deviation": 1.0,
    "n": 12,
    "n_clusters": 12,
    "n_found": 3,
    "n_male": 5,
    "n_female": 4,
    "n_draws": 7,
    "pairs": PAIRS,
}
OWN: dict[str, dict[str, Any]] = {
    "simultaneous_differences": {"rows": MODELS},
    "swap_clusters": {"clusters": CLUSTERS[:9]},
    "tost_of_draws": {"draws": ROWS},
    "difference_of_draws": {"draws": ROWS},
    "sum_variances": {"totals": cluster_sums(ROWS, CLUSTERS)},
    "by_overlaps": {"error_of": partial(stats.cluster_error, ROWS)},
    **{
        name: {"first": ROWS > 0}
        for name in (
            *("contrast_error", "contrast_of_means", "crossed_contrast_error"),
            *("standardised_difference", "standardised_difference_rows"),
            *("difference_rows", "grouped_rows"),
        )
    },
}


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(stats.__path__):
        yield importlib.import_module(f"equimask.stats.{found.name}")


FUNCTIONS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": function
    for module in modules()
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if function.__module__ == module.__name__ and not name.startswith("_")
}


def generator_of(function: Callable[..., Any]) -> str | None:
    """The name of the parameter that draws, if there is one."""
    return next((n for n in inspect.signature(function).parameters if n in ("rng", "seed")), None)


DRAWING = {name: one for name, one in FUNCTIONS.items() if generator_of(one)}
SILENT = {name: one for name, one in FUNCTIONS.items() if not generator_of(one)}


def call(function: Callable[..., Any], seed: Any = None) -> Any:
    """With an example of everything that has no default."""
    given = {**GIVEN, **OWN.get(function.__name__, {})}
    parameters = inspect.signature(function).parameters.values()
    named = {
        one.name: given[one.name]
        for one in parameters
        if one.name not in ("rng", "seed")
        and (one.default is one.empty or one.name in ("confidence_level", "n_resamples"))
    }
    if name := generator_of(function):
        named[name] = seed
    return plain(function(**named))


def plain(found: Any) -> Any:
    """As lists, which can be compared."""
    if isinstance(found, np.ndarray):
        return found.tolist()
    if is_dataclass(found):
        return [plain(getattr(found, one.name)) for one in fields(found)]
    if isinstance(found, (tuple, list, Iterator)):
        return [plain(one) for one in found]
    return found


def test_public_statistics_are_among_those_that_are_called() -> None:
    public = {name for name in stats.__all__ if inspect.isfunction(getattr(stats, name))}
    assert public <= {name.partition(".")[2] for name in FUNCTIONS}
    assert {"clustered_mean", "sign_flip_test", "cluster_bootstrap", "wild_cluster_test"} <= {
        name.partition(".")[2] for name in DRAWING
    }


@pytest.mark.parametrize("name", DRAWING)
def test_the_same_state_gives_the_same_and_a_generator_goes_on(name: str) -> None:
    function, rng = DRAWING[name], np.random.default_rng(5)
    once = call(function, rng)
    assert once == call(function, np.random.default_rng(5))
    assert rng.bit_generator.state != np.random.default_rng(5).bit_generator.state
    if generator_of(function) == "seed":
        assert call(function, 5) == call(function, 5)


@pytest.mark.parametrize("name", SILENT)
def test_without_a_generator_nothing_is_drawn(name: str) -> None:
    assert call(SILENT[name]) == call(SILENT[name])


@pytest.mark.parametrize("path", sorted(Path(stats.__path__[0]).glob("*.py")), ids=lambda p: p.stem)
def test_generators_are_only_made_from_what_is_passed_in(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("np.random."):
            assert node.attr in ("default_rng", "Generator")
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.random.default_rng":
            assert [ast.unparse(argument) for argument in node.args] == ["seed"]
