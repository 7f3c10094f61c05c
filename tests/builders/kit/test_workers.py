from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from builders.kit.workers import map_unordered
from equimask.core.errors import DataError

SEVERAL = pytest.param(2, marks=pytest.mark.slow)
each_number = pytest.mark.parametrize("processes", [1, SEVERAL])


def square(number: int) -> int:
    return number * number


def process_of(number: int) -> int:
    return os.getpid()


def die(number: int) -> int:
    os._exit(3)


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


@each_number
def test_every_item_comes_back_with_its_key(processes: int) -> None:
    items = ((str(number), number) for number in range(20))
    results = dict(map_unordered(square, items, processes=processes))
    assert results == {str(number): number * number for number in range(20)}


@pytest.mark.slow
def test_few_items_are_drawn_ahead() -> None:
    drawn: list[int] = []

    def items() -> Iterator[tuple[int, int]]:
        for number in range(50):
            drawn.append(number)
            yield number, number

    results = map_unordered(square, items(), processes=2)
    next(results)
    assert len(drawn) <= 4
    assert len(list(results)) == 49


@pytest.mark.slow
def test_one_process_is_this_one_and_several_are_others() -> None:
    items = [(number, number) for number in range(6)]
    here = {result for _, result in map_unordered(process_of, items, processes=1)}
    there = {result for _, result in map_unordered(process_of, items, processes=2)}
    assert here == {os.getpid()}
    assert os.getpid() not in there


@each_number
def test_an_error_of_the_function_comes_through(processes: int) -> None:
    with pytest.raises(ValueError, match="no 3"):
        list(map_unordered(fail, [(1, 3)], processes=processes))


def refuse_or_sleep(number: int) -> int:
    if number:
        raise DataError(expected="nought", got=str(number), fix="Pass 0.")
    time.sleep(300)
    return number


@pytest.mark.slow
def test_an_error_ends_the_others_and_comes_out_whole() -> None:
    with pytest.raises(DataError, match=r"Expected nought, but got 1\. Pass 0\.") as caught:
        list(map_unordered(refuse_or_sleep, [(0, 0), (1, 1)], processes=2))
    assert caught.value.fix == "Pass 0."


@pytest.mark.slow
def test_a_worker_that_is_ended_is_told() -> None:
    with pytest.raises(DataError, match="fewer --processes"):
        list(map_unordered(die, [(1, 1), (2, 2)], processes=2))
