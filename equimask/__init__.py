"""Gender bias of masked language models, measured in one line and signed.

Heavy imports happen on first use, so `import equimask` stays instant.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from equimask.version import __version__

_HOMES = {
    "BiasCallback": "equimask.training",
    "BiasResult": "equimask.core.result",
    "EquimaskError": "equimask.core.errors",
    "Signature": "equimask.core.signature",
    "audit": "equimask.audits.run",
    "load": "equimask.evaluation.module",
    "load_mlm": "equimask.models",
    "load_pairs": "equimask.inputs.pairs",
    "rerun": "equimask.evaluation.rerun",
    "score": "equimask.evaluation",
    "study": "equimask.papers.run",
}

__all__ = ["__version__", *sorted(_HOMES)]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'equimask' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
