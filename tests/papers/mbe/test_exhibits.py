"""Every table and figure of Kaneko et al., on a tiny model and tiny data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats as sps
from tokenizers.pre_tokenizers import BertPreTokenizer

from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.verdicts import WORDS
from equimask.evaluation import score
from equimask.gender.native_names import packaged_names
from equimask.inputs.table import Table
from equimask.models.loading import load_mlm
from equimask.papers.exhibit import Estimate, Exhibit, ExhibitTable, NotMade
from equimask.papers.mbe import PAPER
from equimask.papers.mbe.agreement import agreement_of
from equimask.papers.mbe.example import three_steps
from equimask.papers.mbe.models import is_of_table
from equimask.papers.mbe.preserved import kept_gender
from equimask.papers.mbe.published import published_models
from equimask.papers.mbe.sources import Bags
from equimask.papers.run import study
from equimask.studies.meta_evaluation.result import MetaEvaluation
from equimask.studies.meta_evaluation.templates import template_pairs
from tests import tiny

NEWS = {
    "sentence": ["Er singt gern.", "Sie lacht laut.", "Mein Sohn schläft.", "Die Frau geht.",
                 "Er geht.", "Sie sieht ihn."],
    "gender": ["male", "female", "male", "female", "male", "female"],
    "words": ["he", "she", "he,son", "she", "he", "she"],
    "corpus": ["globalvoices"] * 6,
    "lang": ["de"] * 6,
}  # fmt: skip
PAIRS = {
    "sent_more": ["He fixed the car.", "Women cook.", "The man won."],
    "sent_less": ["She fixed the car.", "Men cook.", "The woman won."],
    "gender_more": ["male", "female", "male"],
    "lang": ["en"] * 3,
}


def table_of(exhibit: Exhibit | NotMade, name: str = "") -> ExhibitTable:
    assert isinstance(exhibit, Exhibit), exhibit.why
    return next(one for one in exhibit.tables if one.name == name)


def column(table: ExhibitTable, heading: str) -> list[Any]:
    return [row[table.headings.index(heading)] for row in table.rows]


def result(value: float, null: float | None = None) -> BiasResult:
    return BiasResult(
        metric="aul", value=value, neutral=50.0, stderr=1.0, ci_low=value - 2, ci_high=value + 2,
        p_value=0.5, test="t", n=9, n_ties=0, skipped={}, mde=None, signature="aul|a:b", null=null,
    )  # fmt: skip


def test_the_list_is_the_papers() -> None:
    places = [planned.place for planned in PAPER.exhibits]
    assert sorted(places) == ["Figure 1", "Figure 2", *(f"Table {n}" for n in range(1, 7))]
    assert len(PAPER.models) == 8 + 11 + 4 + 2
    assert "naacl" in PAPER.citation.lower()


def test_a_model_of_the_paper_is_asked_in_its_own_tables() -> None:
    by_table: dict[str, int] = {}
    for one in published_models():
        for number in "123456":
            by_table[number] = by_table.get(number, 0) + is_of_table(one.hub_id, number)
    assert by_table == {"1": 0, "2": 8, "3": 11, "4": 4, "5": 2, "6": 6}
    assert all(is_of_table("mine", number) for number in "123456")


def test_agreement_is_that_of_numpy_and_scipy() -> None:
    pairs, men = [52.0, 57.0, 48.0, 56.0], [54.0, 55.0, 53.0, 47.0]
    found = MetaEvaluation(
        "en",
        {
            str(i): {"ht": result(a), "mbe": result(b)}
            for i, (a, b) in enumerate(zip(pairs, men, strict=True))
        },
    )
    told = agreement_of(found, "mbe", "ht")
    assert told["spearman"][0] == pytest.approx(sps.spearmanr(pairs, men).statistic)
    assert told["pearson"] == pytest.approx(tuple(sps.pearsonr(pairs, men)))
    assert told["direction"] == (0.5, None)
    assert told["diff"][0] == pytest.approx(np.abs(np.subtract(pairs, men)).mean())
    assert agreement_of(found, "shf", "ht") == agreement_of(None, "mbe", "ht") == {}
    two = MetaEvaluation("en", {name: found.results[name] for name in "01"})
    assert set(agreement_of(two, "mbe", "ht")) == {"direction", "diff"}
    nulls = MetaEvaluation("en", {"a": {"ht": result(52, 53), "mbe": result(54, 55)}})
    assert agreement_of(nulls, "mbe", "ht")["direction"] == (1.0, None)


def test_the_steps_are_those_of_the_formula(bert_folder: Path) -> None:
    sentences = NEWS["sentence"][::2] + NEWS["sentence"][1::2]
    found = three_steps(load_mlm(str(bert_folder)), sentences, Options(progress=False))
    similar, wins = np.array(found["similarities"]), np.array(found["preferred"])
    likelihoods = found["likelihoods"]
    assert wins.tolist() == [[m > f for f in likelihoods[3:]] for m in likelihoods[:3]]
    assert found["mbe"] == pytest.approx(100 * (similar * wins).sum() / similar.sum())
    bags = {"sentence": sentences, "gender": ["male"] * 3 + ["female"] * 3}
    scored = score("mbe", bags, language="de", model=str(bert_folder), progress=False)
    assert found["mbe"] == pytest.approx(scored.value)
    assert found["likelihoods"] == pytest.approx(scored.rows["score"])


def test_what_is_kept_is_counted_by_pronoun_and_by_any_word() -> None:
    found = kept_gender(Bags("globalvoices", Table("t", NEWS, "de")))
    assert found.pronouns["male"] == {"sentences": 3, "kept": round(2 / 3, 4)}
    assert found.pronouns["female"] == {"sentences": 3, "kept": round(2 / 3, 4)}
    assert found.lexicon["listed"]["male"]["same"] == 1.0
    assert found.lexicon["listed"]["female"] == pytest.approx(
        {"same": 0.6667, "other": 0.0, "both": 0.3333, "none": 0.0, "kept": 0.6667}
    )
    assert kept_gender(Bags("n", Table("t", NEWS, "fi"))).pronouns == {}


RUSSIAN = {
    "sent_more": ["Сергей водит машину.", "Ольга готовит обед.", "Он врач."],
    "sent_less": ["Ольга водит машину.", "Сергей готовит обед.", "Она врач."],
    "lang": ["ru"] * 3,
}
QUICK: dict[str, Any] = {"n_twins": 2, "n_resamples": 20, "progress": False}


@pytest.fixture(scope="module")
def made(bert_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("study")
    swapped = folder / "swapped.txt"
    blocks = [
        ("He", "She", "calm"),
        ("He", "She", "sad"),
        ("She", "He", "old"),
        ("She", "He", "wet"),
    ]
    swapped.write_text("\n\n".join(f"{a} was <{c}>.\n{b} was <{c}>." for a, b, c in blocks))
    asked: dict[str, Any] = {
        "models": [f"de={bert_folder}", f"en={bert_folder}"],
        "data": [NEWS, PAIRS, f"stereoset={swapped}"],
        "languages": ["de", "en"],
        "out": folder / "out",
        **QUICK,
    }
    return {"study": study("mbe", **asked), "again": lambda: study("mbe", **asked), **asked}


@pytest.mark.slow
def test_scores_stand_beside_the_published_ones(made: dict[str, Any], bert_folder: Path) -> None:
    found = made["study"]
    assert column(table_of(found["Table 1"]), "both")[0] == 6
    table = table_of(found["Table 2"])
    [row] = table.rows
    named = dict(zip(table.headings, row, strict=True))
    assert named["language"] == "German"
    assert (named["corpus"], named["sentences"]) == ("globalvoices", 6)
    assert named["News, published"] == Estimate(55.12, published=True)
    options = {"model": str(bert_folder), "language": "de", **QUICK}
    columns = {name: NEWS[name] for name in ("sentence", "gender")}
    ours = score("mbe", columns, calibrate=True, **options)
    assert named["ours"] == Estimate(ours.value, ours.stderr, ours.ci_low, ours.ci_high)
    assert (named["null"], named["p"]) == (Estimate(ours.null or 0, ours.null_stderr), ours.p_value)
    released = score("mbe", columns, protocol="published", **options)
    beside = table_of(found["Table 2"], "beside")
    assert column(beside, "released code") == [released.value]
    assert len(table_of(found["Table 2"], "marks").rows) == 16


@pytest.mark.slow
def test_both_annotated_data_are_compared_with(made: dict[str, Any], bert_folder: Path) -> None:
    found = made["study"]["Table 3"]
    table = table_of(found)
    assert dict.fromkeys(column(table, "data")) == dict.fromkeys(["custom pairs", "StereoSet"])
    printed = (0.41, 0.63, 0.72, 2.36, 0.41, 0.62, 0.72, 5.04)
    assert [one.value for one in column(table, "MBE, published")] == list(printed)
    ours = column(table, "MBE, ours")
    pairs = score("aul", {name: PAIRS[name] for name in ("sent_more", "sent_less")},
                  language="en", model=str(bert_folder), likelihood="aula", **QUICK)  # fmt: skip
    sentences = [*PAIRS["sent_more"], *PAIRS["sent_less"]]
    genders = ["male", "female", "male", "female", "male", "female"]
    bags = {"sentence": sentences, "gender": genders}
    men = score("mbe", bags, language="en", model=str(bert_folder), **QUICK)
    assert ours[:2] == [None, None]
    assert ours[3] == pytest.approx(abs(pairs.value - men.value))
    assert any("needs 3 models" in note for note in found.notes)
    assert column(table_of(found, "models SS"), "model") == ["tiny-bert"]


@pytest.mark.slow
def test_what_was_not_asked_for_is_said(made: dict[str, Any]) -> None:
    found = made["study"]
    assert [one.place for one in found.not_made] == ["Table 4", "Table 5", "Table 6"]
    assert found.not_made[0].why.startswith("Japanese: None of the models is asked")
    assert {"study.html", "tables", "figures"} <= {path.name for path in made["out"].iterdir()}


@pytest.mark.slow
def test_a_repeated_study_reads_what_is_kept(
    made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (made["out"] / "study.html").read_bytes()
    monkeypatch.setattr(
        "equimask.papers.mbe.work.evaluate_part", lambda *_: pytest.fail("asked again")
    )
    monkeypatch.setattr(
        "equimask.papers.mbe.work.meta_evaluate", lambda *_, **__: pytest.fail("asked again")
    )
    made["again"]()
    assert (made["out"] / "study.html").read_bytes() == page


@pytest.fixture
def russian_folder(tmp_path: Path) -> Path:
    """A tiny model whose tokenizer has the words of the test below and of the templates."""
    read = [text for name in ("sent_more", "sent_less") for text in RUSSIAN[name]]
    read += [text for pair in template_pairs("ru") for text in (pair.male, pair.female)]
    words = {word for text in read for word, _ in BertPreTokenizer().pre_tokenize_str(text)}
    lists = packaged_names("ru")
    words |= {*lists.foreign, *lists.native["male"], *lists.native["female"], "-", "специальности"}
    tokenizer = tiny.wordpiece_of(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(words)])
    return tiny.save(tmp_path / "russian", tiny.tiny_bert(len(tokenizer)), tokenizer)


@pytest.mark.slow
def test_translations_are_compared_with_mbe_and_templates(russian_folder: Path) -> None:
    found = study("mbe", f"ru={russian_folder}", data=RUSSIAN, languages="ru", **QUICK)
    five, six = table_of(found["Table 5"]), table_of(found["Table 6"])
    rows: dict[Any, Any] = {
        (row[0], row[1]): dict(zip(five.headings, row, strict=True)) for row in five.rows
    }
    shown = {row["preferred"].removesuffix(" ?") for row in rows.values()}
    assert shown <= {"", *(word.short for word in WORDS.values())} and len(shown) > 1
    assert rows["Tmp", "wiki&news"]["published"] == Estimate(34.87, published=True)
    assert rows["Tmp", "wiki&news"]["Diff, published"] == Estimate(-12.1, published=True)
    mine = {name: row for (name, model), row in rows.items() if model == "russian"}
    assert set(mine) >= {"HT", "MBE", "Tmp", "Tmp, our templates", "Shf"} and "MT" not in mine
    for name, row in mine.items():
        if name != "HT":
            gap = row["ours"].value - mine["HT"]["ours"].value
            assert row["Diff, ours"] == pytest.approx(gap)
    assert mine["Tmp"]["p"] is None and mine["Tmp"]["preferred"] == ""
    [own] = [row for row in six.rows if row[1] == "russian"]
    named: dict[str, Any] = dict(zip(six.headings, own, strict=True))
    # These pairs have native names: they are HTname, and HT is made of them.
    given = score("aul", {name: RUSSIAN[name] for name in ("sent_more", "sent_less")},
                  language="ru", model=str(russian_folder), likelihood="aula", **QUICK)  # fmt: skip
    assert named["HTname, ours"].value == given.value
    assert named["HT, ours"] == mine["HT"]["ours"]
    assert named["pairs that differ"] == "2 of 3"
    exhibit = found["Table 5"]
    assert isinstance(exhibit, Exhibit)
    notes = " ".join(exhibit.notes)
    assert "MT: no pairs that a machine has translated" in notes
    assert "they are HTname" in notes


@pytest.mark.slow
def test_pairs_with_transliterated_names_are_ht_and_get_native_ones(russian_folder: Path) -> None:
    names = {"Сергей": "Джон", "Ольга": "Эмили"}
    foreign: dict[str, Any] = {"lang": RUSSIAN["lang"]}
    for side in ("sent_more", "sent_less"):
        foreign[side] = [
            " ".join(names.get(word, word) for word in text.split()) for text in RUSSIAN[side]
        ]
    found = study("mbe", f"ru={russian_folder}", data=foreign, languages="ru", **QUICK)
    six = table_of(found["Table 6"])
    [own] = [row for row in six.rows if row[1] == "russian"]
    named: dict[str, Any] = dict(zip(six.headings, own, strict=True))
    given = score("aul", {name: foreign[name] for name in ("sent_more", "sent_less")},
                  language="ru", model=str(russian_folder), likelihood="aula", **QUICK)  # fmt: skip
    assert named["HT, ours"].value == given.value
    assert named["pairs that differ"] == "2 of 3"


@pytest.mark.slow
def test_a_model_that_cannot_be_asked_stops_no_other(bert_folder: Path, tmp_path: Path) -> None:
    asked = [f"de={bert_folder}", f"fr={bert_folder}"]
    found = study("mbe", asked, data=NEWS, languages="de", **QUICK)
    assert column(table_of(found["Table 2"]), "model") == ["tiny-bert"]
    alone = study("mbe", asked[1:], data=NEWS, languages="de", **QUICK)
    assert isinstance(alone["Table 2"], NotMade) and "LANGUAGE=MODEL" in alone["Table 2"].why
    assert isinstance(alone["Table 1"], Exhibit)
