"""Sentiment shares: both readings by hand, sums, ties, the difference, the figure."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.sentiment_shares import sentiment_figure, sentiment_shares

WORDS = ["bold", "dead", "first", "kind"]
# [words, sentiments (neg, neu, pos), genders (male, female)]
DEVIATION = np.array(
    [
        [[0.1, 0.0], [0.2, 0.0], [0.9, 0.1]],
        [[0.8, 0.7], [0.7, 0.0], [0.0, 0.0]],
        [[0.0, 0.2], [0.6, 0.3], [0.1, 0.0]],
        [[0.0, 0.0], [0.0, 0.4], [0.2, 0.9]],
    ]
)
LEXICON = np.array([[0.1, 0.2, 0.7], [0.8, 0.1, 0.1], [0.4, 0.4, 0.2], [np.nan] * 3])


def test_cells_are_ranked_jointly() -> None:
    """Male: bold+ .9, dead- .8, dead0 .7; female: kind+ .9, dead- .7, kind0 .4."""
    found = sentiment_shares(DEVIATION, WORDS, size=3)
    assert found.shares.tolist() == pytest.approx(np.array([[1, 1, 1], [1, 1, 1]]) / 3)
    four = sentiment_shares(DEVIATION, WORDS, size=4)
    assert four.shares[0].tolist() == [0.25, 0.5, 0.25]  # first0 .6 comes in


def test_words_are_ranked_by_their_largest_deviation_and_labelled_by_the_lexicon() -> None:
    """Male: bold, dead of the three known words; `first` is half negative, half neutral."""
    found = sentiment_shares(DEVIATION, WORDS, reading="words", lexicon=LEXICON, size=2)
    assert found.shares[0].tolist() == [0.5, 0.0, 0.5]
    assert found.shares[1].tolist() == [0.75, 0.25, 0.0]  # dead .7, first .3
    assert found.unlabelled == 1


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.sampled_from(["cells", "words"]), st.integers(1, 40))
def test_shares_sum_to_1_for_every_gender(seed: int, reading: str, size: int) -> None:
    rng = np.random.default_rng(seed)
    deviation = rng.integers(-2, 3, (40, 3, 2)).astype(float)  # many ties
    lexicon = rng.integers(1, 4, (40, 3)).astype(float)
    words = [f"w{i}" for i in range(40)]
    found = sentiment_shares(deviation, words, reading=reading, lexicon=lexicon, size=size)
    assert found.shares.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_the_difference_is_male_minus_female_whatever_their_order() -> None:
    rng = np.random.default_rng(0)
    deviation = rng.normal(size=(400, 3, 2))
    deviation[:, 0, 0] += 2.0  # men get negative words
    words = [f"w{i}" for i in range(400)]
    found = sentiment_shares(deviation, words).difference(np.random.default_rng(1))
    assert found.difference[0] > 0.2
    assert found.p_values[0] < 0.001
    assert found.difference.sum() == pytest.approx(0.0)
    turned = sentiment_shares(deviation[:, :, ::-1], words, genders=("female", "male"))
    assert turned.difference(np.random.default_rng(1)).difference.tolist() == pytest.approx(
        found.difference.tolist()
    )


def test_what_the_words_are_called_changes_no_share() -> None:
    """Most deviations of a sparse fit are equal: the alphabet must not choose among them."""
    rng = np.random.default_rng(3)
    deviation = np.where(rng.random((60, 3, 2)) < 0.9, 0.0, rng.normal(size=(60, 3, 2)))
    words = [f"w{i:02}" for i in range(60)]
    found, turned = (sentiment_shares(deviation, w, size=50) for w in (words, words[::-1]))
    assert min(found.tied_at_cut) > 0
    np.testing.assert_allclose(found.shares, turned.shares)


def test_records_carry_what_the_caller_knows() -> None:
    rows = sentiment_shares(DEVIATION, WORDS, size=3).records(model="m", fit=2)
    assert len(rows) == 6
    share = pytest.approx(1 / 3)
    known = {"model": "m", "fit": 2, "gender": "male", "sentiment": "negative"}
    assert rows[0] == {**known, "share": share}


def test_ties_at_the_cut_are_reported() -> None:
    found = sentiment_shares(np.zeros((4, 3, 2)), WORDS, size=3)
    assert found.tied_at_cut == (9, 9)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"reading": "word"}, OptionError, "Did you mean 'words'"),
        ({"reading": "words"}, OptionError, "Pass lexicon="),
        ({"reading": "words", "lexicon": LEXICON[:2]}, InputError, r"shape \(4, 3\)"),
        ({"size": 13}, InputError, "size=13"),
    ],
)
def test_what_cannot_be_read_is_refused(options: dict, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        sentiment_shares(DEVIATION, WORDS, **options)


def test_the_figure_marks_what_is_significant_and_names_models_and_groups() -> None:
    rng = np.random.default_rng(0)
    deviation = rng.normal(size=(300, 3, 2))
    words = [f"w{i}" for i in range(300)]
    plain = sentiment_shares(deviation, words).difference(rng, 200)
    deviation[:, 0, 0] += 3.0
    strong = sentiment_shares(deviation, words).difference(rng, 200)
    groups = {"Arabic": {"m-BERT": plain}, "हिन्दी": {"m-BERT": strong, "XLM": plain}}
    picture = sentiment_figure(groups, title="Languages").decode()
    for text in ("Arabic   m-BERT", "हिन्दी   m-BERT", ">XLM<", "Languages", "percentage points"):
        assert text in picture
    assert sentiment_figure(groups, format="svg", title="Languages").decode() == picture
    with pytest.raises(InputError, match="at least one model"):
        sentiment_figure({})


@pytest.mark.parametrize("reading", ["cells", "words"])
def test_with_counts_a_list_has_only_words_said_of_its_gender(reading: str) -> None:
    words = [f"w{i}" for i in range(8)]
    poles = np.repeat(np.eye(3)[[0, 2]], 4, axis=0)  # four negative words, four positive
    deviation = np.repeat((poles * np.arange(8, 0, -1)[:, None])[:, :, None], 2, axis=2)
    counts = np.full((8, 2), 6)
    counts[:4, 1] = 4  # hardly ever of women
    options = {"reading": reading, "lexicon": poles, "size": 4}
    study = sentiment_shares(deviation, words, **options)
    assert study.shares.tolist() == [[1, 0, 0], [1, 0, 0]]
    found = sentiment_shares(deviation, words, counts=counts, **options)
    assert found.shares.tolist() == [[1, 0, 0], [0, 0, 1]]
    lower = sentiment_shares(deviation, words, counts=counts, min_count=4, **options)
    assert lower.shares.tolist() == study.shares.tolist()
