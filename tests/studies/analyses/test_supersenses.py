"""Supersenses: the two files, the table, what is found and what is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from equimask.core.errors import DataError, InputError, OptionError
from equimask.studies.analyses.chance import class_difference_test
from equimask.studies.analyses.supersenses import (
    read_adjective_classes,
    read_verb_classes,
    supersense_figure,
    supersenses,
)

KINDS = tuple(f"class{i:02}" for i in range(13))


def vocabulary() -> tuple[list[str], dict[str, str]]:
    words = [f"w{i:03}" for i in range(650)]
    return words, {word: KINDS[i % 13] for i, word in enumerate(words)}


def test_shares_differences_and_p_follow_from_the_two_lists() -> None:
    words, classes = vocabulary()
    deviation = np.random.default_rng(0).normal(size=(650, 3, 2))
    found = supersenses(deviation, words, classes, np.random.default_rng(1), size=40)
    assert len(found.rows) == 3 * 13
    lists = [np.argsort(-deviation[:, 0, g])[:40] for g in range(2)]
    for row in found.rows[:13]:
        male, female = ([classes[words[i]] for i in top].count(row.supersense) for top in lists)
        assert (row.male, row.female) == (male / 40, female / 40)
        assert row.difference == pytest.approx((male - female) / 40)
    member = np.array([[classes[w] == kind for kind in KINDS] for w in words], float)
    test = class_difference_test(member[lists[0]], member[lists[1]], np.random.default_rng(1))
    assert [row.p_value for row in found.rows[:13]] == test.p_values.tolist()


def test_a_planted_class_is_found_and_nothing_else() -> None:
    words, classes = vocabulary()
    hits, others = 0, 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        deviation = rng.normal(size=(650, 3, 2))
        deviation[4::13, 2, 0] += 2.0  # men: positive words of class04
        for row in supersenses(deviation, words, classes, rng, n_shuffles=2000).rows:
            planted = (row.sentiment, row.supersense) == ("positive", "class04")
            hits += row.significant and planted and row.difference > 0
            others += row.significant and row.sentiment != "positive"
    assert hits == 10
    assert others <= 3  # 20 families of 13 tests at .05 each


def test_words_without_a_class_stay_in_the_list_and_are_counted() -> None:
    words, classes = vocabulary()
    kept = {word: kind for i, (word, kind) in enumerate(classes.items()) if i % 2}
    deviation = np.random.default_rng(0).normal(size=(650, 3, 2))
    found = supersenses(deviation, words, kept, np.random.default_rng(0))
    men = found.unclassified["negative"]["male"]
    assert 30 < men < 70
    shares = sum(row.male for row in found.rows if row.sentiment == "negative")
    assert shares == pytest.approx(1 - men / 100)


def test_words_that_tie_at_the_cut_share_the_place() -> None:
    words, classes = vocabulary()
    found = supersenses(np.zeros((650, 3, 2)), words, classes, np.random.default_rng(0))
    assert found.tied_at_cut["neutral"] == {"male": 550, "female": 550}
    assert {round(row.male, 12) for row in found.rows} == {round(1 / 13, 12)}
    assert not any(row.significant for row in found.rows)


def tied_lists(seed: int, tilt: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Ten words above 0, the rest at 0 or below: most of a list of 40 is drawn from the tied ones.

    `tilt` is how likely a word of class04 is to be above 0 for men.
    """
    rng = np.random.default_rng(seed)
    deviation = np.where(rng.random((650, 3, 2)) < 0.6, 0.0, -1.0)
    for g, s in np.ndindex(2, 3):
        deviation[rng.choice(650, 10, replace=False), s, g] = rng.random(10) + 0.1
    chosen = np.arange(4, 650, 13)[rng.random(50) < tilt]
    deviation[chosen, 0, 0] = 1.0
    return deviation, chosen


def test_lists_that_are_mostly_ties_do_not_differ_by_their_means_alone() -> None:
    """Shared places hold means, whose small differences once were all called significant."""
    words, classes = vocabulary()
    alarms = 0
    for seed in range(30):
        deviation, _ = tied_lists(seed)
        rng = np.random.default_rng(seed)
        found = supersenses(deviation, words, classes, rng, size=40, n_shuffles=300)
        assert found.tied_at_cut["negative"]["male"] > 100
        alarms += any(row.significant for row in found.rows)
    assert alarms <= 5  # three families of 13 tests at .05 each, and conservative


def test_a_planted_class_is_found_among_ties() -> None:
    words, classes = vocabulary()
    deviation, _ = tied_lists(0, tilt=0.5)
    rng = np.random.default_rng(0)
    found = supersenses(deviation, words, classes, rng, size=40, n_shuffles=1000)
    assert [(row.sentiment, row.supersense) for row in found.rows if row.significant] == [
        ("negative", "class04")
    ]


def test_case_does_not_hide_a_word() -> None:
    words = ["Angry", "CLEVER", "rainy"]
    classes = {"angry": "feeling", "clever": "mind", "rainy": "weather"}
    found = supersenses(np.zeros((3, 3, 2)), words, classes, np.random.default_rng(0), size=3)
    assert found.unclassified["neutral"] == {"male": 0, "female": 0}


def test_too_few_shuffles_and_foreign_words_are_refused() -> None:
    words, classes = vocabulary()
    deviation = np.zeros((650, 3, 2))
    with pytest.raises(OptionError, match=r"p below 0\.05/13.*n_shuffles=199"):
        supersenses(deviation, words, classes, np.random.default_rng(0), n_shuffles=199)
    with pytest.raises(InputError, match="The classes are English"):
        supersenses(deviation, [f"ж{w}" for w in words], classes, np.random.default_rng(0))


def test_table_and_figure_show_every_class() -> None:
    words, classes = vocabulary()
    deviation = np.random.default_rng(0).normal(size=(650, 3, 2))
    deviation[4::13, 0, 0] += 3
    found = supersenses(deviation, words, classes, np.random.default_rng(0), n_shuffles=1000)
    lines = found.markdown().splitlines()
    assert len(lines) == 2 + 39
    assert lines[6].startswith("| negative | class04 |") and lines[6].endswith("| * |")
    picture = supersense_figure(found, title="English").decode()
    assert all(f">{kind}<" in picture for kind in KINDS)
    assert "0.05/13" in picture
    assert supersense_figure(found, "png").startswith(b"\x89PNG")


def test_with_counts_a_list_has_only_words_said_of_its_gender() -> None:
    words, classes = vocabulary()
    deviation = np.random.default_rng(0).normal(size=(650, 3, 2))
    deviation[4::13] += 9
    counts = np.full((650, 2), 7)
    counts[4::13, 1] = 0  # women never get class04
    options = {"size": 40, "n_shuffles": 1000}
    free, bound = (
        supersenses(deviation, words, classes, np.random.default_rng(0), **options, **more)
        for more in ({}, {"counts": counts})
    )
    assert {row.female for row in free.rows if row.supersense == "class04"} == {1.0}
    assert {row.female for row in bound.rows if row.supersense == "class04"} == {0.0}
    assert {row.male for row in bound.rows if row.supersense == "class04"} == {1.0}


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
