"""`equimask score`: one number."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from equimask.cli.flags import (
    DATA_HELP,
    ColumnsFlag,
    GroupFlag,
    TemplateFlag,
    WhereFlag,
    given,
    with_flags,
)
from equimask.core.options import OPTIONS
from equimask.core.terminal import json_shown, say
from equimask.metrics import all_specs


def _columns() -> str:
    """The columns of every metric, in a sentence."""
    by_columns: dict[str, list[str]] = {}
    for name, spec in all_specs().items():
        own = [OPTIONS[name] for name in spec.options if OPTIONS[name].role == "column"]
        told = ", ".join(spec.columns)
        told += f" and, if there is one, {' and '.join(one.column for one in own)}" if own else ""
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
            help=f"{DATA_HELP} It has the metric's columns ({_columns()}). Without it, the "
            "packaged pairs of the language are scored."
        ),
    ] = None,
    columns: ColumnsFlag = None,
    where: WhereFlag = None,
    template: TemplateFlag = None,
    group: GroupFlag = None,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="BCP 47 tag, e.g. de, pt-BR.")
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

      equimask score cps ./my-checkpoint --data crows_pairs.csv --where bias_type=gender

      equimask score s_jsd ./my-checkpoint --data finnish.csv -l fi
      --columns sent_more=A_x,sent_less=B_x

      equimask score mbe ./my-checkpoint --data datasets/parallel_gender_sentences:de
      --group corpus

      equimask score latent_pmi --data words.parquet --sentiment lexicon.parquet --json
    """
    from equimask.core.result import ResultsApart
    from equimask.core.signature import Signature
    from equimask.evaluation import score as compute
    from equimask.reports.terminal import result_table, top_words

    found = compute(
        metric,
        data,
        language=language,
        columns=columns or None,
        where=where or None,
        template=template,
        group=group or None,
        model=model,
        **given(options),
    )
    if as_json:
        typer.echo(json_shown(found.as_dict(rows=rows)))
        return
    if isinstance(found, ResultsApart):
        results = list(found.items())
    else:
        signed = Signature.parse(found.signature)["lang"]
        results = [("–" if signed == "und" else signed, found)]
    console = Console()
    console.print(result_table(results))
    for _, result in results:
        if words := top_words(result):
            say(console, words)
        say(console, result.signature, style="dim")
