"""What reaches a terminal is text: no markup, no escapes, nothing that turns the writing round."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from equimask.core.errors import IN_LINES, EquimaskError
from equimask.core.progress import Tally, after, before, line
from equimask.core.terminal import TextTable, json_shown, say, say_error

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


def test_json_on_a_terminal_is_the_same_json_and_acts_on_nothing() -> None:
    content = {f"{WILD}\x9b31m\x7f": [f"{WILD}\U000e0041", "ک\u200cتاب", "人", 1.5]}
    shown = json_shown(content).decode()
    assert json.loads(shown) == content
    assert not [c for c in shown if not c.isprintable() and c not in IN_LINES]
    assert "人" in shown and "\u200c" in shown


def test_half_a_character_is_json_too() -> None:
    """As the name of a folder has it that is no UTF-8."""
    assert json_shown("bad\udcff") == b'"bad\\udcff"'


def test_an_error_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    say_error(EquimaskError(expected="a model", got=WILD, fix="[bold]Mend[/bold] it."))
    said = capsys.readouterr().err
    assert f"got {TAMED}. [bold]Mend[/bold] it." in said
    assert said.startswith("error: Expected")


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
