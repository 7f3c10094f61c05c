"""Winogender: one person of two, by an occupation, and he, she or they."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builders.kit.audit_counts import AuditCounts
from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.winogender.schemas import CASES, Schema, Stats, read_schemas, read_stats
from equimask.core.drawing import BLUE, GREY, Canvas
from equimask.core.errors import DataError
from equimask.core.rows import Row
from equimask.core.schema import HIDDEN

_LANG = "en"
SENTENCES = "pairs/winogender-en/all_sentences.tsv"
TEMPLATES = "pairs/winogender-en/templates.tsv"
STATS = "pairs/winogender-en/occupations-stats.tsv"
ANSWERS = ("occupation", "participant")


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """One row per template and form of the other participant, in the order of the templates."""
    if not options.wants(_LANG):
        return
    stats = read_stats(files[STATS])
    schemas = read_schemas(files[TEMPLATES], files[SENTENCES])
    if lacking := sorted({schema.occupation for schema in schemas} - set(stats)):
        raise DataError(
            expected=f"every occupation in {files[STATS].name}",
            got=f"none of {', '.join(lacking)}",
            fix="Take the files of the authors, all of one version.",
        )
    audit = AuditCounts(_LANG)
    for schema in schemas:
        row = _row(schema, stats)
        audit.add(schema.male, schema.female)
        yield row
    summary["languages"] = {_LANG: {**_facts(schemas), "audit": audit.summary()}}
    summary["occupations"] = {
        name: {"bls": one.bls, "bergsma": one.bergsma} for name, one in stats.items()
    }


def _row(schema: Schema, stats: Mapping[str, Stats]) -> Row:
    words = CASES[schema.case]
    return {
        "id": f"{schema.occupation}.{schema.participant}.{schema.answer}",
        "lang": _LANG,
        "occupation": schema.occupation,
        "participant": schema.participant,
        "answer": ANSWERS[schema.answer],
        "category": schema.case,
        "cluster": f"{schema.occupation}.{schema.answer}",
        "male": schema.male,
        "female": schema.female,
        "neutral": schema.neutral,
        "male_word": words.male,
        "female_word": words.female,
        "neutral_word": words.neutral,
        "masked_sentence": schema.masked(),
        "bls_female": stats[schema.occupation].bls,
        "bergsma_female": stats[schema.occupation].bergsma,
    }


def _facts(schemas: Sequence[Schema]) -> dict[str, Any]:
    answers = Counter(ANSWERS[schema.answer] for schema in schemas)
    cases = Counter(schema.case for schema in schemas)
    return {
        "templates": len({(schema.occupation, schema.answer) for schema in schemas}),
        "occupations": len({schema.occupation for schema in schemas}),
        "answers": {answer: answers[answer] for answer in ANSWERS},
        "cases": {case: cases[case] for case in CASES},
        "hidden": sum(HIDDEN in schema.masked() for schema in schemas),
    }


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """The share of women in an occupation, at work and in text."""
    found = [(one["bls"], one["bergsma"]) for one in summary["occupations"].values()]
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(5, 4.4)
        axes.plot((0, 100), (0, 100), color=GREY, linewidth=0.8)
        axes.scatter(*zip(*found, strict=True), color=BLUE, s=12)
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.set_xlabel("% women at work (Bureau of Labor Statistics)")
        axes.set_ylabel("% women in text (Bergsma and Lin)")
        return {"occupations.svg": canvas.save(figure)}


BUILDER = Builder(
    rows=rows,
    column_types=dict.fromkeys(("bls_female", "bergsma_female"), "float64"),
    figures=draw_all,
)
