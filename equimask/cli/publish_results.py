"""`equimask publish-results`: results go to a model's page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from equimask.cli.publish import YES
from equimask.core.terminal import say


def publish_results(
    results: Annotated[
        Path,
        typer.Argument(
            help='A JSON file: what `equimask score --json` prints, a list of it, or {"results": '
            '[...]}. A result may name its "dataset" (ORG/NAME), "language" and "metric".'
        ),
    ],
    repo: Annotated[str, typer.Option(help="The model on the Hub, ORG/MODEL.")],
    dataset: Annotated[
        str | None, typer.Option(help="ORG/NAME of the data, for results that name none there.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Which of an audit's models, where none is called like the repository."),
    ] = None,
    yes: Annotated[bool, YES] = False,
) -> None:
    """Send results to a model's page, as a pull request to its repository.

    They go into `.eval_results/`, and into the card's `model-index` for older readers, each with
    its interval and its signature. An audit's results.json can be sent as it is. What was scored on
    the packaged pairs needs --dataset: where you published them.

    Examples:

      equimask score cps lab/my-model --language de --json > results.json

      equimask publish-results results.json --repo lab/my-model --dataset lab/equimask_pairs
    """
    from huggingface_hub import HfApi

    from equimask.hub.model_page import prepare_results, submit
    from equimask.hub.show import submission_table

    console, api = Console(), HfApi()
    submission = prepare_results(api, results, repo, dataset, model)
    console.print(submission_table(submission))
    if not submission.files:
        say(console, f"Nothing to do: {repo} has these results.")
    elif submission.proposed:
        told = f"Nothing to do: {submission.proposed} proposes these results and is open."
        say(console, told)
    elif not yes:
        console.print("Dry run: nothing was sent. Do it with --yes.")
    else:
        say(console, f"Opened {submit(api, submission)}")
