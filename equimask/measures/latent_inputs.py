"""Checks of what the latent-variable model is given; every error names the place and the value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.schema import SENTIMENTS

Penalty = float | Sequence[float]

_HEAVIEST = 1e6  # of the penalties: far beyond the study's grid, and squares stay finite


def check_names(given: Sequence[str] | None, n: int, what: str) -> tuple[str, ...]:
    """As many names as the table has rows or columns; their numbers where none are given."""
    names = tuple(map(str, range(n))) if given is None else tuple(given)
    if len(names) != n:
        raise InputError(
            expected=f"one {what} for each of the {n} in `counts`",
            got=f"{len(names)} of them",
            fix=f"Pass `{what}s` in the order of the table.",
        )
    return names


def check_counts(counts: npt.ArrayLike) -> Floats:
    """A table [words, genders] of finite numbers of at least 0, with events of every gender."""
    table = np.asarray(counts, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        raise InputError(
            expected="counts of shape [words, genders]",
            got=f"shape {table.shape}",
            fix="Pass one row per word and one column per gender.",
        )
    for row, column in np.argwhere(~(np.isfinite(table) & (table >= 0)))[:1]:
        raise InputError(
            expected="counts that are finite and not negative",
            got=f"{table[row, column]} for word {row} and gender {column}",
            fix="Pass how often each word came with each gender.",
        )
    for column in np.flatnonzero(table.sum(axis=0) == 0)[:1]:
        raise InputError(
            expected="events of every gender",
            got=f"none in column {column}",
            fix="Leave this gender out: nothing is known about it.",
        )
    return table


def check_sentiment(sentiment: npt.ArrayLike, n_words: int) -> Floats:
    """[words, 3], rows summing to 1 or all NaN, and at least one that is not."""
    values = np.asarray(sentiment, dtype=np.float64)
    if values.shape != (n_words, len(SENTIMENTS)):
        raise InputError(
            expected=f"sentiment of shape {(n_words, len(SENTIMENTS))}: {', '.join(SENTIMENTS)}",
            got=f"shape {values.shape}",
            fix="Pass one row per word of `counts`, NaN where the lexicon has no entry.",
        )
    absent = np.isnan(values).all(axis=1)
    total = values.sum(axis=1)
    valid = np.isfinite(values).all(axis=1) & (values >= 0).all(axis=1) & (total > 0)
    for row in np.flatnonzero(~(absent | valid))[:1]:
        raise InputError(
            expected="three numbers that are not negative nor all 0, or three NaN",
            got=f"{values[row].tolist()} for word {row}",
            fix="Mend this entry of the lexicon.",
        )
    if absent.all():
        raise InputError(
            expected="a lexicon with an entry for at least one word",
            got="none",
            fix="Check that words and lexicon share a language and a spelling; or pass None.",
        )
    return np.asarray(values / total[:, None])


def check_grid(name: str, values: Penalty) -> tuple[float, ...]:
    """One penalty weight or several."""
    try:
        grid = tuple(map(float, values)) if isinstance(values, Iterable) else (float(values),)
    except (TypeError, ValueError):
        grid = ()
    if not grid or not all(0 <= value <= _HEAVIEST for value in grid):
        raise OptionError(
            expected=f"{name} to be a number from 0 to {_HEAVIEST:.0f}, or several",
            got=shorten(values),
            fix=f"Pass {name}=0.001, or a grid such as {name}=(0.0, 0.001).",
        )
    return grid
