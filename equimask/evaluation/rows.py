"""Per-item results as long as the input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt


def full_rows(
    n_input: int, kept: Sequence[int], **columns: npt.NDArray[Any]
) -> dict[str, list[Any]]:
    """Spread the values of the kept items over all of them, None where one was skipped."""
    full: dict[str, list[Any]] = {name: [None] * n_input for name in columns}
    for name, values in columns.items():
        for i, value in zip(kept, values.tolist(), strict=True):
            full[name][i] = value
    return full
