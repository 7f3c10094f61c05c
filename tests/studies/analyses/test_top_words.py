"""Top-word tables: the study's printed tables come out of their own figures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from equimask.core.errors import InputError, OptionError
from equimask.measures.pmi import Bootstrap, bootstrap, pmi
from equimask.studies.analyses.chance import DeviationBounds
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


MANY = 1000


def test_the_largest_deviations_of_each_gender_and_sentiment() -> None:
    deviation = np.zeros((3, 3, 2))
    deviation[:, 0, 1] = [0.5, 2.0, 1.0]
    top = top_deviations(deviation, ["a", "b", "c"], np.full((3, 2), 20), size=2)
    assert top == [
        TopWord("female", "negative", 1, "b", 2.0, 20),
        TopWord("female", "negative", 2, "c", 1.0, 20),
    ]


def test_a_list_has_only_words_said_of_its_gender_and_marks_small_cells() -> None:
    deviation = np.zeros((4, 1, 2))
    deviation[:, 0, 1] = [9.0, 5.0, 3.0, 1.0]
    counts = [[90, 0], [3, 4], [20, 6], [900, 190]]
    options = {"sentiments": ("all",), "size": 9}
    women = [w for w in top_deviations(deviation, list("abcd"), counts, **options) if w.rank <= 2]
    assert [w.word for w in women if w.gender == "female"] == ["c", "d"]
    assert [w.small_cell for w in women if w.gender == "female"] == [True, False]  # 4.3 expected
    every = top_deviations(deviation, list("abcd"), counts, min_count=1, **options)
    assert [w.word for w in every if w.gender == "female"] == ["b", "c", "d"]
    with pytest.raises(OptionError, match="min_count=0"):
        top_deviations(deviation, list("abcd"), counts, min_count=0, **options)
    with pytest.raises(InputError, match=r"shape \(4, 2\).*whole numbers"):
        top_deviations(deviation, list("abcd"), -np.array(counts), **options)


@given(
    arrays(np.int64, (6, 2), elements=st.integers(0, 9)),
    arrays(np.float64, (6, 3, 2), elements=st.floats(-9, 9)),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_whatever_the_fit_says_a_list_holds_what_was_said(
    counts: np.ndarray, deviation: np.ndarray, min_count: int, size: int
) -> None:
    words = list("abcdef")
    if not counts.any():
        with pytest.raises(InputError, match="only zeros"):
            top_deviations(deviation, words, counts)
        return
    top = top_deviations(deviation, words, counts, min_count=min_count, size=size)
    for g, gender in enumerate(("male", "female")):
        said = {w for w, n in zip(words, counts[:, g], strict=True) if n >= min_count}
        for s, sentiment in enumerate(("negative", "neutral", "positive")):
            above = {w for w in said if deviation[words.index(w), s, g] > 0}
            found = [w for w in top if (w.gender, w.sentiment) == (gender, sentiment)]
            assert [w.rank for w in found] == list(range(1, min(size, len(above)) + 1))
            assert {w.word for w in found} <= above
            left = above - {w.word for w in found}
            least = min((w.deviation for w in found), default=np.inf)
            assert all(deviation[words.index(w), s, g] <= least for w in left)


def test_intervals_stand_beside_the_deviations() -> None:
    deviation = np.array([1.0, 2.0]).reshape(2, 1, 1)
    axes = {"genders": ("female",), "sentiments": ("all",)}
    bounds = DeviationBounds(deviation - 0.5, deviation + 0.25)
    top = top_deviations(deviation, ["a", "b"], [[9], [9]], bounds=bounds, **axes)
    assert [(w.word, w.low, w.high) for w in top] == [("b", 1.5, 2.25), ("a", 0.5, 1.25)]
    assert deviations_markdown(top).splitlines()[2] == "| b | 2.0 [1.5, 2.2] |"
    assert "interval of the deviation" in top_words_figure(top).decode()


def test_the_contrast_of_table_3_comes_out_of_its_own_figures() -> None:
    """The largest differences, printed by falling female PMI; weaker words are left out."""
    block = [row for row in PUBLISHED if (row.table, row.block) == ("3", "contrast")]
    words = list(dict.fromkeys(row.word for row in block))
    value = {(row.word, row.gender): row.value for row in block}
    pmi = [[value[word, "male"], value[word, "female"]] for word in words]
    weak = [[0.1, 0.2], [-0.4, 0.3]]
    names = ["plain", "usual", *words[::-1]]
    table = pmi_contrast([*weak, *pmi[::-1]], names, np.full((len(names), 2), MANY))
    assert len(table.rows) == 15
    assert {row.word for row in table.rows} == set(words)
    female = [row.pmi[1] for row in table.rows]
    assert female == sorted(female, reverse=True)
    first = table.records()[0]
    assert (first["word"], first["male"], first["female"]) == ("blonde", -2.2, 1.7)
    assert (first["male_count"], first["female_small_cell"]) == (MANY, False)


def test_the_contrast_asks_only_for_the_genders_that_it_compares() -> None:
    counts = np.array([[40, 60, 0], [90, 10, 2], [50, 50, 0], [0, 60, 9], [60, 0, 0]])
    words = ["never_of_others", "b", "c", "never_of_men", "never_of_women"]
    values = pmi(counts)
    table = pmi_contrast(values, words, counts, genders=GENDERS)
    assert [row.word for row in table.rows] == ["never_of_others", "c", "b"]
    assert (table.skipped, table.rare) == (2, 0)
    of_two = pmi_contrast(values[:, :2], words, counts[:, :2])
    assert [row.word for row in of_two.rows] == [row.word for row in table.rows]
    assert table.records()[0]["non-binary"] is None
    assert table.markdown().splitlines()[2].endswith("| – |")


def test_a_contrasted_word_must_be_said_often_of_the_gender_it_is_listed_for() -> None:
    counts = np.array([[1, 4], [1, 5], [400, 1], [900, 200]])
    words = ["four_of_women", "five_of_women", "once_of_women", "plain"]
    table = pmi_contrast(pmi(counts), words, counts)
    assert [row.word for row in table.rows] == ["five_of_women", "plain", "once_of_women"]
    assert (table.rare, table.min_count) == (1, 5)
    assert table.rows[0].small_cells == (False, True)  # 5.2 and 0.8 expected
    assert "fewer than 5" in table.markdown()


def test_pmi_comes_with_its_interval_and_an_open_end_says_so() -> None:
    counts = np.array([[60, 5], [200, 100]])
    bounds = bootstrap(counts, 199, np.random.default_rng(0))
    table = pmi_contrast(pmi(counts), ["rare", "usual"], counts, bounds=bounds)
    row = next(row for row in table.rows if row.word == "rare")
    assert row.low == tuple(bounds.low[0]) and row.high == tuple(bounds.high[0])
    assert row.low[1] < row.pmi[1] < row.high[1]
    open_below = Bootstrap(np.full((2, 2), -np.inf), bounds.high, bounds.information)
    told = pmi_contrast(pmi(counts), ["rare", "usual"], counts, bounds=open_below)
    assert "[open, " in told.markdown()
    assert told.records()[0]["male_ci_low"] is None


def test_the_words_of_one_gender() -> None:
    pmi = [[0.0, 0.1, 5.8], [0.0, -0.3, 5.7], [0.1, 0.0, -np.inf], [-np.inf, 0.0, 5.0]]
    words = ["smaller", "militant", "other", "never_of_men"]
    counts = np.array([[MANY, MANY, MANY], [MANY, MANY, MANY], [MANY, MANY, 0], [0, MANY, MANY]])
    table = pmi_of_gender(pmi, words, counts, "non-binary", size=3, genders=GENDERS)
    assert [row.word for row in table.rows] == ["smaller", "militant", "never_of_men"]
    assert table.skipped == 1
    assert table.markdown().splitlines()[2] == "| smaller | 0.0 | 0.1 | 5.8 |"


def test_words_never_said_of_a_gender_are_counted_not_ranked() -> None:
    pmi = [[0.0, 0.0], [-np.inf, 1.7], [0.2, np.inf], [0.1, 0.5]]
    table = pmi_contrast(pmi, ["a", "b", "c", "d"], np.full((4, 2), MANY), size=2)
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
        pmi_contrast(pmi, ["a"], [[9, 9]], size=1)


def test_an_unknown_gender_is_refused() -> None:
    with pytest.raises(OptionError, match="'non-binary' among"):
        pmi_of_gender([[0.0, 0.0]], ["a"], [[9, 9]], "non-binary", size=1)


def test_the_figure_shows_words_of_any_script() -> None:
    words = ["美丽", "جميل", "सुंदर", "красивый", "สวย"]
    deviation = np.random.default_rng(0).normal(size=(5, 3, 2))
    counts = [[900, 200], [3, 9], [800, 200], [700, 100], [600, 90]]
    top = top_deviations(deviation, words, counts, size=5, min_count=1)
    picture = top_words_figure(top, title="五").decode()
    assert sum(word in picture for word in words) >= 4
    assert ">male, negative<" in picture and "五" in picture
    assert "جميل (9)" in picture and "hatched: chance would have it fewer than 5" in picture
    with pytest.raises(InputError, match="top_deviations"):
        top_words_figure([])
