"""`equimask audit`: all measures over all languages, as tables, JSON and an HTML report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console


def audit(
    model: Annotated[
        str, typer.Argument(help="A hub id, a folder, or `embedded`: the model in this package.")
    ],
    language: Annotated[
        list[str] | None,
        typer.Option(
            "--language",
            "-l",
            help="ISO 639-1 code; may be repeated. By default all languages with packaged pairs: "
            "name those that your model knows.",
            show_default=False,
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            help="s_jsd (with its binarised form), cps, aul (AULA and AUL), sbm, mbe or dcbm; may "
            "be repeated. By default all of them. latent_pmi reads no pairs: use `score`.",
            show_default=False,
        ),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(help="Another model: every difference with its interval and q-value."),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            help="Folder for results.json, report.html and the finished cells: the same command "
            "goes on where it was stopped."
        ),
    ] = Path("equimask-audit"),
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Compare with untrained twins of the model.")
    ] = False,
    reliability: Annotated[
        bool,
        typer.Option(
            "--reliability",
            help="Score again without the last character, in lower case, and with other names.",
        ),
    ] = False,
    unit: Annotated[str, typer.Option(help="token, or word (PLL-word-l2r).")] = "token",
    protocol: Annotated[
        str, typer.Option(help="corrected, or published (the authors' released code).")
    ] = "corrected",
    revision: Annotated[str | None, typer.Option(help="The model's branch, tag or commit.")] = None,
    baseline_revision: Annotated[str | None, typer.Option(help="The baseline's.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda:1, mps, xpu …")] = None,
    dtype: Annotated[str, typer.Option(help="float32, float16, bfloat16 or float64.")] = "float32",
    seed: Annotated[int, typer.Option(help="Seed of the resampling.")] = 0,
) -> None:
    """All measures of MODEL in all languages, side by side.

    Every score has its interval and the smallest effect that it could have shown; measures that
    contradict each other are named.

    Several processes share the work if `torchrun` or `accelerate launch --multi_gpu` starts them,
    on processors too. `accelerate launch --cpu` starts a single one, whatever --num_processes says.

    Examples:

      equimask audit embedded

      equimask audit xlm-roberta-base -l de -l fi --baseline bert-base-multilingual-cased

      accelerate launch --multi_gpu --num_processes 4 -m equimask audit xlm-roberta-large

      accelerate launch --multi_gpu --num_processes 2 -m equimask audit embedded --device cpu

      torchrun --nproc-per-node 2 -m equimask audit ./my-checkpoint --device cpu
    """
    from equimask.audits.run import RESULTS
    from equimask.audits.run import audit as run
    from equimask.models.processes import is_main_process, leave_processes
    from equimask.reports.audit_tables import tables
    from equimask.reports.html import write_report

    try:
        found = run(
            model,
            language,
            metric,
            baseline=baseline,
            baseline_revision=baseline_revision,
            reliability=reliability,
            out=out,
            calibrate=calibrate,
            unit=unit,
            protocol=protocol,
            revision=revision,
            device=device,
            dtype=dtype,
            seed=seed,
            progress=sys.stderr.isatty(),
        )
    except KeyboardInterrupt as interruption:
        if is_main_process():
            Console(stderr=True).print(
                "Stopped. What was finished is kept: the same command goes on."
            )
        raise typer.Exit(130) from interruption
    if is_main_process():
        write_report(found, out / "report.html")
        console = Console()
        for table in tables(found):
            console.print(table)
        for name in (RESULTS, "report.html"):
            console.print(f"{out / name}", markup=False, soft_wrap=True, highlight=False)
    leave_processes()
