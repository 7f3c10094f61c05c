"""The terminal: thin commands over the library."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from equimask.cli.audit import audit
from equimask.cli.check import check
from equimask.cli.demo import demo
from equimask.cli.leaderboard import leaderboard
from equimask.cli.publish import publish
from equimask.cli.publish_results import publish_results
from equimask.cli.rerun import rerun
from equimask.cli.score import score
from equimask.cli.study import study
from equimask.cli.table import table
from equimask.core.errors import EquimaskError
from equimask.core.files import files_as_errors
from equimask.core.terminal import say_error
from equimask.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Measure gender bias in masked language models, with an error bar and a signature.",
)


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Print it.")] = False) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit


def mendable(command: Callable[..., None]) -> Callable[..., None]:
    """The command with errors as people can read them."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            with files_as_errors(), warnings.catch_warnings():
                # a command prints it among the notes
                warnings.filterwarnings("ignore", ".* unknown to the model's tokenizer")
                command(*args, **kwargs)
        except EquimaskError as error:
            say_error(error)
            raise typer.Exit(2) from error

    return run


for command in (
    score, audit, study, table, rerun, check, leaderboard, publish, publish_results, demo,
):  # fmt: skip
    app.command()(mendable(command))
