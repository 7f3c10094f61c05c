"""A table for a README, an issue or a card: GitHub's Markdown."""

from __future__ import annotations

import re

from equimask.reports.tables.sheets import Entry, Sheet

_SPECIAL = re.compile(r"([\\`*_\[\]#|~$])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def escaped(text: str) -> str:
    """Any text as GitHub prints it, within one cell."""
    line = re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in text))
    return _SPECIAL.sub(r"\\\1", "".join(_ENTITIES.get(c, c) for c in line))


def markdown(sheet: Sheet) -> str:
    """One table; a group's heading is a line of its own, and the note a list below."""
    headings = [sheet.stub]
    for span in sheet.spans:
        for column in span.columns:
            headings.append(f"{span.heading}: {column}" if span.heading else column)
    lines = [f"**{escaped(sheet.caption)}**", "", _line([escaped(text) for text in headings])]
    words = [column == "preferred" for span in sheet.spans for column in span.columns]
    lines.append(_line(["---", *("---" if word else "---:" for word in words)]))
    for group in sheet.groups:
        if group.heading:
            lines.append(_line([f"*{escaped(group.heading)}*", *[""] * len(words)]))
        for row in group.rows:
            cells = [_cell(entry) for entries in row.cells for entry in entries]
            lines.append(_line([escaped(row.label), *cells]))
    lines += ["", *(f"- {escaped(note)}" for note in sheet.notes)]
    return "\n".join(lines) + "\n"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(entry: Entry) -> str:
    text = f"**{_number(entry.text)}**" if entry.bold else _number(entry.text)
    marks = f"<sup>{escaped(entry.marks)}</sup>" if entry.marks else ""
    return text + _number(entry.rest) + marks


def _number(text: str) -> str:
    return escaped(text.replace("-", "−")) if any(c.isdigit() for c in text) else escaped(text)
