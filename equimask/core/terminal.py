"""What reaches a terminal: text as text, never markup, with nothing in it that acts by itself."""

from __future__ import annotations

import json
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from equimask.core.errors import IN_LINES, EquimaskError, printable


def lines_shown(text: str, style: str = "") -> Text:
    """Text of several lines as it may stand on a terminal."""
    return Text(printable(text, IN_LINES), style=style)


def json_shown(content: Any) -> bytes:
    """JSON in UTF-8, whatever the terminal's encoding; what would act there stands as `\\u…`."""
    text = json.dumps(content, ensure_ascii=False)
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in IN_LINES else json.dumps(c)[1:-1] for c in text)
    return text.encode()


def say_error(error: EquimaskError) -> None:
    """On the error stream, in one line."""
    shown = Text.assemble(("error:", "red"), " ", lines_shown(str(error)))
    Console(stderr=True).print(shown, soft_wrap=True)


def say(console: Console, text: str, *, style: str = "", highlight: bool | None = None) -> None:
    """Print lines that may hold names of files, models and data; long ones are not broken."""
    shown = lines_shown(text, style)
    console.print(
        shown if highlight is False or style else console.highlighter(shown), soft_wrap=True
    )


class TextTable(Table):
    """A table without lines whose title, headings, cells and caption are text."""

    def __init__(self, title: str | None = None, **options: Any) -> None:
        super().__init__(
            title=None if title is None else Text(printable(title), style="table.title"),
            title_justify="left",
            box=SIMPLE_HEAD,
            padding=(0, 1, 0, 0),
            caption_justify="left",
            **options,
        )

    def add_column(self, header: Any = "", footer: Any = "", **options: Any) -> None:
        """A column; its heading and its footer are text too."""
        super().add_column(_as_text(header), _as_text(footer), **options)

    def add_row(self, *cells: RenderableType | None, **options: Any) -> None:
        """A row of texts, or of what is already made for a terminal."""
        super().add_row(*map(_as_text, cells), **options)

    def below(self, text: str) -> None:
        """After a blank line, so that nobody takes it for a row."""
        self.caption = lines_shown(f"\n{text}", "table.caption")


def _as_text(cell: Any) -> Any:
    return lines_shown(cell) if isinstance(cell, str) else cell
