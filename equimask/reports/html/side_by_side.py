"""Several models on the same rows: how they rank, and by how much they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from equimask.audits.places import Place
from equimask.audits.results import Audit, Comparison, Rank
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.heat import difference_entry
from equimask.reports.html.selection import measured
from equimask.reports.html.views import Entry, Sheet, sheet
from equimask.reports.terminal import p_text


def rank_sheets(audit: Audit) -> tuple[Sheet, ...]:
    """Models by measures, over all places, and then place by place; none without ranks."""
    if not audit.ranks:
        return ()
    if len(audit.places) == 1:
        return (_ranks_of(audit, audit.places),)
    return _ranks_over_places(audit), _ranks_of(audit, audit.places)


def _ranked(audit: Audit) -> list[str]:
    found = {rank.measure for rank in audit.ranks}
    return [measure for measure in measured(audit) if measure in found]


def _labels(measures: Sequence[str]) -> list[str]:
    return [measure_of(measure).label for measure in measures]


def _ranks_over_places(audit: Audit) -> Sheet:
    measures, noun = _ranked(audit), audit.what_varies
    among = Counter((rank.place, rank.measure) for rank in audit.ranks)  # not all read all
    rows = [
        (key, *(_over_places(_own(audit, key, measure), among) for measure in measures))
        for key in audit.model_keys
    ]
    caption = (
        f"Mean rank over {noun}s, 1 leans most to what the measure asks for; in brackets in how "
        f"many {noun}s it surely leans most, and least"
    )
    return sheet("ranks", caption, ("model", *_labels(measures)), rows)


def _own(audit: Audit, model: str, measure: str) -> list[Rank]:
    return [rank for rank in audit.ranks if (rank.model, rank.measure) == (model, measure)]


def _over_places(ranks: Sequence[Rank], among: Mapping[tuple[Place, str], int]) -> str | Entry:
    if not ranks:
        return number(None)
    mean = sum(rank.rank for rank in ranks) / len(ranks)
    first = sum(rank.high == 1 for rank in ranks)
    last = sum(rank.low == among[rank.place, rank.measure] for rank in ranks)
    told = f"surely most in {first} and least in {last} of {len(ranks)}"
    return Entry(f"{mean:.1f} ({first}, {last})", mean, told=told)


def _ranks_of(audit: Audit, places: Sequence[Place]) -> Sheet:
    measures = _ranked(audit)
    found = {(one.place, one.model, one.measure): one for one in audit.ranks}
    alone = len(places) == 1
    rows: list[tuple[str | Entry, ...]] = []
    for place in places:
        for key in audit.model_keys:
            ranks = [found.get((place, key, measure)) for measure in measures]
            name = (key,) if alone else (place.name, key)
            rows.append((*name, *map(_rank, ranks)))
    names = ("model",) if alone else (audit.what_varies, "model")
    caption = (
        "Ranks, 1 leans most to what the measure asks for; in brackets the ranks that no "
        "difference contradicts"
    )
    chosen = () if alone else names
    columns = (*names, *_labels(measures))
    return sheet("ranks-by-place", caption, columns, rows, ("model",), chosen)


def _rank(one: Rank | None) -> str | Entry:
    if one is None:
        return number(None)
    within = str(one.low) if one.low == one.high else f"{one.low}–{one.high}"
    return Entry(f"{one.rank} ({within})", float(one.rank))


def difference_maps(audit: Audit) -> list[Sheet]:
    """Places by measures, a table for every two models that were compared."""
    sheets = []
    for position, (model, other) in enumerate(_couples(audit)):
        own = [one for one in audit.comparisons if (one.model, one.other) == (model, other)]
        found = {(one.place, one.measure): one for one in own}
        measures = [m for m in measured(audit) if any(one.measure == m for one in own)]
        rows = [
            (place.name, *(_difference(found.get((place, measure))) for measure in measures))
            for place in audit.places
        ]
        shown = sum(one.verdict.is_finding for one in own)
        caption = f"{model} minus {other}: {shown} of {len(own)} differ beyond chance"
        columns = (audit.what_varies, *(measure_of(measure).column for measure in measures))
        sheets.append(sheet(f"differences-{position}", caption, columns, rows, kind="heat"))
    return sheets


def _couples(audit: Audit) -> list[tuple[str, str]]:
    return list(dict.fromkeys((one.model, one.other) for one in audit.comparisons))


def _difference(one: Comparison | None) -> str | Entry:
    return Entry(number(None), look="none") if one is None else difference_entry(one)


def difference_sheet(audit: Audit) -> Sheet | None:
    """All differences with their intervals; None where nothing was compared."""
    if not audit.comparisons:
        return None
    several = len(_couples(audit)) > 1
    columns = (
        audit.what_varies, "measure", *(("models",) if several else ()), "difference", "interval",
        "leans more to", "q", "n", "mde ±", "one", "other", "p",
    )  # fmt: skip
    order = {measure: position for position, measure in enumerate(measured(audit))}
    found = sorted(audit.comparisons, key=lambda one: order[one.measure])
    rows = [_row(one, several) for one in found]
    model, other = _couples(audit)[0]
    caption = "One model minus the other" if several else f"{model} minus {other}"
    words = ("measure", "models", "leans more to")
    return sheet(
        "differences", caption, columns, rows, words, chosen=columns[: 3 if several else 2]
    )


def _row(one: Comparison, several: bool) -> tuple[str | Entry, ...]:
    shown = measure_of(one.measure)
    digits = decimals_of(one, shown.factor)
    values = (number(value, shown.factor, digits) for value in (one.value, one.other_value))
    return (
        one.place.name,
        shown.axis,
        *((f"{one.model} minus {one.other}",) if several else ()),
        number(one.difference, shown.factor, digits),
        interval(one, shown.factor, " to "),
        one.verdict.short,
        p_text(one.q_value),
        str(one.n),
        number(one.mde, shown.factor, digits),
        *values,
        p_text(one.p_value),
    )
