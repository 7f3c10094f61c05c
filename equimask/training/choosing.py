"""Which checkpoint of a training is kept: by its bias, but not for want of language."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from transformers import TrainingArguments

from equimask.core.errors import InputError, OptionError, shorten
from equimask.training.keys import PREFIX, language_keys, score_keys
from equimask.training.probes import Probe

_LOG = logging.getLogger(__name__)


class Evaluated(NamedTuple):
    """One evaluation of a training."""

    step: int
    distance: float
    surprisal: float


def least_biased(
    log_history: Iterable[Mapping[str, Any]],
    metric: str = "s_jsd",
    name: str = "en",
    *,
    margin: float = 0.05,
    prefix: str = PREFIX,
) -> Evaluated:
    """The evaluation nearest to neutral among those that know the language about as well as the
    best: `least_biased(trainer.state.log_history).step`.

    Bias alone would choose the least trained checkpoint, which prefers nobody because it knows
    nothing. `name` is the language or the data, as in the keys of the curve; `margin` is how much
    the surprisal may lie above the lowest, as a share of it.
    """
    if not margin >= 0:
        raise OptionError(
            expected="a margin of at least 0", got=shorten(margin), fix="0.05 allows 5 % more."
        )
    distance = f"{prefix}_{score_keys(metric, name).distance}"
    surprisal = f"{prefix}_{language_keys(name).surprisal}"
    found = [
        Evaluated(log["step"], log[distance], log[surprisal])
        for log in log_history
        if all(math.isfinite(log.get(key, math.nan)) for key in (distance, surprisal))
    ]
    if not found:
        raise InputError(
            expected=f"evaluations with `{distance}` and `{surprisal}`",
            got="none in this history",
            fix="Pass trainer.state.log_history of a training with BiasCallback, and the metric "
            "and the language or data that it has a distance for.",
        )
    most = (1.0 + margin) * min(one.surprisal for one in found)
    known = [one for one in found if one.surprisal <= most]
    return min(known, key=lambda one: (one.distance, one.surprisal, one.step))


def warn_of_choice(args: TrainingArguments, probes: Sequence[Probe]) -> None:
    """Say it where `metric_for_best_model` would keep a checkpoint that nobody wants."""
    kept = _kept(best_key(args), bool(args.greater_is_better), probes)
    if kept:
        _LOG.warning(
            "metric_for_best_model=%r with greater_is_better=%s keeps %s",
            args.metric_for_best_model,
            args.greater_is_better,
            kept,
        )


def best_key(args: TrainingArguments) -> str:
    """By what the trainer chooses a checkpoint, without the prefix."""
    return (args.metric_for_best_model or "").removeprefix(f"{PREFIX}_")


def _kept(best: str, greater: bool, probes: Sequence[Probe]) -> str:
    """What would be kept, and what to do; empty where that may be wanted."""
    for probe in probes:
        score, _, distance = score_keys(probe.metric, probe.name)
        accuracy, surprisal = language_keys(probe.name)
        both = (
            f"equimask.training.least_biased(trainer.state.log_history, {probe.metric!r}, "
            f"{probe.name!r}) chooses by both."
        )
        if best == distance and greater:
            return "the most biased checkpoint: use greater_is_better=False."
        if best == distance:
            return f"the least trained checkpoint, which knows too little to prefer anyone: {both}"
        if best == score:
            return (
                "the checkpoint at one end of a score whose best lies in the middle, at its "
                f"neutral point: {both}"
            )
        if (best == surprisal and greater) or (best == accuracy and not greater):
            return (
                "the checkpoint that knows the language least: use "
                f"greater_is_better={not greater}."
            )
    return ""
