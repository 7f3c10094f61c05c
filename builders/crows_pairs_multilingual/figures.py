"""The figures of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from builders.kit.charts import number_grid, stacked_bars
from equimask.core.drawing import GENDER_COLOURS, GREY

Summary = Mapping[str, Any]

_UNCLEAR = "unclear"


def draw_all(summary: Summary) -> dict[str, bytes]:
    """Both figures by file name."""
    return {"audit.svg": audit_figure(summary), "genders.svg": genders_figure(summary)}


def audit_figure(summary: Summary, format: str = "svg") -> bytes:
    """Per language and source, the share of rows that earn each flag."""
    flags = list(summary["flags"])
    rows = {
        name: [100 * counts["audit"].get(flag, 0) / counts["rows"] for flag in flags]
        for name, counts in _files(summary)
    }
    return number_grid(rows, flags, "% of rows with the flag", format)


def genders_figure(summary: Summary, format: str = "svg") -> bytes:
    """Per language and source, whom the more stereotypical side of gender rows speaks of."""
    rows = {}
    for name, counts in _files(summary):
        found = counts["gender_more_by_direction"]
        rows[name] = {
            gender: sum(n for key, n in found.items() if key.endswith(f"/{gender}"))
            for gender in ("female", "male", _UNCLEAR)
        }
    colours = {gender: GENDER_COLOURS.get(gender, GREY) for gender in ("female", "male", _UNCLEAR)}
    return stacked_bars(rows, colours, "gender rows, by the gender of the more side", format)


def _files(summary: Summary) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for lang, sources in summary["languages"].items():
        for source, counts in sources.items():
            yield f"{lang} {source}", counts
