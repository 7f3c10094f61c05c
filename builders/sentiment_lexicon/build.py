"""One sentiment lexicon per language, joined from published lexica by SentiVAE."""

from __future__ import annotations

import argparse
import importlib.metadata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import name_rows, stacked_bars
from builders.kit.sources import SourceFile
from builders.sentiment_lexicon.lexica import LANGUAGES, LEXICA, read_lexicon
from equimask.core.drawing import BLUE, GREY, ORANGE, SKY, VERMILION, Canvas
from equimask.core.rows import Row
from equimask.core.schema import SENTIMENTS
from equimask.studies.sentiment.observations import SourceLexicon, parse_seeds
from equimask.studies.sentiment.training import Fitted, Settings, fit
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


_COVERAGE = {"in one lexicon": GREY, "in two": SKY, "in three or more": BLUE}
_RIVALS = {
    "fused": ("joined", BLUE, "o"),
    "average": ("plain average", ORANGE, "x"),
    "single": ("best single lexicon", VERMILION, "|"),
}

# The last bits of a training differ between machines; what is published stops before them.
DECIMALS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this builder."""
    parser.add_argument(
        "--validate",
        action="store_true",
        help="hold out each lexicon in turn and compare with it, for the card (minutes)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the training (default: 0)")


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The lexica and the seed words of the wanted languages."""
    wanted = {name for lexicon in LEXICA if options.wants(lexicon.lang) for name in lexicon.files}
    return [
        file
        for file in files
        if file.name in wanted or (file.packaged and options.wants(PurePosixPath(file.name).stem))
    ]


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """Every word of every language, sorted; `summary` says how the trainings went."""
    settings = Settings(seed=options.extra["seed"])
    summary.update(
        settings=asdict(settings),
        torch=importlib.metadata.version("torch").split("+")[0],
        development_languages=list(DEVELOPMENT_LANGUAGES),
        languages={},
    )
    for lang in LANGUAGES:
        if not options.wants(lang):
            continue
        read = (read_lexicon(x, files, options) for x in LEXICA if x.lang == lang)
        lexica = [lexicon for lexicon in read if lexicon is not None]
        if not lexica:
            continue
        seeds = parse_seeds(files[f"sentiment_seeds/{lang}.tsv"].read_text(encoding="utf-8"))
        fitted = fit(lexica, seeds, settings, progress=True, title=lang)
        records = []
        if options.extra["validate"]:
            records = leave_one_out(lexica, seeds, settings, progress=True)
        summary["languages"][lang] = _facts(lexica, seeds, fitted, records)
        yield from _rows(lang, fitted)
    summary["tally"] = {
        group: tally([record for facts in chosen for record in facts["validation"]])
        for group, chosen in _groups(summary["languages"]).items()
    }


def _rows(lang: str, fitted: Fitted) -> Iterator[Row]:
    entries = zip(fitted.words, fitted.sentiment, fitted.n_sources, strict=True)
    for word, (negative, _, positive), n_sources in entries:
        low, high = round(float(negative), DECIMALS), round(float(positive), DECIMALS)
        yield {
            "lang": lang,
            "word": word,
            "negative": low,
            "neutral": round(1 - low - high, DECIMALS),
            "positive": high,
            "n_sources": n_sources,
        }


def _facts(
    lexica: Sequence[SourceLexicon],
    seeds: Mapping[str, int],
    fitted: Fitted,
    records: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    likelihood = fitted.held_out_likelihood
    return {
        "lexica": {x.name: {"kind": x.kind.value, "words": len(x.values)} for x in lexica},
        "n_sources": {str(n): c for n, c in sorted(Counter(fitted.n_sources).items())},
        "patterns": fitted.patterns,
        "seeds": {"given": len(seeds), "found": fitted.seeds_found},
        "held_out": fitted.held_out,
        "held_out_likelihood": None if likelihood is None else round(likelihood, DECIMALS),
        "stopped_at": fitted.stopped_at,
        "validation": list(records),
    }


def _groups(languages: Mapping[str, dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    seen = [facts for lang, facts in languages.items() if lang in DEVELOPMENT_LANGUAGES]
    unseen = [facts for lang, facts in languages.items() if lang not in DEVELOPMENT_LANGUAGES]
    return {"development": seen, "unseen": unseen}


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Every figure by file name; without held-out comparisons there is none of them."""
    pictures = {"coverage.svg": coverage_figure(summary)}
    if any(facts["validation"] for facts in summary["languages"].values()):
        pictures["held_out.svg"] = held_out_figure(summary)
    return pictures


def coverage_figure(summary: Mapping[str, Any]) -> bytes:
    """Per language, how many lexica know a word."""
    rows = {}
    for lang, facts in summary["languages"].items():
        counts = facts["n_sources"]
        one, two = counts.get("1", 0), counts.get("2", 0)
        total = sum(counts.values())
        shares = (100 * n / total for n in (one, two, total - one - two))
        rows[f"{lang} ({total:,})"] = dict(zip(_COVERAGE, shares, strict=True))
    return stacked_bars(rows, _COVERAGE, "% of the words")


def held_out_figure(summary: Mapping[str, Any]) -> bytes:
    """Per held-out lexicon, how well its words are ordered by the others, joined or not."""
    records = {
        f"{lang} without {record['held_out']}": record["auc"]
        for lang, facts in summary["languages"].items()
        for record in facts["validation"]
        if record["words"] == "all"
    }
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(8, 0.27 * len(records) + 1.1)
        for key, (label, colour, marker) in _RIVALS.items():
            values = [np.nan if auc[key] is None else auc[key] for auc in records.values()]
            axes.scatter(values, range(len(records)), color=colour, marker=marker, label=label)
        name_rows(axes, list(records))
        axes.grid(axis="y", color=GREY, alpha=0.2)
        axes.set_xlabel("AUC over all words of the held-out lexicon (0.5: chance)")
        figure.legend(loc="outside upper left", ncols=len(_RIVALS))
        return canvas.save(figure)


BUILDER = Builder(
    rows=rows,
    column_types={**dict.fromkeys(SENTIMENTS, "float32"), "n_sources": "int32"},
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    add_arguments=add_arguments,
)
