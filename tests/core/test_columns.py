"""A column becomes a list, whatever holds it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from datasets import Dataset
from equimask.core.rows import as_list


@pytest.mark.parametrize(
    "column",
    [
        [3, 1],
        (3, 1),
        np.array([3, 1]),
        pd.Series([3, 1], index=[7, 0]),
        Dataset.from_dict({"n": [3, 1]})["n"],
        iter([3, 1]),
    ],
    ids=lambda column: type(column).__name__,
)
def test_every_form(column: Any) -> None:
    assert as_list(column) == [3, 1]
