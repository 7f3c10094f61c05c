"""Mixed-effects fits of worlds whose effects are known, against least squares and closed forms."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from equimask.core.arrays import Floats
from equimask.core.errors import DataError, InputError
from equimask.studies.analyses.mixed import CONTRAST, LEAN, RESIDUAL, mixed_effects


def world(
    seed: int, item: float, name: float = 0.0, n: int = 600
) -> tuple[Floats, dict[str, list[Any]]]:
    """A lean of 1, a contrast of 2, templates at 0, 1 and -1; rows vary by 1."""
    rng = np.random.default_rng(seed)
    items, names = rng.integers(0, 40, n), rng.integers(0, 25, n)
    about, template = rng.choice(["male", "female"], n), rng.choice(["a", "b", "c"], n)
    effects = 1.0 + np.where(about == "male", 1.0, -1.0)
    effects += np.array([{"a": 0.0, "b": 1.0, "c": -1.0}[one] for one in template])
    effects += item * rng.normal(size=40)[items] + name * rng.normal(size=25)[names]
    effects += rng.normal(size=n)
    columns = {"cluster": items, "name": names, "gender_more": about, "template": template}
    return effects, {key: column.tolist() for key, column in columns.items()}


def least_squares(effects: Floats, columns: dict[str, list[Any]]) -> tuple[Floats, Floats]:
    about = np.where(np.array(columns["gender_more"]) == "male", 0.5, -0.5)
    design = np.column_stack([np.ones(len(effects)), about])
    inverse = np.linalg.inv(design.T @ design)
    values = inverse @ design.T @ effects
    left = effects - design @ values
    return values, np.sqrt(np.diag(inverse) * (left @ left) / (len(effects) - 2))


def test_what_was_planted_is_found() -> None:
    fit = mixed_effects(*world(0, item=1.0), factors=["template"])
    assert fit.converged and not fit.notes
    for name, truth in ((CONTRAST, 2.0), ("template[a]", 0.0), ("template[b]", 1.0)):
        effect = fit.effect(name)
        assert abs(effect.value - truth) < 3 * effect.stderr < 0.5
        assert effect.ci_low < effect.value < effect.ci_high
    assert abs(fit.effect(LEAN).value - 1.0) < 3 * fit.effect(LEAN).stderr
    assert fit.variances["cluster"] == pytest.approx(1.0, abs=0.5)
    assert fit.variances[RESIDUAL] == pytest.approx(1.0, abs=0.15)
    assert (fit.n, fit.n_clusters) == (600, {"cluster": 40})


def test_crossed_clusters_have_a_variance_each() -> None:
    fit = mixed_effects(*world(1, item=1.0, name=0.7), clusters=["cluster", "name"])
    assert fit.converged
    assert fit.variances["cluster"] == pytest.approx(1.0, abs=0.6)
    assert fit.variances["name"] == pytest.approx(0.49, abs=0.4)
    swapped = mixed_effects(*world(1, item=1.0, name=0.7), clusters=["name", "cluster"])
    assert swapped.variances == pytest.approx(fit.variances, rel=1e-2)
    assert abs(fit.effect(CONTRAST).value - 2.0) < 3 * fit.effect(CONTRAST).stderr


def balanced() -> tuple[Floats, dict[str, list[Any]]]:
    """Every item once about men and once about women; residuals sum to nothing in every item."""
    rng = np.random.default_rng(2)
    noise = rng.normal(size=60)
    effects = np.concatenate([1.5 + noise, 0.5 - noise])
    about = ["male"] * 60 + ["female"] * 60
    return effects, {"cluster": [*range(60)] * 2, "gender_more": about}


def test_without_a_variance_of_clusters_it_is_least_squares() -> None:
    effects, columns = balanced()
    fit = mixed_effects(effects, columns)
    values, errors = least_squares(effects, columns)
    assert fit.at_bound == ("cluster",)
    assert fit.variances["cluster"] == 0.0
    assert "the variance of cluster is at its bound, 0" in fit.notes
    assert [one.value for one in fit.effects] == pytest.approx(values.tolist())
    assert [one.stderr for one in fit.effects] == pytest.approx(errors.tolist())


def test_pairs_within_items_have_the_error_of_their_differences() -> None:
    """The closed form of a balanced design, where restricted likelihood is analysis of variance."""
    rng = np.random.default_rng(3)
    shared, n = 2 * rng.normal(size=50), 50
    men, women = 1 + shared + rng.normal(size=n), shared + rng.normal(size=n)
    columns = {"cluster": [*range(n)] * 2, "gender_more": ["male"] * n + ["female"] * n}
    fit = mixed_effects(np.concatenate([men, women]), columns)
    assert fit.effect(CONTRAST).value == pytest.approx((men - women).mean(), rel=1e-6)
    expected = (men - women).std(ddof=1) / n**0.5
    assert fit.effect(CONTRAST).stderr == pytest.approx(expected, rel=1e-3)
    assert fit.variances[RESIDUAL] == pytest.approx((men - women).var(ddof=1) / 2, rel=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_shared_is_told_as_such_or_as_little(seed: int) -> None:
    fit = mixed_effects(*world(seed, item=0.0, n=300), factors=["template"])
    assert fit.converged
    assert 0.0 <= fit.variances["cluster"] < 0.15
    assert (fit.variances["cluster"] == 0.0) == (fit.at_bound == ("cluster",))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_nothing_shared_in_crossed_clusters_either(seed: int) -> None:
    fit = mixed_effects(*world(seed, item=0.0, n=300), clusters=["cluster", "name"])
    assert fit.converged
    assert max(fit.variances["cluster"], fit.variances["name"]) < 0.25
    assert abs(fit.effect(CONTRAST).value - 2.0) < 4 * fit.effect(CONTRAST).stderr


def test_the_scale_of_the_rows_is_the_scale_of_the_fit() -> None:
    effects, columns = world(4, item=1.0, n=200)
    fit, small = mixed_effects(effects, columns), mixed_effects(effects / 1e4, columns)
    assert small.effect(CONTRAST).stderr * 1e4 == pytest.approx(fit.effect(CONTRAST).stderr)
    assert small.variances["cluster"] * 1e8 == pytest.approx(fit.variances["cluster"])


def test_few_clusters_and_rows_that_are_left_out_are_told() -> None:
    effects, columns = world(5, item=1.0, n=200)
    columns["gender_more"][:7] = [""] * 7
    fit = mixed_effects(effects, columns, clusters=["template"])
    assert fit.n == 193
    assert "3 clusters of template are few: normal intervals are too narrow" in fit.notes
    assert "7 rows whose gender_more is not known are left out" in fit.notes


def test_a_fit_that_did_not_converge_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import statsmodels.api as sm

    fitted = sm.MixedLM.fit

    def stopped(self: Any, **options: Any) -> Any:
        return fitted(self, **options, maxiter=1)

    monkeypatch.setattr(sm.MixedLM, "fit", stopped)
    fit = mixed_effects(*world(6, item=1.0, n=200))
    assert not fit.converged
    assert "did not converge" in fit.markdown()


def test_the_picture_and_the_table_have_every_effect_and_variance() -> None:
    fit = mixed_effects(*world(7, item=1.0, n=200), factors=["template"])
    picture, table = fit.plot(title="A fit").decode(), fit.markdown()
    for name in (LEAN, CONTRAST, "template[a]", "cluster", RESIDUAL):
        assert name in picture
        assert name in table
    assert fit.plot() == fit.plot()


def test_what_cannot_be_fitted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    effects, columns = world(8, item=1.0, n=60)
    with pytest.raises(InputError, match="rows about men and rows about women"):
        mixed_effects(effects, {**columns, "gender_more": ["male"] * 60})
    with pytest.raises(DataError, match="some determine others"):
        mixed_effects(effects, {**columns, "same": columns["gender_more"]}, factors=["same"])
    with pytest.raises(InputError, match="effects that vary"):
        mixed_effects(np.ones(60), columns)
    with pytest.raises(InputError, match="at least one column of clusters"):
        mixed_effects(effects, columns, clusters=[])
    for module in [m for m in sys.modules if m.partition(".")[0] == "statsmodels"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "statsmodels", None)
    with pytest.raises(DataError, match=r"statsmodels.*equimask\[analyses\]"):
        mixed_effects(effects, columns)
