"""Who follows what: each variant against what was asked of it beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builders.lab_validity.false_alarms import Rate
from builders.lab_validity.following import Following

FOLLOWS = 0.9  # rank correlation with the own dose, at least
IGNORES = 0.3  # rank correlation with the other dose, below, whatever its sign
ENOUGH_LANGUAGES = 10
FALSE_ALARMS = (0.01, 0.10)  # at the 5 % level, calibrated


def shortcomings(judged: Mapping[str, Any], languages: Sequence[str]) -> list[str]:
    """What a variant does not do, in words; nothing if it does all that was asked."""
    said = []
    for key, failure in (
        ("follows", f"follows its own dose (rank correlation of at least {FOLLOWS})"),
        ("ignores", f"leaves the other dose alone (rank correlation within ±{IGNORES})"),
    ):
        where = judged[key]
        if len(where) < ENOUGH_LANGUAGES:
            missing = ", ".join(lang for lang in languages if lang not in where)
            said.append(
                f"{failure} in only {len(where)} of {len(languages)} languages"
                + (f", not in {missing}" if missing else "")
            )
    if not said and not judged["passes_both"]:
        said.append(f"does both at once in only {len(judged['both'])} languages")
    if judged["passes_alarms"] is False:
        low, high = (f"{share:.0%}" for share in FALSE_ALARMS)
        said.append(f"its calibrated rate of false alarms is not between {low} and {high}")
    return said


def verdict(found: Mapping[str, Following], calibrated: Rate | None) -> dict[str, Any]:
    """In which languages it does what, and whether these are enough; None: not measured."""
    follows = [lang for lang, f in found.items() if f.own is not None and f.own >= FOLLOWS]
    ignores = [lang for lang, f in found.items() if f.other is not None and abs(f.other) < IGNORES]
    both = [lang for lang in follows if lang in ignores]
    low, high = FALSE_ALARMS
    judged: dict[str, Any] = {
        "follows": follows,
        "ignores": ignores,
        "both": both,
        "passes_both": len(both) >= ENOUGH_LANGUAGES,
        "passes_alarms": None if calibrated is None else low <= calibrated.rate <= high,
    }
    return {**judged, "shortcomings": shortcomings(judged, list(found))}
