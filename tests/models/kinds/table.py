"""All kinds, in the order in which they are told."""

from __future__ import annotations

from tests.models.kinds import owned, stored, unfit
from tests.models.kinds.workshop import KINDS

GROUPS = {
    str(module.__doc__).strip("."): [k for k in KINDS if k.make.__module__ == module.__name__]
    for module in (stored, owned, unfit)
}

__all__ = ["GROUPS", "KINDS"]
