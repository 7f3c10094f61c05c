"""Mask plans fix what is hidden before a model runs."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from equimask.plans.alignment import shared_span
from equimask.plans.masks import Encoded, last_pieces, plan_masks, plan_pair_masks

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


def pieces_of(sentence: Sequence[str]) -> Encoded:
    """Words of pieces that are parted by a bar, between two specials."""
    words = [word.split("|") for word in sentence]
    ids = [hash(piece) for word in words for piece in word]
    numbers = [n for n, word in enumerate(words, 1) for _ in word]
    return Encoded(
        (0, *ids, 1), (True, *[False] * len(ids), True), (0, *numbers, len(words) + 1), None
    )


def hidden_on_both_sides(
    more: Sequence[str], less: Sequence[str], unit: str = "word"
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The tokens that each target hides in the one sentence and in the other."""
    left, right = pieces_of(more), pieces_of(less)
    span = shared_span(left.ids, right.ids, left.special, right.special)
    plan = plan_pair_masks([left], [right], [span], unit)
    assert plan.sentences.tolist() == [0] * len(span) + [1] * len(span)
    assert plan.targets.tolist() == [*span.more, *span.less]
    hidden = [
        ((left, right)[s].ids[target : end + 1])
        for s, target, end in zip(plan.sentences, plan.targets, plan.ends, strict=True)
    ]
    return list(zip(hidden[: len(span)], hidden[len(span) :], strict=True))


def test_a_gender_mark_is_not_hidden_with_what_both_forms_share() -> None:
    found = hidden_on_both_sides(["der", "Lehr|er", "lach|te"], ["die", "Lehr|er|in", "lach|te"])
    expected = [("Lehr", "er"), ("er",), ("lach", "te"), ("te",)]
    assert found == [(tuple(map(hash, pieces)),) * 2 for pieces in expected]


def test_pieces_that_do_not_stand_side_by_side_are_not_hidden_together() -> None:
    found = hidden_on_both_sides(["über|arbeit|et"], ["über|ge|arbeit|et"])
    expected = [("über",), ("arbeit", "et"), ("et",)]
    assert found == [(tuple(map(hash, pieces)),) * 2 for pieces in expected]


def test_a_word_that_ends_on_one_side_ends_on_both() -> None:
    found = hidden_on_both_sides(["not|wend|ig"], ["not|wend", "ig"])
    expected = [("not", "wend"), ("wend",), ("ig",)]
    assert found == [(tuple(map(hash, pieces)),) * 2 for pieces in expected]


WORDS = st.lists(st.sampled_from(["a", "a|b", "a|b|c", "b|c", "d|a|b", "c"]), max_size=6)


@given(WORDS, WORDS)
def test_both_sides_hide_the_same_with_every_token(more: list[str], less: list[str]) -> None:
    for own, other in hidden_on_both_sides(more, less):
        assert own == other
    for own, other in hidden_on_both_sides(more, less, "token"):
        assert own == other and len(own) == 1


@given(WORDS)
def test_words_that_did_not_change_are_hidden_as_they_are_alone(words: list[str]) -> None:
    sentence = pieces_of(words)
    content = tuple(range(1, len(sentence.ids) - 1))
    alone = plan_masks([sentence], [content], "word").ends.tolist()
    pair = ["changed", *words], ["otherwise", *words]
    found = hidden_on_both_sides(*pair)
    assert [len(own) for own, _ in found] == [
        end - target + 1 for target, end in zip(content, alone, strict=True)
    ]
