"""Everything the card and its figures say, as plain data for the receipt."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from builders.lab_validity.analysis import (
    DRAWS,
    ENOUGH_LANGUAGES,
    FALSE_ALARMS,
    FOLLOWS,
    IGNORES,
    SIZES,
    Rate,
    Rows,
    agreement,
    by_language,
    by_variant,
    detection_rates,
    false_alarms,
    following,
    highest_correlation,
    null_spread,
    power_curves,
    responses,
    smallest_dose,
    verdict,
)
from builders.lab_validity.design import Variant

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_WHY = Path(__file__).with_name("why.toml")


def summarise(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of all measured rows."""
    found = agreement(rows)
    doses = sorted({row["stereotype"] for row in rows if row["repetition"] == 0})
    summary: dict[str, Any] = {
        "asked": {
            "follows": FOLLOWS,
            "ignores": IGNORES,
            "languages": ENOUGH_LANGUAGES,
            "false_alarms": list(FALSE_ALARMS),
        },
        "sizes": [str(size) for size in SIZES],
        "draws": DRAWS,
        "models": len({(r["lang"], r["seed"]) for r in rows}),
        "languages": _languages(rows),
        "doses": doses,
        "highest_correlation": highest_correlation(len(doses)),
        "variants": {str(v): _variant(group, v) for v, group in by_variant(rows).items()},
        "agreement": {
            "variants": [str(variant) for variant in found.variants],
            "ranks": found.ranks,
            "signs": found.signs,
        },
        "why": tomllib.loads(_WHY.read_text(encoding="utf-8")),
    }
    rounded: dict[str, Any] = _rounded(summary)
    return rounded


def _languages(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        lang: {
            "models": len({cell["seed"] for cell in cells}),
            "null_models": len(
                {c["seed"] for c in cells if c["stereotype"] == c["prevalence"] == 0}
            ),
            "heldout_loss": [
                min(c["heldout_loss"] for c in cells),
                max(c["heldout_loss"] for c in cells),
            ],
            "same_by_words": _same_by_words(cells),
        }
        for lang, cells in by_language(rows).items()
    }


def _same_by_words(rows: Rows) -> bool:
    """Whether the unit makes no difference here, as where every word is one token."""
    units: dict[tuple[str, int], dict[str, float]] = {}
    for row in rows:
        if row["unit"]:
            units.setdefault((row["measure"], row["seed"]), {})[row["unit"]] = row["value"]
    return all(len(set(values.values())) == 1 for values in units.values())


def _variant(rows: Rows, variant: Variant) -> dict[str, Any]:
    correlations, calibrated = following(rows, variant), false_alarms(rows, "p_calibrated")
    rates = detection_rates(rows, variant)
    return {
        **asdict(variant),
        "dose": variant.claim.dose,
        "direction": variant.claim.direction,
        "centre": variant.claim.centre,
        "following": {lang: f._asdict() for lang, f in correlations.items()},
        "responses": responses(rows, variant),
        "false_alarms": _rate(false_alarms(rows)),
        "false_alarms_calibrated": _rate(calibrated),
        "null_spread": null_spread(rows),
        "detection": {f"{dose:g}": share for dose, share in rates.items()},
        "smallest_dose": smallest_dose(rates),
        "power": {
            f"{dose:g}": {str(n): share for n, share in curve.items()}
            for dose, curve in power_curves(rows, variant).items()
        },
        "verdict": verdict(correlations, calibrated),
    }


def _rate(rate: Rate | None) -> dict[str, Any] | None:
    return None if rate is None else rate._asdict()


def _rounded(value: Any) -> Any:
    """Four digits, which is more than 200 models can tell."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
