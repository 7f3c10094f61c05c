"""Numbers become sentences that claim no more than the error bar supports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from equimask.audits.results import MODEL, Audit, Cell, Comparison
from equimask.measures.language_quality import MASKED
from equimask.metrics import measure_of
from equimask.metrics.spec import NONE_SHOWN, UNCALIBRATED, in_sentences
from equimask.reports.html.selection import cells_of, language_name, measured
from equimask.reports.terminal import language_quality as quality
from equimask.reports.terminal import number, reading
from equimask.stats import ALPHA


def leaning(cell: Cell) -> str:
    """What the score prefers, after false-discovery control over all scores of the audit."""
    if cell.result.neutral is None:
        return UNCALIBRATED
    return reading(replace(cell.result, p_value=cell.q_value))


def moved(comparison: Comparison) -> str:
    """Where the model stands from its baseline, on the axis of the measure."""
    if comparison.q_value is None or comparison.q_value >= ALPHA:
        return NONE_SHOWN
    shown = measure_of(comparison.measure)
    return shown.above if comparison.difference > 0 else shown.below


def amount(value: float | None, measure: str) -> str:
    """A distance with its unit."""
    factor = measure_of(measure).factor
    return f"{number(value, factor)} {'points' if factor == 1.0 else measure_of(measure).unit}"


def blind_spot(effects: Sequence[float | None], measure: str) -> str:
    """What could not have been seen: "cannot tell below ±9.6 points"."""
    known = [effect for effect in effects if effect is not None]
    if not known:
        return "what would be missed is not known"
    least, most = amount(min(known), measure), amount(max(known), measure)
    if least == most:
        return f"cannot tell below ±{least}"
    return f"cannot tell below ±{least.split()[0]} to ±{most}, by language"


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
    readable = [cell for cell in cells if leaning(cell) != UNCALIBRATED]
    found = sum(leaning(cell) != NONE_SHOWN for cell in readable)
    text = (
        f"{counted(len(cells), 'score')}: {counted(len(measured(audit)), 'measure')} in "
        f"{counted(len(audit.languages), 'language')}. {found} of {len(readable)} differ from "
        f"their {reference(readable)} by more than chance explains (false-discovery rate "
        f"{100 * ALPHA:g} %)."
    )
    if len(readable) < len(cells):
        text += f" {len(cells) - len(readable)} have no neutral point and are not read."
    return text


def language_quality(audit: Audit) -> str:
    """How well the model predicts, from the hardest question that it was asked in every language.

    Empty where no result says it, as in audits of old.
    """
    by_language = {}
    for language in audit.languages:
        told = [c.result for c in audit.cells if (c.role, c.language) == (MODEL, language)]
        told = [result for result in told if result.lm_accuracy is not None]
        masked = [result for result in told if result.details["lm_read"] == MASKED]
        if told:
            by_language[language] = (masked or told)[0]
    masked_too = {code: r for code, r in by_language.items() if r.details["lm_read"] == MASKED}
    by_language = masked_too or by_language  # what is in sight is easier, and not to be compared
    if not by_language:
        return ""
    ranked = sorted(by_language.items(), key=lambda one: -(one[1].lm_accuracy or 0.0))
    texts = [f"{language_name(code)}: {quality(result)}" for code, result in ranked]
    if len(texts) == 1:
        return f"How well the model knows {texts[0]}."
    return f"The model knows best {texts[0]}; least {texts[-1]}."


def _finding(cells: Sequence[Cell]) -> str:
    n = len(cells)
    by_leaning = _grouped([(leaning(cell), cell.language) for cell in cells])
    quiet, unread = by_leaning.pop(NONE_SHOWN, []), by_leaning.pop(UNCALIBRATED, [])
    parts = [
        f"prefers {in_sentences(word)} in {len(languages)} of {n}: {_named(languages)}"
        for word, languages in by_leaning.items()
    ]
    if quiet:
        limits = [cell.result.mde for cell in cells if cell.language in quiet]
        parts.append(
            f"no preference shown {_rest(quiet, n)} ({blind_spot(limits, cells[0].measure)})"
        )
    if unread:
        parts.append(f"not read {_rest(unread, n)}: without calibration it has no neutral point")
    return _sentence(parts)


def _comparison_finding(found: Sequence[Comparison]) -> str:
    n = len(found)
    by_move = _grouped([(moved(comparison), comparison.language) for comparison in found])
    quiet = by_move.pop(NONE_SHOWN, [])
    parts = [
        f"leans more to {in_sentences(word)} than the baseline in {len(languages)} of {n}: "
        f"{_named(languages)}"
        for word, languages in by_move.items()
    ]
    if quiet:
        limits = [comparison.mde for comparison in found if comparison.language in quiet]
        limit = blind_spot(limits, found[0].measure)
        parts.append(f"no difference shown {_rest(quiet, n)} ({limit})")
    return _sentence(parts)


def _rest(languages: Sequence[str], n: int) -> str:
    """The languages of which there is less to say: counted, or named if it is one."""
    if len(languages) == 1:
        return f"in {_named(languages)}"
    return f"in any of {n} languages" if len(languages) == n else f"in the other {len(languages)}"


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for word, language in pairs:
        groups.setdefault(word, []).append(language)
    return groups


def _named(languages: Iterable[str]) -> str:
    return listed(language_name(code) for code in languages)


def _sentence(parts: Sequence[str]) -> str:
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."
