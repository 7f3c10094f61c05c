"""Messages that can be printed, and that offer what was meant."""

from __future__ import annotations

import pytest

from equimask.core.errors import (
    EquimaskError,
    InputError,
    check_characters,
    near_matches,
    printable,
    shorten,
)


def test_a_message_has_three_parts_and_cannot_move_the_cursor() -> None:
    error = EquimaskError(expected="a word", got="'\x1b[2J\n'", fix="Pass one.")
    assert str(error) == "Expected a word, but got '\\x1b[2J\\n'. Pass one."
    assert (error.expected, error.fix) == ("a word", "Pass one.")
    assert printable("сестра ☂ \u202e\ud800") == "сестра ☂ \\u202e\\ud800"


def test_a_long_value_is_cut_to_a_line() -> None:
    assert shorten("a\nb") == "'a\\nb'"
    assert shorten("x" * 100, 10) == "'xxxxxxxx…"


def test_near_matches_come_first_and_long_lists_end() -> None:
    assert near_matches("sed", ["unit", "seed"]) == "Did you mean 'seed'? Valid: seed, unit."
    assert near_matches("x", ["unit", ""]) == "Valid: unit."
    many = near_matches("x", [f"name{number:03}" for number in range(130)])
    assert many.endswith("name099 and 30 more.")
    assert near_matches("x", ["y" * 200]) == f"Valid: {'y' * 59}…."


def test_half_a_character_is_named_with_its_place() -> None:
    check_characters("سارة 𝄞", "row 0")
    with pytest.raises(InputError, match=r"in row 3, but got half a surrogate pair, .* 2 of"):
        check_characters("ab\ud83d", "row 3")
