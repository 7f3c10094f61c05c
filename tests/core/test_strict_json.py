"""Of two values of one key nobody knows which is meant; the text is read in one go."""

from __future__ import annotations

import json
import time

import pytest

from equimask.core.strict_json import RepeatedKeyError, parse_json


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": 2, "a": null}}]'])
def test_a_key_that_stands_twice_is_named(text: str) -> None:
    with pytest.raises(RepeatedKeyError, match="the key 'a' stands more than once"):
        parse_json(text)


def test_a_key_may_stand_in_several_objects() -> None:
    assert parse_json('[{"a": 1}, {"a": {"a": 2}}]') == [{"a": 1}, {"a": {"a": 2}}]


def test_a_hundred_thousand_keys_before_the_one_that_stands_twice_are_looked_at_once() -> None:
    keys = ", ".join(f'"{n}": 0' for n in range(100_000))
    start = time.monotonic()
    with pytest.raises(RepeatedKeyError, match="'last'"):
        parse_json(f'{{{keys}, "last": 1, "last": 2}}')
    assert time.monotonic() - start < 20  # of each pair it would be a hundred times that
    assert len(json.loads(f"{{{keys}}}")) == 100_000
