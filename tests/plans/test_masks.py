"""Mask plans fix what is hidden before a model runs."""

from __future__ import annotations

from equimask.plans.masks import Encoded, last_pieces, plan_masks

SENTENCE = Encoded(
    ids=(101, 11, 12, 13, 14, 102),
    special=(True, False, False, False, False, True),
    words=(0, 1, 2, 2, 2, 3),
)


def test_token_unit_hides_the_target_alone() -> None:
    plan = plan_masks([SENTENCE], [[1, 2, 4]])
    assert plan.targets.tolist() == plan.ends.tolist() == [1, 2, 4]


def test_word_unit_hides_the_later_pieces_of_the_word_and_no_earlier_one() -> None:
    plan = plan_masks([SENTENCE], [[1, 2, 3, 4]], unit="word")
    assert plan.targets.tolist() == [1, 2, 3, 4]
    assert plan.ends.tolist() == [1, 4, 4, 4]


def test_rows_remember_their_sentence() -> None:
    plan = plan_masks([SENTENCE, SENTENCE], [[1], [2, 3]])
    assert plan.sentences.tolist() == [0, 1, 1]
    assert len(plan) == 3


def test_the_last_piece_of_a_word_is_known_from_each_of_its_pieces() -> None:
    assert last_pieces((0, 1, 1, 2, 3, 3, 3)) == [0, 2, 2, 3, 6, 6, 6]
    assert last_pieces(()) == []
