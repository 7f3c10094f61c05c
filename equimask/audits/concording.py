"""Measures of the same claim side by side: where they agree, and where they contradict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from equimask import stats
from equimask.audits.measures import Floats
from equimask.audits.places import Place
from equimask.audits.results import Agreement, Cell, Comparison, Flip
from equimask.measures.concordance import FEWEST_MODELS, same_direction
from equimask.metrics import Measure, measure_of


def agreements(cells: Sequence[Cell], measures: Sequence[Measure]) -> tuple[Agreement, ...]:
    """Of every model's cells: over the pairs of each place, then over the places."""
    models = dict.fromkeys(cell.model for cell in cells)
    return tuple(
        one
        for model in models
        for one in _agreements([cell for cell in cells if cell.model == model], measures)
    )


def _agreements(cells: Sequence[Cell], measures: Sequence[Measure]) -> list[Agreement]:
    own = {(c.place, c.measure): c for c in cells}
    places = list(dict.fromkeys(place for place, _ in own))
    found = []
    for place in places:
        for first, second in _same_claim(measures):
            if not (first.decided_by or second.decided_by):
                both = (own.get((place, measure.name)) for measure in (first, second))
                found += _over_pairs(*both)
    for first, second in _same_claim(measures):
        cells_of_both = [
            (own[place, first.name], own[place, second.name])
            for place in places
            if (place, first.name) in own and (place, second.name) in own
        ]
        if len(cells_of_both) >= FEWEST_MODELS:  # two of anything always correlate perfectly
            found.append(_over_places(first, second, cells_of_both))
    return found


def flips(cells: Sequence[Cell], comparisons: Sequence[Comparison]) -> tuple[Flip, ...]:
    """Contradictions between two scores, or two differences, that both show a preference."""
    said: dict[tuple[str, str | None, str, Place, str], list[tuple[str, float, float]]] = {}
    what: tuple[str, str | None, str, Place, str]
    for cell in cells:
        effect = measure_of(cell.measure).distance(cell.result)
        if cell.verdict.is_finding and effect is not None and cell.q_value is not None:
            what = (cell.model, None, "score", cell.place, cell.claim)
            said.setdefault(what, []).append((cell.measure, effect, cell.q_value))
    for comparison in comparisons:
        if comparison.q_value is not None and comparison.verdict.is_finding:
            effect = measure_of(comparison.measure).direction * comparison.difference
            place, claim = comparison.place, comparison.claim
            what = (comparison.model, comparison.other, "difference", place, claim)
            said.setdefault(what, []).append((comparison.measure, effect, comparison.q_value))
    return tuple(
        Flip(*what, *first, *second)
        for what, entries in said.items()
        for first, second in combinations(entries, 2)
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
            model=first.model,
            place=first.place,
            measure=first.measure,
            other=second.measure,
            n=len(left),
            rank_correlation=stats.rank_correlation(left, right) if len(left) > 1 else None,
            same_sign=same_sign(left, right) if len(left) else None,
        )
    ]


def _over_places(first: Measure, second: Measure, both: Sequence[tuple[Cell, Cell]]) -> Agreement:
    """Of the distances; without a neutral point, the order of the scores still says something."""
    distances = [(first.distance(one.result), second.distance(two.result)) for one, two in both]
    known = not any(None in pair for pair in distances)
    scores = [
        (first.direction * one.result.value, second.direction * two.result.value)
        for one, two in both
    ]
    left, right = np.array(distances if known else scores, dtype=np.float64).T
    return Agreement(
        model=both[0][0].model,
        place=None,
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
