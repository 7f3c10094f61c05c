"""The terminal: thin commands over the library."""

from __future__ import annotations

from typing import Annotated

import typer

from equimask.cli.audit import audit
from equimask.cli.demo import demo
from equimask.cli.errors import mendable
from equimask.cli.publish import publish
from equimask.cli.publish_results import publish_results
from equimask.cli.score import score
from equimask.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Measure gender bias in masked language models, with an error bar and a signature.",
)
for command in (score, audit, publish, publish_results, demo):
    app.command()(mendable(command))


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Print it.")] = False) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit
