"""Which files a study becomes, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from equimask.core.files import write_atomically
from equimask.papers.exhibit import Exhibit, ExhibitTable
from equimask.papers.study import Study
from equimask.reports.study.cells import csv_text, is_number, text, word_columns
from equimask.reports.study.page import render
from equimask.reports.tables.latex import latex
from equimask.reports.tables.sheets import Entry, Group, Row, Sheet, Span

PAGE = "study.html"


class File(NamedTuple):
    """What stands in a file, below the folder of the study."""

    name: str
    content: bytes


def write_study(study: Study, folder: Path) -> list[Path]:
    """All files, each whole or not at all; the page first. The same study gives the same bytes."""
    paths = []
    for file in files_of(study):
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, file.content)
        paths.append(path)
    return paths


def files_of(study: Study) -> Iterator[File]:
    """The page, then the tables and figures in the order of the paper."""
    yield File(PAGE, _bytes(render(study)))
    for exhibit in study.made:
        for one in exhibit.tables:
            name = file_name(exhibit, one.name)
            yield File(f"tables/{name}.csv", _bytes(csv_text(one)))
            yield File(f"tables/{name}.tex", _bytes(latex(_sheet(study, exhibit, one, name))))
        for figure in exhibit.figures:
            yield File(f"figures/{file_name(exhibit, figure.name)}.svg", figure.svg)


def file_name(exhibit: Exhibit, name: str) -> str:
    """`table-2` of a table without a name, else `table-2-scores`."""
    words = re.findall(r"[a-z0-9]+", f"{exhibit.place} {name}".lower())
    return "-".join(words)


def _bytes(content: str) -> bytes:
    return content.encode("utf-8", "backslashreplace")


def _sheet(study: Study, exhibit: Exhibit, table: ExhibitTable, name: str) -> Sheet:
    """A span for every column: LaTeX breaks a wide table between them."""
    words = word_columns(table)
    spans = tuple(
        Span("", (heading,), words=is_word)
        for heading, is_word in zip(table.headings[1:], words[1:], strict=True)
    )
    rows = tuple(
        Row(text(row[0]), tuple((Entry(_minus(cell)),) for cell in row[1:])) for row in table.rows
    )
    caption = f"{table.title} ({study.paper.authors}, {exhibit.place}, and ours)."
    label = f"{study.paper.name}-{name}"
    return Sheet(caption, table.headings[0], spans, (Group("", rows),), exhibit.notes, label)


def _minus(cell: object) -> str:
    """Every number in an estimate has a minus, and no word has one."""
    shown = text(cell)  # type: ignore[arg-type]
    return shown.replace("-", "−") if is_number(cell) else shown  # type: ignore[arg-type]
