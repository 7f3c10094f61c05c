"""All measures of a model over all languages, and how they compare.

The package can be called like its function: once anything of it has been imported, the name
`equimask.audit` stands for the package, and `equimask.audit(...)` must work all the same.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equimask.audit.results import Audit
    from equimask.audit.run import audit

__all__ = ["audit"]


def __getattr__(name: str) -> Any:
    if name == "audit":  # imported on first use: results can be read without torch
        from equimask.audit.run import audit

        return audit
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _CallablePackage(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Audit:
        """See `equimask.audit.run.audit`."""
        from equimask.audit.run import audit

        return audit(*args, **kwargs)


sys.modules[__name__].__class__ = _CallablePackage
