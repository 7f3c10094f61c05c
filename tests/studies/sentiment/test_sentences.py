"""Sentences labelled by their words: by hand, in several scripts, and against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from equimask.core.errors import InputError
from equimask.studies.sentiment.sentences import (
    Matcher,
    compared_lexica,
    labelled,
    learned_accuracy,
    mean_sentiment,
    pieces_of,
    validate,
    validation_markdown,
)

GOOD, BAD, DULL = (0.1, 0.2, 0.7), (0.8, 0.1, 0.1), (0.1, 0.8, 0.1)
ENGLISH = {"good": GOOD, "bad": BAD, "plain": DULL, "not good": BAD, "well-known": GOOD}
SENTENCES = ["A good day.", "BAD, bad weather", "A plain table", "Nothing known", "good bad"]
LABELS = ["positive", "negative", "neutral", "negative", "positive"]


def test_the_longest_entry_counts_and_none_inside_another() -> None:
    find = Matcher(ENGLISH, "en")
    assert find("It is not good, but well-known.").entries == [BAD, GOOD]
    assert find("It is not good, but well-known.").share == pytest.approx(4 / 7)
    assert find("... !").entries == [] and find("").share == 0.0


@pytest.mark.parametrize(
    ("language", "lexicon", "sentence", "expected"),
    [
        ("zh", {"美丽": GOOD, "丽": BAD, "不好": BAD}, "她很美丽，不好。", [GOOD, BAD]),
        ("hi", {"सुंदर": GOOD, "सु": BAD}, "वह सुंदर है", [GOOD]),
        ("ru", {"красивый": GOOD}, "Красивый день", [GOOD]),
        ("th", {"สวย": GOOD}, "เธอสวยมาก", [GOOD]),
        ("fr", {"déçu": BAD}, "DE\u0301ÇU !", [BAD]),
        ("ar", {"جميل": GOOD}, "يوم جميل.", [GOOD]),
    ],
)
def test_words_of_every_script_are_found(
    language: str, lexicon: dict, sentence: str, expected: list
) -> None:
    assert Matcher(lexicon, language)(sentence).entries == expected


def test_marks_belong_to_their_letters() -> None:
    assert pieces_of("वह सुंदर है।") == ["वह", "सुंदर", "है"]


def test_the_mean_of_the_words_labels_a_sentence() -> None:
    means, known = mean_sentiment(SENTENCES, Matcher(ENGLISH, "en"))
    assert means[0].tolist() == pytest.approx(GOOD)
    assert means[4].tolist() == pytest.approx(np.mean([GOOD, BAD], axis=0))
    assert np.isnan(means[3]).all()
    assert known.tolist() == pytest.approx([1 / 3, 2 / 3, 1 / 3, 0, 1])
    assert labelled(means) == ["positive", "negative", "neutral", "", "negative"]
    assert labelled(np.array([[0.4, 0.2, 0.4]])) == [""]
    two = labelled(np.array([[0.2, 0.7, 0.1]]), ("negative", "positive"))
    assert two == ["negative"]


def test_agreement_by_hand() -> None:
    found = validate(SENTENCES, LABELS, ENGLISH, "en")
    assert (found.n, found.accuracy, found.undecided) == (5, 0.6, 1)
    assert found.majority == 0.4
    # negative: 1 right of 2 given and 2 labelled so; positive 1 of 2 and 1; neutral 1 of 1
    assert found.macro_f1 == pytest.approx(np.mean([2 / 4, 1, 2 / 3]))
    assert found.low < 0.6 < found.high
    assert found.confusion["negative", ""] == 1


@given(st.lists(st.tuples(*[st.sampled_from(("negative", "neutral", "positive"))] * 2), min_size=9))
def test_agreement_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    words = {"negative": "bad", "neutral": "plain", "positive": "good"}
    labels = [label for label, _ in pairs]
    # what a word is called is known only if every class is among the labels
    labels[:3], sentences = list(words), [words[told] for _, told in pairs]
    found = validate(sentences, labels, ENGLISH, "en")
    told = [name for _, name in pairs]
    assert found.accuracy == pytest.approx(metrics.accuracy_score(labels, told))
    names = list(words)
    expected = metrics.f1_score(labels, told, labels=names, average="macro", zero_division=0)
    assert found.macro_f1 == pytest.approx(expected)


def test_a_regression_learns_from_means_and_nothing_from_noise() -> None:
    rng = np.random.default_rng(0)
    labels = ["positive", "negative"] * 60
    words = {"positive": "good", "negative": "bad"}
    telling = [f"it is {words[label]}" for label in labels]
    noise = [f"it is {rng.choice(list(words.values()))}" for _ in labels]
    assert learned_accuracy(telling, labels, ENGLISH, "en") == 1.0
    assert learned_accuracy(noise, labels, ENGLISH, "en") < 0.7
    with pytest.raises(InputError, match="at least 5 sentences"):
        learned_accuracy(telling[:4], labels[:4], ENGLISH, "en")


def test_lexica_stand_side_by_side() -> None:
    lexica = {"joined": ENGLISH, "one source": {"good": GOOD}}
    lines = validation_markdown(compared_lexica(SENTENCES, LABELS, lexica, "en")).splitlines()
    assert lines[2].startswith("| joined | 5 | 60.0 |")
    assert lines[3].startswith("| one source | 5 | 40.0 |")


@pytest.mark.parametrize(
    ("sentences", "labels", "message"),
    [
        (["a"], [], "1 sentences and 0 labels"),
        ([], [], "0 sentences"),
        (["a", "b"], ["positive", "pos"], "'pos' in row 1"),
        (["a", "b"], ["positive"] * 2, "positive only"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    sentences: list[str], labels: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        validate(sentences, labels, ENGLISH, "en")
