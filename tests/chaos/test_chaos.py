"""A few faults of every kind, each of which must end as if nothing had happened, or in words.

`make chaos` has hundreds, of all jobs.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chaos.run import Laboratory, laboratory

pytestmark = pytest.mark.slow  # second processes


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    with laboratory(tmp_path_factory.mktemp("chaos"), {"query", "publish"}) as made:
        yield made


def test_whatever_happens_the_end_is_the_undisturbed_one(lab: Laboratory) -> None:
    for one, fault in lab.faults():
        outcome = lab.try_(one, fault, seed=1)
        assert not outcome.wrong, outcome


def test_what_is_wrong_is_found(lab: Laboratory) -> None:
    """The judge is no rubber stamp: a job of another result, and one more file, are told."""
    one, fault = lab.faults()[0]
    assert lab.try_(one._replace(result="another"), fault, seed=2).wrong == ("another result",)
    (wrong,) = lab.try_(one._replace(files=frozenset()), fault, seed=3).wrong
    assert wrong.startswith("left over: ")
