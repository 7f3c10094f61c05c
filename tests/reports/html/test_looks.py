"""Models look different, and are called so that they can be told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from equimask.core.looks import looks_of, shortened, told


def test_seven_models_have_seven_looks() -> None:
    looks = looks_of([f"model {number}" for number in range(8)])
    assert len({(one.colour, one.marker) for one in looks}) == 7
    assert looks[7][1:] == looks[0][1:]


def test_a_legend_in_words() -> None:
    assert told(looks_of(["a"])) == ""
    assert told(looks_of(["a", "b", "c"])) == "Circles are a, squares b, diamonds c."


def test_names_are_short_where_they_stay_apart() -> None:
    assert shortened(["lab/a", "lab/b"]) == ["a", "b"]
    assert shortened(["one/bert", "two/bert"]) == ["one/bert", "two/bert"]
    assert shortened(["bert-base-multilingual-cased", "b"]) == ["bert-bas…ual-cased", "b"]
    long = ["a" * 20 + "x" + "b" * 20, "a" * 20 + "y" + "b" * 20]
    assert shortened(long) == long


@given(st.lists(st.text(min_size=1, max_size=40), unique=True, min_size=1))
def test_no_two_models_are_called_alike(names: list[str]) -> None:
    assert len(set(shortened(names))) == len(names)
