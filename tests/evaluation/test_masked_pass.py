"""Pairs that cannot be asked about are counted, and cost nothing."""

from __future__ import annotations

import pytest

from equimask.core.errors import InputError
from equimask.core.signature import Signature
from equimask.evaluation import masked_pass, score
from equimask.evaluation.masked_pairs import _span
from equimask.plans.alignment import SharedSpan
from equimask.plans.masks import Encoded
from tests import tiny


def test_what_cannot_be_scored_is_counted_and_leaves_a_hole_in_the_rows(
    live: dict[str, object],
) -> None:
    columns = {
        "sent_more": [*tiny.MORE, "The same.", "word " * 200 + "a", "医生"],
        "sent_less": [*tiny.LESS, "The same.", "word " * 200 + "b", "nurse"],
    }
    result = score("s_jsd", columns, **live)
    assert result.skipped == {"identical": 1, "too_long": 1, "no_shared_tokens": 1}
    assert result.n == len(tiny.MORE)
    assert result.rows["s_jsd"][5:] == [None, None, None]
    assert Signature.parse(result.signature)["skipped"] == "3"


def test_nothing_left_to_score_is_an_error(live: dict[str, object]) -> None:
    with pytest.raises(InputError, match="identical"):
        score("cps", {"sent_more": ["a"], "sent_less": ["a"]}, **live)


def test_too_long_pairs_are_never_aligned(
    live: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    aligned = []

    def watched(more: Encoded, less: Encoded, published: bool) -> SharedSpan:
        aligned.append(max(len(more.ids), len(less.ids)))
        return _span(more, less, published)

    monkeypatch.setattr(masked_pass, "_span", watched)
    long = ["word " * 3_000, "other " * 3_000]
    table = {"sent_more": [long[0], *tiny.MORE], "sent_less": [long[1], *tiny.LESS]}
    assert score("cps", table, **live).skipped == {"too_long": 1}
    assert len(aligned) == len(tiny.MORE)
