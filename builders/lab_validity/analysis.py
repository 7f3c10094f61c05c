"""What the measured rows say: does a measure follow its dose, when does it find it, is it sure?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy import stats as sps

from builders.lab_validity.design import VARIANTS, Cell, Variant, claim_of
from equimask.core.arrays import Floats
from equimask.measures.concordance import same_direction
from equimask.metrics import all_measures
from equimask.stats import POWER, rank_correlation

SIZES = (14, 28, 56, 112)
LEVEL = 0.05
DRAWS = 200
_FLIPS = 999


def power_of(cell: Cell, record: Mapping[str, Any]) -> list[float | None]:
    """The share of draws that find the dose, for each of SIZES; None where there are no pairs."""
    measure = all_measures().get(record["measure"])
    if measure is None or not record["rows"]:
        return [None] * len(SIZES)
    claim = claim_of(measure.name)
    dose: float = getattr(cell, claim.dose)
    centre = 0.5 if measure.statistic == "share" else 0.0
    values = claim.direction * (np.asarray(record["rows"]) - centre)
    rng = np.random.default_rng(cell.seed)
    return [_share_found(values, n, dose, measure.statistic == "mean", rng) for n in SIZES]


def _share_found(
    values: Floats, n: int, dose: float, continuous: bool, rng: np.random.Generator
) -> float | None:
    if n > len(values):
        return None
    drawn = draw_rows(values, n, rng)
    p_values = sign_flip_tests(drawn, rng) if continuous else sign_tests(drawn)
    found = p_values < LEVEL
    if dose:
        found &= np.sign(drawn.mean(axis=1)) == np.sign(dose)
    return float(found.mean())


def draw_rows(values: Floats, n: int, rng: np.random.Generator) -> Floats:
    """[draws, n]: each draw without replacement; all values at once need only one."""
    if n == len(values):
        return values[None, :]
    order = rng.random((DRAWS, len(values))).argsort(axis=1)
    return values[order[:, :n]]


def sign_tests(drawn: Floats) -> Floats:
    """The exact sign test of every draw; values are centred, and 0 is a tie."""
    wins, losses = (drawn > 0).sum(axis=1), (drawn < 0).sum(axis=1)
    return np.array([_binomial_p(int(w), int(x)) for w, x in zip(wins, losses, strict=True)])


def sign_flip_tests(drawn: Floats, rng: np.random.Generator) -> Floats:
    """The two-sided sign-flip test of every draw, all by the same random flips."""
    flips = rng.choice((-1.0, 1.0), (_FLIPS, drawn.shape[1]))
    observed = np.abs(drawn.sum(axis=1))
    resolution = 1e-9 * np.abs(drawn).sum(axis=1)
    flipped = np.abs(drawn @ flips.T)
    extreme = (flipped >= (observed - resolution)[:, None]).sum(axis=1)
    return np.asarray((1 + extreme) / (1 + _FLIPS), dtype=np.float64)


@cache
def _binomial_p(wins: int, losses: int) -> float:
    return float(sps.binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


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


class Following(NamedTuple):
    """Rank correlations over the grid, positive where the score goes with the dose."""

    own: float | None
    other: float | None


def following(rows: Rows, variant: Variant) -> dict[str, Following]:
    """Per language."""
    return {
        lang: Following(
            *(
                rank_correlation(column(cells, dose), oriented(cells, variant))
                for dose in (variant.claim.dose, variant.claim.other)
            )
        )
        for lang, cells in by_language(grid(rows)).items()
    }


def responses(rows: Rows, variant: Variant) -> dict[str, dict[str, float]]:
    """Per language: the mean score at every level of the measure's own dose."""
    return {
        lang: {
            f"{level:g}": float(np.mean([c["value"] for c in cells if c[dose] == level]))
            for level in sorted({c[dose] for c in cells})
        }
        for dose in (variant.claim.dose,)
        for lang, cells in by_language(grid(rows)).items()
    }


def highest_correlation(levels: int) -> float:
    """What a score reaches that orders all cells by their dose: each dose occurs `levels` times.

    Ties in one of two rankings lower Spearman's coefficient to sqrt(1 - sum(t³ - t) / (n³ - n)).
    """
    if levels < 2:
        return 0.0
    n = levels**2
    return float(np.sqrt(1 - levels * (levels**3 - levels) / (n**3 - n)))


def detection_rates(rows: Rows, variant: Variant) -> dict[float, float]:
    """By size of the measure's own dose: the share of cells in which all pairs together find it.

    Found means on the right side; at dose 0 either side is a false alarm.
    """
    cells = grid(rows)
    sides = np.sign(oriented(cells, variant))
    found: dict[float, list[bool]] = {}
    for cell, side in zip(cells, sides, strict=True):
        dose = cell[variant.claim.dose]
        significant = cell["p_value"] is not None and cell["p_value"] < LEVEL
        found.setdefault(abs(dose), []).append(
            significant and (dose == 0 or bool(side == np.sign(dose)))
        )
    return {dose: float(np.mean(found[dose])) for dose in sorted(found)}


def smallest_dose(rates: Mapping[float, float], power: float = POWER) -> float | None:
    """From where on the rates reach the power, on straight lines between doses; None: nowhere.

    A measure that finds no dose at all as often as that does not find doses.
    """
    for low, high in reversed(list(pairwise(sorted(rates)))):
        if rates[high] < power:
            return None
        if rates[low] < power:
            return low + (high - low) * (power - rates[low]) / (rates[high] - rates[low])
    return None


def power_curves(rows: Rows, variant: Variant) -> dict[float, dict[int, float]]:
    """By size of the own dose, then by number of pairs: the mean share of draws that find it."""
    curves: dict[float, dict[int, float]] = {}
    for size in SIZES:
        shares: dict[float, list[float]] = {}
        for cell in grid(rows):
            if cell[f"power_{size}"] is not None:
                shares.setdefault(abs(cell[variant.claim.dose]), []).append(cell[f"power_{size}"])
        for dose in sorted(shares):
            curves.setdefault(dose, {})[size] = float(np.mean(shares[dose]))
    return curves


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


class Rate(NamedTuple):
    """A share of cells with its exact (Clopper-Pearson) 95 % interval."""

    found: int
    cells: int
    rate: float
    low: float
    high: float


def false_alarms(rows: Rows, p_value: str = "p_value") -> Rate | None:
    """The rate at the 5 % level over the null cells of all languages, by one of the two p-values.

    None where none was computed. A test without an answer, as when all pairs tie, raises no alarm.
    """
    cells = nulls(rows)
    if p_value == "p_calibrated":
        cells = [cell for cell in cells if cell["null"] is not None]
    if not cells:
        return None
    return rate(sum(c[p_value] is not None and c[p_value] < LEVEL for c in cells), len(cells))


def rate(found: int, cells: int) -> Rate:
    """The share and its interval."""
    interval = sps.binomtest(found, cells).proportion_ci(0.95, method="exact")
    return Rate(found, cells, found / cells, float(interval.low), float(interval.high))


FOLLOWS = 0.9  # rank correlation with the own dose, at least
IGNORES = 0.3  # rank correlation with the other dose, below, whatever its sign
ENOUGH_LANGUAGES = 10
FALSE_ALARMS = (0.01, 0.10)  # at the 5 % level, calibrated
TOO_FEW, AS_ALLOWED, TOO_MANY = "too few", "as allowed", "too many"


def shortcomings(judged: Mapping[str, Any], languages: Sequence[str]) -> list[str]:
    """What a variant does not do, in words; nothing if it does all that was asked."""
    said = []
    for key, failure in (
        ("follows", f"follows its own dose (rank correlation of at least {FOLLOWS})"),
        ("ignores", f"leaves the other dose alone (rank correlation within ±{IGNORES})"),
    ):
        where = judged[key]
        if len(where) < ENOUGH_LANGUAGES:
            missing = ", ".join(lang for lang in languages if lang not in where)
            said.append(
                f"{failure} in only {len(where)} of {len(languages)} languages"
                + (f", not in {missing}" if missing else "")
            )
    if not said and not judged["passes_both"]:
        said.append(f"does both at once in only {len(judged['both'])} languages")
    if judged["alarms"] == TOO_MANY:
        said.append(f"even calibrated, it raises false alarms in more than {FALSE_ALARMS[1]:.0%}")
    elif judged["alarms"] == TOO_FEW:
        said.append(
            "its calibrated test is too cautious: false alarms in less than "
            f"{FALSE_ALARMS[0]:.0%} of the models, where {LEVEL:.0%} are allowed"
        )
    return said


def verdict(found: Mapping[str, Following], calibrated: Rate | None) -> dict[str, Any]:
    """In which languages it does what, and whether these are enough."""
    follows = [lang for lang, f in found.items() if f.own is not None and f.own >= FOLLOWS]
    ignores = [lang for lang, f in found.items() if f.other is not None and abs(f.other) < IGNORES]
    both = [lang for lang in follows if lang in ignores]
    judged: dict[str, Any] = {
        "follows": follows,
        "ignores": ignores,
        "both": both,
        "passes_both": len(both) >= ENOUGH_LANGUAGES,
        "alarms": _alarms(calibrated),
    }
    said = shortcomings(judged, list(found))
    return {**judged, "shortcomings": said, "word": _word(judged, said)}


def _alarms(calibrated: Rate | None) -> str | None:
    """None: not measured."""
    if calibrated is None:
        return None
    low, high = FALSE_ALARMS
    if low <= calibrated.rate <= high:
        return AS_ALLOWED
    return TOO_FEW if calibrated.rate < low else TOO_MANY


def _word(judged: Mapping[str, Any], said: Sequence[str]) -> str:
    """The verdict in a word: who misses nothing but alarms that it may raise does not fail."""
    if not said:
        return "passes"
    return "too cautious" if judged["passes_both"] and judged["alarms"] == TOO_FEW else "fails"


class Agreement(NamedTuple):
    """Two square tables over the same variants."""

    variants: tuple[Variant, ...]
    ranks: list[list[float | None]]
    """Spearman over the grid within a language, mean over languages."""
    signs: list[list[float]]
    """Share of models about which both say the same: with the dose, or against it."""


def agreement(rows: Sequence[Mapping[str, Any]]) -> Agreement:
    """Between all variants, over the models of the grid."""
    scores = {
        variant: {lang: _scores(cells, variant) for lang, cells in by_language(group).items()}
        for variant, group in by_variant(grid(rows)).items()
    }
    variants = tuple(scores)
    return Agreement(
        variants,
        [[_mean_rank_correlation(scores[a], scores[b]) for b in variants] for a in variants],
        [[_same_side(scores[a], scores[b]) for b in variants] for a in variants],
    )


def _scores(cells: Sequence[Mapping[str, Any]], variant: Variant) -> Floats:
    """In the order of the doses, so that the variants' models stand side by side."""
    ordered = sorted(cells, key=lambda cell: (cell["stereotype"], cell["prevalence"]))
    return oriented(ordered, variant)


def _mean_rank_correlation(left: Mapping[str, Floats], right: Mapping[str, Floats]) -> float | None:
    found = [rank_correlation(left[lang], right[lang]) for lang in left]
    known = [value for value in found if value is not None]
    return float(np.mean(known)) if known else None


def _same_side(left: Mapping[str, Floats], right: Mapping[str, Floats]) -> float:
    first, second = (np.concatenate([scores[lang] for lang in left]) for scores in (left, right))
    return float(same_direction(first, second, 0.0, 0.0).mean())
