"""Values of lexica, seed words, and the patterns that words share."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import numpy as np
import pytest

from builders.kit.builder import BuildOptions
from builders.sentiment_lexicon.lexica import LANGUAGES, LEXICA, read_lexicon, spelled, why_not
from equimask.core.errors import DataError
from equimask.core.schema import SENTIMENTS
from equimask.studies.sentiment.observations import (
    THREE_CLASSES,
    Kind,
    SourceLexicon,
    observation_table,
    parse_seeds,
    plain_average,
    seed_prior,
)
from tests.studies.sentiment.packaged_seeds import packaged_seeds

SIDES = SourceLexicon("sides", Kind.BINARY, {"good": (1.0,), "bad": (0.0,)})
NUMBERS = SourceLexicon("numbers", Kind.REAL, {"good": (0.5,), "odd": (0.0,)})
VOTES = SourceLexicon("votes", Kind.COUNTS, {"good": (1.0, 1.0, 2.0)}, THREE_CLASSES)
PAIRS = SourceLexicon("pairs", Kind.PAIR, {"good": (0.75, 0.25)})
FEWEST = 10
each_language = pytest.mark.parametrize("lang", LANGUAGES)
ONE = SourceLexicon("one", Kind.BINARY, {"a": (1.0,), "b": (1.0,), "c": (0.0,), "d": (1.0,)})
TWO = SourceLexicon("two", Kind.PAIR, {"c": (0.0, 0.5), "e": (1.0, 0.0), "d": (0.5, 0.0)})


@pytest.mark.parametrize(
    ("lexicon", "word", "polarity"),
    [
        (SIDES, "good", 1.0),
        (SIDES, "bad", -1.0),
        (NUMBERS, "good", 0.5),
        (VOTES, "good", 0.25),
        (PAIRS, "good", 0.5),
        (SIDES, "unknown", 0.0),
    ],
)
def test_polarity_lies_on_one_scale(lexicon: SourceLexicon, word: str, polarity: float) -> None:
    assert lexicon.polarity(word) == polarity


def test_the_plain_average_asks_only_lexica_that_have_the_word() -> None:
    assert plain_average([SIDES, NUMBERS, VOTES], "good") == pytest.approx((1 + 0.5 + 0.25) / 3)
    assert plain_average([SIDES, NUMBERS], "bad") == -1.0
    assert plain_average([SIDES, NUMBERS], "unknown") == 0.0


@pytest.mark.parametrize(
    ("lexicon", "graded"), [(SIDES, False), (NUMBERS, True), (VOTES, True), (PAIRS, True)]
)
def test_a_lexicon_is_graded_if_it_tells_more_than_sides(
    lexicon: SourceLexicon, graded: bool
) -> None:
    assert lexicon.is_graded is graded


def test_votes_for_one_side_alone_are_sides() -> None:
    votes = {"good": (0.0, 0.0, 2.0), "bad": (3.0, 0.0, 0.0)}
    assert not SourceLexicon("votes", Kind.COUNTS, votes, THREE_CLASSES).is_graded


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.BINARY, (0.5,)),
        (Kind.BINARY, (1.0, 0.0)),
        (Kind.REAL, (1.5,)),
        (Kind.REAL, (float("nan"),)),
        (Kind.PAIR, (-0.1, 0.0)),
        (Kind.COUNTS, (0.0, 0.0, 0.0)),
        (Kind.COUNTS, (-1.0, 0.0, 2.0)),
    ],
)
def test_a_value_of_another_kind_is_refused_with_its_word(
    kind: Kind, value: tuple[float, ...]
) -> None:
    levels = THREE_CLASSES if kind is Kind.COUNTS else ()
    with pytest.raises(DataError, match="'wrong'"):
        SourceLexicon("x", kind, {"wrong": value}, levels)


def test_an_empty_lexicon_is_refused() -> None:
    with pytest.raises(DataError, match="words in the lexicon x"):
        SourceLexicon("x", Kind.REAL, {})


@pytest.mark.parametrize("levels", [(0.0, 0.0), (-2.0, 2.0)])
def test_classes_that_lie_nowhere_on_the_scale_are_refused(levels: tuple[float, float]) -> None:
    with pytest.raises(DataError, match="Give every class its place"):
        SourceLexicon("x", Kind.COUNTS, {"a": (1.0, 0.0)}, levels)


@each_language
def test_every_language_has_ten_words_of_each_class_in_its_spelling(lang: str) -> None:
    seeds = packaged_seeds(lang)
    for at, name in enumerate(SENTIMENTS):
        assert sum(place == at for place in seeds.values()) >= FEWEST, name
    for word in seeds:
        assert word == spelled(word) == unicodedata.normalize("NFC", word)
        assert why_not(word, lang) == ""


@each_language
def test_the_seeds_stand_in_the_lexica_and_no_lexicon_contradicts_a_pole(
    lang: str, shared: Path
) -> None:
    folder = shared / "sources"
    declared = [lexicon for lexicon in LEXICA if lexicon.lang == lang]
    files = {name: folder / name for lexicon in declared for name in lexicon.files}
    if not all(path.is_file() for path in files.values()):
        pytest.skip("no sentiment lexica among the shared sources")
    lexica = [read_lexicon(lexicon, files, BuildOptions()) for lexicon in declared]
    for word, place in packaged_seeds(lang).items():
        found = [x.polarity(word) for x in lexica if x is not None and word in x.values]
        assert found, word
        side = place - SENTIMENTS.index("neutral")
        assert all(side * polarity >= 0 for polarity in found), word


GOOD = "word\tclass\nbad\tnegative\nlong\tneutral\ngood\tpositive\n"


def test_a_list_is_words_and_places() -> None:
    assert parse_seeds(GOOD) == {"bad": 0, "long": 1, "good": 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + "nice\tpositiv\n", "Did you mean 'positive'"),
        (GOOD + "good\tnegative\n", "every seed word once"),
        (GOOD + "alone\n", "line 5"),
        (GOOD.replace("long\tneutral\n", ""), "none that is neutral"),
        ("", "seed words of every class"),
    ],
)
def test_a_broken_list_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_seeds(text)


def test_the_table_has_every_words_polarity_with_holes() -> None:
    table = observation_table([ONE, TWO])
    assert table.words == ("a", "b", "c", "d", "e")
    nan = float("nan")
    np.testing.assert_array_equal(
        table.polarity, [[1, nan], [1, nan], [-1, -0.5], [1, 0.5], [nan, 1]]
    )
    assert table.has.tolist() == (~np.isnan(table.polarity)).tolist()
    assert table.n_sources.tolist() == [1, 1, 2, 2, 1]


def test_a_seed_weighs_as_much_as_lexica_have_it() -> None:
    table = observation_table([ONE, TWO])
    prior = seed_prior(table, {"a": 2, "c": 0, "absent": 1})
    assert prior.tolist() == [[1, 1, 2], [1, 1, 1], [3, 1, 1], [1, 1, 1], [1, 1, 1]]
