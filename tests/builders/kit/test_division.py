"""Which pieces are whose."""

from __future__ import annotations

import argparse
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.kit.division import Division, part


@given(st.integers(1, 9), st.integers(1, 5), st.integers(0, 60))
def test_every_piece_is_done_by_one_share_and_by_one_share_of_a_share(
    count: int, within: int, number: int
) -> None:
    shares = [Division(index, count) for index in range(count)]
    assert [share.takes(number) for share in shares].count(True) == 1
    (owner,) = (share for share in shares if share.takes(number))
    inner = [owner.within(index, within) for index in range(within)]
    assert [share.takes(number) for share in inner].count(True) == 1
    others = (share for share in shares if share is not owner)
    assert not any(one.within(k, within).takes(number) for one in others for k in range(within))


def test_a_part_is_written_as_people_count() -> None:
    third = part("3/7")
    assert third == Division(2, 7) and str(third) == "3/7" and third.label == "3-of-7"
    assert Division().whole and Division().label == ""
    assert pickle.loads(pickle.dumps(third)) == third


@pytest.mark.parametrize("text", ["0/7", "8/7", "3", "a/b", "-1/2", "1/0", "1/2/3", ""])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="from 1 to N"):
        part(text)
