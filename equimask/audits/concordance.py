"""Do measures of the same claim agree, pair by pair and language by language? And where not?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from equimask import stats
from equimask.audits.measures import Floats, distance
from equimask.audits.results import MODEL, Agreement, Cell, Comparison, Flip
from equimask.measures.concordance import FEWEST_MODELS, same_direction
from equimask.metrics import Measure, measure_of


def agreements(cells: Sequence[Cell], measures: Sequence[Measure]) -> tuple[Agreement, ...]:
    """Of the model's cells: over the pairs of each language, then over the languages."""
    own = {(c.language, c.measure): c for c in cells if c.role == MODEL}
    languages = list(dict.fromkeys(language for language, _ in own))
    found = []
    for language in languages:
        for first, second in _same_claim(measures):
            if not (first.decided_by or second.decided_by):
                both = (own.get((language, measure.name)) for measure in (first, second))
                found += _over_pairs(*both)
    for first, second in _same_claim(measures):
        cells_of_both = [
            (own[language, first.name], own[language, second.name])
            for language in languages
            if (language, first.name) in own and (language, second.name) in own
        ]
        if len(cells_of_both) >= FEWEST_MODELS:  # two of anything always correlate perfectly
            found.append(_over_languages(first, second, cells_of_both))
    return tuple(found)


def flips(
    cells: Sequence[Cell], comparisons: Sequence[Comparison], alpha: float
) -> tuple[Flip, ...]:
    """Contradictions between two scores, or two differences, that are both beyond chance."""
    said: dict[tuple[str, str, str], list[tuple[str, float, float]]] = {}
    for cell in cells:
        effect = distance(measure_of(cell.measure), cell.result)
        if cell.role == MODEL and effect is not None and cell.q_value is not None:
            place = ("score", cell.language, cell.claim)
            said.setdefault(place, []).append((cell.measure, effect, cell.q_value))
    for comparison in comparisons:
        if comparison.q_value is not None:
            effect = measure_of(comparison.measure).direction * comparison.difference
            place = ("difference", comparison.language, comparison.claim)
            said.setdefault(place, []).append((comparison.measure, effect, comparison.q_value))
    return tuple(
        Flip(about, language, claim, *first, *second)
        for (about, language, claim), entries in said.items()
        for first, second in combinations([entry for entry in entries if entry[2] < alpha], 2)
        if first[1] * second[1] < 0
    )


def _same_claim(measures: Sequence[Measure]) -> Iterator[tuple[Measure, Measure]]:
    return (
        (first, second)
        for first, second in combinations(measures, 2)
        if first.claim == second.claim
    )


def _over_pairs(first: Cell | None, second: Cell | None) -> list[Agreement]:
    if first is None or second is None or first.effects is None or second.effects is None:
        return []
    left, right = both_known(first.effects, second.effects)
    return [
        Agreement(
            language=first.language,
            measure=first.measure,
            other=second.measure,
            n=len(left),
            rank_correlation=stats.rank_correlation(left, right) if len(left) > 1 else None,
            same_sign=same_sign(left, right) if len(left) else None,
        )
    ]


def _over_languages(
    first: Measure, second: Measure, both: Sequence[tuple[Cell, Cell]]
) -> Agreement:
    """Of the distances; without a neutral point, the order of the scores still says something."""
    distances = [(distance(first, one.result), distance(second, two.result)) for one, two in both]
    known = not any(None in pair for pair in distances)
    scores = [
        (first.direction * one.result.value, second.direction * two.result.value)
        for one, two in both
    ]
    left, right = np.array(distances if known else scores, dtype=np.float64).T
    return Agreement(
        language=None,
        measure=first.name,
        other=second.name,
        n=len(both),
        rank_correlation=stats.rank_correlation(left, right),
        same_sign=same_sign(left, right) if known else None,
    )


def both_known(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """The numbers at the places where both have one."""
    known = ~(np.isnan(left) | np.isnan(right))
    return left[known], right[known]


def same_sign(left: Floats, right: Floats) -> float:
    """The share of places at which both numbers lie on the same side of 0."""
    return float(same_direction(left, right, 0.0, 0.0).mean())
