"""Two numbers beside a score: how often the male side wins, and what stereotypes move.

A model may write "he" nearly always and still write it the less the more a sentence is thought of
as a woman's. Both numbers are of the male side, whatever the metric's claim is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.core.arrays import Bools, Floats
from equimask.core.options import Options
from equimask.core.schema import GENDERS
from equimask.evaluation.estimates import Clusters, estimate
from equimask.inputs.checks import is_shared
from equimask.measures import contrast
from equimask.metrics import Measure, measure_of
from equimask.metrics.spec import MALE

_PREVALENCE = Measure(
    name="male_prevalence",
    metric="",
    label="male prevalence",
    asks="In how many of 100 rows the male side wins.",
    claim=MALE,
)
_PROBABILITIES = ("p_male", "p_female")
_PEOPLE = dict(zip(GENDERS, ("men", "women"), strict=True))


@dataclass(frozen=True)
class MaleRows:
    """Rows whose male side is known: whether it wins, by how much, whom a stereotype means there.

    `effects` are None where they are not known of every row.
    """

    wins: Floats
    effects: Floats | None
    about: npt.NDArray[np.str_]
    clusters: Clusters | None = None

    def of(self, those: Bools) -> MaleRows:
        """Some of them; clusters of one row each are none."""
        effects = None if self.effects is None else self.effects[those]
        columns = [np.asarray(column)[those].tolist() for column in self.clusters or ()]
        shared = columns if any(map(is_shared, columns)) else None
        return MaleRows(self.wins[those], effects, self.about[those], shared)

    @property
    def of_both(self) -> bool:
        """Whether there are rows about men and rows about women."""
        return all((self.about == gender).any() for gender in GENDERS)


def male_rows(
    measure: Measure,
    columns: Mapping[str, npt.NDArray[Any]],
    about: Sequence[str],
    clusters: Clusters | None = None,
) -> MaleRows:
    """The rows of a measure that decides them; `about` is `gender_more`, '' where it is not known.

    Which side of a stereotype pair is male is known of those rows alone whose `about` is.
    """
    genders = np.asarray(about, dtype=str)
    deciding = measure_of(measure.decided_by) if measure.decided_by else measure
    effects = None if deciding.effects is None else deciding.effects(columns)
    if any((columns[name] == 0.0).any() for name in _PROBABILITIES if name in columns):
        effects = None  # the odds of what cannot be have no logarithm
    wins = columns[measure.decisions]
    if measure.claim == MALE:
        return MaleRows(wins, effects, genders, clusters)
    if effects is not None:  # a tie that the published protocol calls lost is no man's win
        wins = np.where(effects == 0.0, 0.5, wins)
    turned = MaleRows(
        np.where(genders == "male", wins, 1.0 - wins),
        None if effects is None else contrast.male_oriented(effects, genders.tolist()),
        genders,
        clusters,
    )
    return turned.of(genders != "")


def details_of(rows: MaleRows, options: Options) -> dict[str, Any]:
    """Prevalence, lean and contrast as a result has them; only what these rows can tell."""
    known = {gender: int((rows.about == gender).sum()) for gender in GENDERS}
    told: dict[str, Any] = {"n_gendered": sum(known.values())}
    if not sum(known.values()):
        return told
    prevalence = estimate(_PREVALENCE, rows.wins, options, rows.clusters)
    told |= {"male_prevalence": prevalence.value}
    told |= _named("male_prevalence", stats.Interval(*prevalence[1:4]))
    if rows.effects is None:
        return told
    rng = np.random.default_rng(options.seed)
    told |= _lean(rows.effects, rows.clusters, options, rng)
    if rows.of_both:
        told |= _contrast(rows.of(rows.about != ""), options)
        told |= {f"n_about_{gender}": n for gender, n in known.items()}
    return told


def notes_of(rows: MaleRows) -> tuple[str, ...]:
    """Why `gender_more`, though given, gives no contrast; nothing where it does."""
    if rows.of_both and rows.effects is not None:
        return ()
    known = [_PEOPLE[gender] for gender in GENDERS if (rows.about == gender).any()]
    reason = "`gender_more` is not known of any row"
    if known:
        reason = f"all rows whose `gender_more` is known are about {known[0]}"
    if rows.of_both:
        reason = "a word of probability 0 has no log odds"
    return (f"no stereotype contrast: {reason}",)


def contrast_of(rows: MaleRows) -> float | None:
    """The bare contrast, as of an untrained twin; None where there is none."""
    if rows.effects is None or not rows.of_both:
        return None
    return contrast.stereotype_contrast(rows.effects, rows.about.tolist())


def null_of(twins: Sequence[float | None]) -> dict[str, float]:
    """What the architecture alone makes of it: the mean over twins, where all of them have one."""
    known = [one for one in twins if one is not None]
    if not known or len(known) < len(twins):
        return {}
    return {"stereotype_contrast_null": float(np.mean(known))}


def _lean(
    effects: Floats, clusters: Clusters | None, options: Options, rng: np.random.Generator
) -> dict[str, float | None]:
    level = options.confidence_level
    interval = stats.Interval(None, None, None)
    if clusters is not None:
        drawn = level, options.n_resamples, rng
        interval = stats.clustered_mean(effects, clusters, 0.0, *drawn).interval
    elif len(effects) > 1:
        interval = stats.Interval(*stats.mean_interval(effects, level)[1:])
        if stats.attainable_p(len(effects)) > 1.0 - level:  # as of clusters, and of a contrast
            interval = interval._replace(low=None, high=None)
    effect = stats.standardised_effect(effects, clusters or (), level)
    if effect is not None and interval.low is None:
        effect = effect._replace(interval=effect.interval._replace(low=None, high=None))
    return {
        "male_lean": float(np.mean(effects)),
        **_named("male_lean", interval),
        **_standardised("male_lean_d", effect),
    }


def _contrast(rows: MaleRows, options: Options) -> dict[str, float | None]:
    assert rows.effects is not None
    found = stats.contrast_of_means(
        rows.effects, rows.about == "male", rows.clusters or (), options.confidence_level
    )
    return {
        "stereotype_contrast": contrast_of(rows),
        **_named("stereotype_contrast", found.interval),
        "stereotype_contrast_p_value": found.p_value,
        **_standardised("stereotype_contrast_d", found.effect),
    }


def _standardised(name: str, found: stats.StandardisedEffect | None) -> dict[str, float | None]:
    interval = stats.Interval(None, None, None) if found is None else found.interval
    ends = {f"{name}_ci_low": interval.low, f"{name}_ci_high": interval.high}
    return {name: None if found is None else found.effect, **ends}


def _named(name: str, interval: stats.Interval) -> dict[str, float | None]:
    ends = {f"{name}_ci_low": interval.low, f"{name}_ci_high": interval.high}
    return {f"{name}_stderr": interval.stderr, **ends}
