"""`equimask audit`: all measures on all data, as tables, JSON and an HTML report."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from equimask.audits.measures import audit_options, audited_specs
from equimask.cli.flags import (
    DATA_HELP,
    ColumnsFlag,
    GroupFlag,
    TemplateFlag,
    WhereFlag,
    given,
    with_flags,
)
from equimask.core.drawing import FORMATS
from equimask.core.errors import OptionError, check_choice
from equimask.core.terminal import say


def _metrics() -> str:
    """The metrics with the forms in which each is taken."""
    return ", ".join(
        name if len(spec.measures) == 1 else f"{name} ({', '.join(m.label for m in spec.measures)})"
        for name, spec in audited_specs().items()
    )


@with_flags(audit_options())
def audit(
    models: Annotated[
        list[str],
        typer.Argument(
            metavar="MODEL...",
            help="A hub id (or NAME@REVISION), a folder, or `embedded`: the model in this package. "
            "Several are ranked and compared.",
        ),
    ],
    language: Annotated[
        list[str] | None,
        typer.Option(
            "--language",
            "-l",
            help="BCP 47 tag; may be repeated. By default all languages of the data: name those "
            "that your model knows.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(
            help=f"{DATA_HELP} May be repeated; every metric takes what it can read. `papers` are "
            "the papers' sentences, built in `datasets`, `papers:PLACE` those in another folder or "
            "of an organisation of the Hub. By default the packaged pairs.",
            show_default=False,
        ),
    ] = None,
    columns: ColumnsFlag = None,
    where: WhereFlag = None,
    template: TemplateFlag = None,
    group: GroupFlag = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            help=f"{_metrics()}; may be repeated. By default all of them.",
            show_default=False,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            help="One of the models or another: all others minus it, with interval and q-value. "
            "Without it, several models are compared with each other."
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for results.json, report.html and the finished cells: the same command "
            "goes on where it was stopped."
        ),
    ] = Path("equimask-audit"),
    wait: Annotated[
        float,
        typer.Option(
            min=1.0,
            help="Seconds in which all processes of a launcher must have come, and give a sign of "
            "life again. Whoever works is waited for as long as it takes.",
        ),
    ] = 300.0,
    figures: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder for the report's pictures, a file for each.",
            show_default=False,
        ),
    ] = None,
    figure_format: Annotated[str, typer.Option(help="Of these files: svg or png.")] = "svg",
    reliability: Annotated[
        bool,
        typer.Option(
            "--reliability",
            help="Score again without the last character, in lower case, and with other names.",
        ),
    ] = False,
    calibrate_metric: Annotated[
        list[str] | None,
        typer.Option(
            help="Compare this metric with untrained twins, and no other: for those without a "
            "neutral point, at a fraction of the work of --calibrate; may be repeated.",
            show_default=False,
            rich_help_panel="Null",
        ),
    ] = None,
    baseline_revision: Annotated[str | None, typer.Option(help="The baseline's.")] = None,
    **options: Any,
) -> None:
    """All measures of one MODEL or several in all languages or on your data, side by side.

    Every score has its interval and the smallest effect that it could have shown; measures that
    contradict each other are named.

    Several processes share the work if `torchrun` or `accelerate launch --multi_gpu` starts them,
    on processors too. `accelerate launch --cpu` starts a single one, whatever --num_processes says.

    Examples:

      equimask audit embedded

      equimask audit xlm-roberta-base -l de -l fi --baseline bert-base-multilingual-cased

      equimask audit xlm-roberta-base xlm-roberta-large bert-base-multilingual-cased

      equimask audit xlm-roberta-base --data datasets/crows_pairs_multilingual --data mine.csv

      equimask audit xlm-roberta-base --figures pictures --figure-format png

      equimask audit xlm-roberta-base --data papers --where source=steinborn

      accelerate launch --multi_gpu --num_processes 4 -m equimask audit xlm-roberta-large

      accelerate launch --multi_gpu --num_processes 2 -m equimask audit embedded --device cpu

      torchrun --nproc-per-node 2 -m equimask audit ./my-checkpoint --device cpu
    """
    from equimask.audits.run import audit as run
    from equimask.core.result_files import RESULTS
    from equimask.models.processes import is_main_process, leave_processes
    from equimask.reports.audit_tables import tables
    from equimask.reports.html import write_figures, write_report

    check_choice(figure_format, FORMATS, "a picture format")
    if figures is None and figure_format != FORMATS[0]:
        raise OptionError(
            expected=f"a folder for pictures beside --figure-format {figure_format}",
            got="none",
            fix="Add --figures DIR.",
        )
    try:
        found = run(
            models,
            language,
            metric,
            data=data or None,
            columns=columns or None,
            where=where or None,
            template=template,
            group=group or None,
            baseline=baseline,
            baseline_revision=baseline_revision,
            calibrate_metrics=calibrate_metric or (),
            reliability=reliability,
            out=out,
            wait=wait,
            **given(options),
        )
    except KeyboardInterrupt as interruption:
        if is_main_process():
            Console(stderr=True).print(
                "Stopped. What was finished is kept: the same command goes on."
            )
        raise typer.Exit(130) from interruption
    if is_main_process():
        write_report(found, out / "report.html", date.today())
        drawn = [] if figures is None else write_figures(found, figures, figure_format)
        console = Console()
        for table in tables(found):
            console.print(table)
        for name in (RESULTS, "report.html"):
            say(console, f"{out / name}", highlight=False)
        if drawn:
            told = f"{figures}: {len(drawn)} pictures"
            say(console, told, highlight=False)
    leave_processes()
