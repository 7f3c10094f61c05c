"""An audit for the eye: the tables of the terminal, of one model or of several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase

import numpy as np
from rich.padding import Padding

from equimask.audits.places import Place
from equimask.audits.results import (
    Agreement,
    Audit,
    Cell,
    Comparison,
    ModelEntry,
    Rank,
    Reliability,
)
from equimask.core.result import BiasResult
from equimask.core.terminal import TextTable, lines_shown
from equimask.core.verdicts import Verdict
from equimask.measures.language_quality import IN_SIGHT
from equimask.metrics import measure_of
from equimask.metrics.texts import NO_FAIR_MODEL
from equimask.reports.digits import around, decimals_of, interval, number
from equimask.reports.terminal import (
    TwoCells,
    asked_of,
    cells,
    control_cells,
    control_legend,
    mde_legend,
    p_text,
    percent,
    plain_table,
    two_cells,
)
from equimask.reports.verdicts import LEGEND as FOREIGN
from equimask.reports.verdicts import SIGN, told_of_cell

_MOST_LINES = 60  # of a table that somebody reads in a terminal
_ACROSS = 4  # models side by side, within 80 characters


def tables(audit: Audit) -> Iterator[TextTable | Padding]:
    """One after the other, each within 80 characters.

    Several models are called by letters, which the first lines explain.
    """
    named = _letters(audit)
    for key, letter in named.items():
        if letter:
            yield _line(_called(audit, key, letter))
    if len(audit.compared) == 1:
        yield from _model_tables(audit, audit.models[audit.model_keys.index(audit.compared[0])])
    else:
        yield from _side_by_side(audit, named)
        for key, letter in named.items():
            own = [cell for cell in audit.cells if cell.model == key]
            if any(control_cells(cell) for cell in own):
                yield _controls(own, f", {letter}")
    if told_twice := _two_numbers(audit, named):
        yield told_twice
    if any(cell.result.lm_accuracy is not None for cell in audit.cells):
        yield _language_quality(audit, named)
    if audit.comparisons:
        yield _comparisons(audit, named)
    if audit.agreement:
        yield _agreement([a for a in audit.agreement if a.place is not None])
    if audit.reliability:
        yield _reliability(audit.reliability)
    for flip in audit.flips:
        of = " minus ".join(filter(None, (named[flip.model], named.get(flip.other_model or ""))))
        yield _line(
            f"flip, {f'{of} ' * bool(of)}{flip.place.key} {flip.about}: {flip.measure} "
            f"(q {p_text(flip.q_value)}) and {flip.other} (q {p_text(flip.other_q_value)}) "
            "contradict each other"
        )
    for note in audit.notes:
        yield _line(f"note, {note}")


def _letters(audit: Audit) -> dict[str, str]:
    """A letter for each of several models; none for one alone."""
    keys = audit.model_keys
    if len(keys) == 1:
        return {keys[0]: ""}
    doubled = (first + second for first in ascii_uppercase for second in ascii_uppercase)
    return dict(zip(keys, (*ascii_uppercase, *doubled), strict=False))


def _called(audit: Audit, key: str, letter: str) -> str:
    entry = audit.models[audit.model_keys.index(key)]
    role = ", the baseline" if key == audit.baseline else ""
    return f"{letter}: {entry.signed}, {_size(entry.parameters)} parameters{role}"


def _size(parameters: int) -> str:
    for least, unit in ((1e9, "billion"), (1e6, "million")):
        if parameters >= least:
            return f"{parameters / least:.3g} {unit}"
    return f"{parameters:,}"


def _of_measure(cell: Cell) -> BiasResult:
    return replace(cell.result, metric=cell.measure)


def _side_by_side(audit: Audit, named: Mapping[str, str]) -> Iterator[TextTable]:
    """Scores and ranks, a column for each model."""
    keys = audit.model_keys
    chunks = [keys[start : start + _ACROSS] for start in range(0, len(keys), _ACROSS)]
    scores = {(c.place, c.measure, c.model): c for c in audit.cells}
    for some in chunks:
        table = plain_table("Scores", ("data", "metric"), [named[key] for key in some])
        for place, measure in _lines(audit):
            found = [scores.get((place, measure, key)) for key in some]
            table.add_row(place.key, measure_of(measure).column, *map(_starred, found))
        table.below(_star_legend(audit))
        yield table
    ranks = {(r.place, r.measure, r.model): r for r in audit.ranks}
    for some in chunks if ranks else ():
        table = plain_table("Ranks", ("data", "metric"), [named[key] for key in some])
        for place, measure in _lines(audit):
            own = [ranks.get((place, measure, key)) for key in some]
            if any(own):
                table.add_row(place.key, measure_of(measure).column, *map(_rank, own))
        table.below(
            "1 leans most to the stereotype, or to men. In brackets: the ranks that no difference\n"
            "contradicts; those of all models hold at once",
        )
        yield table


def _lines(audit: Audit) -> list[tuple[Place, str]]:
    """What was measured where, by any of the models."""
    found = {(cell.place, cell.measure) for cell in audit.cells}
    every = ((place, measure) for place in audit.places for measure in audit.measures)
    return [line for line in every if line in found]


def _starred(cell: Cell | None) -> str:
    if cell is None:
        return number(None)
    text, null = cells(_of_measure(cell)), cell.result.null
    score = f"{text.score}{SIGN}" if cell.result.is_foreign else text.score
    told = score + ("*" if cell.verdict.is_finding else "\u00a0")
    return told if null is None else f"{told}({text.start})"


def _rank(rank: Rank | None) -> str:
    if rank is None:
        return number(None)
    return f"{rank.rank} [{rank.low}, {rank.high}]"


def _star_legend(audit: Audit) -> str:
    lines = ["* a preference is shown, after false-discovery control over the model's scores"]
    if any(cell.result.null is not None for cell in audit.cells):
        lines.append("in brackets: what untrained twins of the model score (null)")
    others: dict[str, dict[str, None]] = {}
    for cell in audit.cells:
        if not cell.verdict.is_finding and cell.verdict != Verdict.NONE_SHOWN:
            others.setdefault(cell.verdict.short, {})[measure_of(cell.measure).label] = None
    lines += [f"{word}: {', '.join(labels)}" for word, labels in others.items()]
    if any(cell.result.is_foreign for cell in audit.cells):
        lines.append(FOREIGN)
    lines.append("intervals, q and mde: in the report, and by `equimask table results.json -f csv`")
    return "\n".join(lines)


def _two_numbers(audit: Audit, named: Mapping[str, str]) -> TextTable | Padding | None:
    """What stereotypes move apart from how often men win; once where metrics read the same."""
    lines: dict[tuple[str, str, TwoCells], list[str]] = {}
    scales: dict[str, None] = {}
    for cell in audit.cells:
        if found := two_cells(_of_measure(cell)):
            if found.scale:
                scales[f" (of {measure_of(cell.measure).metric} {found.scale})"] = None
            told = (cell.place.key, named[cell.model], found._replace(scale=""))
            lines.setdefault(told, []).append(cell.measure)
    if not lines:
        return None
    if len(lines) > _MOST_LINES:
        return _line(f"stereotype contrast and prevalence, {len(lines)} of each: in the report")
    several = len(named) > 1
    names = ("data", *(("of",) if several else ()))
    table = plain_table("Stereotype and prevalence", names, ("contrast", "its d", "men %"))
    table.add_column("metrics")
    for (place, letter, found), measures in lines.items():
        texts = (text or number(None) for text in found[:3])
        table.add_row(place, *((letter,) if several else ()), *texts, ", ".join(measures))
    table.below(
        "contrast: rows whose stereotype is about men minus those about women"
        f"{''.join(scales)};\n"
        "d: in standard deviations; men %: how often the male side wins",
    )
    return table


def _model_tables(audit: Audit, entry: ModelEntry) -> Iterator[TextTable | Padding]:
    own = [cell for cell in audit.cells if cell.model == entry.key]
    if all(place.is_packaged for place in audit.places):
        yield _scores(own, entry.signed)
    else:  # names of data are long: a table for each
        yield _line(entry.signed)
        for place in audit.places:
            if found := [cell for cell in own if cell.place == place]:
                yield _scores(found, place.name, named=False)
        yield _line(_legend(own))
    if any(control_cells(cell) for cell in own):
        yield _controls(own)


def _line(text: str) -> Padding:
    return Padding(lines_shown(text), (0, 0, 0, 1))


def _scores(own: Sequence[Cell], title: str, named: bool = True) -> TextTable:
    names = ("data", "metric") if named else ("metric",)
    calibrated = any(cell.result.null is not None for cell in own)
    null = ("null",) if calibrated else ()
    table = plain_table(title, names, ("score", "interval", *null, "q", "n", "mde"))
    table.add_column("preferred", no_wrap=True)
    for cell in own:
        text = cells(replace(cell.result, metric=cell.measure))
        table.add_row(
            *((cell.place.key,) if named else ()),
            text.metric,
            text.score,
            text.interval,
            *((number(None) if cell.result.null is None else text.start,) if calibrated else ()),
            p_text(cell.q_value),
            text.n,
            text.mde,
            told_of_cell(cell),
        )
    if named:
        table.below(_legend(own))
    return table


def _legend(own: Sequence[Cell]) -> str:
    lines = [mde_legend([cell.result for cell in own])]
    lines.append("q: p after false-discovery control over all of these scores")
    bounds = dict.fromkeys(_bound(cell) for cell in own if cell.result.equivalence_p is not None)
    if bounds:
        within = " or ".join(bounds)
        lines.append(
            f"{Verdict.EQUIVALENT.short}: significantly less than {within} from there, each alone"
        )
    if any(cell.result.is_foreign for cell in own):
        lines.append(FOREIGN)
    return "\n".join(lines)


def _bound(cell: Cell) -> str:
    """As the scores of its measure are shown."""
    measure = measure_of(cell.measure)
    return f"±{(cell.result.equivalence_bound or 0.0) * measure.factor:g} {measure.unit}".strip()


def _controls(own: Sequence[Cell], whose: str = "") -> TextTable:
    table = plain_table(
        f"Score minus control{whose}",
        ("data", "metric"),
        ("control", "minus control", "interval", "p", "rows"),
    )
    for cell in own:
        if found := control_cells(cell):
            table.add_row(cell.place.key, measure_of(cell.measure).column, *found)
    table.below(control_legend(own))
    return table


def _language_quality(audit: Audit, named: Mapping[str, str]) -> TextTable:
    """What the passes over a language's sentences say about each model, one line per place."""
    several = len(named) > 1
    names = ("data", *(("of",) if several else ()))
    questions = tuple(dict.fromkeys(asked_of(cell.result) for cell in audit.cells))
    table = plain_table("How well the language is known", names, (*questions, "unknown"))
    for place in audit.places:
        for key in audit.model_keys:
            told = {
                asked_of(cell.result): cell.result
                for cell in audit.cells
                if (cell.place, cell.model) == (place, key)
            }
            if told:
                rates = [rate for one in told.values() if (rate := one.unk_rate) is not None]
                table.add_row(
                    place.key,
                    *((named[key],) if several else ()),
                    *(_right_and_nats(told.get(question)) for question in questions),
                    percent(max(rates, default=None)),
                )
    lines = [f"right, and nats of surprise per token. {NO_FAIR_MODEL}"]
    if any(cell.result.details.get("lm_read") == IN_SIGHT for cell in audit.cells):
        lines.append("in sight nothing is hidden: this only shows that a model is alive")
    table.below("\n".join(lines))
    return table


def _right_and_nats(result: BiasResult | None) -> str:
    if result is None or result.lm_accuracy is None:
        return number(None, 1)
    return f"{percent(result.lm_accuracy)}, {number(result.lm_surprisal, 1, 2)}"


def _comparisons(audit: Audit, named: Mapping[str, str]) -> TextTable | Padding:
    """Every difference; of very many, only those that are found."""
    shown: list[Comparison] = list(audit.comparisons)
    if left_out := len(shown) > _MOST_LINES:
        shown = [one for one in shown if one.verdict.is_finding]
    if not shown:
        return _line(f"differences: {len(audit.comparisons)}, none of them with q below 0.05")
    both = len(named) == 2  # of more, the table of scores has them
    headings = (*(named.values() if both else ()), "difference", "interval", "q", "mde")
    first = shown[0] if both else None
    title = "Differences" if first is None else f"{named[first.model]} minus {named[first.other]}"
    table = plain_table(title, ("data", "metric", *(() if both else ("of",))), headings)
    for one in shown:
        measure = measure_of(one.measure)
        factor, digits = measure.factor, decimals_of(one, measure.factor)
        scores = {one.model: one.value, one.other: one.other_value}
        table.add_row(
            one.place.key,
            measure.column,
            *(() if both else (f"{named[one.model]} − {named[one.other]}",)),
            *(number(scores[key], factor, digits) for key in named if both),
            number(one.difference, factor, digits),
            interval(one, factor),
            p_text(one.q_value),
            around(one.mde, factor, digits),
        )
    lines = ["q: p after false-discovery control over all differences"]
    if len(audit.models) > 2:
        lines.append("intervals: all differences of a line's models lie in theirs at once")
    if any(cell.result.null is not None for cell in audit.cells):
        lines.append("differences and ranks are of scores, not of distances from nulls")
    if left_out:
        lines.append(
            f"only the {len(shown)} of {len(audit.comparisons)} with q below 0.05; the report and "
            "results.json have all"
        )
    table.below("\n".join(lines))
    return table


def _over(found: Sequence[Agreement] | Sequence[Reliability]) -> str:
    """What a mean is over."""
    several = len({one.model for one in found}) > 1
    return "means over all data" + (" and models" if several else "")


def _agreement(agreement: Sequence[Agreement]) -> TextTable:
    """Means over places; the report and results.json have each."""
    table = plain_table("Agreement, pair by pair", ("metrics",), ("rank correlation", "same side"))
    for both in dict.fromkeys((one.measure, one.other) for one in agreement):
        those = [one for one in agreement if (one.measure, one.other) == both]
        table.add_row(
            " and ".join(both),
            _mean([one.rank_correlation for one in those], 1.0, 2),
            _mean([one.same_sign for one in those], 100.0, 0, " %"),
        )
    table.below(_over(agreement))
    return table


def _reliability(reliability: Sequence[Reliability]) -> TextTable:
    headings = ("rank correlation", "turned", "largest change")
    table = plain_table("Small changes that should not matter", ("change", "metric"), headings)
    for kind, measure in dict.fromkeys((one.perturbation, one.measure) for one in reliability):
        those = [o for o in reliability if (o.perturbation, o.measure) == (kind, measure)]
        shown = measure_of(measure)
        table.add_row(
            kind,
            shown.column,
            _mean([one.rank_correlation for one in those], 1.0, 2),
            _mean([one.sign_changes for one in those], 100.0, 0, " %"),
            number(max((one.change for one in those), key=abs), shown.factor),
        )
    table.below(f"{_over(reliability)}; turned: pairs decided the other way")
    return table


def _mean(values: Sequence[float | None], factor: float, digits: int, unit: str = "") -> str:
    known = [value for value in values if value is not None]
    if not known:
        return number(None, factor)
    return number(float(np.mean(known)), factor, digits) + unit
