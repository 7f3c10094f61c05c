"""`equimask table`: numbers for a paper, a README or a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimask.core.errors import IN_LINES, printable

_ENDINGS = {".md": "markdown", ".csv": "csv"}
_SEVERAL = "may be repeated. By default all of them."


def table(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULTS...",
            help="The results.json of audits, and what `equimask score --json` printed.",
        ),
    ],
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="`latex` (needs booktabs), `markdown`, or `csv`: one line per number with all "
            "that belongs to it, unrounded. By default what --out ends with, else latex.",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(help=f"A model as the results call it; {_SEVERAL}", show_default=False),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option("--measure", "-m", help=f"s_jsd, cps, aula …; {_SEVERAL}", show_default=False),
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option("--language", "-l", help=f"BCP 47 tag; {_SEVERAL}", show_default=False),
    ] = None,
    place: Annotated[
        list[str] | None,
        typer.Option(help=f"Data as the results call them; {_SEVERAL}", show_default=False),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            help="What stands side by side: `models`, `measures`, or `numbers` (all about one "
            "score in a line). By default models where there are several.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A file; without it, the terminal.")] = None,
) -> None:
    """Scores of one model or several as a table that says below itself what is what.

    Scores have the digits that their error leaves, the null where there is one, ranks where one
    audit compared several models, and are bold where a preference is shown.

    Examples:

      equimask table equimask-audit/results.json --out table.tex

      equimask table equimask-audit/results.json --format markdown -m cps -l de -l fi

      equimask table one/results.json two/results.json cps.json --format csv --out numbers.csv
    """
    from equimask.audits.reading import read_numbers
    from equimask.core.files import write_atomically
    from equimask.reports.tables import chosen
    from equimask.reports.tables import table as made

    numbers = [number for path in results for number in read_numbers(path)]
    kept = chosen(numbers, model or (), measure or (), language or (), place or ())
    # a file's name may hold what is no character, and a terminal may not know all of them
    asked = format or _ENDINGS.get("" if out is None else out.suffix.lower(), "latex")
    text = made(kept, asked, layout)
    if out is None:
        typer.echo(printable(text, IN_LINES).encode(), nl=False)
    else:
        write_atomically(out, text.encode("utf-8", "backslashreplace"))
