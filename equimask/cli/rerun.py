"""`equimask rerun`: a published number scored again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from equimask.cli.flags import (
    DATA_HELP,
    ColumnsFlag,
    TemplateFlag,
    WhereFlag,
    given,
    with_flags,
)
from equimask.core.errors import OptionError, printable
from equimask.core.terminal import TextTable, json_shown, lines_shown, say
from equimask.metrics import unsigned_options

if TYPE_CHECKING:
    from equimask.evaluation.reproduction import Reproduction
    from equimask.evaluation.rerun_results import Rerun


@with_flags(unsigned_options())
def rerun(
    signature: Annotated[
        str | None,
        typer.Argument(help="The signature beside the number, in quotes.", show_default=False),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="The folder of a model that is signed by its content, or a copy of any other. May "
            "be repeated with --results: taken by its name.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(
            help=f"{DATA_HELP} For data that are neither packaged nor on the Hub. May be repeated "
            "with --results: taken by its name.",
            show_default=False,
        ),
    ] = None,
    columns: ColumnsFlag = None,
    where: WhereFlag = None,
    template: TemplateFlag = None,
    expect: Annotated[
        list[str] | None,
        typer.Option(
            help="The number, compared at the digits that it has; KEY=VALUE for another one of the "
            "result, such as ci_low=48.1. May be repeated.",
            show_default=False,
        ),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(
            help="A results.json of an audit, or what `score --json` printed: every number in it "
            "is scored again.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
    **options: Any,
) -> None:
    """A number scored again by its SIGNATURE: the same model, data and options.

    Number and signature are compared. Columns, conditions and template are read from the
    signature; the flags go before them, for a copy of the data that calls its columns otherwise.
    Ends with 0 where all is reproduced, with 1 where something is not.

    Examples:

      equimask rerun 's_jsd|equimask:0.2.0|model:xlm-roberta-base@e73636d4…|…' --expect -2.31e-3

      equimask rerun 'cps|equimask:0.2.0|model:my-checkpoint@183aec37fcc3|…' --expect 52.7
      --model ./my-checkpoint --data pairs.csv

      equimask rerun --results audit/results.json --model ./my-checkpoint
    """
    from equimask.evaluation.rerun_results import one_of, rerun_results

    said: dict[str, Any] = {
        "columns": columns or None,
        "where": where or None,
        "template": template,
    }
    said |= given({name: one for name, one in options.items() if one is not None})
    if (signature is None) == (results is None):
        raise OptionError(
            expected="a signature, or --results FILE",
            got="neither" if signature is None else "both",
            fix="Quote the signature: it has signs that a shell reads.",
        )
    if results is not None:
        if expect:
            raise OptionError(
                expected="the numbers of the file with --results",
                got=f"--expect {expect[0]}",
                fix="Leave it out.",
            )
        found = _shown_all(rerun_results(results, model or (), data or (), **said), as_json)
        wrong = [one for one in found if not one.reproduced]
        raise typer.Exit(2 if any(one.error for one in wrong) else int(bool(wrong)))
    from equimask.evaluation.rerun import rerun as score_again

    assert signature is not None
    came = score_again(
        signature,
        model=one_of("--model", model or ()),
        data=one_of("--data", data or ()),
        expect=expect or None,
        **said,
    )
    if as_json:
        typer.echo(json_shown(came.as_dict()))
    else:
        _show(came)
    raise typer.Exit(int(not came.reproduced))


def _show(came: Reproduction) -> None:
    console = Console()
    table = TextTable()
    table.add_column("", no_wrap=True)
    for name in ("expected", "came", ""):
        table.add_column(name, overflow="fold")
    for number in came.numbers:
        told = "the same" if number.agrees else f"another {number.hint and f'({number.hint})'}"
        mark = Text(told.strip(), style="green" if number.agrees else "red")
        table.add_row(number.key, str(number.expected), str(number.came), mark)
    if not came.numbers:
        table.add_row(came.result.metric, "–", str(came.result.value), "--expect VALUE compares")
    for one in came.fields:
        note = lines_shown(one.note, style="red" if one.matters else "yellow")
        table.add_row(one.name, one.expected or "–", one.came or "–", note)
    if came.same_signature:
        table.add_row("signature", "", "", Text("the same", style="green"))
    console.print(table)
    if not came.same_signature:
        say(console, came.result.signature, style="dim")
    style = "green" if came.reproduced else "red"
    say(console, came.outcome, style=style)


def _shown_all(several: Iterator[Rerun], as_json: bool) -> list[Rerun]:
    """Each in a line, as soon as it is scored."""
    if as_json:
        found = list(several)
        rows = [one.as_dict() for one in found]
        typer.echo(json_shown(rows))
        return found
    console, found = Console(), []
    for one in several:
        style = "green" if one.reproduced else "red"
        numbers = "" if one.reproduced else f", {one.came} and not {one.expected}"
        told = Text.assemble(
            printable(f"{one.name}: "),
            (printable(f"{one.outcome}{'' if one.error else numbers}"), style),
        )
        console.print(told, soft_wrap=True)
        found.append(one)
    n = sum(one.reproduced for one in found)
    console.print(f"{n} of {len(found)} reproduced", highlight=False)
    return found
