"""`equimask check`: whether a model can be scored, and what its scores would rest on."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from equimask.cli.flags import with_flags
from equimask.core.options import options_in
from equimask.core.terminal import TextTable, json_shown, lines_shown

_STYLES = {"good": "green", "mended": "yellow", "said": "yellow", "refused": "red"}


@with_flags([name for name in options_in("loading") if name != "batch_tokens"])
def check(
    model: Annotated[str, typer.Argument(help="A hub id, a folder, or `embedded`.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON array on stdout.")] = False,
    **options: Any,
) -> None:
    """Whether MODEL can be scored: its files, its code, how it reads, its tokenizer.

    The same is looked at before every score; here it is shown. Ends with 1 for a model that is
    refused.

    Examples:

      equimask check bert-base-multilingual-cased

      equimask check ./my-checkpoint --trust-remote-code
    """
    from equimask.models.checking import check as look

    findings = look(model, **options)
    refused = any(one.verdict == "refused" for one in findings)
    if as_json:
        rows = [one._asdict() for one in findings]
        typer.echo(json_shown(rows))
        raise typer.Exit(int(refused))
    table = TextTable(f"{model}: {_verdict(findings, refused)}")
    table.add_column("what", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("found", overflow="fold")
    for one in findings:
        told = lines_shown(one.found)
        if one.fix and one.verdict != "good":
            told.append(lines_shown(f"\n{one.fix}", "dim"))
        table.add_row(one.what, Text(one.verdict, style=_STYLES[one.verdict]), told)
    Console().print(table)
    raise typer.Exit(int(refused))


def _verdict(findings: Any, refused: bool) -> str:
    if refused:
        return "cannot be scored"
    said = sum(one.verdict in ("said", "mended") for one in findings)
    return "can be scored" + (f", with {said} remark{'s' * (said > 1)}" if said else "")
