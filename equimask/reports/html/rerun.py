"""The command that makes this report again."""

from __future__ import annotations

import re
import shlex

from equimask.audits.measures import METRICS
from equimask.audits.results import Audit
from equimask.core.embedded import EMBEDDED, EMBEDDED_NAME
from equimask.core.options import Options

_COMMIT = re.compile("[0-9a-f]{40}")
_VALUES = ("unit", "protocol", "dtype", "seed")


def command(audit: Audit) -> str:
    """As it is typed into a shell; what was left at its default is left out."""
    words = ["equimask", "audit", *_model(audit.model, "--revision")]
    for language in audit.languages:
        words += ["--language", language]
    metrics = {cell.result.metric for cell in audit.cells}
    if not metrics.issuperset(METRICS):
        for metric in (name for name in METRICS if name in metrics):
            words += ["--metric", metric]
    if audit.baseline is not None:
        name, *revision = _model(audit.baseline, "--baseline-revision")
        words += ["--baseline", name, *revision]
    words += [f"--{name}" for name in ("calibrate", "reliability") if audit.options.get(name)]
    for name in _VALUES:
        default = getattr(Options, name)
        if audit.options.get(name, default) != default:
            words += [f"--{name}", str(audit.options[name])]
    return shlex.join(words)


def folders(audit: Audit) -> list[str]:
    """The models whose name alone does not bring them back: they were folders, or live."""
    signed = filter(None, (audit.model, audit.baseline))
    names = [_model(name, "")[0] for name in signed if not _COMMIT.fullmatch(_revision(name))]
    return [name for name in dict.fromkeys(names) if name != EMBEDDED]


def _model(signed: str, option: str) -> list[str]:
    """A model of the Hub is asked for by its commit; a folder's hash only tells it from others."""
    revision = _revision(signed)
    name = signed.removesuffix(f"@{revision}")
    if _COMMIT.fullmatch(revision):
        return [name, option, revision]
    return [EMBEDDED if name == EMBEDDED_NAME else name]


def _revision(signed: str) -> str:
    return signed.rpartition("@")[2]
