"""Each piece of data is known by its columns, and what is none of them is refused."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from equimask.core.errors import DataError
from equimask.papers.politicians.materials import materials
from tests.papers.politicians import made


def test_every_piece_finds_its_place(tmp_path: Path) -> None:
    verbs = tmp_path / "verbs.tsv"
    verbs.write_text("lemma\tfirst_sense\tall_senses\nbow\tverb.motion\tverb.motion:1\n")
    folder, adjectives = made.completions_folder(tmp_path / "c"), made.adjective_classes(tmp_path)
    found = materials(
        [str(folder), made.lexicon(), made.politicians(), made.sentences(), adjectives, verbs]
    )
    assert found.completions == str(folder)
    assert (found.adjectives, found.verbs) == (adjectives, verbs)
    assert found.classes["VERB"] == {"bow": "motion"}
    assert len(found.counts["lemma"]) == len(made.counts())
    assert found.sentences_of("en")["label"] == ["negative", "positive", "positive"]  # type: ignore[index]


def test_files_of_tables_are_known_by_their_columns(tmp_path: Path) -> None:
    words, told = tmp_path / "words.tsv", tmp_path / "told.csv"
    words.write_text("word\tnegative\tneutral\tpositive\nsad\t0.8\t0.1\t0.1\n")
    told.write_text("sentence,label\nA sad day.,negative\nA day.,positive\n")
    found = materials([str(words), str(told)], ["fr"])
    assert found.adjectives is None
    assert found.lexicon_of("fr") == {"sad": (0.8, 0.1, 0.1)}
    assert found.sentences_of("fr")["label"] == ["negative", "positive"]  # type: ignore[index]
    assert found.lexicon_of("en") is None


def test_a_table_without_a_language_is_that_of_the_only_one_asked_for() -> None:
    words = [{"word": "sad", "negative": 0.8, "neutral": 0.1, "positive": 0.1}]
    with pytest.raises(DataError, match=r"a column `lang`.*more than one language"):
        materials([words]).lexicon_of("en")


def test_what_lies_in_one_folder_is_found_by_its_name(tmp_path: Path) -> None:
    made.completions_folder(tmp_path / "politician_completions")
    found = materials([f"papers:{tmp_path}"])
    assert found.completions == str(tmp_path / "politician_completions")
    assert found.lexicon is found.politicians is None


def test_a_folder_without_built_datasets_says_what_to_build(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"sentiment_lexicon.*python -m builders"):
        materials([f"papers:{tmp_path}"])


def test_rows_of_another_language_are_no_data() -> None:
    found = materials([made.lexicon(), pd.DataFrame(made.politicians())])
    assert found.lexicon_of("zh") is None
    assert found.people_of("zh") is None
    assert found.lexicon_of("es")[made.WOMENS] == made.POSITIVE  # type: ignore[index]
    assert len(found.people_of("ar")["qid"]) == 40  # type: ignore[index]


def test_two_of_a_kind_are_refused() -> None:
    with pytest.raises(DataError, match="one piece of data that is a sentiment lexicon"):
        materials([made.lexicon(), made.lexicon()])


def test_what_is_nothing_of_it_is_refused() -> None:
    told = r"sentiment lexicon \(word, negative, neutral, positive\).*with colour"
    with pytest.raises(DataError, match=told):
        materials([[{"colour": "red"}]])


def test_people_are_counted_from_disk_alone(tmp_path: Path) -> None:
    folder = made.completions_folder(tmp_path / "c")
    rows = materials([str(folder)]).by_person()
    assert rows is not None and rows.num_rows == 40
    assert materials([made.counts()]).by_person() is None
    (folder / "README.md").write_text(made.CARD.partition("- config_name: counts_by")[0] + "---\n")
    assert materials([str(folder)]).by_person() is None


def test_no_bars_of_libraries_are_drawn(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert materials([str(made.completions_folder(tmp_path / "c"))]).by_person() is not None
    assert "Generating" not in capfd.readouterr().err
