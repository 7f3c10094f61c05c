"""The measured rows by variant, and their scores turned so that more of the dose means more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from builders.lab_validity.variants import VARIANTS, Variant

Floats = npt.NDArray[np.float64]
Rows = Sequence[Mapping[str, Any]]


def by_variant(rows: Iterable[Mapping[str, Any]]) -> dict[Variant, list[Mapping[str, Any]]]:
    """The rows of each variant that occurs, in the order of VARIANTS."""
    groups: dict[Variant, list[Mapping[str, Any]]] = {variant: [] for variant in VARIANTS}
    for row in rows:
        groups[Variant(row["measure"], row["unit"], row["likelihood"])].append(row)
    return {variant: group for variant, group in groups.items() if group}


def by_language(rows: Rows) -> dict[str, list[Mapping[str, Any]]]:
    """The rows of each language."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["lang"], []).append(row)
    return groups


def grid(rows: Rows) -> list[Mapping[str, Any]]:
    """The crossed doses, each once: repetitions of a null cell would give it more weight."""
    return [row for row in rows if row["repetition"] == 0]


def nulls(rows: Rows) -> list[Mapping[str, Any]]:
    """The cells in which nothing was planted."""
    return [row for row in rows if row["stereotype"] == 0 and row["prevalence"] == 0]


def column(rows: Rows, name: str) -> Floats:
    """A column as numbers."""
    return np.array([row[name] for row in rows], dtype=np.float64)


def oriented(rows: Rows, variant: Variant) -> Floats:
    """Scores as distances from the centre, positive to the side to which its dose should push."""
    claim = variant.claim
    return np.asarray(claim.direction * (column(rows, "value") - claim.centre))
