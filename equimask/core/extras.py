"""Libraries that only some tasks need: imported when used, and named when they are missing."""

from __future__ import annotations

import importlib
from typing import Any

from equimask.core.errors import DataError


def optional_library(module: str, extra: str) -> Any:
    """The module `module`, which comes with the extra `extra` of this package."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        library = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != library:
            raise  # the library is there, and something of its own is missing
        raise DataError(
            expected=f"the library {library} for this task",
            got="an environment without it",
            fix=f"Run `pip install 'equimask[{extra}]'`.",
        ) from error
