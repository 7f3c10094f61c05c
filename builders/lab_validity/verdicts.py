"""Who follows what: each variant against what was asked of it beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builders.lab_validity.false_alarms import Rate
from builders.lab_validity.following import Following
from builders.lab_validity.power import LEVEL

FOLLOWS = 0.9  # rank correlation with the own dose, at least
IGNORES = 0.3  # rank correlation with the other dose, below, whatever its sign
ENOUGH_LANGUAGES = 10
FALSE_ALARMS = (0.01, 0.10)  # at the 5 % level, calibrated
TOO_FEW, AS_ALLOWED, TOO_MANY = "too few", "as allowed", "too many"


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
    if judged["alarms"] == TOO_MANY:
        said.append(f"even calibrated, it raises false alarms in more than {FALSE_ALARMS[1]:.0%}")
    elif judged["alarms"] == TOO_FEW:
        said.append(
            "its calibrated test is too cautious: false alarms in less than "
            f"{FALSE_ALARMS[0]:.0%} of the models, where {LEVEL:.0%} are allowed"
        )
    return said


def verdict(found: Mapping[str, Following], calibrated: Rate | None) -> dict[str, Any]:
    """In which languages it does what, and whether these are enough."""
    follows = [lang for lang, f in found.items() if f.own is not None and f.own >= FOLLOWS]
    ignores = [lang for lang, f in found.items() if f.other is not None and abs(f.other) < IGNORES]
    both = [lang for lang in follows if lang in ignores]
    judged: dict[str, Any] = {
        "follows": follows,
        "ignores": ignores,
        "both": both,
        "passes_both": len(both) >= ENOUGH_LANGUAGES,
        "alarms": _alarms(calibrated),
    }
    said = shortcomings(judged, list(found))
    return {**judged, "shortcomings": said, "word": _word(judged, said)}


def _alarms(calibrated: Rate | None) -> str | None:
    """None: not measured."""
    if calibrated is None:
        return None
    low, high = FALSE_ALARMS
    if low <= calibrated.rate <= high:
        return AS_ALLOWED
    return TOO_FEW if calibrated.rate < low else TOO_MANY


def _word(judged: Mapping[str, Any], said: Sequence[str]) -> str:
    """The verdict in a word: who misses nothing but alarms that it may raise does not fail."""
    if not said:
        return "passes"
    return "too cautious" if judged["passes_both"] and judged["alarms"] == TOO_FEW else "fails"
