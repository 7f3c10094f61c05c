"""The paper's tables and figures on made-up words, whose answers are known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import EquimaskError
from equimask.core.languages import get_language
from equimask.core.schema import SENTIMENTS
from equimask.papers.exhibit import Cell, Estimate, Exhibit, ExhibitTable, NotMade
from equimask.papers.politicians import PAPER, overview
from equimask.papers.politicians.words import PAPER_LANGUAGES
from equimask.papers.politicians.work import Work
from equimask.papers.request import PaperModel
from equimask.studies.analyses.model_table import ModelSize
from equimask.studies.published import published_effects, published_words
from tests.papers.politicians import made

pytestmark = pytest.mark.slow  # a score of fits, shared by all
EMBEDDED_ONE = (PaperModel("embedded", "embedded"),)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Work:
    """Everything that can be brought; the models are the paper's and cannot be had."""
    folder = tmp_path_factory.mktemp("politicians")
    completions, classes = made.completions_folder(folder / "c"), made.adjective_classes(folder)
    pieces = (made.lexicon(), made.politicians(), made.sentences(), str(classes))
    return made.work(str(completions), *pieces)


@pytest.fixture(scope="module")
def exhibits(whole: Work) -> dict[str, Exhibit | NotMade]:
    def sizes(places: list[str]) -> list[ModelSize]:
        return [ModelSize(place, 123_000_000) for place in places]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overview, "model_sizes", sizes)
        return {one.place: made_of(one.make, whole) for one in PAPER.exhibits}


def made_of(make: Any, work: Work) -> Exhibit | NotMade:
    try:
        found: Exhibit | NotMade = make(work)
    except EquimaskError as error:
        return NotMade(str(error))
    return found


def only(found: Exhibit | NotMade, name: str) -> ExhibitTable:
    assert isinstance(found, Exhibit), found
    return next(table for table in found.tables if table.name == name)


def records(table: ExhibitTable) -> list[dict[str, Cell]]:
    return [dict(zip(table.headings, row, strict=True)) for row in table.rows]


def value(cell: Cell) -> float:
    assert isinstance(cell, Estimate)
    return cell.value


def test_every_table_and_figure_of_the_paper_is_listed() -> None:
    places = [one.place for one in PAPER.exhibits]
    assert len(set(places)) == len(places)
    tables, figures = (
        [f"{kind} {n}" for n in range(1, most)] for kind, most in (("Table", 9), ("Figure", 7))
    )
    supplement = [*(f"S{n} Text" for n in (1, 2, 3)), *(f"S{n} Table" for n in (1, 2, 3, 4))]
    assert set(places) == {*tables, *figures, *supplement}


def test_only_what_needs_vectors_is_missing_without_the_models(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    missing = {place for place, found in exhibits.items() if isinstance(found, NotMade)}
    assert missing == {"Table 7", "Figure 5", "S4 Table"}


def test_names_stand_beside_the_printed_ones(exhibits: Mapping[str, Exhibit | NotMade]) -> None:
    rows = records(only(exhibits["Table 1"], "names"))
    arabic = {row["gender"]: row for row in rows if row["language"] == "Arabic"}
    assert (value(arabic["female"]["published"]), arabic["female"]["ours"]) == (44962, 20)
    chinese = [row["ours"] for row in rows if row["language"] == "Chinese"]
    assert chinese == [None] * 3


def test_the_planted_words_lead_the_table_of_pmi(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    rows = records(only(exhibits["Table 3"], "contrast"))
    first = rows[0]
    assert (first["published word"], value(first["published female"])) == ("blonde", 1.7)
    assert first["our word"] == made.WOMENS
    assert value(first["ours female"]) > 0.5
    assert value(first["ours male"]) < 0
    assert [row["our word"] for row in rows if row["our word"]][-1] == made.MENS
    non_binary = records(only(exhibits["Table 3"], "non-binary-adjectives"))
    assert (non_binary[0]["published word"], non_binary[0]["our word"]) == ("smaller", "sad0")


@pytest.mark.parametrize(("place", "number"), [("Table 4", "4"), ("Table 6", "6")])
def test_deviations_stand_beside_the_printed_ones(
    place: str, number: str, exhibits: Mapping[str, Exhibit | NotMade]
) -> None:
    rows = records(only(exhibits[place], "deviations"))
    printed = [w for w in published_words() if w.table == number]
    told = [(row["gender"], row["sentiment"], row["published word"]) for row in rows]
    assert {(w.gender, w.sentiment, w.word) for w in printed} == {t for t in told if t[2]}
    leading = {
        row["gender"]: row["our word"]
        for row in rows
        if row["sentiment"] == "positive" and row["rank"] == 1
    }
    assert leading == {"female": made.WOMENS, "male": made.MENS}


def test_effects_are_differences_of_mean_shares(
    whole: Work, exhibits: Mapping[str, Exhibit | NotMade]
) -> None:
    """Every architecture is there in every size, so that its effect can be told by hand."""
    rows = records(only(exhibits["Table 5"], "effects"))
    assert len(rows) == len([e for e in published_effects() if e.table == "5"])
    shares: dict[tuple[str, str, str], list[float]] = {}
    for model in made.MONOLINGUAL:
        for one in whole.records(model, "en", "monolingual"):
            key = (str(one["architecture"]), str(one["gender"]), str(one["sentiment"]))
            shares.setdefault(key, []).append(float(str(one["share"])))
    means = {key: sum(some) / len(some) for key, some in shares.items()}
    told = {(row["level"], row["gender"]): row for row in rows if row["factor"] == "architecture"}
    for gender in ("male", "female"):
        row = told[made.APART, gender]
        ours = [value(row[f"ours {sentiment}"]) for sentiment in SENTIMENTS]
        by_hand = [
            means[made.APART, gender, sentiment] - means["ALBERT", gender, sentiment]
            for sentiment in SENTIMENTS
        ]
        assert ours == pytest.approx(by_hand, abs=1e-9)
        assert max(map(abs, ours)) > 0.01
        assert told["XLNet", gender]["ours neutral"] is None
    assert value(told[made.APART, "male"]["published negative"]) == -0.092


def test_effects_of_languages_are_beside_the_printed_ones(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    rows = records(only(exhibits["Table 8"], "effects"))
    spanish = [row for row in rows if row["level"] == "es"]
    assert len(spanish) == 2 and all(row["ours negative"] is not None for row in spanish)
    assert [row["ours negative"] for row in rows if row["level"] == "hi"] == [None, None]


def test_shares_are_told_of_every_model(exhibits: Mapping[str, Exhibit | NotMade]) -> None:
    english = records(only(exhibits["Figure 4"], "shares"))
    assert {row["model"] for row in english} == {m.label for m in made.MONOLINGUAL}
    everywhere = records(only(exhibits["Figure 6"], "shares"))
    assert {row["language"] for row in everywhere} == {"Spanish", "Arabic"}
    for gender in ("male", "female"):
        assert sum(float(str(row[gender])) for row in english) == pytest.approx(
            len(made.MONOLINGUAL)
        )


def test_kinds_are_of_all_classes_and_models(exhibits: Mapping[str, Exhibit | NotMade]) -> None:
    found = exhibits["Figure 3"]
    rows = records(only(found, "adjectives"))
    assert len(rows) == 13 * len(SENTIMENTS)
    assert isinstance(found, Exhibit) and found.figures[0].svg.lstrip().startswith(b"<")
    shown = records(only(found, "shown"))
    assert {(row["sentiment"], row["class"]) for row in shown} == {
        ("negative", "feeling"),
        ("positive", "mind"),
    }
    classes = records(only(exhibits["S2 Text"], "classes"))
    assert len(classes) == 13


def test_models_are_counted_beside_the_printed_sizes(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    rows = records(only(exhibits["Table 2"], "models"))
    assert len(rows) == 16
    counted = {row["model"]: row["counted, million"] for row in rows}
    assert (counted["ALBERT-base"], counted["XLNet-base"]) == (123.0, None)


def test_subgroups_are_told_and_what_cannot_be_told_is_noted(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    found = exhibits["S3 Text"]
    english = [r for r in records(only(found, "subgroups")) if r["language"] == "English"]
    assert [row["subgroup"] for row in english] == [
        "country speaks en",
        "born before 1946",
        "born since 1946",
    ]
    assert [row["people"] for row in english] == [29, 15, 25]
    assert value(english[0]["mutual information beyond chance"]) > 0
    assert isinstance(found, Exhibit) and any("sitelinks" in note for note in found.notes)


def test_genders_are_told_with_their_class(exhibits: Mapping[str, Exhibit | NotMade]) -> None:
    rows = only(exhibits["S1 Text"], "genders").rows
    assert ("English", "trans woman", "female", 1) in rows


def test_sentences_are_told_by_the_lexicon_and_by_seed_words(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    brought, seeds = records(only(exhibits["S2 Table"], "sentences"))
    assert (brought["lexicon"], value(brought["accuracy"]), brought["undecided"]) == (
        "brought",
        1.0,
        0,
    )
    assert (value(seeds["accuracy"]), seeds["undecided"]) == (0.0, 3)


def test_words_are_counted(exhibits: Mapping[str, Exhibit | NotMade]) -> None:
    rows = records(only(exhibits["S3 Table"], "words"))
    first = next(
        row for row in rows if (row["model"], row["language"]) == ("ALBERT-base", "English")
    )
    assert first["different words"] == len(made.WORDS)
    assert first["said of non-binary"] == 7
    assert len(rows) == 2 * (len(made.MONOLINGUAL) + 2 * len(made.MULTILINGUAL))


def test_places_of_the_mask_are_told_of_all_languages(
    exhibits: Mapping[str, Exhibit | NotMade],
) -> None:
    rows = only(exhibits["S1 Table"], "orders").rows
    assert [row[0] for row in rows] == [get_language(one).name for one in PAPER_LANGUAGES]
    assert ("Arabic", "name_first", "name_first", "the default") in rows


def test_nobody_is_named(exhibits: Mapping[str, Exhibit | NotMade]) -> None:
    steps = only(exhibits["Figure 1"], "steps")
    assert not any("Name 1" in str(cell) for row in steps.rows for cell in row)
    told = {row[1]: row[2] for row in steps.rows if row[0] == "English"}
    assert made.WOMENS in str(told["2 words said most of female people"])


def test_a_cluster_table_has_the_printed_clusters_above_ours() -> None:
    counts = [{**row, "model": "lab_model@0123456789ab"} for row in made.counts(EMBEDDED_ONE)]
    work = made.work(counts, models=EMBEDDED_ONE)
    found = made_of(PAPER.exhibits[10].make, work)
    assert isinstance(found, NotMade) and "lab_model@0123456789ab" in found.why  # another model
    signed = made.embedded_name()
    work = made.work([{**row, "model": signed} for row in counts], models=EMBEDDED_ONE)
    table = only(made_of(PAPER.exhibits[10].make, work), "clusters")
    whose = [row[1] for row in table.rows]
    assert whose[:5] == ["m-BERT, published"] * 5
    assert whose[5:] == ["embedded"] * 10
    ours = [row for row in table.rows if row[1] == "embedded"]
    assert sum(int(str(row[4])) for row in ours if row[2] == "female") == len(made.WORDS)


def test_what_lacks_data_says_what_would_help() -> None:
    work = made.work(made.counts(made.MODELS[:1]), models=made.MODELS[:1])
    needs = {
        "Figure 3": "Tsvetkov",
        "Figure 4": "sentiment_lexicon",
        "Table 5": "sentiment_lexicon",
        "Table 6": "Ask one",
        "Figure 6": "two or more",
        "Table 8": "two or more",
        "S1 Text": "pass politicians",
        "S2 Table": "sentence and label",
        "S3 Text": "politician_completions",
    }
    for planned in PAPER.exhibits:
        if planned.place in needs:
            found = made_of(planned.make, work)
            assert isinstance(found, NotMade), planned.place
            assert needs[planned.place] in found.why


def test_effects_of_as_many_models_as_levels_are_told_without_a_test() -> None:
    two = made.MODELS[:2]
    work = made.work(made.counts(two), made.lexicon(), models=two)
    found = made_of(PAPER.exhibits[8].make, work)
    assert isinstance(found, Exhibit)
    assert any("2 coefficients: nothing to test by" in note for note in found.notes)
    effects = [row for row in only(found, "effects").rows if row[7] is not None]
    assert {(row[0], row[10]) for row in effects} == {("size", ""), ("intercept", "")}
    assert all(row[4] is None and row[3] is None for row in only(found, "tests").rows)


def test_lists_without_sentiments_say_so() -> None:
    one = made.MODELS[:1]
    found = made_of(PAPER.exhibits[5].make, made.work(made.counts(one), models=one))
    assert isinstance(found, Exhibit)
    assert any("all share one sentiment" in note for note in found.notes)
    ours = [row for row in records(only(found, "deviations")) if row["our word"]]
    assert {row["gender"]: row["our word"] for row in ours if row["rank"] == 1} == {
        "female": made.WOMENS,
        "male": made.MENS,
    }


def test_a_picture_of_the_model_needs_nothing(whole: Work) -> None:
    svg = overview.graphical_model(whole).figures[0].svg
    assert all(word.encode() in svg for word in ("gender", "sentiment", "word")) or b"<use" in svg


def test_packaged_names_stand_in_for_politicians() -> None:
    work = made.work(made.counts(made.MODELS[:1]), models=made.MODELS[:1])
    found = made_of(PAPER.exhibits[1].make, work)
    assert isinstance(found, Exhibit) and "first names" in found.notes[0]
    assert all(row["ours"] for row in records(found.tables[0]) if row["gender"] != "non-binary")


def test_classes_file_is_read_by_its_form(tmp_path: Path) -> None:
    assert made.work(str(made.adjective_classes(tmp_path))).brought.adjectives is not None
