"""Files of supersenses: a class for each word."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.studies.analyses.supersenses import read_adjective_classes, read_verb_classes

ADJECTIVES = 'angry\tFEELING\t{"FEELING": 0.9}\nclever\tMIND\t{"MIND": 0.8}\nrainy\tWEATHER\t{}\n'


VERBS = "lemma\tfirst_sense\tall_senses\nwalk\tverb.motion\tverb.motion:10\nrain\tverb.weather\t\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "classes.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_both_files_give_a_class_per_word(tmp_path: Path) -> None:
    assert read_adjective_classes(written(tmp_path, ADJECTIVES)) == {
        "angry": "feeling",
        "clever": "mind",
        "rainy": "weather",
    }
    assert read_verb_classes(str(written(tmp_path, VERBS))) == {"walk": "motion", "rain": "weather"}


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (read_adjective_classes, "angry FEELING\n", "line 1 of classes.tsv.*angry FEELING"),
        (read_adjective_classes, ADJECTIVES + "angry\tMIND\t{}\n", "line 4"),
        (read_adjective_classes, "", "words in classes.tsv"),
        (read_verb_classes, ADJECTIVES, "the header lemma"),
        (read_verb_classes, VERBS + "\tverb.motion\t\n", "line 4"),
    ],
)
def test_a_file_of_another_shape_is_refused(
    tmp_path: Path, read: object, text: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read(written(tmp_path, text))


def test_a_missing_file_says_where_it_comes_from(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Download it from its authors"):
        read_adjective_classes(tmp_path / "nothing.predicted")


def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a text file in UTF-8"):
        read_adjective_classes(tmp_path)
    (tmp_path / "latin").write_bytes(b"caf\xe9\tMIND\n")
    with pytest.raises(DataError, match="a text file in UTF-8"):
        read_verb_classes(tmp_path / "latin")


def test_the_real_files_have_13_and_15_classes(shared: Path) -> None:
    folder = shared / "sources" / "supersense"
    adjectives = read_adjective_classes(folder / "tsvetkov_adj_words.predicted")
    verbs = read_verb_classes(folder / "wordnet30_verb_lexnames.tsv")
    assert (len(adjectives), len(set(adjectives.values()))) == (7511, 13)
    assert (len(verbs), len(set(verbs.values()))) == (11529, 15)
    assert adjectives["angry"] == "feeling"
    assert verbs["walk"] == "motion"
