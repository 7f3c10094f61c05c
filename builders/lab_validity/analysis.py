"""What the measured rows say: does a measure follow its dose, when does it find it, is it sure?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy import stats as sps

from builders.lab_validity.design import DOSES, SCORE, VARIANTS, Cell, Variant, claim_of
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
    if measure is None or not record["rows"] or record["number"] != SCORE:
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
    """The rows of each variant that occurs, those of today first."""
    groups: dict[Variant, list[Mapping[str, Any]]] = {variant: [] for variant in VARIANTS}
    for row in rows:
        variant = Variant(row["measure"], row["unit"], row["likelihood"], row["number"])
        groups.setdefault(variant, []).append(row)
    return {variant: group for variant, group in groups.items() if group}


def by_language(rows: Rows) -> dict[str, list[Mapping[str, Any]]]:
    """The rows of each language."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["lang"], []).append(row)
    return groups


def grid(rows: Rows) -> list[Mapping[str, Any]]:
    """The crossed doses, each once: repetitions of a null cell would give it more weight.

    Small doses are crossed among themselves, and would give the middle more weight.
    """
    large = max((abs(row[dose]) for row in rows for dose in DOSES), default=0.0)
    return [
        row
        for row in rows
        if row["repetition"] == 0 and all(abs(row[dose]) in (0.0, large) for dose in DOSES)
    ]


def nulls(rows: Rows) -> list[Mapping[str, Any]]:
    """The cells in which nothing was planted."""
    return [row for row in rows if all(row[dose] == 0 for dose in DOSES)]


def column(rows: Rows, name: str) -> Floats:
    """A column as numbers."""
    return np.array([row[name] for row in rows], dtype=np.float64)


def oriented(rows: Rows, variant: Variant) -> Floats:
    """Scores as distances from the centre, positive to the side to which its dose should push."""
    claim = variant.claim
    return np.asarray(claim.direction * (column(rows, "value") - claim.centre))


class Following(NamedTuple):
    """Rank correlations over the grid, positive where the number goes with the dose."""

    own: float | None
    others: dict[str, float | None]


def following(rows: Rows, variant: Variant) -> dict[str, Following]:
    """Per language; of the other doses those that were varied."""
    claim, found = variant.claim, {}
    for lang, cells in by_language(grid(rows)).items():
        values = oriented(cells, variant)
        followed = {
            dose: rank_correlation(column(cells, dose), values)
            for dose in DOSES
            if dose == claim.dose or len({cell[dose] for cell in cells}) > 1
        }
        own = followed.pop(claim.dose)
        found[lang] = Following(own, followed)
    return found


def responses(rows: Rows, variant: Variant) -> dict[str, dict[str, float]]:
    """Per language: the mean at every level of the number's own dose, small ones included."""
    return {
        lang: {
            f"{level:g}": float(np.mean([c["value"] for c in cells if c[dose] == level]))
            for level in sorted({c[dose] for c in cells})
        }
        for dose in (variant.claim.dose,)
        for lang, cells in by_language(_first_of_each(rows)).items()
    }


def _first_of_each(rows: Rows) -> list[Mapping[str, Any]]:
    """Without the repetitions of a null cell."""
    return [row for row in rows if row["repetition"] == 0]


def highest_correlation(levels: int, kinds: int) -> float:
    """What a score reaches that orders all cells of `kinds` crossed doses by one of them.

    Ties in one of two rankings lower Spearman's coefficient to sqrt(1 - sum(t³ - t) / (n³ - n)).
    """
    if levels < 2:
        return 0.0
    n, ties = levels**kinds, levels ** (kinds - 1)
    return float(np.sqrt(1 - levels * (ties**3 - ties) / (n**3 - n)))


def detection_rates(rows: Rows, variant: Variant) -> dict[float, float]:
    """By size of the measure's own dose: the share of cells in which all pairs together find it.

    Found means on the right side; at dose 0 either side is a false alarm.
    """
    cells = _first_of_each(rows)
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
    """The smallest dose tried from which on the rates reach the power; None: there is none.

    A measure that finds no dose at all as often as that does not find doses.
    """
    smallest = None
    for dose in sorted(rates, reverse=True):
        if rates[dose] < power:
            return smallest
        smallest = dose
    return None


def power_curves(rows: Rows, variant: Variant) -> dict[float, dict[int, float]]:
    """By size of the own dose, then by number of pairs: the mean share of draws that find it."""
    curves: dict[float, dict[int, float]] = {}
    for size in SIZES:
        shares: dict[float, list[float]] = {}
        for cell in _first_of_each(rows):
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


STRANGERS, LABELS, TWINS, MEAN_TWIN = "strangers", "labels", "twins", "mean_twin"
P_VALUES = {
    STRANGERS: "p_strangers",
    LABELS: "p_value",
    TWINS: "p_among_twins",
    MEAN_TWIN: "p_from_mean_twin",
}
"""The tests on trial, and where their p stands: every row for itself; the sides of rows that share
their words exchanged together; as one more of the untrained twins; from the mean of the twins."""


def tested_by(variant: Variant) -> str:
    """Which test a calibrated score has; other numbers are symmetric, as PMI is."""
    return LABELS if variant.number != SCORE or variant.measure == "pmi" else TWINS


class Rate(NamedTuple):
    """A share of cells with its exact (Clopper-Pearson) 95 % interval."""

    found: int
    cells: int
    rate: float
    low: float
    high: float


def false_alarms(rows: Rows, p_value: str = "p_value") -> Rate | None:
    """The rate at the 5 % level over the null cells of all languages, by one of the p-values.

    None where none was computed. A test without an answer, as when all pairs tie, raises no alarm.
    """
    cells = nulls(rows)
    if all(cell[p_value] is None for cell in cells):
        return None
    return rate(sum(c[p_value] is not None and c[p_value] < LEVEL for c in cells), len(cells))


def rate(found: int, cells: int) -> Rate:
    """The share and its interval."""
    interval = sps.binomtest(found, cells).proportion_ci(0.95, method="exact")
    return Rate(found, cells, found / cells, float(interval.low), float(interval.high))


FOLLOWS = 0.9  # rank correlation with the own dose, at least
IGNORES = 0.3  # rank correlation with the other doses, below, whatever its sign
FALSE_ALARMS = (0.02, 0.08)  # at the 5 % level, calibrated
TOO_FEW, AS_ALLOWED, TOO_MANY = "too few", "as allowed", "too many"
MAY_FAIL = 0.25  # of the languages


def enough(languages: int) -> int:
    """In how many languages a number has to do what it claims."""
    return languages - int(MAY_FAIL * languages)


def shortcomings(judged: Mapping[str, Any], languages: Sequence[str]) -> list[str]:
    """What a variant does not do, in words; nothing if it does all that was asked."""
    said = []
    failures = {"follows": f"follows its own dose (rank correlation of at least {FOLLOWS})"} | {
        dose: f"leaves {dose.replace('_', ' ')} alone (rank correlation within ±{IGNORES})"
        for dose in judged["ignores"]
    }
    for key, failure in failures.items():
        where = judged["follows"] if key == "follows" else judged["ignores"][key]
        if len(where) < enough(len(languages)):
            missing = ", ".join(lang for lang in languages if lang not in where)
            said.append(
                f"{failure} in only {len(where)} of {len(languages)} languages, not in {missing}"
            )
    if not said and not judged["passes_all"]:
        said.append(f"does all at once in only {len(judged['all'])} languages")
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
    others = dict.fromkeys(dose for f in found.values() for dose in f.others)
    ignores = {
        dose: [lang for lang, f in found.items() if _is_left_alone(f.others.get(dose))]
        for dose in others
    }
    does_all = [lang for lang in follows if all(lang in where for where in ignores.values())]
    judged: dict[str, Any] = {
        "follows": follows,
        "ignores": ignores,
        "all": does_all,
        "passes_all": len(does_all) >= enough(len(found)),
        "alarms": _alarms(calibrated),
    }
    said = shortcomings(judged, list(found))
    return {**judged, "shortcomings": said, "word": _word(judged, said)}


def _is_left_alone(correlation: float | None) -> bool:
    return correlation is not None and abs(correlation) < IGNORES


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
    return "too cautious" if judged["passes_all"] and judged["alarms"] == TOO_FEW else "fails"


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
    ordered = sorted(cells, key=lambda cell: [cell[dose] for dose in DOSES])
    return oriented(ordered, variant)


def _mean_rank_correlation(left: Mapping[str, Floats], right: Mapping[str, Floats]) -> float | None:
    found = [rank_correlation(left[lang], right[lang]) for lang in left]
    known = [value for value in found if value is not None]
    return float(np.mean(known)) if known else None


def _same_side(left: Mapping[str, Floats], right: Mapping[str, Floats]) -> float:
    first, second = (np.concatenate([scores[lang] for lang in left]) for scores in (left, right))
    return float(same_direction(first, second, 0.0, 0.0).mean())
