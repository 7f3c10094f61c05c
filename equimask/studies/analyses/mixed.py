"""A mixed-effects fit: effect ~ stereotype (+ factors) + (1 | cluster) + (1 | other cluster).

The fixed effect of the stereotype is the contrast, with what clusters share taken out; variances
say how much rows differ by item, by name, by template. Clusters that are crossed are components of
variance. Intercepts alone vary here: where the contrast itself changes from cluster to cluster, its
interval is too narrow, and `stats.contrast_of_means` has one that is not.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats as sps

from equimask.core.arrays import Floats, Ints
from equimask.core.drawing import BLUE, GREY, Canvas
from equimask.core.errors import DataError, InputError, optional_library
from equimask.core.result import BiasResult
from equimask.stats.clusters import codes
from equimask.studies.analyses.display import markdown_table, p_text
from equimask.studies.analyses.male_effects import ABOUT, male_effects

LEAN, CONTRAST, RESIDUAL = "male_lean", "stereotype_contrast", "residual"
_AT_BOUND = 1e-6  # of all variance: an optimiser does not come closer to none
_FEW = 10  # clusters, of which normal intervals are too narrow
_MOST_CELLS = 50_000_000  # of the matrix of crossed clusters: 400 MB


class FixedEffect(NamedTuple):
    """A coefficient with its normal interval and p."""

    name: str
    value: float
    stderr: float
    ci_low: float
    ci_high: float
    p_value: float


@dataclass(frozen=True)
class MixedFit:
    """`variances` by cluster, and of what no cluster explains; `n_clusters` says of how many.

    A variance that is 0 is at its bound: then `at_bound` names it, and the errors are those of the
    model without it.
    """

    effects: tuple[FixedEffect, ...]
    variances: Mapping[str, float]
    n_clusters: Mapping[str, int]
    n: int
    converged: bool
    at_bound: tuple[str, ...]
    n_left_out: int = 0
    confidence_level: float = 0.95

    def effect(self, name: str) -> FixedEffect:
        """One of the fixed effects."""
        return next(effect for effect in self.effects if effect.name == name)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside the numbers."""
        told = [] if self.converged else ["the fit did not converge: do not use its numbers"]
        told += [f"the variance of {name} is at its bound, 0" for name in self.at_bound]
        told += [
            f"{n} clusters of {name} are few: normal intervals are too narrow"
            for name, n in self.n_clusters.items()
            if n < _FEW
        ]
        if self.n_left_out:
            told.append(f"{self.n_left_out} rows whose {ABOUT} is not known are left out")
        return tuple(told)

    def markdown(self) -> str:
        """Effects, variances and notes."""
        effects = markdown_table(
            ("effect", "value", "interval", "p"),
            (
                (e.name, f"{e.value:.4g}", f"{e.ci_low:.4g} to {e.ci_high:.4g}", p_text(e.p_value))
                for e in self.effects
            ),
        )
        variances = markdown_table(
            ("variance", "value", "clusters"),
            (
                (name, f"{value:.4g}", str(self.n_clusters.get(name, "")))
                for name, value in self.variances.items()
            ),
        )
        return f"{effects}\n{variances}" + "".join(f"\n{note}.\n" for note in self.notes)

    def plot(self, format: str = "svg", title: str = "") -> bytes:
        """Fixed effects with their intervals, and the variances of the random ones."""
        names, values = [e.name for e in self.effects], np.array([e.value for e in self.effects])
        ends = np.array([(e.value - e.ci_low, e.ci_high - e.value) for e in self.effects])
        with Canvas(format) as canvas:
            height = 1.6 + 0.3 * max(len(names), len(self.variances))
            figure, (left, right) = canvas.new(9.0, height, 1, 2, title)
            left.axvline(0, color="black", linewidth=0.8)
            left.errorbar(values, range(len(names)), xerr=ends.T, fmt="o", color=BLUE, capsize=3)
            left.set_yticks(range(len(names)), names)
            left.set_ylim(len(names) - 0.5, -0.5)
            left.set_title(f"fixed effects, {self.confidence_level:.0%} intervals")
            right.barh(range(len(self.variances)), list(self.variances.values()), color=GREY)
            right.set_yticks(range(len(self.variances)), list(self.variances))
            right.set_ylim(len(self.variances) - 0.5, -0.5)
            right.set_title("variances")
            if self.notes:
                figure.supxlabel("\n".join(self.notes), fontsize=8)
            return canvas.save(figure)


def mixed_effects(
    rows: npt.ArrayLike | BiasResult,
    columns: Mapping[str, Sequence[Any]],
    clusters: Sequence[str] = ("cluster",),
    factors: Sequence[str] = (),
    confidence_level: float = 0.95,
) -> MixedFit:
    """Fit by restricted maximum likelihood, of effects for the male side or of a result.

    `columns` have `gender_more`, the clusters and the factors. The stereotype counts +1/2 in rows
    about men and -1/2 in rows about women, a factor's levels against their mean: `male_lean` is the
    mean over both kinds and all levels.
    """
    if not clusters:
        raise InputError(
            expected="at least one column of clusters", got="none", fix="Pass clusters=['cluster']."
        )
    found, known = male_effects(rows, columns, [ABOUT, *factors, *clusters])
    kept = known[ABOUT] != ""
    about = known[ABOUT][kept]
    if len({*about.tolist()}) < 2:
        raise InputError(
            expected="rows about men and rows about women",
            got=f"{len(about)} rows about {about[0] if len(about) else 'nobody'}",
            fix=f"Fill in {ABOUT!r}, or score other rows.",
        )
    effects = found[kept]
    names, matrix = _design(about, {name: known[name][kept] for name in factors})
    grouped = {name: codes(known[name][kept]) for name in clusters}
    spread = float(np.std(effects))
    if spread == 0.0:
        raise InputError(
            expected="effects that vary", got="rows that are all alike", fix="Score other rows."
        )
    fitted = _without_bounds(effects / spread, matrix, grouped)
    quantile = float(sps.norm.ppf(0.5 + confidence_level / 2))
    told = []
    for name, value, error in zip(names, fitted.values, fitted.stderrs, strict=True):
        middle, half = spread * float(value), spread * quantile * float(error)
        p_value = 2.0 * float(sps.norm.sf(abs(value) / error))
        told.append(
            FixedEffect(name, middle, spread * float(error), middle - half, middle + half, p_value)
        )
    variances = {name: spread**2 * fitted.variances.get(name, 0.0) for name in clusters}
    return MixedFit(
        tuple(told),
        {**variances, RESIDUAL: spread**2 * fitted.residual},
        {name: int(column.max()) + 1 for name, column in grouped.items()},
        len(effects),
        fitted.converged,
        tuple(name for name in clusters if name not in fitted.variances),
        int((~kept).sum()),
        confidence_level,
    )


class _Fitted(NamedTuple):
    values: Floats
    stderrs: Floats
    variances: dict[str, float]
    residual: float
    converged: bool


def _design(
    about: npt.NDArray[np.str_], factors: Mapping[str, npt.NDArray[np.str_]]
) -> tuple[list[str], Floats]:
    names = [LEAN, CONTRAST]
    vectors = [np.ones(len(about)), np.where(about == "male", 0.5, -0.5)]
    for name, column in factors.items():
        *levels, last = sorted({*column.tolist()})
        for level in levels:
            names.append(f"{name}[{level}]")
            vectors.append(1.0 * (column == level) - 1.0 * (column == last))
    matrix = np.column_stack(vectors)
    if np.linalg.matrix_rank(matrix) < len(names):
        raise DataError(
            expected="stereotypes and factors whose levels are crossed",
            got=f"{', '.join(names[1:])}, of which some determine others",
            fix="Leave a factor out.",
        )
    return names, matrix


def _without_bounds(effects: Floats, matrix: Floats, clusters: Mapping[str, Ints]) -> _Fitted:
    """The fit without the components that it puts at 0: theirs is the likelihood of fewer."""
    fitted = _fit(effects, matrix, clusters)
    least = _AT_BOUND * (fitted.residual + sum(fitted.variances.values()))
    left = {name: clusters[name] for name, one in fitted.variances.items() if one > least}
    if len(left) == len(clusters) or not fitted.converged:
        return fitted
    return _without_bounds(effects, matrix, left)


def _fit(effects: Floats, matrix: Floats, clusters: Mapping[str, Ints]) -> _Fitted:
    api = optional_library("statsmodels.api", "analyses")
    if not clusters:
        plain = api.OLS(effects, matrix).fit()
        return _Fitted(plain.params, plain.bse, {}, float(plain.scale), True)
    if len(clusters) == 1:
        (column,) = clusters.values()
        model = api.MixedLM(effects, matrix, groups=column)
    else:
        model = api.MixedLM(
            effects, matrix, groups=np.zeros(len(effects)), exog_vc=_components(clusters)
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they say stands in `converged` and `at_bound`
        try:
            # a search without slopes: those of statsmodels lead astray where a variance is near 0
            found = model.fit(reml=True, method=["powell"])
            values, stderrs = np.asarray(found.fe_params), np.asarray(found.bse_fe)
        except np.linalg.LinAlgError:  # a variance of exactly 0
            plain = _fit(effects, matrix, {})
            return plain._replace(variances=dict.fromkeys(clusters, 0.0), converged=False)
    shared = [float(found.cov_re[0, 0])] if len(clusters) == 1 else found.vcomp.tolist()
    usable = bool(found.converged) and bool(np.isfinite(stderrs).all())
    variances = dict(zip(clusters, shared, strict=True))
    return _Fitted(values, stderrs, variances, float(found.scale), usable)


def _components(clusters: Mapping[str, Ints]) -> Any:
    """Crossed clusters as statsmodels has them: all rows in one group, a matrix for each column."""
    sizes = {name: int(column.max()) + 1 for name, column in clusters.items()}
    n = len(next(iter(clusters.values())))
    if n * sum(sizes.values()) > _MOST_CELLS:
        raise InputError(
            expected=f"at most {_MOST_CELLS:,} cells of rows times crossed clusters",
            got=f"{n} rows and {sum(sizes.values())} clusters",
            fix="Take one column of clusters, or a sample of rows.",
        )
    spec = optional_library("statsmodels.regression.mixed_linear_model", "analyses").VCSpec
    return spec(
        list(clusters),
        [[[f"{name}{i}" for i in range(size)]] for name, size in sizes.items()],
        [[np.eye(size)[clusters[name]]] for name, size in sizes.items()],
    )
