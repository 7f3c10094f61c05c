"""Sentences in a template that names a man or a woman."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import InputError, OptionError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.inputs.templates import parse_template

QUICK: dict[str, Any] = {"model": "embedded", "n_resamples": 99, "progress": False}
TEXTS = ["I like it.", "I left; {x} stayed [a|b]."]


def test_a_template_gives_both_sides_their_words_and_the_mask() -> None:
    filled = parse_template('[He|She] said: "{sentence}"').fill({"sentence": TEXTS[:1]})
    assert filled == {
        "male": ['He said: "I like it."'],
        "female": ['She said: "I like it."'],
        "male_word": ["He"],
        "female_word": ["She"],
        "masked_sentence": ['[MASK] said: "I like it."'],
    }


def test_cells_are_put_in_as_they_are_and_several_columns_may_be() -> None:
    template = parse_template('"{a}", the [man|woman] told {b}.')
    filled = template.fill({"a": TEXTS, "b": ["us", "{a}"]})
    assert filled["male"][1] == '"I left; {x} stayed [a|b].", the man told {a}.'
    assert template.columns == {"a", "b"}


@pytest.mark.parametrize(
    "text", ["{sentence}", "[he|she] said", "[he|she] {a} [him|her]", "[he] {a}", "", None, 5]
)
def test_what_is_no_template_is_refused_with_one(text: Any) -> None:
    with pytest.raises(OptionError, match=r"\[He\|She\] said"):
        parse_template(text)


def test_a_column_or_a_cell_that_is_missing_is_named() -> None:
    template = parse_template("[he|she] {sentence}")
    with pytest.raises(InputError, match=r"a column 'sentence'.*Did you mean 'sentences'"):
        template.fill({"sentences": ["x"]})
    with pytest.raises(InputError, match="None in row 1"):
        template.fill({"sentence": ["x", None]})


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip), min_size=1))
def test_the_two_sides_differ_in_the_word_alone(texts: list[str]) -> None:
    filled = parse_template("So [he|she] said {t}.").fill({"t": texts})
    for male, female, masked in zip(
        filled["male"], filled["female"], filled["masked_sentence"], strict=True
    ):
        assert (male[:5], female[:6], masked[:9]) == ("So he", "So she", "So [MASK]")
        assert male[5:] == female[6:] == masked[9:]


def test_a_file_of_sentences_is_scored_and_signed_with_its_template() -> None:
    data = {"text": ["ran.", "slept.", "sang."], "kind": ["a", "a", "b"]}
    options = {"where": "kind=a", "template": "[He|She] {text}", **QUICK}
    dcbm = score("dcbm", data, **options)
    sides = {"male": ["He ran.", "He slept."], "female": ["She ran.", "She slept."]}
    assert dcbm.n + sum(dcbm.skipped.values()) == 2
    assert Signature.parse(dcbm.signature)["template"] == "[He|She] {text}"
    assert score("sbm", data, **options).rows == score("sbm", sides, **QUICK).rows
    with pytest.raises(InputError, match="`template` alone"):
        score("dcbm", template="[He|She] {text}", **QUICK)
