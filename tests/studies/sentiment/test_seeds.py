"""The packaged seed words, and what is refused in such a list."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from builders.kit.options import BuildOptions
from builders.sentiment_lexicon.lexica import LANGUAGES, LEXICA
from builders.sentiment_lexicon.merging import read_lexicon
from builders.sentiment_lexicon.words import spelled, why_not
from equimask.core.errors import DataError
from equimask.core.schema import SENTIMENTS
from equimask.studies.sentiment.seeds import parse_seeds
from tests.studies.sentiment.packaged_seeds import packaged_seeds

FEWEST = 10
each_language = pytest.mark.parametrize("lang", LANGUAGES)


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
