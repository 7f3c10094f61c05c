"""What a user can mend ends as a message and exit code 2, not as a traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape

from equimask.core.errors import DataError, EquimaskError


def mendable(command: Callable[..., None]) -> Callable[..., None]:
    """The command with errors as people can read them."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            with _files_as_errors():
                command(*args, **kwargs)
        except EquimaskError as error:
            Console(stderr=True).print(
                f"[red]error:[/red] {escape(str(error))}", soft_wrap=True, highlight=False
            )
            raise typer.Exit(2) from error

    return run


@contextmanager
def _files_as_errors() -> Iterator[None]:
    """A folder that is a file, a full disk, a forbidden place: the system's words, and ours."""
    try:
        yield
    except BrokenPipeError:  # whoever read our output has seen enough
        raise
    except OSError as error:
        raise DataError(
            expected="files and folders that can be read and written",
            got=str(error),
            fix="Name another place, or mend this one.",
        ) from error
