"""Plans for the eye: what would be created, changed, deleted and tagged, or sent to a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group
from rich.filesize import decimal
from rich.text import Text

from equimask.core.errors import printable
from equimask.core.terminal import TextTable
from equimask.hub.model_page import Submission
from equimask.hub.publish import Publication
from equimask.hub.published_card import Rewritten

_SHOWN, _SHOWN_BEFORE = 66, 30  # characters of a rewritten line
_STYLES = {
    "create": "cyan",
    "add": "green",
    "send": "green",
    "change": "yellow",
    "delete": "red",
    "tag": "cyan",
}


def plan_table(publication: Publication) -> Group:
    """One line per step, and the lines of the card that are rewritten.

    What stays as it is is only counted; where the Hub did not answer, all is to be sent.
    """
    folder, plan = publication.folder, publication.plan
    is_known = publication.unanswered is None
    table = TextTable()
    table.add_column("step")
    table.add_column("what", overflow="fold")
    table.add_column("size", justify="right", no_wrap=True)

    def add(step: str, what: str, size: str = "") -> None:
        table.add_row(step, what, size, style=_STYLES[step])

    private = "private " if publication.private else ""
    repository = f"{private}{folder.repo_type} {publication.repo}"
    if plan.create or not is_known:
        add("create", repository if is_known else f"{repository}, if it is not there")
    for step, names in (("add" if is_known else "send", plan.add), ("change", plan.change)):
        for name in names:
            add(step, name, decimal(folder.size_of(name)))
    for name in plan.delete:
        add("delete", name, decimal(publication.remote.files[name].size))
    if plan.tag:
        add("tag", plan.tag if is_known else f"{plan.tag}, if it is new")
    return _noted(table, *_rewritten(folder.rewritten), *_notes(publication))


def _notes(publication: Publication) -> Iterator[Text]:
    folder, plan = publication.folder, publication.plan
    total = decimal(sum(map(folder.size_of, (*plan.add, *plan.change))))
    if publication.unanswered is None:
        same = len(folder.files) - len(plan.add) - len(plan.change)
        yield _note(
            f"{folder.name}/ to {publication.repo}, {total}; {same} files are the same already"
        )
    else:
        yield _note(f"{folder.name}/ to {publication.repo}, at most {total}")
        yield _note(
            "the Hub was not asked: which of these files are new, changed or there already, what "
            "would be deleted, and whether the tag is taken, is not known"
        )
    if publication.tag != f"v{folder.version}":
        yield _note(f"the tag is {publication.tag}, but the folder is of version {folder.version}")


def _rewritten(lines: Sequence[Rewritten]) -> Iterator[Text]:
    if lines:
        yield Text("In the card, code names the repository:")
    for line in lines:
        for sign, text, style in (("-", line.before, "red"), ("+", line.after, "green")):
            shown = printable(_around_change(text, line))
            yield Text(f"{line.number:>5} {sign} {shown}", style=style)


def _around_change(text: str, line: Rewritten) -> str:
    """Of a long paragraph only what stands around the first change."""
    both = enumerate(zip(line.before, line.after, strict=False))
    shared = next((at for at, (old, new) in both if old != new), 0)
    start = max(0, shared - _SHOWN_BEFORE)
    cut = text[start : start + _SHOWN]
    return f"{'…' if start else ''}{cut}{'…' if start + _SHOWN < len(text) else ''}"


def submission_table(submission: Submission) -> Group:
    """One line per result, and the files that would change."""
    table = TextTable()
    for heading in ("dataset", "task"):
        table.add_column(heading, overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    for result in submission.results:
        table.add_row(result.dataset, result.task, f"{result.value:.6g}")
    names = ", ".join(sorted(submission.files)) or "nothing"
    return _noted(table, _note(f"a pull request to {submission.repo} would change {names}"))


def _note(words: str) -> Text:
    return Text(printable(words), style="dim italic")


def _noted(table: TextTable, *notes: Text) -> Group:
    return Group(table, *notes)
