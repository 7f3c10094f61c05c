"""Everything the card and its figures say, as plain data for the receipt."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from builders.lab_validity.analysis import (
    DRAWS,
    FALSE_ALARMS,
    FOLLOWS,
    IGNORES,
    MAY_FAIL,
    P_VALUES,
    SIZES,
    Rate,
    Rows,
    agreement,
    by_language,
    by_variant,
    detection_rates,
    false_alarms,
    following,
    grid,
    highest_correlation,
    null_spread,
    nulls,
    power_curves,
    responses,
    smallest_dose,
    tested_by,
    verdict,
)
from builders.lab_validity.design import DOSES, FIRST, SCORE, SECOND, Variant

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_WHY = Path(__file__).with_name("why.toml")


def summarise(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of all measured rows: the experiment of today, and the first one in short."""
    second = [row for row in rows if row["experiment"] == SECOND]
    found = agreement([row for row in second if row["number"] == SCORE])
    summary: dict[str, Any] = {
        "asked": {
            "follows": FOLLOWS,
            "ignores": IGNORES,
            "may_fail": MAY_FAIL,
            "false_alarms": list(FALSE_ALARMS),
        },
        "sizes": [str(size) for size in SIZES],
        "draws": DRAWS,
        "languages": _languages(rows),
        **_experiment(second),
        "agreement": {
            "variants": [str(variant) for variant in found.variants],
            "ranks": found.ranks,
            "signs": found.signs,
        },
        "first": _experiment([row for row in rows if row["experiment"] == FIRST]),
        "why": tomllib.loads(_WHY.read_text(encoding="utf-8")),
    }
    rounded: dict[str, Any] = _rounded(summary)
    return rounded


def _experiment(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What was tried, and what every number did; nothing where there are no rows."""
    if not rows:
        return {}
    doses = {dose: sorted({row[dose] for row in grid(rows)}) for dose in DOSES}
    kinds = sum(len(levels) > 1 for levels in doses.values())
    return {
        "models": len({(r["lang"], r["seed"]) for r in rows}),
        "tried": list(by_language(rows)),
        "null_models": len({(r["lang"], r["seed"]) for r in nulls(rows)}),
        "doses": doses,
        "highest_correlation": highest_correlation(max(map(len, doses.values())), kinds),
        "variants": {str(v): _variant(group, v) for v, group in by_variant(rows).items()},
    }


def _languages(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of every language: rows, and the models of the last experiment that it was part of."""
    told = {}
    for lang, cells in sorted(by_language(rows).items()):
        last = max(cell["experiment"] for cell in cells)
        models = [cell for cell in cells if cell["experiment"] == last]
        losses = [cell["heldout_loss"] for cell in models]
        told[lang] = {
            "rows": len(cells),
            "experiment": last,
            "models": len({cell["seed"] for cell in models}),
            "null_models": len({cell["seed"] for cell in nulls(models)}),
            "heldout_loss": [min(losses), max(losses)],
        }
    return told


def _variant(rows: Rows, variant: Variant) -> dict[str, Any]:
    correlations, rates = following(rows, variant), detection_rates(rows, variant)
    alarms = {test: false_alarms(rows, p_value) for test, p_value in P_VALUES.items()}
    return {
        **asdict(variant),
        "dose": variant.claim.dose,
        "direction": variant.claim.direction,
        "centre": variant.claim.centre,
        "following": {lang: f._asdict() for lang, f in correlations.items()},
        "responses": responses(rows, variant),
        "false_alarms": {test: _rate(found) for test, found in alarms.items()},
        "tested_by": tested_by(variant),
        "null_spread": null_spread(rows),
        "detection": {f"{dose:g}": share for dose, share in rates.items()},
        "smallest_dose": smallest_dose(rates),
        "power": {
            f"{dose:g}": {str(n): share for n, share in curve.items()}
            for dose, curve in power_curves(rows, variant).items()
        },
        "verdict": verdict(correlations, alarms[tested_by(variant)]),
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
