"""How good the swap is that rests on these words: the committed figures, counted for the card."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

FIGURES = Path(__file__).parents[2] / "tests" / "gender" / "swap" / "judged" / "figures.tsv"
_RIGHT = ("equal", "right")
_SWAPPED = (*_RIGHT, "lenient", "wrong", "unread")


def swaps_by_language(path: Path = FIGURES) -> dict[str, dict[str, Any]]:
    """Of sentences on which no rule was tuned, both directions together: shares and refusals."""
    sums: dict[str, Counter[str]] = {}
    refusals: dict[str, Counter[str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["source"] == "judged":
                counts = sums.setdefault(row["lang"], Counter())
                names = ("sentences", "single", "right_single", "refused", *_SWAPPED)
                counts.update({name: int(row[name]) for name in names})
                split = (item.split("=") for item in row["refusals"].split())
                refusals.setdefault(row["lang"], Counter()).update({k: int(v) for k, v in split})
    return {lang: _facts(counts, refusals[lang]) for lang, counts in sorted(sums.items())}


def _facts(counts: Counter[str], refusals: Counter[str]) -> dict[str, Any]:
    swapped = sum(counts[name] for name in _SWAPPED)
    return {
        "sentences": counts["sentences"],
        "swapped": swapped,
        "unread": counts["unread"],
        "strict": _share(sum(counts[name] for name in _RIGHT), swapped),
        "coverage": _share(counts["right_single"], counts["single"]),
        "refused": counts["refused"],
        "refusals": dict(sorted(refusals.items(), key=lambda item: (-item[1], item[0]))),
    }


def _share(hits: int, of: int) -> dict[str, float]:
    """In percent, with Wilson's interval; empty where there is nothing to share."""
    if not of:
        return {}
    interval = binomtest(hits, of).proportion_ci(0.95, method="wilson")
    return {
        "percent": round(100 * hits / of, 1),
        "low": round(100 * interval.low, 1),
        "high": round(100 * interval.high, 1),
    }
