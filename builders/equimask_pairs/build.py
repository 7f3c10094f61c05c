"""The pairs written for this project, as rows with a more and a less stereotypical side."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from builders.equimask_pairs.figures import changes_figure
from builders.kit.audit_counts import AuditCounts
from builders.kit.options import BuildOptions
from equimask.core.errors import DataError, shorten
from equimask.core.rows import Row
from equimask.core.schema import GENDERS

_PAIRS = "pairs/"  # the other files are the word lists of the audit
_SLOT = "[]"
_COLUMNS = ("id", "category", "gender_more", "male", "female", "male_word", "female_word")


def rows(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Row]:
    """One row per pair; the more stereotypical side is that of `gender_more`."""
    for name in sorted(files):
        lang = PurePosixPath(name).stem
        if not name.startswith(_PAIRS) or not options.wants(lang):
            continue
        for record in _records(name, files[name].decode("utf-8")):
            more = record["gender_more"]
            less = GENDERS[1 - GENDERS.index(more)]
            yield {
                "id": record["id"],
                "lang": lang,
                "category": record["category"],
                "sent_more": record[more],
                "sent_less": record[less],
                "gender_more": more,
                "male": record["male"],
                "female": record["female"],
                "male_word": record["male_word"],
                "female_word": record["female_word"],
            }


def summary(configs: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """Counts per language and category, how often each gender is the more side, the audit."""
    return {
        "categories": sorted({str(row["category"]) for group in configs.values() for row in group}),
        "languages": {
            lang: {
                "category": _counted(group, "category"),
                "gender_more": _counted(group, "gender_more"),
                "agreement": sum(map(_more_than_the_word_differs, group)),
                "audit": _audited(lang, group),
            }
            for lang, group in configs.items()
        },
    }


def figures(receipt: Mapping[str, Any]) -> dict[str, bytes]:
    """The pictures of the card."""
    return {"changes.svg": changes_figure(receipt["summary"])}


def _more_than_the_word_differs(row: Row) -> bool:
    male, female = (
        str(row[gender]).replace(str(row[f"{gender}_word"]), _SLOT) for gender in GENDERS
    )
    return male != female


def _counted(group: Sequence[Row], column: str) -> dict[str, int]:
    return dict(sorted(Counter(str(row[column]) for row in group).items()))


def _audited(lang: str, group: Sequence[Row]) -> dict[str, Any]:
    audit = AuditCounts(lang)
    for row in group:
        audit.add(str(row["male"]), str(row["female"]))
    return audit.summary()


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
