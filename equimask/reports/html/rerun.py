"""The command that makes this report again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from equimask.audits.measures import audited_specs, scoring_options
from equimask.audits.results import Audit, ModelEntry
from equimask.core.embedded import EMBEDDED, EMBEDDED_NAME
from equimask.core.options import OPTIONS, Options
from equimask.core.signature import split_name
from equimask.evaluation.reproduction import COMMIT
from equimask.metrics import measure_of


def command(audit: Audit) -> str:
    """As it is typed into a shell; what was left at its default is left out."""
    words = ["equimask", "audit", *(_typed(entry.signed) for entry in _listed(audit))]
    if all(place.language for place in audit.places):  # one more would be given to the others
        words += [word for language in audit.languages for word in ("--language", language)]
    for data in _own_data(audit):
        words += ["--data", data]
    for name in ("columns", "where", "template", "group"):
        for value in audit.options.get(name, ()):
            words += [f"--{name}", value]
    metrics = {measure_of(cell.measure).metric for cell in audit.cells}
    if not metrics.issuperset(audited_specs()):
        for metric in (name for name in audited_specs() if name in metrics):
            words += ["--metric", metric]
    if audit.baseline is not None:
        entry = audit.models[audit.model_keys.index(audit.baseline)]
        words += ["--baseline", _typed(entry.signed)]
    if audit.options.get("reliability"):
        words.append("--reliability")
    for metric in audit.options.get("calibrate_metrics", ()):
        words += ["--calibrate-metric", metric]
    protocol = audit.options.get("protocol", Options.protocol)
    usual = Options(protocol=protocol).effective
    for name in (*scoring_options(), "dtype"):
        option = OPTIONS[name]
        value = audit.options.get(name, option.default)
        decided = getattr(usual, name) if option.default is None else option.default
        if value in (option.default, decided):
            continue
        words += [option.flag] if value is True else [option.flag, str(value)]
    return shlex.join(words)


def _listed(audit: Audit) -> Sequence[ModelEntry]:
    """Those that were named as models: a baseline that was not comes last, and nobody changed its
    rows.
    """
    last = audit.models[-1].key
    alone = last == audit.baseline and all(one.model != last for one in audit.reliability)
    return audit.models[:-1] if alone else audit.models


def folders(audit: Audit) -> list[str]:
    """The models and data whose name alone does not bring them back: they were folders, or live."""
    signed = [entry.signed for entry in audit.models]
    names = [_typed(name) for name in signed if not COMMIT.fullmatch(split_name(name)[1])]
    names += [data for data in _own_data(audit) if "/" not in data]
    return [name for name in dict.fromkeys(names) if name != EMBEDDED]


def _own_data(audit: Audit) -> list[str]:
    return list(dict.fromkeys(place.data for place in audit.places if not place.is_packaged))


def _typed(signed: str) -> str:
    """A model of the Hub is asked for by its commit; a folder's hash only tells it from others."""
    name, revision = split_name(signed)
    if COMMIT.fullmatch(revision):
        return signed
    return EMBEDDED if name == EMBEDDED_NAME else name
