"""One sentiment lexicon per language, joined from published lexica by graded SentiVAE."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import name_rows, stacked_bars
from builders.kit.sources import SourceFile
from builders.sentiment_lexicon.lexica import LANGUAGES, LEXICA, read_lexicon, read_own_lexicon
from builders.sentiment_lexicon.options import (
    DECIMALS,
    Own,
    add_arguments,
    further_files,
    read_options,
)
from equimask.core.drawing import BLUE, GREY, ORANGE, SKY, VERMILION, Canvas
from equimask.core.rows import Row
from equimask.core.schema import SENTIMENTS
from equimask.studies.sentiment.observations import parse_seeds
from equimask.studies.sentiment.settings import Fitted

_COVERAGE = {"in one lexicon": GREY, "in two": SKY, "in three or more": BLUE}
_RIVALS = {
    "fused": ("joined", BLUE, "o"),
    "average": ("plain average", ORANGE, "x"),
    "single": ("best single lexicon", VERMILION, "|"),
}


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    """The lexica and the seed words of the wanted languages."""
    published = () if options.extra["only_own"] else LEXICA
    wanted = {
        name for lexicon in published if options.wants(lexicon.lang) for name in lexicon.files
    }
    languages = options.own.lexica if options.extra["only_own"] else None
    return [
        file
        for file in files
        if file.name in wanted or (file.packaged and _is_wanted(file, languages, options))
    ]


def _is_wanted(file: SourceFile, languages: Container[str] | None, options: BuildOptions) -> bool:
    lang = PurePosixPath(file.name).stem
    return options.wants(lang) and (languages is None or lang in languages)


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """Every word of every language, sorted; `summary` says what the fits have learnt."""
    from builders.sentiment_lexicon.facts import (  # torch: not for options and cards
        DEVELOPMENT_LANGUAGES,
        Language,
        facts_of,
        groups_of,
        leads_of,
        leave_one_out,
        tally,
        trials,
    )
    from equimask.studies.sentiment.training import fit

    own: Own = options.own
    summary.update(
        settings=asdict(own.settings),
        torch=importlib.metadata.version("torch").split("+")[0],
        development_languages=list(DEVELOPMENT_LANGUAGES),
        languages={},
    )
    validated = []
    for lang in sorted({*LANGUAGES, *own.lexica}):
        if not options.wants(lang):
            continue
        seed_file = files.get(f"sentiment_seeds/{lang}.tsv")
        seeds = parse_seeds(seed_file.read_text(encoding="utf-8")) if seed_file else {}
        read = [read_lexicon(x, files, options) for x in LEXICA if x.lang == lang]
        lexica = [lexicon for lexicon in read if lexicon is not None]
        given = own.lexica.get(lang, [])
        lexica += [read_own_lexicon(file, lang, seeds, options) for file in given]
        if not lexica:
            continue
        fitted = fit(lexica, seeds, own.settings)
        records = []
        if options.extra["validate"]:
            records = leave_one_out(lexica, seeds, own.settings)
            validated.append(Language(lang, lexica, seeds))
        summary["languages"][lang] = facts_of(lexica, seeds, fitted, records)
        yield from _rows(lang, fitted)
    for name, count in {"tally": tally, "leads": leads_of}.items():
        summary[name] = {
            group: count([record for facts in chosen for record in facts["validation"]])
            for group, chosen in groups_of(summary["languages"]).items()
        }
    summary["trials"] = trials(validated, own.settings)


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
    further_files=further_files,
    add_arguments=add_arguments,
    read_options=read_options,
)
