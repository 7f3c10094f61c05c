"""Each lexicon held out in turn: does what the others give together agree with it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equimask.studies.sentiment.observations import SourceLexicon
from equimask.studies.sentiment.training import Settings, fit
from equimask.studies.sentiment.validation import FUSED, PLAIN_AVERAGE, Comparison, compare

FEWEST_LEXICA = 3  # with two, what is left is one lexicon and nothing is joined
# The settings were tried out on these; their figures flatter the method, the others' do not.
DEVELOPMENT_LANGUAGES = ("en", "es")
MEASURES = ("auc", "concordance", "spearman")


def leave_one_out(
    lexica: Sequence[SourceLexicon],
    seeds: Mapping[str, int],
    settings: Settings,
    *,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """One record per held-out lexicon and set of words; empty with fewer than three lexica."""
    if len(lexica) < FEWEST_LEXICA:
        return []
    records = []
    for held_out in lexica:
        sources = [lexicon for lexicon in lexica if lexicon is not held_out]
        title = f"without {held_out.name}"
        fitted = fit(sources, seeds, settings, progress=progress, title=title)
        polarity = fitted.sentiment[:, 2] - fitted.sentiment[:, 0]
        fused = dict(zip(fitted.words, map(float, polarity), strict=True))
        for comparison in compare(held_out, sources, fused):
            records.append(_record(held_out.name, comparison))
    return records


def _record(held_out: str, comparison: Comparison) -> dict[str, Any]:
    scores = comparison.scores
    single = {name: score for name, score in scores.items() if name not in (FUSED, PLAIN_AVERAGE)}
    record: dict[str, Any] = {
        "held_out": held_out,
        "words": comparison.words,
        "n": scores[FUSED].n,
    }
    for measure in MEASURES:
        found = {name: getattr(score, measure) for name, score in single.items()}
        known = {name: value for name, value in found.items() if value is not None}
        best = max(known, key=known.__getitem__, default="")
        record[measure] = {
            "fused": _rounded(getattr(scores[FUSED], measure)),
            "average": _rounded(getattr(scores[PLAIN_AVERAGE], measure)),
            "single": _rounded(known.get(best)),
            "best": best,
        }
    return record


def tally(records: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, dict[str, list[int]]]]:
    """Per set of words, measure and rival: [won, tied, lost], by the rounded figures."""
    counts: dict[str, dict[str, dict[str, list[int]]]] = {}
    for record in records:
        kind = record["words"] if record["words"] in ("all", "covered") else "own"
        for measure in MEASURES:
            for rival in ("average", "single"):
                ours, theirs = record[measure]["fused"], record[measure][rival]
                if ours is None or theirs is None:
                    continue
                result = counts.setdefault(kind, {}).setdefault(measure, {})
                place = 1 + (ours < theirs) - (ours > theirs)
                result.setdefault(rival, [0, 0, 0])[place] += 1
    return counts


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
