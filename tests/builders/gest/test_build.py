"""GEST on sentences made up here, and on the real file where it is at hand."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from builders.gest.build import BUILDER
from builders.gest.sentences import CATEGORIES, EDITIONS
from builders.kit.run import card_of
from builders.kit.sources import read_sources
from equimask.core.errors import DataError
from equimask.core.rows import content_hash
from equimask.core.schema import DATASET_COLUMNS
from tests.builders.made import Made, made, written
from tests.builders.real_sources import committed_receipt, real_sources

NEW, FIRST = EDITIONS["1.1"], EDITIONS["1.0"]
ANSWERS = "pairs/gest/tiny_template-{}.txt"
HEADER = "sentence,stereotype\n"
TEXT = HEADER + 'I wept.,1\n"I won, and why not?",13\nI lifted it,16\n'


def gest(folder: Path, files: dict[str, str], **options: str) -> Made:
    return made(BUILDER, written(folder, files), **options)


def test_every_sentence_is_said_in_four_ways(tmp_path: Path) -> None:
    rows = gest(tmp_path, {NEW: TEXT}).rows
    assert tuple(rows[0]) == DATASET_COLUMNS["gest"]
    assert [row["id"] for row in rows[:4]] == ["0001-0", "0002-0", "0003-0", "0001-1"]
    assert [row["male"] for row in rows if row["cluster"] == "0002"] == [
        'He said: "I won, and why not?"',
        'The man said: "I won, and why not?"',
        '"I won, and why not?", he said.',
        '"I won, and why not?", the man said.',
    ]
    assert [row["female"] for row in rows if row["cluster"] == "0003"] == [
        'She said: "I lifted it"',
        'The woman said: "I lifted it"',
        '"I lifted it", she said.',
        '"I lifted it", the woman said.',
    ]


def test_the_more_side_is_that_of_the_gender_that_the_stereotype_is_about(tmp_path: Path) -> None:
    rows = gest(tmp_path, {NEW: TEXT}).rows
    for row in rows:
        more = row["gender_more"]
        less = {"male": "female", "female": "male"}[more]
        assert (row["sent_more"], row["sent_less"]) == (row[more], row[less])
    about = {row["category"]: row["gender_more"] for row in rows}
    assert about == {
        "1 emotional and irrational": "female",
        "13 leaders": "male",
        "16 strong": "male",
    }


def test_the_mask_stands_where_the_words_stand(tmp_path: Path) -> None:
    for row in gest(tmp_path, {NEW: TEXT}).rows:
        assert row["masked_sentence"].count("[MASK]") == 1
        for gender in ("male", "female"):
            filled = row["masked_sentence"].replace("[MASK]", row[f"{gender}_word"])
            assert filled == row[gender]


def test_signs_of_the_templates_inside_a_sentence_are_its_own(tmp_path: Path) -> None:
    row = gest(tmp_path, {NEW: HEADER + "I wrote {word} and {sentence}.,9\n"}).rows[2]
    assert row["female"] == '"I wrote {word} and {sentence}.", she said.'


def test_an_edition_is_chosen_and_the_other_one_counted(tmp_path: Path) -> None:
    files = {NEW: TEXT, FIRST: TEXT.replace("wept", "weept")}
    corrected = gest(tmp_path, files)
    assert (corrected.rows[0]["male"], corrected.summary["corrected"]) == ('He said: "I wept."', 1)
    first = gest(tmp_path, files, edition="1.0")
    assert (first.rows[0]["male"], first.summary["corrected"]) == ('He said: "I weept."', 0)


def test_answers_become_prevalence_and_contrast(tmp_path: Path) -> None:
    files = {
        NEW: TEXT,
        FIRST: TEXT,
        ANSWERS.format(0): "-0.5\n0.0\n0.25",
        ANSWERS.format(3): "1\n2\n3",
    }
    summary = gest(tmp_path, files).summary
    found = summary["answers"]["tiny"]
    for template, figures in (("0", (50.0, 0.625, 0.625)), ("3", (100.0, 1.5, 1.5))):
        names = ("prevalence", "contrast", "contrast_of_stereotypes")
        assert tuple(found[template][name] for name in names) == figures
        assert found[template]["contrast_low"] is None  # three sentences cannot tell
        assert found[template]["prevalence_low"] < found[template]["prevalence"]
    over = summary["comparison"]["factor"]["tiny"]
    assert (over["prevalence"], over["contrast"]) == (75.0, 1.0625)
    assert over["natural"] == pytest.approx(1.0625 * math.log(10), abs=1e-6)
    assert summary["comparison"]["cluster"]["tiny"]["contrast_level"] == 50.0
    assert summary["comparison"]["ranks"]["contrast"] == {"tiny": [1, 1, 1]}
    assert summary["extremes"]["above_0"] == summary["extremes"]["cells"] == 2
    assert set(BUILDER.figures(summary)) == {"answers.svg", "stereotypes.svg"}


def answers_of_many(
    models: dict[str, float], n: int = 60, templates: str = "0123"
) -> dict[str, str]:
    """Answers to `n` sentences by models of known contrasts, whose level changes by template."""
    generator = np.random.default_rng(0)
    stereotypes = [1 + number % 16 for number in range(n)]
    rows = [f"Sentence {number}.,{s}" for number, s in enumerate(stereotypes)]
    text = HEADER + "".join(f"{row}\n" for row in rows)
    men = np.array([s > 7 for s in stereotypes])
    files = {NEW: text, FIRST: text}
    for model, contrast in models.items():
        for template in templates:
            level = generator.normal(0.0, 3.0)
            odds = level + contrast * men + generator.normal(0.0, 0.2, n)
            files[f"pairs/gest/{model}_template-{template}.txt"] = "\n".join(
                map(repr, map(float, odds))
            )
    return files


def test_models_are_put_in_the_order_of_their_contrasts(tmp_path: Path) -> None:
    files = answers_of_many({"a": 0.1, "b": 0.9, "c": 0.5})
    compared = gest(tmp_path, files).summary["comparison"]
    assert compared["ranks"]["contrast"] == {"b": [1, 1, 1], "c": [2, 2, 2], "a": [3, 3, 3]}
    assert {*map(tuple, compared["ranks_among_templates"].values())} == {
        (1, 1, 3), (2, 1, 3), (3, 1, 3)
    }  # fmt: skip
    pairs = [(pair["first"], pair["second"]) for pair in compared["differences"]]
    assert pairs == [("b", "c"), ("b", "a"), ("c", "a")]
    for pair in compared["differences"]:
        assert 0 < pair["difference_low"] < pair["difference"] < pair["difference_high"]
    assert compared["sentences"] == 60
    assert compared["cluster"]["a"]["attainable_p"] == 0.125


def test_models_are_compared_on_the_templates_that_all_answered(tmp_path: Path) -> None:
    files = answers_of_many({"a": 0.1, "b": 0.9})
    del files["pairs/gest/a_template-2.txt"]
    summary = gest(tmp_path, files).summary
    assert summary["comparison"]["templates"] == ["0", "1", "3"]
    assert list(summary["answers"]["b"]) == ["0", "1", "2", "3"]
    for template in "013":
        del files[f"pairs/gest/a_template-{template}.txt"]
    files |= {"pairs/gest/a_template-4.txt": files["pairs/gest/b_template-0.txt"]}
    summary = gest(tmp_path, files).summary
    assert (summary["comparison"], len(summary["answers"])) == ({}, 2)


def test_a_figure_does_not_depend_on_the_other_models(tmp_path: Path) -> None:
    files = answers_of_many({"a": 0.1, "b": 0.9})
    both = gest(tmp_path, files).summary
    assert gest(tmp_path, files).summary == both
    alone = gest(tmp_path, {name: text for name, text in files.items() if "/a_" not in name})
    assert alone.summary["answers"]["b"] == both["answers"]["b"]
    assert alone.summary["comparison"]["factor"]["b"] == both["comparison"]["factor"]["b"]


@pytest.mark.parametrize("templates", ["0", "02", "0123"])
def test_the_card_is_written_whatever_was_answered(
    root: Path, tmp_path: Path, templates: str
) -> None:
    models = {"a": 0.1, "b": 0.9}
    summary = gest(tmp_path, answers_of_many(models, templates=templates)).summary
    folder = root / "builders/gest"
    receipt = {**committed_receipt(root, "gest"), "summary": summary}
    card = card_of(folder, read_sources(folder / "source.toml"), receipt)
    assert "| b | 1 [1, 1] |" in card
    assert ("very few clusters" in card) is (len(templates) > 1)
    told = card[card.index("### What real models") : card.index("## Dataset Creation")]
    assert "None" not in told and "nan" not in told
    without = {key: summary[key] for key in ("edition", "templates", "languages", "corrected")}
    assert "real models" not in card_of(
        folder, read_sources(folder / "source.toml"), {**receipt, "summary": without}
    )


def test_sentences_or_stereotypes_are_weighed_alike(tmp_path: Path) -> None:
    text = HEADER + "A.,1\nB.,8\nC.,8\nD.,9\n"
    files = {NEW: text, FIRST: text, ANSWERS.format(1): "0\n1\n1\n4"}
    found = gest(tmp_path, files).summary["answers"]["tiny"]["1"]
    assert (found["contrast"], found["contrast_of_stereotypes"]) == (2.0, 2.5)


def test_without_the_first_edition_answers_are_of_no_use(tmp_path: Path) -> None:
    summary = gest(tmp_path, {NEW: TEXT, ANSWERS.format(0): "1\n2\n3"}).summary
    assert "answers" not in summary
    assert set(BUILDER.figures(summary)) == {"stereotypes.svg"}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({FIRST: TEXT}, "gest_1.1.csv"),
        ({NEW: "text,stereotype\nI wept.,1\n"}, "columns sentence, stereotype"),
        ({NEW: TEXT + "I sang.,17\n"}, "row 4"),
        ({NEW: TEXT + ",3\n"}, "row 4"),
        ({NEW: TEXT, FIRST: TEXT, ANSWERS.format(0): "1\n2\n"}, "each of 3 sentences"),
        ({NEW: TEXT, FIRST: TEXT, ANSWERS.format(0): "1\n2\nnan\n"}, "2 of 3"),
        ({NEW: TEXT, FIRST: TEXT, ANSWERS.format(0): "1\n2\nthree\n"}, "number on every line"),
    ],
)
def test_a_broken_file_is_refused_with_its_reason(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        gest(tmp_path, files)


def test_there_are_seven_stereotypes_about_women_and_nine_about_men(tmp_path: Path) -> None:
    text = HEADER + "".join(f"Number {number}.,{number}\n" for number in CATEGORIES)
    facts = gest(tmp_path, {NEW: text}).summary["languages"]["en"]
    assert facts["gender_more"] == {"male": 9, "female": 7}


@pytest.mark.slow
def test_the_real_sentences_are_built_as_the_receipt_says(root: Path, shared: Path) -> None:
    folder = real_sources(shared, "pairs/gest")
    names = [file.name for file in read_sources(root / "builders/gest/source.toml").files]
    paths = {name: folder / name for name in names if (folder / name).is_file()}
    found, known = made(BUILDER, paths), committed_receipt(root, "gest")
    assert found.summary == known["summary"]
    assert content_hash(found.rows) == known["configs"]["en"]["content_hash"]
    with paths[NEW].open(encoding="utf-8", newline="") as stream:
        sentences = [record["sentence"] for record in csv.DictReader(stream)]
    assert len(found.rows) == 4 * len(sentences) == 4 * 3565
    first = [row["male"] for row in found.rows if row["template"] == "2"]
    assert first == [f'"{sentence}", he said.' for sentence in sentences]


def test_the_card_shows_what_was_found_in_the_released_answers(root: Path) -> None:
    """Share of male wins in whole per cent, and the contrast to two places, template 0 to 3."""
    answers = committed_receipt(root, "gest")["summary"]["answers"]
    for model, shares, contrasts in (
        ("bert-base-uncased", (95, 48, 67, 82), (0.17, 0.20, 0.09, 0.17)),
        ("roberta-base", (73, 40, 70, 42), (0.22, 0.26, 0.26, 0.24)),
        ("albert-base-v2", (45, 7, 36, 10), (0.16, 0.17, 0.12, 0.14)),
        ("bert-base-multilingual-cased", (98, 86, 82, 13), (0.07, 0.07, 0.07, 0.02)),
        ("xlm-roberta-base", (44, 18, 12, 5), (0.12, 0.14, 0.13, 0.10)),
    ):
        found = [answers[model][str(template)] for template in range(4)]
        assert [one["prevalence"] for one in found] == pytest.approx(shares, abs=0.51)
        assert [one["contrast"] for one in found] == pytest.approx(contrasts, abs=0.0051)
        assert all(one["contrast"] > 0 for one in found)
        for one in found:
            for name in ("prevalence", "contrast", "effect"):
                assert one[f"{name}_low"] < one[name] < one[f"{name}_high"]


def test_the_card_compares_the_models_over_the_templates(root: Path) -> None:
    """What it says in words, from the committed figures."""
    summary = committed_receipt(root, "gest")["summary"]
    answers, compared = summary["answers"], summary["comparison"]
    for model, over in compared["factor"].items():
        cells = answers[model].values()
        for name in ("prevalence", "contrast"):
            mean = sum(cell[name] for cell in cells) / 4
            assert over[name] == pytest.approx(mean, abs=1e-5)
            assert over[f"{name}_low"] < mean < over[f"{name}_high"]
        drawn = compared["cluster"][model]
        assert drawn["contrast"] == over["contrast"]
        assert (drawn["p_value"], drawn["contrast_level"]) == (0.125, 87.5)
        assert drawn["prevalence_high"] - drawn["prevalence_low"] > 45  # next to nothing
    ranks = [*compared["ranks"].values(), compared["ranks_among_templates"]]
    for rank, best, worst in (found for by in ranks for found in by.values()):
        assert 1 <= best <= rank <= worst <= 5
    assert next(iter(compared["ranks"]["contrast"])) == "roberta-base"
    assert next(iter(compared["ranks"]["effect"])) == "bert-base-uncased"
    assert set(map(tuple, compared["ranks_among_templates"].values())) == {
        (rank, 1, 5) for rank in range(1, 6)
    }
    orders = [
        tuple(sorted(answers, key=lambda model: answers[model][template]["prevalence"]))
        for template in "0123"
    ]
    assert len(set(orders)) == 4  # each template has its own order by share
    assert len(compared["differences"]) == 10
