"""Numbers become sentences that claim no more than the error bar supports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell, Comparison
from equimask.core.result import BiasResult
from equimask.core.verdicts import WORDS, Verdict
from equimask.measures.language_quality import MASKED
from equimask.metrics import measure_of, spec_of
from equimask.metrics.texts import asked
from equimask.reports.digits import decimals, number
from equimask.reports.html.selection import cells_of, measured, noun_of
from equimask.reports.terminal import language_quality as quality
from equimask.stats import ALPHA


def amount(value: float | None, measure: str) -> str:
    """A distance with its unit, in two digits where it is small."""
    shown = measure_of(measure)
    digits = max(1, decimals(None if value is None else abs(value) * shown.factor))
    unit = "points" if shown.factor == 1.0 else shown.unit
    return f"{number(value, shown.factor, digits)} {unit}"


def blind_spot(effects: Sequence[float | None], measure: str) -> str:
    """What could not have been seen: "cannot tell below ±9.6 points"."""
    known = [effect for effect in effects if effect is not None]
    if not known:
        return "what would be missed is not known"
    least, most = amount(min(known), measure), amount(max(known), measure)
    if least == most:
        return f"cannot tell below ±{least}"
    return f"cannot tell below ±{least.split()[0]} to ±{most}, by place"


def listed(names: Iterable[str]) -> str:
    """ "A, B and C"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def findings(audit: Audit) -> list[tuple[str, str]]:
    """One sentence per measure: what was found where, and what was not."""
    return [(measure_of(m).label, _finding(cells_of(audit, m))) for m in measured(audit)]


def comparison_findings(audit: Audit) -> list[tuple[str, str]]:
    """The same about the distance from the baseline."""
    sentences = []
    for measure in measured(audit):
        found = [c for c in audit.comparisons if c.measure == measure]
        if found:
            sentences.append((measure_of(measure).label, _comparison_finding(found)))
    return sentences


def counted(n: int, noun: str) -> str:
    """ "1 measure", "2 measures"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def reference(cells: Iterable[Cell]) -> str:
    """What the scores are tested against: a calibrated one, against the untrained twins."""
    return "null" if any(cell.result.null is not None for cell in cells) else "neutral point"


def overview(audit: Audit) -> str:
    """The first sentence: how many scores say something."""
    cells = [cell for measure in measured(audit) for cell in cells_of(audit, measure)]
    readable = [cell for cell in cells if cell.verdict != Verdict.UNCALIBRATED]
    found = sum(cell.verdict.is_finding for cell in readable)
    text = (
        f"{counted(len(cells), 'score')}: {counted(len(measured(audit)), 'measure')} in "
        f"{counted(len(audit.places), audit.what_varies)}. {found} of {len(readable)} show a "
        f"preference: they differ from their {reference(readable)} by more than chance explains "
        f"(false-discovery rate {100 * ALPHA:g} %)."
    )
    if few := sum(cell.verdict == Verdict.TOO_FEW for cell in readable):
        text += f" {few} have too few independent rows to show anything."
    if small := sum(cell.verdict == Verdict.EQUIVALENT for cell in readable):
        text += f" {small} are within the bound of equivalence."
    if len(readable) < len(cells):
        text += f" {len(cells) - len(readable)} have no neutral point and are not read."
    return text


def language_quality(audit: Audit) -> str:
    """How well the model predicts, from the hardest question that it was asked of each place.

    Empty where no result says it, as in audits of old.
    """
    best: dict[Place, BiasResult] = {}
    for place in audit.places:
        first = audit.models[0].key
        told = [c.result for c in audit.cells if (c.model, c.place) == (first, place)]
        told = [result for result in told if result.lm_accuracy is not None]
        masked = [result for result in told if result.details["lm_read"] == MASKED]
        if told:
            best[place] = (masked or told)[0]
    masked_too = {place: r for place, r in best.items() if r.details["lm_read"] == MASKED}
    best = masked_too or best  # what is in sight is easier, and not to be compared
    by_question: dict[str, list[tuple[Place, BiasResult]]] = {}
    for place, result in best.items():
        question = asked(spec_of(measure_of(result.metric).metric))
        by_question.setdefault(question, []).append((place, result))
    return " ".join(map(_best_and_least, by_question.values()))


def _best_and_least(told: Sequence[tuple[Place, BiasResult]]) -> str:
    """Of answers to one question: others are not to be compared."""
    ranked = sorted(told, key=lambda one: -(one[1].lm_accuracy or 0.0))
    texts = [f"{place.name}: {quality(result)}" for place, result in ranked]
    if len(texts) == 1:
        return f"How well the model knows {texts[0]}."
    return f"The model knows best {texts[0]}; least {texts[-1]}."


def _finding(cells: Sequence[Cell]) -> str:
    n = len(cells)
    by_verdict = _grouped([(cell.verdict, cell.place) for cell in cells])
    quiet, unread, few, small = (
        by_verdict.pop(one, [])
        for one in (
            Verdict.NONE_SHOWN, Verdict.UNCALIBRATED, Verdict.TOO_FEW, Verdict.EQUIVALENT,
        )
    )  # fmt: skip
    parts = [
        f"prefers {WORDS[one].preferred} in {len(places)} of {n}: {_named(places)}"
        for one, places in by_verdict.items()
    ]
    if small:
        parts.append(f"any preference is smaller than the bound {_rest(small, n)} (equivalent)")
    if quiet:
        limits = [cell.result.mde for cell in cells if cell.place in quiet]
        parts.append(
            f"no preference shown {_rest(quiet, n)} ({blind_spot(limits, cells[0].measure)})"
        )
    if few:
        parts.append(f"too few independent rows to show anything {_rest(few, n)}")
    if unread:
        parts.append(f"not read {_rest(unread, n)}: without calibration it has no neutral point")
    return _sentence(parts)


def _comparison_finding(found: Sequence[Comparison]) -> str:
    n = len(found)
    by_verdict = _grouped([(comparison.verdict, comparison.place) for comparison in found])
    quiet, few = (by_verdict.pop(one, []) for one in (Verdict.NONE_SHOWN, Verdict.TOO_FEW))
    parts = [
        f"leans more to {WORDS[one].preferred} than the baseline in {len(places)} of {n}: "
        f"{_named(places)}"
        for one, places in by_verdict.items()
    ]
    if quiet:
        limits = [comparison.mde for comparison in found if comparison.place in quiet]
        limit = blind_spot(limits, found[0].measure)
        parts.append(f"no difference shown {_rest(quiet, n)} ({limit})")
    if few:
        parts.append(f"too few independent rows to show a difference {_rest(few, n)}")
    return _sentence(parts)


def _rest(places: Sequence[Place], n: int) -> str:
    """The places of which there is less to say: counted, or named if it is one."""
    if len(places) == 1:
        return f"in {_named(places)}"
    noun = noun_of(places)
    return f"in any of {n} {noun}s" if len(places) == n else f"in the other {len(places)}"


def _grouped(pairs: Iterable[tuple[Verdict, Place]]) -> dict[Verdict, list[Place]]:
    groups: dict[Verdict, list[Place]] = {}
    for word, place in pairs:
        groups.setdefault(word, []).append(place)
    return groups


def _named(places: Iterable[Place]) -> str:
    """By names, and by keys where commas in names would make the list another one."""
    return listed(place.key if "," in place.name else place.name for place in places)


def _sentence(parts: Sequence[str]) -> str:
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."
