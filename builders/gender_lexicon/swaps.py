"""How good the swap is that rests on these words: the committed figures, counted for the card."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

FIGURES = Path(__file__).parents[2] / "tests" / "gender" / "swap" / "judged" / "figures.tsv"
_RIGHT = ("equal", "right")
_SWAPPED = (*_RIGHT, "lenient", "wrong", "unread")


def swaps_by_language(path: Path = FIGURES) -> dict[str, dict[str, Any]]:
    """Both directions together: sentences on which no rule was tuned, and those of our own."""
    sums: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    refusals: dict[str, Counter[str]] = defaultdict(Counter)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            lang, source = row["lang"], row["source"]
            names = ("sentences", "swappable", "single", "right_single", "refused", *_SWAPPED)
            sums[lang, source].update({name: int(row[name]) for name in names})
            if source == "judged":
                split = (item.split("=") for item in row["refusals"].split())
                refusals[lang].update({reason: int(count) for reason, count in split})
    return {
        lang: _facts(sums[lang, "judged"], sums[lang, "written"], refusals[lang])
        for lang in sorted(refusals)
    }


def _facts(judged: Counter[str], own: Counter[str], refusals: Counter[str]) -> dict[str, Any]:
    return {
        "sentences": judged["sentences"],
        "swapped": _swapped(judged),
        "unread": judged["unread"],
        "strict": _share(_right(judged), _swapped(judged)),
        "coverage": _share(judged["right_single"], judged["single"]),
        "refused": judged["refused"],
        "refusals": dict(sorted(refusals.items(), key=lambda item: (-item[1], item[0]))),
        "own": {
            "swappable": own["swappable"],
            "swapped": _swapped(own),
            "right": _right(own),
        },
    }


def _swapped(counts: Counter[str]) -> int:
    return sum(counts[name] for name in _SWAPPED)


def _right(counts: Counter[str]) -> int:
    return sum(counts[name] for name in _RIGHT)


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
