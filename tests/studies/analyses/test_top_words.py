"""Top-word tables: the study's printed tables come out of their own figures."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.top_words import (
    TopWord,
    deviations_markdown,
    pmi_contrast,
    pmi_of_gender,
    top_deviations,
    top_words_figure,
)
from equimask.studies.published import published_words

PUBLISHED = published_words()
GENDERS = ("male", "female", "non-binary")


def test_the_largest_deviations_of_each_gender_and_sentiment() -> None:
    deviation = np.zeros((3, 3, 2))
    deviation[:, 0, 1] = [0.5, 2.0, 1.0]
    top = top_deviations(deviation, ["a", "b", "c"], size=2)
    assert len(top) == 2 * 3 * 2
    assert [w for w in top if (w.gender, w.sentiment) == ("female", "negative")] == [
        TopWord("female", "negative", 1, "b", 2.0),
        TopWord("female", "negative", 2, "c", 1.0),
    ]


def test_the_contrast_of_table_3_comes_out_of_its_own_figures() -> None:
    """The largest differences, printed by falling female PMI; weaker words are left out."""
    block = [row for row in PUBLISHED if (row.table, row.block) == ("3", "contrast")]
    words = list(dict.fromkeys(row.word for row in block))
    value = {(row.word, row.gender): row.value for row in block}
    pmi = [[value[word, "male"], value[word, "female"]] for word in words]
    weak = [[0.1, 0.2], [-0.4, 0.3]]
    table = pmi_contrast([*weak, *pmi[::-1]], ["plain", "usual", *words[::-1]])
    assert len(table.rows) == 15
    assert {row.word for row in table.rows} == set(words)
    female = [row.pmi[1] for row in table.rows]
    assert female == sorted(female, reverse=True)
    assert table.records()[0] == {"word": "blonde", "male": -2.2, "female": 1.7}


def test_the_words_of_one_gender() -> None:
    pmi = [[0.0, 0.1, 5.8], [0.0, -0.3, 5.7], [0.1, 0.0, -np.inf]]
    table = pmi_of_gender(
        pmi, ["smaller", "militant", "other"], "non-binary", size=2, genders=GENDERS
    )
    assert [row.word for row in table.rows] == ["smaller", "militant"]
    assert table.skipped == 1
    assert table.markdown().splitlines()[2] == "| smaller | 0.0 | 0.1 | 5.8 |"


def test_words_never_said_of_a_gender_are_counted_not_ranked() -> None:
    pmi = [[0.0, 0.0], [-np.inf, 1.7], [0.2, np.inf], [0.1, 0.5]]
    table = pmi_contrast(pmi, ["a", "b", "c", "d"], size=2)
    assert ([row.word for row in table.rows], table.skipped) == (["d", "a"], 2)


def test_tables_4_and_6_are_rendered_as_printed() -> None:
    for number, first in (("4", "divorced"), ("6", "infantil")):
        top = [
            TopWord(row.gender, row.sentiment, row.rank, row.word, row.value)
            for row in PUBLISHED
            if row.table == number
        ]
        lines = deviations_markdown(top).splitlines()
        assert len(lines) == 12
        assert lines[0].startswith("| female negative | deviation | female neutral |")
        assert lines[2].startswith(f"| {first} |")


def test_a_pipe_in_a_word_does_not_break_the_table() -> None:
    line = deviations_markdown([TopWord("male", "neutral", 1, "a|b", 1.0)]).splitlines()[2]
    assert line == "| a\\|b | 1.0 |"


def test_lists_of_different_length_fill_up_with_empty_cells() -> None:
    top = [
        TopWord("male", "neutral", 1, "a", 1.0),
        TopWord("male", "neutral", 2, "b", 0.5),
        TopWord("female", "neutral", 1, "c", 2.0),
    ]
    assert deviations_markdown(top).splitlines()[3] == "| b | 0.5 |  |  |"


@pytest.mark.parametrize(
    ("pmi", "message"),
    [([[0.0, np.nan]], "1 NaN"), ([[0.0]], r"shape \(1, 2\)")],
)
def test_pmi_that_fits_no_words_is_refused(pmi: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pmi_contrast(pmi, ["a"], size=1)


def test_an_unknown_gender_is_refused() -> None:
    with pytest.raises(OptionError, match="'non-binary' among"):
        pmi_of_gender([[0.0, 0.0]], ["a"], "non-binary", size=1)


def test_the_figure_shows_words_of_any_script() -> None:
    words = ["美丽", "جميل", "सुंदर", "красивый", "สวย"]
    deviation = np.random.default_rng(0).normal(size=(5, 3, 2))
    picture = top_words_figure(top_deviations(deviation, words, size=3), title="五").decode()
    assert sum(word in picture for word in words) >= 4
    assert ">male, negative<" in picture and "五" in picture
    with pytest.raises(InputError, match="top_deviations"):
        top_words_figure([])
