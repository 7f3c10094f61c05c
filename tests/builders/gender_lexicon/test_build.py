from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.gender_lexicon.build import BUILDER
from builders.gender_lexicon.swaps import swaps_by_language
from builders.kit.fetch import locate
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs
from tests.builders.made import Made, made, written

HEADER = "male\tfemale\tgloss\tpos\tnumber\tcase\tambiguous\n"
PAIR = "king\tqueen\tking / queen\tnoun\tsing\t-\t\n"


def english(folder: Path, text: str) -> Made:
    return made(BUILDER, written(folder, {"gender_lexicon/en.tsv": text}))


def test_a_row_is_a_record_with_its_language(tmp_path: Path) -> None:
    (row,) = english(tmp_path, HEADER + PAIR).rows
    assert tuple(row) == DATASET_COLUMNS["gender_lexicon"]
    assert (row["lang"], row["male"], row["female"]) == ("en", "king", "queen")


def test_languages_can_be_chosen(tmp_path: Path) -> None:
    texts = {f"gender_lexicon/{lang}.tsv": HEADER + PAIR for lang in ("de", "en")}
    chosen = made(BUILDER, written(tmp_path, texts), "de")
    assert [row["lang"] for row in chosen.rows] == ["de"]


def test_a_broken_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 2"):
        english(tmp_path, HEADER + "king\tqueen\n")


def test_the_summary_counts_words_and_warnings(tmp_path: Path) -> None:
    doubtful = PAIR.replace("king\tqueen\tking", "host\thostess\tking").replace("\t\n", "\tdoubt\n")
    assert english(tmp_path, HEADER + PAIR + doubtful).summary["languages"] == {
        "en": {"pos": {"noun": 2}, "ambiguous": 1, "words": 4}
    }


def test_the_card_tells_the_figures_of_the_half_that_no_rule_was_tuned_on(tmp_path: Path) -> None:
    columns = "lang source direction sentences swappable single right_single refused equal right "
    rows = [
        columns.split() + "lenient wrong unread refusals".split(),
        ["xx", "judged", "f", 10, 9, 8, 2, 6, 2, 1, 0, 1, 0, "name_beside=4 ambiguous_word=2"],
        ["xx", "judged", "m", 10, 9, 8, 2, 5, 2, 1, 1, 0, 1, "ambiguous_word=5"],
        ["xx", "tuning", "m", 99, 99, 99, 99, 0, 99, 0, 0, 0, 0, ""],
        ["xx", "written", "m", 9, 8, 7, 3, 5, 3, 0, 0, 1, 0, "ambiguous_word=5"],
    ]
    text = "".join("\t".join(map(str, row)) + "\n" for row in rows)
    facts = swaps_by_language(written(tmp_path, {"figures.tsv": text})["figures.tsv"])["xx"]
    assert facts["refusals"] == {"ambiguous_word": 7, "name_beside": 4}
    assert (facts["sentences"], facts["swapped"], facts["unread"]) == (20, 9, 1)
    assert facts["own"] == {"swappable": 8, "swapped": 4, "right": 3}
    # 6 of 9 and 4 of 16, Wilson's intervals by hand
    assert facts["strict"] == {"percent": 66.7, "low": 35.4, "high": 87.9}
    assert facts["coverage"] == {"percent": 25.0, "low": 10.2, "high": 49.5}


def test_the_committed_card_tells_the_committed_figures(root: Path) -> None:
    receipt = json.loads((root / "datasets" / "gender_lexicon" / "receipt.json").read_bytes())
    assert receipt["summary"]["swaps"] == swaps_by_language(), (
        "figures of swaps were renewed: make build-gender_lexicon"
    )


def test_the_packaged_lists_are_built_whole(root: Path) -> None:
    sources = read_sources(root / "builders" / "gender_lexicon" / "source.toml")
    built = made(BUILDER, {file.name: locate(file).path for file in sources.files})
    assert [row["lang"] for row in built.rows] == [
        pair.lang for lang in languages_with_pairs() for pair in load_pairs(lang)
    ]
