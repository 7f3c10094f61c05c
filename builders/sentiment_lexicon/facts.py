"""What the summary says of a language: what was learnt, how it stands to held-out lexica."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scipy import stats

from builders.sentiment_lexicon.options import DECIMALS
from equimask.core.schema import SENTIMENTS
from equimask.studies.sentiment.observations import SourceLexicon
from equimask.studies.sentiment.settings import Fitted, Settings
from equimask.studies.sentiment.training import fit
from equimask.studies.sentiment.validation import (
    FUSED,
    PLAIN_AVERAGE,
    Comparison,
    Lead,
    compare,
    gradation,
)

FEWEST_LEXICA = 3  # with two, what is left is one lexicon and nothing is joined
# The settings were tried out on these; their figures may flatter the method.
DEVELOPMENT_LANGUAGES = ("en", "es")
MEASURES = ("auc", "concordance", "spearman")
CLEAR = float(stats.norm.ppf(0.975))
_EQUAL = 1e-3  # of log strengths: all lexica count alike
VARIANTS: dict[str, dict[str, Any]] = {
    "the default": {"kl_weight": 0.0},
    "lexica of equal strength": {"strength_spread": _EQUAL},
    "divergence with weight 0.1": {"kl_weight": 0.1},
    "divergence with weight 0.3": {"kl_weight": 0.3},
    "divergence with weight 1": {"kl_weight": 1.0},
}


class Language(NamedTuple):
    """What is joined."""

    lang: str
    lexica: Sequence[SourceLexicon]
    seeds: Mapping[str, int]


def leave_one_out(
    lexica: Sequence[SourceLexicon],
    seeds: Mapping[str, int],
    settings: Settings,
) -> list[dict[str, Any]]:
    """One record per held-out lexicon and set of words; empty with fewer than three lexica."""
    if len(lexica) < FEWEST_LEXICA:
        return []
    records = []
    for held_out in lexica:
        sources = [lexicon for lexicon in lexica if lexicon is not held_out]
        fused = polarity_of(fit(sources, seeds, settings))
        for comparison in compare(held_out, sources, fused):
            records.append(_record(held_out.name, comparison))
    return records


def polarity_of(fitted: Fitted) -> dict[str, float]:
    """Positive minus negative, from the shares as they are published."""
    shares = fitted.sentiment.round(DECIMALS)
    polarity = (shares[:, 2] - shares[:, 0]).round(DECIMALS)
    return dict(zip(fitted.words, map(float, polarity), strict=True))


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
    if comparison.words == "all":
        rivals = {"average": PLAIN_AVERAGE, "single": record["auc"]["best"]}
        record["leads"] = {
            rival: _lead(comparison.leads.get(name)) for rival, name in rivals.items()
        }
    return record


def _lead(found: Lead | None) -> dict[str, Any] | None:
    """Clear: beyond 1.96 standard errors, on either side."""
    if found is None:
        return None
    return {
        "difference": _rounded(found.difference),
        "stderr": _rounded(found.stderr),
        "clear": abs(found.difference) > CLEAR * found.stderr,
    }


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


def leads_of(records: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Per rival, on all words of held-out lexica: the smallest lead of AUC, and clear ones."""
    found: dict[str, dict[str, Any]] = {}
    for rival in ("average", "single"):
        leads = [record["leads"][rival] for record in records if record["words"] == "all"]
        known = [lead for lead in leads if lead is not None]
        if known:
            clear = [lead["difference"] for lead in known if lead["clear"]]
            found[rival] = {
                "smallest": min(lead["difference"] for lead in known),
                "clearly_ahead": sum(difference > 0 for difference in clear),
                "clearly_behind": sum(difference < 0 for difference in clear),
            }
    return found


def trials(languages: Sequence[Language], settings: Settings) -> list[dict[str, Any]]:
    """The development languages once more under other settings; what the defaults are worth."""
    chosen = [language for language in languages if language.lang in DEVELOPMENT_LANGUAGES]
    if not chosen:
        return []
    tried = []
    for name, changes in VARIANTS.items():
        changed = replace(settings, **changes)
        records: list[dict[str, Any]] = []
        likelihood = {}
        for lang, lexica, seeds in chosen:
            likelihood[lang] = _rounded(fit(lexica, seeds, changed).likelihood)
            records += leave_one_out(lexica, seeds, changed)
        won = tally(records).get("all", {})
        tried.append({"name": name, "likelihood": likelihood, **won})
    return tried


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS) + 0.0  # no minus before a zero


def facts_of(
    lexica: Sequence[SourceLexicon],
    seeds: Mapping[str, int],
    fitted: Fitted,
    records: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """All that card and figures tell of one language."""
    largest = dict(zip(fitted.words, fitted.sentiment.round(DECIMALS).argmax(1), strict=True))
    counts = Counter(int(place) for place in largest.values())
    return {
        "lexica": {
            x.name: {
                "kind": x.kind.value,
                "words": len(x.values),
                "strength": _rounded(fitted.strengths[x.name]),
            }
            for x in lexica
        },
        "n_sources": {str(n): c for n, c in sorted(Counter(fitted.n_sources).items())},
        "largest": {name: counts[at] for at, name in enumerate(SENTIMENTS)},
        "neutral_below": _rounded(fitted.neutral_below),
        "seeds": _seeds_right(seeds, largest),
        "predicted": fitted.predicted,
        "likelihood": _rounded(fitted.likelihood),
        "gradation": _gradation(lexica, fitted),
        "validation": list(records),
    }


def _seeds_right(seeds: Mapping[str, int], largest: Mapping[str, int]) -> dict[str, list[int]]:
    """Per class, how many seed words have it as their largest share, and how many there are."""
    found = {name: [0, 0] for name in SENTIMENTS}
    for word, place in seeds.items():
        if word in largest:
            right = found[SENTIMENTS[place]]
            right[0] += int(largest[word]) == place
            right[1] += 1
    return found


def _gradation(lexica: Sequence[SourceLexicon], fitted: Fitted) -> dict[str, dict[str, Any]]:
    """Per graded lexicon, the order of the words that it alone has."""
    n_sources = dict(zip(fitted.words, fitted.n_sources, strict=True))
    fused = polarity_of(fitted)
    measured = {x.name: gradation(x, n_sources, fused) for x in lexica if x.is_graded}
    return {
        name: {"n": found.n, "spearman": _rounded(found.spearman)}
        for name, found in measured.items()
        if found.n
    }


def groups_of(languages: Mapping[str, dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The languages on which the model was found, and the others."""
    groups: dict[str, list[dict[str, Any]]] = {"development": [], "other": []}
    for lang, facts in languages.items():
        groups["development" if lang in DEVELOPMENT_LANGUAGES else "other"].append(facts)
    return groups
