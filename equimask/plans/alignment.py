"""Which tokens two sentences of a pair share: the span U of the papers."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class SharedSpan(NamedTuple):
    """Matched positions: token `more[i]` of the one sentence is token `less[i]` of the other."""

    more: tuple[int, ...]
    less: tuple[int, ...]

    def __len__(self) -> int:  # the number of shared tokens, not of fields
        return len(self.more)


def shared_span(
    more: Sequence[int],
    less: Sequence[int],
    special_more: Sequence[bool],
    special_less: Sequence[bool],
) -> SharedSpan:
    """The longest common subsequence of the non-special tokens; the same set for both orders."""
    content_more = [i for i, special in enumerate(special_more) if not special]
    content_less = [i for i, special in enumerate(special_less) if not special]
    matches = longest_common_subsequence(
        [more[i] for i in content_more], [less[j] for j in content_less]
    )
    return SharedSpan(
        tuple(content_more[i] for i, _ in matches), tuple(content_less[j] for _, j in matches)
    )


def published_span(more: Sequence[int], less: Sequence[int]) -> SharedSpan:
    """The span of the released code: difflib over all ids, first and last match dropped.

    difflib is order-dependent and not maximal, and dropping by position assumes one special
    token at either end; kept only to reproduce published figures.
    """
    a, b = [str(token) for token in more], [str(token) for token in less]
    matches = [
        (block.a + k, block.b + k)
        for block in difflib.SequenceMatcher(None, a, b).get_matching_blocks()
        for k in range(block.size)
    ][1:-1]
    return SharedSpan(tuple(i for i, _ in matches), tuple(j for _, j in matches))


def longest_common_subsequence(a: Sequence[int], b: Sequence[int]) -> list[tuple[int, int]]:
    """Index pairs of one longest common subsequence, mirrored exactly when `a` and `b` swap.

    Several subsequences can be longest. To pick the same one for both orders, the sequences are
    put into a canonical order first.
    """
    if tuple(a) > tuple(b):
        return [(i, j) for j, i in longest_common_subsequence(b, a)]
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    middle = _lcs_by_table(a[start : len(a) - end], b[start : len(b) - end])
    head = [(i, i) for i in range(start)]
    tail = [(len(a) - k, len(b) - k) for k in range(end, 0, -1)]
    return head + [(start + i, start + j) for i, j in middle] + tail


def _lcs_by_table(a: Sequence[int], b: Sequence[int]) -> list[tuple[int, int]]:
    n, m = len(a), len(b)
    if not n or not m:
        return []
    length = np.zeros((n + 1, m + 1), dtype=np.int32)  # length[i, j] = LCS of a[i:] and b[j:]
    b_array = np.asarray(b)
    for i in range(n - 1, -1, -1):
        # with matches scored, row i is a running maximum from the right
        candidate = np.where(b_array == a[i], length[i + 1, 1:] + 1, length[i + 1, :-1])
        length[i, :-1] = np.maximum.accumulate(candidate[::-1])[::-1]
    matches, i, j = [], 0, 0
    while i < n and j < m:
        if a[i] == b[j] and length[i, j] == length[i + 1, j + 1] + 1:
            matches.append((i, j))
            i, j = i + 1, j + 1
        elif length[i + 1, j] >= length[i, j + 1]:
            i += 1
        else:
            j += 1
    return matches
