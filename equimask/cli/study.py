"""`equimask study`: every table and figure of a paper, on your models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from equimask.cli.flags import given, with_flags
from equimask.core.terminal import say
from equimask.papers import paper_names
from equimask.papers.exhibit import NotMade
from equimask.papers.request import study_options


@with_flags(study_options())
def study(
    paper: Annotated[str, typer.Argument(help=", ".join(paper_names()))],
    models: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MODEL]...",
            help="A hub id, a folder, or `embedded`; `de=MODEL` is asked in German alone. By "
            "default `embedded`, with --full the paper's own.",
            show_default=False,
        ),
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option(
            "--language",
            "-l",
            help="BCP 47 tag; may be repeated. By default those of the paper that the data have.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(
            help="A dataset that the paper reads, as a builder has built it or as the Hub has it; "
            "`papers`, `papers:DIR`: all of them in a folder. Files of mbe say what they are: "
            "stereoset=WHERE, answers=WHERE, and with their language pairs:ja=FILE, mt:ja=FILE, "
            "parallel:de=FILE. May be repeated. By default what is packaged, which is not the "
            "paper's.",
            show_default=False,
        ),
    ] = None,
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="All rows of the data, and the paper's own models if none is named."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the page, the tables (LaTeX, CSV), the figures (SVG) and finished "
            "work: the same command goes on where it was stopped. By default "
            "equimask-study/PAPER.",
            show_default=False,
        ),
    ] = None,
    **options: Any,
) -> None:
    """Every table and figure of a PAPER on MODELs, the published figures beside ours.

    What cannot be made with these models or data is listed with the reason; where that is all
    of it, the command ends with 1.

    Examples:

      equimask study s_jsd

      equimask study s_jsd xlm-roberta-base --data papers --full

      equimask study mgl de=deepset/gbert-base en=bert-base-cased --data papers

      equimask study mbe --full --data papers:datasets --out study-mbe
    """
    from equimask.papers.run import study as run

    folder = out or Path("equimask-study") / paper
    try:
        found = run(
            paper, models, languages=language, data=data or None, out=folder, full=full,
            **given(options),
        )  # fmt: skip
    except KeyboardInterrupt as interruption:
        Console(stderr=True).print("Stopped. What was finished is kept: the same command goes on.")
        raise typer.Exit(130) from interruption
    console = Console()
    first: dict[str, str] = {}  # where each reason was told
    for one in found.exhibits:
        told = f"{one.place}: {one.title}"
        if isinstance(one, NotMade):
            place = first.setdefault(one.why, one.place)
            told += f"\n  not made: {one.why if place == one.place else f'as {place}'}"
        say(console, told, highlight=False)
    say(console, f"{found.summary}: {folder / 'study.html'}", highlight=False)
    if not found.made:
        raise typer.Exit(1)
