"""Shared spans: maximal, the same for both orders, specials out."""

from __future__ import annotations

import difflib
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.plans.alignment import longest_common_subsequence, published_span, shared_span

tokens = st.lists(st.integers(0, 4), max_size=9)


def brute_force_length(a: list[int], b: list[int]) -> int:
    """Oracle: try all subsequences of `a`, longest first."""

    def occurs(wanted: tuple[int, ...]) -> bool:
        rest = iter(b)
        return all(token in rest for token in wanted)

    return next(
        size
        for size in range(len(a), -1, -1)
        if any(occurs(choice) for choice in combinations(a, size))
    )


@given(tokens, tokens)
def test_lcs_is_a_common_subsequence_of_maximal_length(a: list[int], b: list[int]) -> None:
    matches = longest_common_subsequence(a, b)
    assert all(a[i] == b[j] for i, j in matches)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(matches))
    assert len(matches) == brute_force_length(a, b)


@given(tokens, tokens)
def test_lcs_of_swapped_sequences_is_the_mirrored_set(a: list[int], b: list[int]) -> None:
    forward = longest_common_subsequence(a, b)
    assert [(j, i) for i, j in longest_common_subsequence(b, a)] == forward


def test_lcs_of_long_repetitive_sequences_stays_maximal_where_difflib_does_not() -> None:
    a, b = [0, 1] * 150, [1, 0] * 150  # difflib's autojunk drops popular tokens from 200 on
    assert len(longest_common_subsequence(a, b)) == 299
    blocks = difflib.SequenceMatcher(None, a, b).get_matching_blocks()
    assert sum(block.size for block in blocks) < 299


def test_shared_span_leaves_out_specials_wherever_they_stand() -> None:
    more, less = [101, 7, 8, 9, 102, 102], [7, 5, 9, 102]
    span = shared_span(
        more, less, [True, False, False, False, True, True], [False, False, False, True]
    )
    assert span.more == (1, 3)
    assert span.less == (0, 2)
    assert len(span) == 2


def test_shared_span_of_disjoint_sentences_is_empty() -> None:
    assert len(shared_span([1, 2], [3, 4], [False] * 2, [False] * 2)) == 0


@pytest.mark.parametrize(
    ("more", "less", "expected"),
    [
        ([101, 5, 6, 102], [101, 7, 6, 102], ((2,), (2,))),
        ([101, 5, 102], [101, 5, 102], ((1,), (1,))),
        ([101, 102], [101, 102], ((), ())),
    ],
)
def test_published_span_drops_first_and_last_match(
    more: list[int], less: list[int], expected: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    assert tuple(published_span(more, less)) == expected


def test_published_span_follows_difflib_even_where_it_is_not_maximal() -> None:
    # difflib takes the longest block (7 8 9) first and so loses the crossing 1 2 / 3 4
    more, less = [101, 7, 8, 9, 1, 2, 3, 4, 102], [101, 1, 2, 3, 7, 8, 9, 102]
    assert len(published_span(more, less)) == 3
