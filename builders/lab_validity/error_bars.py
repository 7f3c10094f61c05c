"""Is the error bar of a score as wide as scores really scatter?"""

from __future__ import annotations

import numpy as np

from builders.lab_validity.table import Rows, by_language, column, nulls


def null_spread(rows: Rows) -> float | None:
    """How far scores of null models scatter, as a multiple of their standard error.

    1: honest. More: models differ by more than the choice of pairs explains, and a test that knows
    only the pairs raises too many alarms. Less: too few. The scatter is taken within languages.
    None where no language has two null models with an error bar.
    """
    ratios = []
    for cells in by_language(nulls(rows)).values():
        errors = column([cell for cell in cells if cell["stderr"]], "stderr")
        if len(cells) > 1 and len(errors) == len(cells):
            ratios.append(column(cells, "value").var(ddof=1) / np.mean(errors**2))
    return float(np.sqrt(np.mean(ratios))) if ratios else None
