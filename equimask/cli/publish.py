"""`equimask publish`: a built dataset or a metric goes to the Hub."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from equimask.core.terminal import say

YES = typer.Option("--yes", help="Do it. Without it, only say what would be done.")


def publish(
    folder: Annotated[
        Path, typer.Argument(help="A built dataset, a metric, or a folder of a leaderboard.")
    ],
    repo: Annotated[str, typer.Option(help="ORG/NAME on the Hub; made if it is not there.")],
    tag: Annotated[
        str | None,
        typer.Option(help="v1.0.0; by default the version of the receipt or of the package."),
    ] = None,
    private: Annotated[
        bool, typer.Option("--private", help="Make a new repository private; refuses a public one.")
    ] = False,
    yes: Annotated[bool, YES] = False,
) -> None:
    """Put a dataset, a metric or a leaderboard on the Hub: one commit and a version tag.

    Without --yes it only shows what would be created, changed, deleted and tagged, offline as far
    as that is known there. A run that was cut off is simply repeated; a published version is never
    changed. Writing needs a token: `hf auth login`, or HF_TOKEN. Code in the card that loads a
    folder of a clone loads the repository instead.

    A dataset is built first, by `python -m builders NAME`; what may not be passed on is refused. A
    metric becomes a Space that `evaluate.load` finds. Its page installs this version of the
    package, so that must be on PyPI before.

    Examples:

      equimask publish datasets/equimask_pairs --repo lab/equimask_pairs

      equimask publish metrics/s_jsd --repo lab/s_jsd --yes
    """
    from huggingface_hub import HfApi

    from equimask.hub.publish import carry_out, check_tag, prepare
    from equimask.hub.show import plan_table

    console, api = Console(), HfApi()
    publication = prepare(api, folder, repo, tag, private=private, even_offline=not yes)
    if not publication.plan.is_done:
        console.print(plan_table(publication))
    if publication.unanswered is None:
        check_tag(publication.plan, publication.remote, publication.tag)
    if publication.plan.is_done:
        say(console, f"Nothing to do: {repo} at {publication.tag} is this folder.")
    elif not yes:
        console.print("Dry run: nothing was sent. Do it with --yes.")
        if publication.unanswered is not None:
            reason = publication.unanswered
            say(console, f"Nor was the Hub asked: {reason.got}. {reason.fix}")
    else:
        address = carry_out(api, publication)
        say(console, f"Published {address}")
