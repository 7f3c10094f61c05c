"""The figures of Steinborn et al. (2022), made again."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from equimask.core.options import Options
from equimask.evaluation import score
from equimask.measures.shared_span import SharedSpanScores
from equimask.papers.exhibit import Estimate, Exhibit, NotMade
from equimask.papers.request import PaperModel, Request
from equimask.papers.s_jsd import data_and_models, difference_figure, one_pair, scores
from equimask.papers.s_jsd.published import published_words
from equimask.papers.s_jsd.work import Work

FEW: dict[str, Any] = {"n_resamples": 99, "progress": False}


def asked(*data: Any, languages: tuple[str, ...] = ("de",), models: int = 1) -> Work:
    named = [PaperModel("embedded", "embedded"), PaperModel("twice", "lab_model")][:models]
    return Work(Request(tuple(named), languages, data, None, False, Options(**FEW)))


@pytest.fixture(scope="module")
def german() -> Work:
    return asked()


def made(found: Exhibit | NotMade) -> Exhibit:
    assert isinstance(found, Exhibit), found
    return found


@pytest.mark.parametrize("row", published_words(), ids=lambda row: row.language)
def test_words_are_counted_as_the_paper_counts_them(row: Any, shared: Path) -> None:
    source = shared / "sources" / "pairs" / "steinborn"
    file = source / f"cps_translated_{row.language}_formatted.csv"
    with file.open(encoding="utf-8", newline="") as stream:
        pairs = list(csv.DictReader(stream))
    data = {
        "sent_more": [pair["A_x"] for pair in pairs],
        "sent_less": [pair["B_x"] for pair in pairs],
        "lang": [row.language] * len(pairs),
    }
    table = made(data_and_models.words(asked(data, languages=(row.language,)))).tables[0]
    _, theirs, ours, per_sentence, own_per_sentence, n = table.rows[0]
    assert (theirs, per_sentence, n) == (row.words, row.words_per_sentence, 212)
    if row.language == "th":  # written without spaces: a neural tokenizer cut it
        assert ours is own_per_sentence is None
    else:
        assert ours == row.words and round(float(str(own_per_sentence))) == row.words_per_sentence


@pytest.mark.slow
def test_scores_are_those_of_score_and_stand_below_the_published(german: Work) -> None:
    table = made(scores.by_language(german)).tables[0]
    rows = [row for row in table.rows if row[0] == "German"]
    assert [row[1:3] for row in rows] == [
        ("mBERT", "published"), ("xlmR", "published"), ("embedded", "ours"),
    ]  # fmt: skip
    assert rows[0][3] == Estimate(-1.0, 2.0, published=True)
    alone = score("cps", language="de", model="embedded", **FEW)
    ours = rows[2][4]
    assert isinstance(ours, Estimate)
    assert (ours.value, ours.low, ours.high) == (alone.value, alone.ci_low, alone.ci_high)


@pytest.mark.slow
def test_violins_are_of_the_differences_that_decide_cps(german: Work) -> None:
    table = made(difference_figure.violins(german)).tables[0]
    rows = score("cps", language="de", model="embedded", **FEW).row_values
    values = np.asarray(rows["pll_more"] - rows["pll_less"])
    found = dict(zip(table.headings, table.rows[0], strict=True))
    assert found["average"] == pytest.approx(values.mean())
    assert found["median"] == pytest.approx(np.median(values))
    assert found["pairs"] == len(values)


def test_a_language_has_room_for_the_models_that_speak_it() -> None:
    values = np.arange(9.0)

    def height(*models: dict[str, Any]) -> float:
        found = {f"m{k}": one for k, one in enumerate(models)}
        root = ElementTree.fromstring(difference_figure._drawn(found, ["en", "de"]))
        return float(root.attrib["height"].removesuffix("pt"))

    both, one = {"en": values, "de": values}, {"en": values}
    assert height(both) < height(both, one) < height(both, both)


def test_the_tokens_of_a_long_pair_stay_as_large_and_go_on_below() -> None:
    def drawn(words: int) -> list[tuple[str, float]]:
        side = one_pair.Side(("token",) * words, (True,) * words)
        zeros, hits = np.zeros(words), np.zeros(words, bool)
        scores = SharedSpanScores(zeros, zeros, hits, hits, np.array([words]))
        svg = one_pair._drawn(one_pair.ReadPair(side, side, 0, scores))
        root = ElementTree.fromstring(svg)
        found = [one for one in root.iter() if one.tag.endswith("}text")]
        return [(one.attrib["style"], float(one.attrib["y"])) for one in found]

    short, long = drawn(3), drawn(40)
    assert {style for style, _ in long} == {style for style, _ in short}
    assert len({y for _, y in short}) == 2 < len({y for _, y in long})


@pytest.mark.slow
def test_the_tokens_of_a_pair_add_up_to_its_score(german: Work) -> None:
    exhibit = made(one_pair.masked_tokens(german))
    differences = [float(str(row[5])) for row in exhibit.tables[0].rows]
    first = score("s_jsd", language="de", model="embedded", **FEW).row_values["s_jsd"][0]
    assert np.mean(differences) == pytest.approx(first)
    for _, more, less, distance, other, _ in exhibit.tables[0].rows:
        assert (float(str(more)) > float(str(less))) == (float(str(distance)) < float(str(other)))


def test_parameters_are_counted_in_the_weights(german: Work) -> None:
    table = made(data_and_models.models(german)).tables[0]
    assert table.rows[0][0] == "mBERT" and table.rows[0][4] is None
    assert table.rows[-1] == ("embedded", "embedded", None, None, Estimate(1.991856))


@pytest.mark.slow
def test_accuracy_is_that_of_the_stereotypical_sentences(german: Work) -> None:
    table = made(data_and_models.accuracies(german)).tables[0]
    found = score("cps", language="de", model="embedded", **FEW)
    ours = [row for row in table.rows if row[2] == "ours"]
    assert ours == [("German", "embedded", "ours", 100.0 * found.details["accuracy_more"], found.n)]


def test_sizes_need_two_models_and_a_pair_two_languages(german: Work) -> None:
    alone = scores.sizes(german)
    assert isinstance(alone, NotMade) and "two models" in alone.why
    one = one_pair.in_two_languages(german)
    assert isinstance(one, NotMade) and "English and German" in one.why


@pytest.mark.slow
def test_a_model_against_another_is_paired(embedded_copy: Path) -> None:
    models = (PaperModel("a", "embedded"), PaperModel("b", str(embedded_copy)))
    work = Work(Request(models, ("de",), (), None, False, Options(**FEW)))
    table = made(scores.sizes(work)).tables[0]
    assert table.rows[0][:4] == ("German", "s_jsd·10³", "a", "b")
    for row in table.rows:  # the same weights under another name
        change = dict(zip(table.headings, row, strict=True))["other minus model"]
        assert isinstance(change, Estimate) and change.value == 0.0


@pytest.fixture
def embedded_copy(tmp_path: Path) -> Path:
    import shutil

    from equimask.core.embedded import embedded_model_path

    return Path(shutil.copytree(embedded_model_path(), tmp_path / "copy"))
