"""The example at the door of the analyses runs as it is written."""

from __future__ import annotations

import doctest

from equimask.studies import analyses


def test_the_way_from_counted_words_to_an_analysis() -> None:
    found = doctest.testmod(analyses)
    assert found.attempted >= 10
    assert found.failed == 0
