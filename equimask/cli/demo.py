"""`equimask demo`: a tour without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from equimask.core.options import OPTIONS


def demo(
    out: Annotated[
        Path, typer.Option(help="Folder for the report; what is finished is not scored again.")
    ] = Path("equimask-demo"),
    progress: Annotated[
        bool, typer.Option(help=OPTIONS["progress"].help, show_default=False)
    ] = True,
) -> None:
    """A tour of every metric on the embedded model, with its report; needs no network."""
    from equimask.cli.tour import run_demo

    run_demo(Console(), out, progress=progress)
