"""All kinds, in the order in which they are told."""

from __future__ import annotations

from tests.models.kinds import owned, stored, unfit
from tests.models.kinds.workshop import KINDS

GROUPS = {
    module.__doc__: [kind for kind in KINDS if kind.make.__module__ == module.__name__]
    for module in (stored, owned, unfit)
}

__all__ = ["GROUPS", "KINDS"]
