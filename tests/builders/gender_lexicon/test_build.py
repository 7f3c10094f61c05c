from __future__ import annotations

from pathlib import Path

import pytest

from builders.gender_lexicon.build import rows, summary
from builders.kit.fetch import fetch_all
from builders.kit.options import BuildOptions
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs

HEADER = "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"
PAIR = "king\tqueen\tking / queen\tnoun\tsing\t-\t\n"


def test_a_row_is_a_record_with_its_language() -> None:
    (row,) = rows({"gender_lexicon/en.tsv": (HEADER + PAIR).encode()}, BuildOptions())
    assert tuple(row) == DATASET_COLUMNS["gender_lexicon"]
    assert (row["lang"], row["male"], row["female"]) == ("en", "king", "queen")


def test_languages_can_be_chosen() -> None:
    files = {f"gender_lexicon/{lang}.tsv": (HEADER + PAIR).encode() for lang in ("de", "en")}
    assert [row["lang"] for row in rows(files, BuildOptions(languages=("de",)))] == ["de"]


def test_a_broken_line_is_refused() -> None:
    with pytest.raises(DataError, match="line 2"):
        list(rows({"gender_lexicon/en.tsv": (HEADER + "king\tqueen\n").encode()}, BuildOptions()))


def test_the_summary_counts_words_and_warnings() -> None:
    doubtful = PAIR.replace("king\tqueen\tking", "host\thostess\tking").replace("\t\n", "\tdoubt\n")
    found = list(
        rows({"gender_lexicon/en.tsv": (HEADER + PAIR + doubtful).encode()}, BuildOptions())
    )
    assert summary({"en": found}) == {
        "languages": {"en": {"pos": {"noun": 2}, "ambiguous": 1, "words": 4}}
    }


def test_the_packaged_lists_are_built_whole(root: Path) -> None:
    sources = read_sources(root / "builders" / "gender_lexicon" / "source.toml")
    built: list[Row] = list(rows(fetch_all(sources.files), BuildOptions()))
    assert [row["lang"] for row in built] == [
        pair.lang for lang in languages_with_pairs() for pair in load_pairs(lang)
    ]
