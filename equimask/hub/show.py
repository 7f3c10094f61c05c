"""Plans for the eye: what would be created, changed, deleted and tagged, or sent to a model."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

from equimask.hub.model_page import Submission
from equimask.hub.publish import Publication

_STYLES = {"create": "cyan", "add": "green", "change": "yellow", "delete": "red", "tag": "cyan"}


def plan_table(publication: Publication) -> Group:
    """One line per step; what stays as it is is only counted."""
    folder, plan = publication.folder, publication.plan
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("step")
    table.add_column("what", overflow="fold")
    table.add_column("size", justify="right", no_wrap=True)

    def add(step: str, what: str, size: str = "") -> None:
        table.add_row(step, what, size, style=_STYLES[step])

    if plan.create:
        private = "private " if publication.private else ""
        add("create", f"{private}{folder.repo_type} {publication.repo}")
    for step, names in (("add", plan.add), ("change", plan.change)):
        for name in names:
            add(step, name, decimal(folder.files[name].stat().st_size))
    for name in plan.delete:
        add("delete", name, decimal(publication.remote.files[name].size))
    if plan.tag:
        add("tag", plan.tag)
    same = len(folder.files) - len(plan.add) - len(plan.change)
    notes = [f"{folder.name}/ to {publication.repo}; {same} files are the same already"]
    if publication.tag != f"v{folder.version}":
        notes.append(f"the tag is {publication.tag}, but the folder is of version {folder.version}")
    return _noted(table, *notes)


def submission_table(submission: Submission) -> Group:
    """One line per result, and the files that would change."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("dataset", "task"):
        table.add_column(heading, overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    for result in submission.results:
        table.add_row(result.dataset, result.task, f"{result.value:.6g}")
    names = ", ".join(sorted(submission.files)) or "nothing"
    return _noted(table, f"a pull request to {submission.repo} would change {names}")


def _noted(table: Table, *notes: str) -> Group:
    return Group(table, *(Text(note, style="dim italic") for note in notes))
