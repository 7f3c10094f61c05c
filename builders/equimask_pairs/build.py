"""The pairs written for this project, as rows with a more and a less stereotypical side."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from builders.kit.audit_counts import AuditCounts
from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import stacked_bars
from equimask.core.drawing import BLUE, ORANGE
from equimask.core.errors import DataError, shorten
from equimask.core.rows import Row
from equimask.core.schema import CLUSTER, GENDERS
from equimask.inputs.pairs import cluster_of

_WORD, _AGREEMENT = "only the gender word or name differs", "and what agrees with it"

_PAIRS = "pairs/"  # the other files are the word lists of the audit
_SLOT = "[]"
_COLUMNS = ("id", "category", "gender_more", "male", "female", "male_word", "female_word")


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """One row per pair, language after language; all of it is counted in `summary`."""
    languages: dict[str, dict[str, Any]] = {}
    for name in sorted(files):
        lang = PurePosixPath(name).stem
        if name.startswith(_PAIRS) and options.wants(lang):
            group = [_row(lang, one) for one in _records(name, files[name].read_text("utf-8"))]
            yield from group
            languages[lang] = _facts(lang, group)
    categories = {category for facts in languages.values() for category in facts["category"]}
    summary.update(categories=sorted(categories), languages=languages)


def _row(lang: str, record: dict[str, str]) -> Row:
    """The more stereotypical side is that of `gender_more`."""
    more = record["gender_more"]
    less = GENDERS[1 - GENDERS.index(more)]
    return {
        "id": record["id"],
        "lang": lang,
        "category": record["category"],
        CLUSTER: cluster_of(record["male_word"], record["female_word"]),
        "sent_more": record[more],
        "sent_less": record[less],
        "gender_more": more,
        "male": record["male"],
        "female": record["female"],
        "male_word": record["male_word"],
        "female_word": record["female_word"],
    }


def _facts(lang: str, group: Sequence[Row]) -> dict[str, Any]:
    """Counts by category, how often each gender is the more side, clusters, the audit."""
    audit = AuditCounts(lang)
    for row in group:
        audit.add(str(row["male"]), str(row["female"]))
    return {
        "category": _counted(group, "category"),
        "gender_more": _counted(group, "gender_more"),
        "clusters": len(_counted(group, CLUSTER)),
        "agreement": sum(map(_more_than_the_word_differs, group)),
        "audit": audit.summary(),
    }


def _more_than_the_word_differs(row: Row) -> bool:
    male, female = (
        str(row[gender]).replace(str(row[f"{gender}_word"]), _SLOT) for gender in GENDERS
    )
    return male != female


def _counted(group: Sequence[Row], column: str) -> dict[str, int]:
    return dict(sorted(Counter(str(row[column]) for row in group).items()))


def _records(name: str, text: str) -> Iterator[dict[str, str]]:
    reader = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    for line, record in enumerate(reader, 2):
        if tuple(record) != _COLUMNS or None in record.values():
            raise DataError(
                expected=f"the columns {', '.join(_COLUMNS)} in {name}",
                got=f"line {line}: {shorten(record, 200)}",
                fix="Put one tab between columns, as many as in the header.",
            )
        if record["gender_more"] not in GENDERS:
            raise DataError(
                expected=f"male or female as gender_more of {record['id']} in {name}",
                got=shorten(record["gender_more"]),
                fix="Say which side is the more stereotypical one.",
            )
        yield record


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Per language, in how many pairs more than the gender word differs."""
    rows = {}
    for lang, facts in summary["languages"].items():
        agreement = facts["agreement"]
        rows[lang] = {_WORD: facts["audit"]["pairs"] - agreement, _AGREEMENT: agreement}
    return {"changes.svg": stacked_bars(rows, {_WORD: BLUE, _AGREEMENT: ORANGE}, "pairs")}


BUILDER = Builder(rows=rows, figures=draw_all)
