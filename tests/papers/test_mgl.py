"""The figures of Yu et al. (2024), made again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equimask.core.options import Options
from equimask.gender.swap import GenderLexicon
from equimask.papers.exhibit import Estimate, Exhibit, NotMade
from equimask.papers.mgl import lexicon_tables, making, predictions
from equimask.papers.mgl.facts import counted, facts_of_build
from equimask.papers.mgl.work import Work
from equimask.papers.request import PaperModel, Request

FEW = Options(n_resamples=99, n_twins=2, progress=False)


def asked(*data: Any, folder: Path | None = None, model: str = "embedded") -> Work:
    return Work(Request((PaperModel("own", model),), ("de",), data, folder, False, FEW))


@pytest.fixture(scope="module")
def german() -> Work:
    return asked()


def made(found: Exhibit | NotMade) -> list[dict[str, Any]]:
    """The rows of the first table by their headings."""
    assert isinstance(found, Exhibit), found
    table = found.tables[0]
    return [dict(zip(table.headings, row, strict=True)) for row in table.rows]


@pytest.mark.slow
def test_sentences_are_counted_at_every_step() -> None:
    english = ["My uncle sleeps.", "The king met the queen.", "It rains.", "My aunts sleep."]
    german = ["Mein Onkel schläft.", "Der König traf die Königin.", "Es regnet.", "Sie schlafen."]
    facts, pairs = counted(GenderLexicon.load("de"), german, english)
    assert (facts.sentences, facts.one_word) == (4, 1)
    assert facts.coverage is not None
    assert facts.coverage["sentences"] == 3 and facts.coverage["sure"] == 2
    assert facts.swapped_origins == {"male": 1, "female": 0}
    assert pairs == [] and facts.lexicon["rows"] == 0  # one origin alone cannot be balanced


def test_counts_of_a_build_come_from_its_receipt(root: Path) -> None:
    folder = root / "datasets" / "ted_gender_pairs"
    found = facts_of_build(folder)["de"]
    receipt = json.loads((folder / "receipt.json").read_text(encoding="utf-8"))
    told = receipt["summary"]["languages"]["de"]
    assert found.sentences == sum(told["lines"].values())
    assert (found.one_word, found.lexicon) == (told["one_word"], told["lexicon"])
    assert facts_of_build(root / "datasets") == {}


def test_coverage_stands_beside_the_published_and_names_its_misprint(german: Work) -> None:
    rows = {row["language"]: row for row in made(lexicon_tables.coverage(german))}
    japanese = rows["Japanese"]
    assert japanese["%, published"] == Estimate(36.6, published=True)
    printed = japanese["with a word, published"], japanese["sentences, published"]
    assert round(100 * printed[0] / printed[1], 1) == 36.2
    assert rows["German"]["with a sure word"] <= rows["German"]["sentences"]


def test_every_other_published_share_follows_from_its_counts(german: Work) -> None:
    for row in made(lexicon_tables.coverage(german)):
        if row["language"] != "Japanese" and row["sentences, published"]:
            share = 100 * row["with a word, published"] / row["sentences, published"]
            assert share == pytest.approx(row["%, published"].value, abs=0.051)


@pytest.mark.slow
def test_masks_are_shared_out_among_none_one_and_both(german: Work) -> None:
    rows = made(predictions.by_gender(german))
    ours = next(row for row in rows if row["figures"] == "ours")
    shares = [ours[name] for name in ("none, %", "one gender, %", "both, %")]
    assert sum(shares) == pytest.approx(100.0)
    assert ours["masks"] == german.predictions["own", "de"].counts["masked"]


def test_losses_follow_from_the_counts(german: Work) -> None:
    counts = next(r for r in made(lexicon_tables.sentences(german)) if r["figures"] == "ours")
    lost = next(r for r in made(lexicon_tables.losses(german)) if r["figures"] == "ours")
    expected = 100 * (1 - counts["lexicon-based"] / counts["total"])
    assert lost["lexicon-based, %"] == pytest.approx(expected)
    bags = german.whole_bags["de"].values("gender")
    assert counts["Kaneko_all"] == 2 * min(bags.values())
    assert lost["MBE, %"] == pytest.approx(100 * (1 - counts["Kaneko_all"] / bags.total()))


def test_examples_are_pairs_of_the_data(german: Work) -> None:
    for row in made(making.lexicon_based(german)):
        assert row["male"] != row["female"] and row["of the text"] in ("male", "female")
    (first, *_) = made(making.model_based(german))
    assert "[MASK]" in first["masked sentence"] and first["genders predicted"] in ("one", "both")


@pytest.mark.slow
def test_predictions_are_kept_and_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(folder=tmp_path).predictions
    monkeypatch.setattr("equimask.papers.mgl.work.ModelBased", None)
    assert asked(folder=tmp_path).predictions == first


def test_pairs_without_their_receipt_are_told(tmp_path: Path) -> None:
    row = {
        "lang": "de", "method": "lexicon", "origin_gender": "male", "id": "1",
        "male": "Mein Onkel schläft.", "female": "Meine Tante schläft.",
        "male_word": "Onkel", "female_word": "Tante", "masked_sentence": "Mein [MASK] schläft.",
    }  # fmt: skip
    file = tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    found = lexicon_tables.coverage(asked(str(file)))
    assert isinstance(found, NotMade) and "receipt" in found.why
