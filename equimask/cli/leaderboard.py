"""`equimask leaderboard`: results of many models become a dataset and a static Space."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from equimask.core.terminal import say


def leaderboard(
    results: Annotated[
        list[str],
        typer.Argument(
            help="results.json of audits (or folders with one, or what `equimask score --json` "
            "prints), and models ORG/MODEL of the Hub, whose pages have results."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where dataset/ and space/ are written.")],
    dataset: Annotated[
        str | None,
        typer.Option(help="ORG/NAME where the dataset will be published: the page links to it."),
    ] = None,
    title: Annotated[
        str | None, typer.Option(help="Of the page and of the cards.", show_default=False)
    ] = None,
    version: Annotated[
        str, typer.Option(help="Of the two folders; raise it when you publish more results.")
    ] = "1.0.0",
) -> None:
    """Put the results of many models into one table: a dataset, and a page that shows it.

    One row per number, with its interval, its null, its verdict and its signature. A number without
    a valid signature is refused: it must name the measure, the model, the data and the language of
    its row, and a known version. The same number twice is one row; two numbers with one signature
    are refused. The page sorts and filters by language, measure and model size.

    Examples:

      equimask leaderboard audit/results.json lab/my-model --out board --dataset lab/bias_results

      equimask publish board/dataset --repo lab/bias_results

      equimask publish board/space --repo lab/bias
    """
    from equimask.leaderboard import TITLE, gather, write_leaderboard

    console = Console()
    found = gather(results)
    written = write_leaderboard(
        found.rows, out, title=title or TITLE, dataset=dataset, version=version
    )
    models = len({row.weights for row in found.rows})
    told = [f"{len(found.rows)} numbers of {models} {'model' if models == 1 else 'models'}."]
    if found.repeated:
        told.append(f"{found.repeated} were given more than once, with the same value.")
    if found.others:
        told.append(f"{found.others} results on model pages are not of Equimask: left out.")
    uncalibrated = sum(not row.is_calibrated for row in found.rows)
    if uncalibrated:
        told.append(f"{uncalibrated} are not calibrated: marked so.")
    page = written.page
    if page.n_shown < len(found.rows):
        told.append(f"The page shows the first {page.n_shown}; the dataset has all.")
    if page.n_signed < page.n_shown:
        missing = page.n_shown - page.n_signed
        told.append(f"The page has no room for {missing} signatures; the dataset has them.")
    told.append(f"Wrote {written.dataset} and {written.space}.")
    for line in told:
        say(console, line, highlight=False)
