"""Printed scores of pairs and bags: complete, consistent, and as the papers have them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from scipy import stats as sps

from equimask.measures.mbe import null_stderr
from equimask.studies.published import (
    published_bag_scores,
    published_pair_scores,
    published_ted_scores,
)

PAIR_SCORES = published_pair_scores()
BAG_SCORES = published_bag_scores()
TED_SCORES = published_ted_scores()
LANGUAGE_NAMES = {
    "de": "German", "ja": "Japanese", "ar": "Arabic", "es": "Spanish", "pt": "Portuguese",
    "ru": "Russian", "id": "Indonesian", "zh": "Chinese", "en": "English",
}  # fmt: skip


def test_the_pair_scores_are_complete() -> None:
    assert Counter(row.table for row in PAIR_SCORES) == {"2": 10, "repository": 10, "3": 10}
    assert all((row.b_s_jsd is None) == (row.table == "3") for row in PAIR_SCORES)
    assert len({(row.table, row.language, row.model, row.perturbed) for row in PAIR_SCORES}) == 30


def test_printed_errors_of_cps_are_those_of_212_and_1508_pairs() -> None:
    for row in PAIR_SCORES:
        n, digits = (1508, 1) if row.table == "3" else (212, 0)
        share = row.cps / 100
        assert row.cps_stderr == round(100 * (share * (1 - share) / n) ** 0.5, digits)


def test_s_jsd_is_negative_in_the_paper_and_not_in_the_repository() -> None:
    """C7: "in all languages and models" holds for the five languages of the paper."""
    assert all(row.s_jsd < 0 for row in PAIR_SCORES if row.table != "repository")
    positive = {(row.language, row.model) for row in PAIR_SCORES if row.s_jsd > 0}
    assert positive == {
        ("zh", "mBERT"),
        ("vi", "xlmR"),
        ("ko", "mBERT"),
        ("ko", "xlmR"),
        ("ar", "xlmR"),
    }


def test_binarised_s_jsd_is_50_in_three_cells_of_table_2_as_the_text_says() -> None:
    assert sum(row.table == "2" and row.b_s_jsd == 50 for row in PAIR_SCORES) == 3


def test_few_scores_of_table_2_are_two_errors_from_0() -> None:
    sure = [
        (row.language, row.model)
        for row in PAIR_SCORES
        if row.table == "2" and abs(row.s_jsd) >= 2 * row.s_jsd_stderr
    ]
    assert sure == [("id", "mBERT"), ("id", "xlmR"), ("th", "mBERT"), ("th", "xlmR")]


def test_marks_of_mbe_follow_from_the_numbers_of_sentences_but_for_one() -> None:
    """The closed form of the unweighted score; Chinese News is marked with p = .07."""
    otherwise = []
    for row in BAG_SCORES:
        of_one_gender = round(500 * row.thousands)
        z = (row.score - 50) / null_stderr(of_one_gender, of_one_gender)
        if (2 * sps.norm.sf(abs(z)) < 0.05) != row.significant:
            otherwise.append((row.language, row.corpus, row.significant))
    assert len(BAG_SCORES) == 16
    assert otherwise == [("zh", "News", True)]


def test_table_4_of_yu_copies_the_ted_scores_of_kaneko() -> None:
    ted = {row.language: row.score for row in BAG_SCORES if row.corpus == "TED"}
    assert {row.language: row.mbe_sub for row in TED_SCORES} == {
        "en": None,
        **{language: ted[language] for language in ("de", "es", "pt", "zh")},
    }


def test_shares_of_a_corpus_sum_to_100_and_dcbm_goes_with_them() -> None:
    assert all(row.male_share + row.female_share == pytest.approx(100) for row in TED_SCORES)
    for row in TED_SCORES:
        assert (row.dcbm > 50) == (row.male_share > 50)


def test_the_whole_corpus_turns_four_of_five_mbe_scores_below_50() -> None:
    below = [row.language for row in TED_SCORES if row.mbe_all + row.mbe_all_margin < 50]
    assert below == ["de", "es", "pt", "zh"]
    assert all(row.mbe_sub > 50 for row in TED_SCORES if row.mbe_sub is not None)


def numbers(text: str) -> list[float]:
    """All numbers of a line, whatever stands between them."""
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def test_pair_scores_are_those_of_the_paper_and_the_repository(shared: Path) -> None:
    paper = (shared / "papers" / "s_jsd_steinborn2022.txt").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in paper.splitlines()]
    readme = (shared / "sources" / "pairs" / "steinborn" / "README.md").read_text(encoding="utf-8")
    lines += [[cell.strip() for cell in line.split("|")[1:]] for line in readme.splitlines()]
    of_languages = {
        (line[0], line[1].lower()): numbers(" ".join(line[2:])) for line in lines if line[2:]
    }
    of_models = {line[0]: numbers(" ".join(line[1:])) for line in lines if len(line) == 5}
    for row in PAIR_SCORES:
        if row.table == "3":
            start = 4 if row.perturbed else 0
            assert of_models[row.model][start : start + 4] == list(row[4:8])
        else:
            assert of_languages[row.model, row.language] == list(row[4:])


def test_bag_scores_are_those_of_the_paper(shared: Path) -> None:
    paper = (shared / "papers" / "mbe_kaneko2022.txt").read_text(encoding="utf-8")
    for row in BAG_SCORES:
        name, column = LANGUAGE_NAMES[row.language], ("TED", "News").index(row.corpus)
        (cells,) = re.findall(rf"^{name} ([\d.]+‡?) ([\d.]+‡?)$", paper, re.MULTILINE)
        (sizes,) = re.findall(rf"^{name} ([\d.]+)K ([\d.]+)K$", paper, re.MULTILINE)
        assert (row.score, row.significant) == (numbers(cells[column])[0], "‡" in cells[column])
        assert row.thousands == float(sizes[column])


def test_ted_scores_are_those_of_the_paper(shared: Path) -> None:
    paper = (shared / "papers" / "mgl_sbm_yu2024.txt").read_text(encoding="utf-8")
    for row in TED_SCORES:
        found = [
            numbers(line)
            for line in paper.splitlines()
            if line.startswith(f"{LANGUAGE_NAMES[row.language]}\t")
            and "±" in line.replace(r"\pm", "±")
        ]
        assert found == [[value for value in row[2:] if value is not None]]


def test_figures_of_methods_agree(shared: Path) -> None:
    methods = (shared / "METHODS.md").read_text(encoding="utf-8")
    for row in PAIR_SCORES:
        if row.table != "3":
            score = f"{row.s_jsd:+g}" if row.s_jsd > 0 else f"{row.s_jsd:g}"
            cell = (
                f"{row.language.title()} {score}+-{row.s_jsd_stderr:g}|{row.cps:g}|{row.b_s_jsd:g}"
            )
            assert cell in methods
    for language in ("de", "ja", "zh"):
        ted, news = (row for row in BAG_SCORES if row.language == language)
        mark = "" if news.significant else "*"
        assert f"{language} {ted.score:.2f}/{news.score:.2f}{mark}" in methods
