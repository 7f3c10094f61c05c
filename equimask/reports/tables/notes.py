"""What stands below a table: what is what, how it was tested, on which data, by which models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from equimask.audits.numbers import Number
from equimask.audits.reading import NO_MODEL
from equimask.core.result import RIGHT_AT_LEAST, UNKNOWN_AT_MOST
from equimask.core.verdicts import Verdict
from equimask.metrics.spec import GENDERED, MALE, STEREOTYPE
from equimask.reports.verdicts import SIGN
from equimask.stats import ALPHA

_OF_DRAWS = "d"
_MARKS = {Verdict.UNCALIBRATED: "u", Verdict.TOO_FEW: "f", Verdict.EQUIVALENT: "e"}
_TOLD = {
    "u": "not calibrated: what would be neutral is not known, and nothing is read",
    "f": "too few independent rows to show anything",
    "e": "equivalent: significantly within the stated bound of its starting point",
    _OF_DRAWS: "its error tells only how draws from the same rows differ, and is no error bar",
    SIGN: f"the model hardly knows this text (fewer than {100 * RIGHT_AT_LEAST:g} % of the tokens "
    f"right, or more than {100 * UNKNOWN_AT_MOST:g} % unknown)",
}
_LEANS = {STEREOTYPE: "the stereotype", MALE: "men", GENDERED: "words that tell the gender"}
# Told elsewhere in a note, or of the rows and not of the choices.
_NO_CHOICE = {
    "equimask", "model", "tok", "data", "lang", "n", "skipped", "pairs", "clusters", "where",
    "columns", "template", "origin", "table", "config", "split", "confidence_level",
}  # fmt: skip


class Shown(NamedTuple):
    """What a table has that a note must explain."""

    intervals: bool
    bold: bool
    marks: frozenset[str]
    ranks: bool


def marks_of(one: Number) -> str:
    """The raised signs beside a score."""
    marks = _MARKS.get(one.verdict, "")
    marks += _OF_DRAWS if one.result.interval_of_draws else ""
    return marks + (SIGN if one.result.is_foreign else "")


def notes(numbers: Sequence[Number], shown: Shown) -> Iterator[str]:
    """Sentences, the most needed first."""
    yield _errors(numbers, shown)
    if shown.bold:
        yield f"Bold: a preference is shown, {_tested(numbers)}."
    if any(one.result.null is not None for one in numbers):
        yield (
            "Null: the mean score of untrained copies of the same model on the same rows; a score "
            "that has one is tested against it, any other against its neutral point."
        )
    for mark, told in _TOLD.items():
        if mark in shown.marks:
            yield f"{mark}: {told}."
    if shown.ranks:
        yield _ranks(numbers)
    yield from _readings(numbers)
    yield _rows(numbers)
    yield from _data(numbers)
    models = (_model(one) for one in _first_of_each(numbers, "model"))
    yield f"Models: {', '.join(models)}."
    if chosen := "; ".join(_choices(numbers)):
        yield f"Choices: {chosen}."
    versions = dict.fromkeys(one.signature.get("equimask", "unknown") for one in numbers)
    yield f"Equimask {' and '.join(versions)}."


def _first_of_each(numbers: Sequence[Number], what: str) -> list[Number]:
    found: dict[str, Number] = {}
    for one in numbers:
        found.setdefault(getattr(one, what), one)
    return list(found.values())


def _errors(numbers: Sequence[Number], shown: Shown) -> str:
    if not shown.intervals:
        return "Scores ± standard errors."
    return f"Intervals: {_levels(numbers)}."


def _levels(numbers: Sequence[Number], of: str = "confidence_level") -> str:
    """In per cent; where they differ, of which measures."""
    measures: dict[float, dict[str, None]] = {}
    for one in numbers:
        measures.setdefault(getattr(one, of), {})[one.shown.label] = None
    if len(measures) == 1:
        return f"{100 * next(iter(measures)):g} %"
    return "; ".join(f"{100 * level:g} % ({', '.join(own)})" for level, own in measures.items())


def _tested(numbers: Sequence[Number]) -> str:
    level = f"{100 * ALPHA:g} %"
    controlled = (
        f"at {level} after false-discovery control (Benjamini and Hochberg) over all scores of the "
        "model in its audit"
    )
    alone = f"at {level}, each score by itself"
    in_audit = {one.in_audit for one in numbers}
    if in_audit == {True, False}:
        return f"{controlled}; scores that are no part of an audit {alone}"
    return controlled if in_audit == {True} else alone


def _ranks(numbers: Sequence[Number]) -> str:
    ranked = [one for one in numbers if one.rank is not None]
    leans = dict.fromkeys(_LEANS[one.shown.claim] for one in ranked)
    among = _range(len(one.ranked_with) for one in ranked)
    return (
        f"Rank: 1 leans most to {' or to '.join(leans)}, among {among} models; in parentheses the "
        "ranks that no difference between models contradicts, at "
        f"{_levels(ranked, 'rank_level')} for all models at once."
    )


def _readings(numbers: Sequence[Number]) -> Iterator[str]:
    """Which way each measure goes; those that go the same way in one sentence."""
    labels: dict[str, list[str]] = {}
    for one in _first_of_each(numbers, "measure"):
        labels.setdefault(one.shown.reads, []).append(one.shown.label)
    for reads, of in labels.items():
        yield f"For {', '.join(of)}, {reads}."


def _range(counts: Iterable[int]) -> str:
    known = sorted(set(counts))
    return str(known[0]) if len(known) == 1 else f"{known[0]} to {known[-1]}"


def _rows(numbers: Sequence[Number]) -> str:
    told = f"n: {_range(one.result.n for one in numbers)} rows"
    clustered = [n for one in numbers if (n := one.result.n_clusters) is not None]
    if clustered:
        told += f" in {_range(clustered)} clusters"
        told += " where rows are clustered" if len(clustered) < len(numbers) else ""
    skipped = _range(sum(one.result.skipped.values()) for one in numbers)
    return f"{told}, {skipped} skipped."


def _data(numbers: Sequence[Number]) -> Iterator[str]:
    """By their signed names, which hold the hash of what was scored."""
    places: dict[str, dict[str, None]] = {}
    for one in numbers:
        signed = one.signature.get("data", one.place.data)
        places.setdefault(signed, {})[one.place.name] = None
    told = (f"{signed} ({', '.join(of)})" for signed, of in places.items())
    yield f"Data: {', '.join(told)}."
    unlike = [
        f"{some[0].place.name} {some[0].shown.label}"
        for some in _by_cell(numbers).values()
        if len({one.signature.get("data") for one in some}) > 1
    ]
    if unlike:
        yield f"Not the same rows for all models: {', '.join(unlike)}."


def _by_cell(numbers: Sequence[Number]) -> dict[tuple[str, str], list[Number]]:
    found: dict[tuple[str, str], list[Number]] = {}
    for one in numbers:
        found.setdefault((one.place.key, one.measure), []).append(one)
    return found


def _model(one: Number) -> str:
    if one.signed == NO_MODEL:
        return one.model
    told = one.signed if one.signed.startswith(one.model) else f"{one.model} = {one.signed}"
    return f"{told} (baseline)" if one.is_baseline else told


def _choices(numbers: Sequence[Number]) -> Iterator[str]:
    """What moved the numbers, as it is signed; of which, where it is not the same for all."""
    signed = [one.signature for one in numbers]
    names = dict.fromkeys(name for fields in signed for name in fields if name not in _NO_CHOICE)
    for name in names:
        values = dict.fromkeys(fields[name] for fields in signed if name in fields)
        for value in values:
            own = [fields.get(name) == value for fields in signed]
            yield f"{name} {value}" + ("" if all(own) else f" ({', '.join(_of(numbers, own))})")


def _of(numbers: Sequence[Number], own: Sequence[bool]) -> list[str]:
    """The measures that a choice holds for, with the model where it does not hold for all."""
    of: dict[str, dict[str, bool]] = {}
    for one, holds in zip(numbers, own, strict=True):
        models = of.setdefault(one.shown.label, {})
        models[one.model] = models.get(one.model, True) and holds
    return [_told(label, models) for label, models in of.items() if any(models.values())]


def _told(label: str, models: Mapping[str, bool]) -> str:
    if all(models.values()):
        return label
    return f"{label} of {' and '.join(model for model, holds in models.items() if holds)}"
