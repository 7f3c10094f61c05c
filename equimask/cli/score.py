"""`equimask score`: one number."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console

from equimask.cli.flags import given, with_flags
from equimask.core.options import OPTIONS, options_in
from equimask.metrics import all_specs, measure_named, spec_of

_BESIDE = {name: OPTIONS[name].column for name in options_in("column")}


def _columns() -> str:
    """The columns of every metric, in a sentence."""
    by_columns: dict[str, list[str]] = {}
    for name, spec in all_specs().items():
        beside = [_BESIDE[column] for column in spec.options if column in _BESIDE]
        told = ", ".join(spec.columns)
        told += f" and, if there is one, {' and '.join(beside)}" if beside else ""
        by_columns.setdefault(told, []).append(name)
    return "; ".join(f"{', '.join(names)}: {told}" for told, names in by_columns.items())


@with_flags(tuple(OPTIONS))
def score(
    metric: Annotated[str, typer.Argument(help=f"{', '.join(all_specs())}.")],
    model: Annotated[
        str | None,
        typer.Argument(
            help="A hub id, a folder, or `embedded`: the packaged model. Not for metrics that "
            "read what models have said already.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(
            help="A .csv, .tsv, .jsonl or .parquet file or a hub dataset with the metric's columns "
            f"({_columns()}). Without it, the packaged pairs of the language are scored."
        ),
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="BCP 47 tag, e.g. de or pt-BR.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    rows: Annotated[bool, typer.Option(help="Per-pair scores in the JSON.")] = False,
    **options: Any,
) -> None:
    """One number: METRIC of MODEL.

    Examples:

      equimask score s_jsd embedded --language de

      equimask score s_jsd bert-base-multilingual-cased --language de

      equimask score cps ./my-checkpoint --data pairs.csv --json > cps.json

      equimask score latent_pmi --data words.parquet --sentiment lexicon.parquet --json
    """
    from equimask.evaluation import score as compute
    from equimask.inputs.tables import read_columns
    from equimask.reports.terminal import result_table

    columns = label = None
    if data is not None:
        columns, label = read_columns(
            data,
            tuple(spec_of(measure_named(metric).metric).columns),
            tuple(_BESIDE.values()),
            language,
        )
        for option, column in _BESIDE.items():
            if column in columns:
                options[option] = columns.pop(column)
    result = compute(metric, columns, language=language, data=label, model=model, **given(options))
    if as_json:
        # in UTF-8 whatever the terminal's encoding
        typer.echo(json.dumps(result.as_dict(rows=rows), ensure_ascii=False).encode())
        return
    console = Console()
    console.print(result_table([(language or ("–" if data else "en"), result)]))
    console.print(result.signature, style="dim", soft_wrap=True, markup=False)
