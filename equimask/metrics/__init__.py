"""One spec for each metric, found by discovery: every module of this folder has a `SPEC`."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from equimask.core.errors import OptionError, near_matches, shorten
from equimask.core.options import OPTIONS, options_in
from equimask.metrics.spec import Measure, MetricSpec

__all__ = [
    "Measure",
    "MetricSpec",
    "all_measures",
    "all_specs",
    "measure_named",
    "measure_of",
    "signed_measure",
    "spec_of",
    "unsigned_options",
]

_NO_METRIC = {"spec", "texts", "verdict"}


@cache
def all_specs() -> Mapping[str, MetricSpec]:
    """By name, in the order in which they are listed."""
    names = {found.name for found in pkgutil.iter_modules(__path__)} - _NO_METRIC
    modules = [import_module(f"{__name__}.{name}") for name in names]
    specs = [module.SPEC for module in modules]
    specs.sort(key=lambda spec: (spec.order, spec.name))
    return MappingProxyType({spec.name: spec for spec in specs})


@cache
def all_measures() -> Mapping[str, Measure]:
    """The measures of all metrics by name."""
    measures = (measure for spec in all_specs().values() for measure in spec.measures)
    return MappingProxyType({measure.name: measure for measure in measures})


def spec_of(
    name: str,
    among: Iterable[str] | None = None,
    hint: str = "",
    what: str = "the name of a metric",
) -> MetricSpec:
    """The spec of a metric; `among` are those that the caller can use."""
    known = list(all_specs() if among is None else among)
    if name in known:
        return all_specs()[name]
    raise OptionError(expected=what, got=shorten(name), fix=hint + near_matches(str(name), known))


def unsigned_options() -> tuple[str, ...]:
    """What no signature tells, and whoever scores it again says: how a model is loaded, what is
    known of each row, what is shown meanwhile, and what is signed by its content alone.
    """
    loading = [name for name in options_in("loading") if name not in ("model", "dtype")]
    contents = dict.fromkeys(name for spec in all_specs().values() for name in spec.contents)
    return (*loading, *options_in("column", "showing"), *contents)


def signed_measure(key: str, fields: Mapping[str, str]) -> Measure | None:
    """The form of a metric whose options are those that are signed; None where there is none.

    `aul` with `likelihood:aul` is AUL, without it AULA.
    """
    fitting = [
        one
        for one in all_measures().values()
        if one.key == key
        and all(
            fields.get(name) == OPTIONS[name].written(value) for name, value in one.options.items()
        )
    ]
    return max(fitting, key=lambda one: len(one.options), default=None)


def measure_of(name: str) -> Measure:
    """A measure by its name: `b_s_jsd`, `aula`, `mbe`."""
    return all_measures()[name]


def measure_named(name: str) -> Measure:
    """What a user may ask for: a metric, whose headline it is, or one of its further measures."""
    if name in all_specs() or name not in all_measures():
        return spec_of(name).headline
    return measure_of(name)
