"""Bad input is named by column, row and value."""

from __future__ import annotations

from typing import Any

import pytest

from equimask.core.errors import InputError
from equimask.inputs.checks import check_columns

NAMES = ("sent_more", "sent_less")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"sent_more": ["a"]}, "no `sent_less`"),
        ({}, "no `sent_more` and no `sent_less`"),
        ({"sent_more": "a", "sent_less": ["b"]}, "Wrap a single sentence in a list"),
        ({"sent_more": 3, "sent_less": ["b"]}, "to be a list of strings, but got 3"),
        ({"sent_more": ["a", "b"], "sent_less": ["c"]}, "2 in `sent_more` and 1 in `sent_less`"),
        ({"sent_more": [], "sent_less": []}, "empty columns"),
        ({"sent_more": ["a", None], "sent_less": ["c", "d"]}, "None in row 1"),
        ({"sent_more": ["a", "b"], "sent_less": ["c", "  "]}, "'  ' in row 1"),
        ({"sent_more": ["a"], "sent_less": [7]}, "7 in row 0"),
    ],
)
def test_bad_columns_get_a_clear_error(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        check_columns(columns, NAMES)
    assert message in str(caught.value)


def test_good_columns_come_back_as_lists() -> None:
    assert check_columns({"sent_more": ("a",), "sent_less": iter(["b"])}, NAMES) == {
        "sent_more": ["a"],
        "sent_less": ["b"],
    }
