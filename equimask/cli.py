"""The terminal: thin commands over the library."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from equimask.errors import EquimaskError
from equimask.schema import METRIC_COLUMNS
from equimask.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Measure gender bias in masked language models, with an error bar and a signature.",
)


def _mendable(command: Callable[..., None]) -> Callable[..., None]:
    """What a user can mend ends as a message and exit code 2, not as a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except EquimaskError as error:
            Console(stderr=True).print(
                f"[red]error:[/red] {escape(str(error))}", soft_wrap=True, highlight=False
            )
            raise typer.Exit(2) from error

    return run


@app.command()
@_mendable
def score(
    metric: Annotated[str, typer.Argument(help="s_jsd, cps, aul, mbe, sbm or dcbm.")],
    model: Annotated[str, typer.Argument(help="A hub id or a local folder.")],
    data: Annotated[
        str | None,
        typer.Option(
            help="A .csv, .tsv, .jsonl or .parquet file or a hub dataset with the metric's columns "
            "(s_jsd, cps, aul: sent_more, sent_less; mbe: sentence, gender; sbm: male, female). "
            "Without it, the packaged pairs of the language are scored."
        ),
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="ISO 639-1 code, e.g. de.")
    ] = None,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Compare with untrained twins of the model.")
    ] = False,
    likelihood: Annotated[
        str, typer.Option(help="Of whole sentences: aula, aul or norm_aula (aul, mbe, sbm).")
    ] = "aula",
    unit: Annotated[str, typer.Option(help="token, or word (PLL-word-l2r).")] = "token",
    protocol: Annotated[
        str, typer.Option(help="corrected, or published (the authors' released code).")
    ] = "corrected",
    perturb: Annotated[
        str | None, typer.Option(help="last_character: remove it from every sentence.")
    ] = None,
    revision: Annotated[str | None, typer.Option(help="The model's branch, tag or commit.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda:1, mps, xpu …")] = None,
    dtype: Annotated[str, typer.Option(help="float32, float16, bfloat16 or float64.")] = "float32",
    seed: Annotated[int, typer.Option(help="Seed of the resampling.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    rows: Annotated[bool, typer.Option(help="Per-pair scores in the JSON.")] = False,
) -> None:
    """One number: METRIC of MODEL.

    Examples:

      equimask score s_jsd bert-base-multilingual-cased --language de

      equimask score cps ./my-checkpoint --data pairs.csv --json > cps.json
    """
    from equimask.evaluation import score as compute
    from equimask.reading import read_columns
    from equimask.report import result_table

    columns = label = None
    options: dict[str, Any] = {}
    if data is not None:
        names = METRIC_COLUMNS.get(metric, METRIC_COLUMNS["s_jsd"])
        columns, label = read_columns(data, names, ("gender_more",), language)
        if "gender_more" in columns:
            options["gender_more"] = columns.pop("gender_more")
    result = compute(
        metric,
        columns,
        language=language,
        data=label,
        model=model,
        calibrate=calibrate,
        likelihood=likelihood,
        unit=unit,
        protocol=protocol,
        perturb=perturb,
        revision=revision,
        device=device,
        dtype=dtype,
        seed=seed,
        progress=sys.stderr.isatty(),
        **options,
    )
    if as_json:
        typer.echo(json.dumps(result.as_dict(rows=rows), ensure_ascii=False))
        return
    console = Console()
    console.print(result_table([(language or "–", result)]))
    console.print(result.signature, style="dim", soft_wrap=True, markup=False)


@app.command()
@_mendable
def demo() -> None:
    """Score the embedded model on the packaged pairs; needs no network."""
    from equimask.demo import run_demo

    run_demo(Console())


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Print it.")] = False) -> None:
    if version:
        typer.echo(__version__)
        raise typer.Exit
