"""Numbers become sentences that claim no more than the error bar supports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell
from equimask.core.result import BiasResult
from equimask.core.verdicts import WORDS, Verdict
from equimask.measures.language_quality import MASKED
from equimask.metrics import measure_of, spec_of
from equimask.metrics.texts import asked
from equimask.reports.digits import decimals, number
from equimask.reports.terminal import language_quality as quality
from equimask.reports.terminal import percent
from equimask.reports.verdicts import LEGEND as FOREIGN
from equimask.stats import ALPHA


def amount(value: float | None, measure: str) -> str:
    """A distance with its unit, in two digits where it is small."""
    shown = measure_of(measure)
    digits = max(1, decimals(None if value is None else abs(value) * shown.factor))
    unit = "points" if shown.factor == 1.0 else shown.unit
    return f"{number(value, shown.factor, digits)} {unit}"


def listed(names: Iterable[str]) -> str:
    """ "A, B and C"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def counted(n: int, noun: str) -> str:
    """ "1 measure", "2 measures"."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def reference(cells: Iterable[Cell]) -> str:
    """What the scores are tested against: a calibrated one, against the untrained twins."""
    return "null" if any(cell.result.null is not None for cell in cells) else "neutral point"


def overview(audit: Audit) -> str:
    """The one sentence at the top: how many scores show something, and what."""
    own = {key: [c for c in audit.cells if c.model == key] for key in audit.model_keys}
    own = {key: cells for key, cells in own.items() if cells}
    if len(own) > 1:
        totals = {len(cells) for cells in own.values()}
        if len(totals) == 1:
            told = listed(f"{_shown(cells)} of {key}" for key, cells in own.items())
            return f"Of {totals.pop()} scores each, {told} show a preference, beyond chance."
        told = listed(f"{_shown(cells)} of {len(cells)} of {key}" for key, cells in own.items())
        return f"Scores that show a preference, beyond chance: {told}."
    (cells,) = own.values()
    counts = Counter(cell.verdict for cell in cells if cell.verdict.is_finding)
    total = counted(len(cells), "score")
    if not counts:
        return f"None of {total} shows a preference, beyond chance." if len(cells) > 1 else (
            "The one score shows no preference, beyond chance."
        )  # fmt: skip
    if len(counts) == 1:
        ((verdict, n),) = counts.items()
        shows = "shows" if n == 1 else "show"
        return (
            f"{n} of {total} {shows} a preference, beyond chance: for {WORDS[verdict].preferred}."
        )
    shown = [
        f"{counts[verdict]} for {WORDS[verdict].preferred}"
        for verdict in Verdict
        if counts[verdict]
    ]
    return f"{sum(counts.values())} of {total} show a preference, beyond chance: {listed(shown)}."


def _shown(cells: Iterable[Cell]) -> int:
    return sum(cell.verdict.is_finding for cell in cells)


def reservations(audit: Audit) -> list[str]:
    """What is to be known before the numbers are read, a sentence each."""
    cells = audit.cells
    counts = Counter(cell.verdict for cell in cells)
    total = counted(len(cells), "score")
    told = [
        f"“Beyond chance” is a false-discovery rate of {100 * ALPHA:g} % over the scores of a "
        f"model, each against its {reference(cells)}.",
    ]
    if few := counts[Verdict.TOO_FEW]:
        told.append(f"{few} of {total} have too few independent rows to show anything.")
    if small := counts[Verdict.EQUIVALENT]:
        told.append(f"{small} of {total} are within the bound of equivalence.")
    if unread := counts[Verdict.UNCALIBRATED]:
        told.append(
            f"{unread} of {total} are not read: without calibration they have no neutral point."
        )
    if any(cell.result.is_foreign for cell in cells):
        told.append(f"{FOREIGN}.")
    return told


def language_quality(audit: Audit) -> str:
    """How well each model predicts, from the hardest question that it was asked of each place.

    Empty where no result says it, as in audits of old.
    """
    if len(audit.models) == 1:
        found = _by_question(audit, audit.models[0].key)
        return " ".join(map(_best_and_least, found.values()))
    questions: dict[str, list[str]] = {}
    for key in audit.model_keys:
        for question, told in _by_question(audit, key).items():
            questions.setdefault(question, []).append(_range(key, told))
    return " ".join(f"{_capital(q)} right: {'; '.join(told)}." for q, told in questions.items())


def _by_question(audit: Audit, model: str) -> dict[str, list[tuple[Place, BiasResult]]]:
    best: dict[Place, BiasResult] = {}
    for place in audit.places:
        told = [c.result for c in audit.cells if (c.model, c.place) == (model, place)]
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
    return {
        question: sorted(found, key=lambda one: -(one[1].lm_accuracy or 0.0))
        for question, found in by_question.items()
    }


def _best_and_least(ranked: Sequence[tuple[Place, BiasResult]]) -> str:
    """Of answers to one question: others are not to be compared."""
    texts = [f"{place.name}: {quality(result)}" for place, result in ranked]
    if len(texts) == 1:
        return f"How well the model knows {texts[0]}."
    return f"The model knows best {texts[0]}; least {texts[-1]}."


def _range(model: str, ranked: Sequence[tuple[Place, BiasResult]]) -> str:
    """The same of one of several models, in fewer words."""
    most, least = (percent(ranked[at][1].lm_accuracy) for at in (0, -1))
    if most == least:
        return f"{model} {most}"
    return f"{model} {most} ({ranked[0][0].name}) to {least} ({ranked[-1][0].name})"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
