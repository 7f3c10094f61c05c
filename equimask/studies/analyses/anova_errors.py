"""Against what variation an effect is tested: that of models, of clusters, or of rows.

Fits and languages of one model share that model's quirks, so they are not independent rows. How
often each choice calls a difference that is none significant at .05, in the study's own designs
(simulated, models differing by chance; see the tests):

- `models`: about 5 %. Architecture and size are tested between the models' means, language within
  models: the split-plot analysis of variance, exact for normal errors if every model has every
  language.
- `cluster`: 25 to 55 %. The usual cluster-robust covariance needs dozens of models, not eleven.
- `rows`: 60 to 95 %. Every row counts by itself, as the published p-values seem to have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.core.errors import InputError, optional_library
from equimask.studies.analyses.design import Design

_TOLERANCE = 1e-9


class FTest(NamedTuple):
    """An F test of factors; `note` says why there is none, or what it leaves out."""

    name: str
    statistic: float | None
    df: tuple[int, int] | None
    p_value: float | None
    note: str = ""


class Spread(NamedTuple):
    """A t test of a coefficient with `df` degrees of freedom; None where there is none."""

    stderr: float | None = None
    p_value: float | None = None
    df: int | None = None


class Errors(Protocol):
    """How sure columns and factors are."""

    def coefficient(self, column: int) -> Spread:
        """Of one column of the design."""

    def f_test(self, name: str, factors: Sequence[str]) -> FTest:
        """Of all levels of the factors together."""


class RowErrors:
    """Every row is independent."""

    def __init__(self, design: Design, y: Floats) -> None:
        self.design, self.result = design, ordinary_least_squares(design.matrix, y)

    def coefficient(self, column: int) -> Spread:
        """The usual t test."""
        return _spread(self.result, column)

    def f_test(self, name: str, factors: Sequence[str]) -> FTest:
        """The usual F test."""
        return _f_test(name, self.result, self.design.contrasts(factors))


class ClusterErrors:
    """Cluster-robust by model; what rests on a single model is not tested.

    Without that model such a contrast could not be estimated; with it, the model's residuals are 0
    by construction, and the effect would look far too sure.
    """

    def __init__(self, design: Design, y: Floats) -> None:
        if design.n_clusters < 2:
            raise InputError(
                expected="at least two models",
                got=str(design.n_clusters),
                fix="Add models, or use errors='rows'.",
            )
        self.design = design
        self.result = ordinary_least_squares(
            design.matrix, y, cov_type="cluster", cov_kwds={"groups": design.clusters}, use_t=True
        )

    def coefficient(self, column: int) -> Spread:
        """A t test with as many degrees of freedom as models less one."""
        if not len(self._testable(np.eye(len(self.design.columns))[[column]])):
            return Spread()
        return _spread(self.result, column)

    def f_test(self, name: str, factors: Sequence[str]) -> FTest:
        """Of the contrasts that rest on several models."""
        contrasts = self.design.contrasts(factors)
        tested = self._testable(contrasts)
        if not len(tested):
            return FTest(name, None, None, None, "every contrast rests on a single model")
        most = self.design.n_clusters - 1
        if len(tested) > most or not self._identified(tested):
            few = f"{len(tested)} contrasts, and {self.design.n_clusters} models"
            return FTest(name, None, None, None, few)
        untested = len(contrasts) - len(tested)
        note = f"{untested} of {len(contrasts)} contrasts rest on a single model" * bool(untested)
        return _f_test(name, self.result, tested, note)

    def _testable(self, contrasts: Floats) -> Floats:
        """The part of the contrasts' space that can be estimated without any one model."""
        lost = [contrasts @ unidentified for unidentified in self._without_each_model]
        left, sizes, _ = np.linalg.svd(np.hstack(lost))
        return np.asarray(left[:, np.flatnonzero(sizes < _TOLERANCE)].T @ contrasts)

    @cached_property
    def _without_each_model(self) -> list[Floats]:
        """Per model, the projection on what the other models say nothing about."""
        matrix, clusters = self.design.matrix, self.design.clusters
        rests = [matrix[clusters != cluster] for cluster in np.unique(clusters)]
        return [np.eye(matrix.shape[1]) - np.linalg.pinv(rest) @ rest for rest in rests]

    def _identified(self, contrasts: Floats) -> bool:
        robust = contrasts @ self.result.cov_params() @ contrasts.T
        usual = contrasts @ self.result.normalized_cov_params @ contrasts.T * self.result.scale
        floor = max(_TOLERANCE * float(np.abs(usual).max()), np.finfo(np.float64).tiny)
        return int(np.linalg.matrix_rank(robust, tol=floor)) == len(contrasts)


class ModelErrors:
    """Factors that are constant within a model against models, the others within models.

    The rows are means over fits.
    """

    def __init__(self, design: Design, y: Floats) -> None:
        self.design = design
        models = np.unique(design.clusters)
        member = (design.clusters[:, None] == models).astype(np.float64)
        means = member.T @ design.matrix / member.sum(axis=0)[:, None]
        varies = np.abs(design.matrix - member @ means).max(axis=0) > _TOLERANCE
        inner = {c.factor for c, inside in zip(design.columns, varies, strict=True) if inside}
        self.within = [i for i, c in enumerate(design.columns) if c.factor in inner]
        self.between = [i for i in range(len(design.columns)) if i not in self.within]
        _check_balance(design, self.within)
        self._between = self._within = None
        if len(models) > len(self.between):
            y_means = member.T @ y / member.sum(axis=0)
            self._between = ordinary_least_squares(means[:, self.between], y_means)
        if self.within:
            columns = np.hstack([design.matrix[:, self.within], member])
            self._within = ordinary_least_squares(columns, y)

    def coefficient(self, column: int) -> Spread:
        """A t test in the stratum of the column; the intercept has none if there are two."""
        if column in self.within:
            result, place = self._within, self.within.index(column)
        else:
            result, place = self._between, self.between.index(column)
        if result is None or (column == 0 and self.within):
            return Spread()
        return _spread(result, place)

    def f_test(self, name: str, factors: Sequence[str]) -> FTest:
        """An F test in the stratum of the factors."""
        columns = [i for i, c in enumerate(self.design.columns) if c.factor in factors]
        inside = [i for i in columns if i in self.within]
        if inside and len(inside) < len(columns):
            return FTest(name, None, None, None, "factors between and within models, tested apart")
        own, result = (self.within, self._within) if inside else (self.between, self._between)
        if result is None:
            few = f"{self.design.n_clusters} models for {len(self.between)} coefficients"
            return FTest(name, None, None, None, few)
        places = [own.index(i) for i in columns]
        return _f_test(name, result, np.eye(len(result.params))[places])


def ordinary_least_squares(matrix: Floats, y: Floats, **options: Any) -> Any:
    """statsmodels' fit; refused where there is nothing left to measure errors by."""
    n, n_columns = matrix.shape
    if n <= n_columns:
        raise InputError(
            expected=f"more than {n_columns} observations for {n_columns} coefficients",
            got=str(n),
            fix="Add models, or leave a factor out.",
        )
    return optional_library("statsmodels.api", "analyses").OLS(y, matrix).fit(**options)


def _spread(result: Any, column: int) -> Spread:
    df = int(getattr(result, "df_resid_inference", result.df_resid))
    return Spread(float(result.bse[column]), float(result.pvalues[column]), df)


def _f_test(name: str, result: Any, contrasts: Floats, note: str = "") -> FTest:
    found = result.f_test(contrasts)
    df = (int(found.df_num), int(found.df_denom))
    return FTest(name, float(np.squeeze(found.fvalue)), df, float(found.pvalue), note)


def _check_balance(design: Design, within: Sequence[int]) -> None:
    """Every model has the same rows of the factors that vary within models."""

    def pattern(model: int) -> list[tuple[float, ...]]:
        return sorted(map(tuple, design.matrix[design.clusters == model][:, within].tolist()))

    models: Ints = np.unique(design.clusters)
    unlike = [model for model in models if pattern(model) != pattern(models[0])]
    if unlike:
        factors = sorted({design.columns[i].factor for i in within})
        raise InputError(
            expected=f"every model with every {' and '.join(factors) or 'row'}, equally often",
            got=f"{len(unlike)} of {len(models)} models that differ from the first",
            fix="Add the missing fits, leave incomplete models out, or use errors='cluster'.",
        )
