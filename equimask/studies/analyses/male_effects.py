"""What analyses of two numbers start from: by how much each row is decided for the male side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, near_matches
from equimask.core.result import BiasResult, gapped
from equimask.core.schema import GENDERS
from equimask.metrics import measure_of
from equimask.metrics.spec import MALE

ABOUT = "gender_more"


class MaleEffects(NamedTuple):
    """Effects on the scale of the rows, and what is known of each row."""

    effects: Floats
    columns: Mapping[str, npt.NDArray[np.str_]]


def male_effects(
    rows: npt.ArrayLike | BiasResult, columns: Mapping[str, Sequence[Any]], needed: Sequence[str]
) -> MaleEffects:
    """Of a result and the columns of its input; numbers are taken as they are.

    Rows that were skipped are left out, and those whose male side is not known.
    """
    for name in needed:
        if name not in columns:
            raise InputError(
                expected=f"a column {name!r}",
                got=", ".join(columns) or "no columns",
                fix=near_matches(name, columns),
            )
    effects = _of_result(rows, columns) if isinstance(rows, BiasResult) else np.asarray(rows, float)
    labels = {name: _labels(columns[name]) for name in needed}
    for name, column in labels.items():
        if len(column) != len(effects):
            raise InputError(
                expected=f"a label in {name!r} for each of the {len(effects)} rows",
                got=f"{len(column)} labels",
                fix="Pass the columns of the very rows that were scored.",
            )
    if about := {*labels.get(ABOUT, ())} - {"", *GENDERS}:
        raise InputError(
            expected=f"'male', 'female' or '' in {ABOUT!r}",
            got=repr(min(about)),
            fix="Correct the label.",
        )
    known = np.isfinite(effects)
    if not known.any():
        raise InputError(
            expected="at least one row with an effect", got="none", fix="Score other rows."
        )
    return MaleEffects(effects[known], {name: column[known] for name, column in labels.items()})


def _labels(column: Sequence[Any]) -> npt.NDArray[np.str_]:
    return np.array(["" if cell is None else str(cell) for cell in column], dtype=str)


def _of_result(result: BiasResult, columns: Mapping[str, Sequence[Any]]) -> Floats:
    from equimask.evaluation.two_numbers import male_rows  # analyses of words need no evaluation

    measure = measure_of(result.metric)
    if measure.effects is None or not result.row_values:
        raise InputError(
            expected="a result whose rows are decided for one side, with its rows",
            got=f"one of {measure.label}" + ("" if result.row_values else " without rows"),
            fix="Take sbm, dcbm, cps, aul or s_jsd, with return_rows=True.",
        )
    rows = gapped(result)
    scored = ~np.isnan(rows[measure.row])
    about = _labels(columns.get(ABOUT, [""] * len(scored)))
    if len(about) != len(scored):
        raise InputError(
            expected=f"a label in {ABOUT!r} for each of the {len(scored)} rows",
            got=f"{len(about)} labels",
            fix="Pass the columns of the very rows that were scored.",
        )
    if measure.claim != MALE:
        scored &= about != ""
    found = np.full(len(scored), np.nan)
    if scored.any():
        some = {name: values[scored] for name, values in rows.items()}
        effects = male_rows(measure, some, about[scored].tolist()).effects
        if effects is None:
            raise InputError(
                expected="words that are possible in every row",
                got="a word of probability 0, which has no log odds",
                fix="Leave protocol='published' out, or these rows.",
            )
        found[scored] = effects
    return found
