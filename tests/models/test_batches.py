"""Batches of exactly equal length, bounded by tokens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.models.batches import Budget, equal_length_batches
from equimask.models.policy import Policy

LENGTHS = st.lists(st.integers(1, 30), max_size=60)


def budget_of(tokens: int) -> Budget:
    return Budget(Policy(tokens, logits=1000, softmax=100))


def batches_of(lengths: list[int], tokens: int) -> list[list[int]]:
    found = equal_length_batches(np.array(lengths, dtype=np.int64), budget_of(tokens))
    return [[int(row) for row in batch] for batch in found]


@given(LENGTHS, st.integers(1, 100))
def test_every_row_comes_exactly_once(lengths: list[int], tokens: int) -> None:
    found = [row for batch in batches_of(lengths, tokens) for row in batch]
    assert sorted(found) == list(range(len(lengths)))


@given(LENGTHS, st.integers(1, 100))
def test_a_batch_has_one_length_and_fits_the_budget(lengths: list[int], tokens: int) -> None:
    for batch in batches_of(lengths, tokens):
        assert len({lengths[row] for row in batch}) == 1
        assert len(batch) == 1 or len(batch) * lengths[batch[0]] <= tokens


@given(LENGTHS, st.integers(1, 100), st.randoms())
def test_the_sizes_do_not_depend_on_the_order_of_the_input(
    lengths: list[int], tokens: int, random: object
) -> None:
    shuffled = list(lengths)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    sizes = [(lengths[b[0]], len(b)) for b in batches_of(lengths, tokens)]
    assert sizes == [(shuffled[b[0]], len(b)) for b in batches_of(shuffled, tokens)]


@given(LENGTHS, st.integers(1, 100))
def test_the_longest_rows_come_first_and_equal_ones_in_input_order(
    lengths: list[int], tokens: int
) -> None:
    order = [row for batch in batches_of(lengths, tokens) for row in batch]
    assert order == sorted(range(len(lengths)), key=lambda row: (-lengths[row], row))


def test_a_batch_is_as_full_as_the_budget_allows() -> None:
    assert batches_of([4] * 7, tokens=13) == [[0, 1, 2], [3, 4, 5], [6]]


@given(
    st.integers(1, 1000),
    st.lists(st.tuples(st.integers(2, 64), st.integers(1, 64)), min_size=1, max_size=8),
)
def test_a_budget_never_grows_back(tokens: int, failures: list[tuple[int, int]]) -> None:
    budget = budget_of(tokens)
    for rows, length in failures:
        before = budget.policy
        budget.shrink_below(rows, length)
        assert budget.policy.tokens <= before.tokens
        assert budget.policy.logits <= max(1, before.logits // 2)
        assert budget.policy.softmax <= max(1, before.softmax // 2)
        assert budget.rows_of(length) <= max(1, rows // 2)


def test_a_budget_that_shrinks_on_the_way_is_obeyed_at_once() -> None:
    budget = budget_of(40)
    batches = equal_length_batches(np.full(12, 10, dtype=np.int64), budget)
    assert len(next(batches)) == 4
    budget.shrink_below(4, 10)
    assert [len(batch) for batch in batches] == [2, 2, 2, 2]


@pytest.mark.parametrize("length", [1, 100, 10_000])
def test_a_single_row_always_fits(length: int) -> None:
    assert budget_of(1).rows_of(length) == 1
