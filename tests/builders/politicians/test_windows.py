"""Windows fall apart into parts that have everybody exactly once."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.politicians.dates import DAY, Birth
from builders.politicians.query import (
    MOST_DIGITS,
    Window,
    cover,
    first_windows,
    month_text,
    whole,
)
from equimask.core.errors import DataError

People = dict[str, Birth]

births = st.builds(
    Birth,
    st.one_of(st.integers(-3000, 2000), st.sampled_from([0, 1, 999, 1000, 1950, 1999, 2000])),
    st.integers(1, 12),
    st.integers(1, 28),
    st.just(DAY),
)
people = st.dictionaries(
    st.integers(1, 10**8).map(lambda number: f"Q{number}"), births, max_size=120
)
# Many on one day: only their addresses can divide them.
crowded = st.builds(
    lambda number, birth, start: {f"Q{start + n}": birth for n in range(number)},
    st.integers(1, 150),
    births,
    st.integers(1, 10**6),
)


def found_in(window: Window, crowd: People) -> list[str]:
    return [qid for qid, birth in crowd.items() if window.holds(qid, birth)]


@settings(deadline=None)
@given(crowd=st.one_of(people, crowded), limit=st.integers(1, 20))
def test_everybody_is_taken_exactly_once_whatever_their_dates(crowd: People, limit: int) -> None:
    taken: Counter[str] = Counter()
    asked: list[Window] = []

    def take(window: Window) -> bool:
        asked.append(window)
        found = found_in(window, crowd)
        if len(found) > limit:
            return False
        taken.update(found)
        return True

    cover(first_windows(), take)
    assert taken == Counter(crowd.keys())
    names = [window.name for window in asked]
    assert len(set(names)) == len(names)


@settings(deadline=None, max_examples=30)
@given(crowd=people, refused=st.sets(st.integers(0, 60)))
def test_windows_that_are_refused_now_and_then_lose_nobody(
    crowd: People, refused: set[int]
) -> None:
    taken: Counter[str] = Counter()
    count = iter(range(10**6))

    def take(window: Window) -> bool:
        if next(count) in refused and window.parts():
            return False
        taken.update(found_in(window, crowd))
        return True

    cover(first_windows(), take)
    assert taken == Counter(crowd.keys())


@given(birth=births, qid=st.integers(1, 10**9).map(lambda number: f"Q{number}"))
def test_somebody_is_in_exactly_one_part_down_to_the_last(birth: Birth, qid: str) -> None:
    windows = first_windows()
    assert whole().holds(qid, birth)
    while windows:
        (window,) = [window for window in windows if window.holds(qid, birth)]
        windows = window.parts()
    assert len(window.digits) == MOST_DIGITS


def test_nobody_born_in_2001_is_in_any_window() -> None:
    birth = Birth(2001, 1, 1, DAY)
    assert not whole().holds("Q1", birth)
    assert not any(window.holds("Q1", birth) for window in first_windows())


def test_years_fall_apart_into_years_then_months_then_digits() -> None:
    decade = Window(1950 * 12, 1960 * 12)
    assert [part.name for part in decade.parts()] == ["1950-01..1955-01", "1955-01..1960-01"]
    year = Window(1950 * 12, 1951 * 12)
    assert [part.name for part in year.parts()] == ["1950-01..1950-07", "1950-07..1951-01"]
    month = Window(1950 * 12, 1950 * 12 + 1)
    assert [part.name for part in month.parts()][:2] == ["1950-01..1950-02#0", "1950-01..1950-02#1"]
    assert len(month.parts()) == 16
    assert len(Window(None, 1000 * 12).parts()) == 16


def test_what_is_refused_for_ever_is_an_error() -> None:
    with pytest.raises(DataError, match="cannot be divided any further"):
        cover([Window(None, 12)], lambda window: False)


@pytest.mark.parametrize(
    ("month", "text"),
    [(1950 * 12 + 6, "1950-07"), (0, "0000-01"), (-1, "-0001-12"), (12, "0001-01")],
)
def test_months_are_written_as_in_xsd(month: int, text: str) -> None:
    assert month_text(month) == text
