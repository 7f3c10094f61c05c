"""What reaches a terminal is text: no markup, no escapes, nothing that turns the writing round."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from equimask.core.progress import Tally, after, before, line
from equimask.core.terminal import TextTable, say

WILD = "a\x1b]0;owned\x07\x1b[31m[/red][bold]b\u202ec:smile:"
TAMED = r"a\x1b]0;owned\x07\x1b[31m[/red][bold]b\u202ec:smile:"


def printed(*things: object, colour: bool = False) -> str:
    stream = io.StringIO()
    Console(file=stream, width=200, force_terminal=colour).print(*things)
    return stream.getvalue()


def test_every_part_of_a_table_is_text() -> None:
    table = TextTable(WILD, show_footer=True)
    table.add_column(WILD, WILD)
    table.add_row(WILD)
    table.below(WILD)
    shown = printed(table)
    assert shown.count(TAMED) == 5
    assert "\x1b" not in shown and "\u202e" not in shown


def test_a_line_is_text_in_colour_too() -> None:
    stream = io.StringIO()
    say(Console(file=stream, width=20, force_terminal=True), WILD, style="dim")
    assert TAMED in stream.getvalue() and "\x1b]0" not in stream.getvalue()


@pytest.mark.parametrize("text", ["ک\u200cتاب", "क्\u200dष", "１\u3000２", "8\u00a0%", "two\nlines"])
def test_what_belongs_to_text_stays(text: str) -> None:
    stream = io.StringIO()
    say(Console(file=stream), text)
    assert stream.getvalue() == f"{text}\n"


def test_a_title_cannot_write_to_the_terminal() -> None:
    tally = Tally(2, "cell", WILD, 1e6, 0.0)
    tally.step(1, 1e4, 10.0)
    tally.step(1, 1e4, 2000.0)
    told = before(tally) + line(tally) + after(tally)
    assert TAMED in told and "\x1b" not in told and "\u202e" not in told
