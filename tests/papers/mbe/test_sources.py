"""What the given data are taken for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import DataError, EquimaskError
from equimask.inputs.pairs import load_pairs
from equimask.inputs.table import Table
from equimask.papers.mbe.sources import Bags, Sources, packaged_bags, packaged_pairs, rows_of

BAGS = {
    "sentence": ["Er singt.", "Sie lacht.", "Er schläft.", "Er geht."],
    "gender": ["male", "female", "male", "male"],
    "words": ["he", "she,her", "he", "James"],
    "corpus": ["ted2020", "ted2020", "ntrex", "ted2020"],
    "lang": ["de"] * 4,
}
PAIRS = {
    "sent_more": ["Он врач.", "Она спит.", "Чёрный."],
    "sent_less": ["Она врач.", "Он спит.", "Белый."],
    "sent_more_en": ["He is a doctor.", "She met him.", "Black."],
    "sent_less_en": ["She is a doctor.", "He met her.", "White."],
    "bias_type": ["gender", "gender", "race"],
    "source": ["kaneko", "kaneko", "kaneko"],
    "lang": ["ru"] * 3,
}


def test_sentences_of_either_gender_are_told_apart_by_corpus() -> None:
    ted, ntrex = sorted(Sources([BAGS], ("de",)).bags, key=lambda one: len(one.table), reverse=True)
    assert (ted.language, ted.corpus, ted.count("male"), ted.count("female")) == (
        "de", "ted2020", 2, 1,
    )  # fmt: skip
    assert (ntrex.corpus, ntrex.count("male")) == ("ntrex", 1)
    assert [row.words for row in rows_of(ted)] == [("he",), ("she", "her"), ("James",)]


def test_other_languages_than_those_asked_for_are_left_out() -> None:
    found = Sources([BAGS, PAIRS], ("ru",))
    assert (found.bags, [one.language for one in found.pairs]) == ([], ["ru"])


def test_pairs_about_gender_and_their_bags_by_the_english_side() -> None:
    [pairs] = Sources([PAIRS], ("ru",)).pairs
    assert (pairs.source, pairs.columns["sent_more"]) == ("kaneko", ["Он врач.", "Она спит."])
    # "She met him." has words of both genders.
    assert pairs.bags() == {"sentence": ["Он врач.", "Она врач."], "gender": ["male", "female"]}
    assert pairs.first(1).columns["sent_less"] == ["Она врач."]


def test_what_has_no_columns_of_its_own_says_what_it_is(tmp_path: Path) -> None:
    released = tmp_path / "japanese.json"
    rows = [
        {"stereotype": "彼は医者だ。", "anti-stereotype": "彼女は医者だ。", "bias_type": "gender"}
    ]
    released.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    machine = tmp_path / "machine.csv"
    machine.write_text("sent_more,sent_less\na,b\n")
    text = tmp_path / "news" / "en-de.tsv"
    text.parent.mkdir()
    text.write_text(
        "He sings.\tEr singt.\nbroken\nIt rains.\tEs regnet.\nShe laughs.\tSie lacht.\n"
    )
    found = Sources(
        [f"pairs:ja={released}", f"mt:ja={machine}", f"parallel:de={text}"], ("de", "ja")
    )
    [pairs], [mt], [bags] = found.pairs, found.machine, found.bags
    assert (pairs.language, pairs.columns["sent_less"], pairs.bags()) == (
        "ja", ["彼女は医者だ。"], None,
    )  # fmt: skip
    assert (mt.language, mt.columns["sent_more"]) == ("ja", ["a"])
    assert (bags.corpus, bags.table.columns["gender"]) == ("news/en-de", ["male", "female"])
    assert bags.table.columns["words"] == ["he", "she"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"word": ["a"], "lang": ["de"]}, "sentence and gender, or sent_more"),
        ({"sent_more": ["a"], "sent_less": ["b"]}, "data whose language is known"),
        ("papers:nowhere/at/all", "is built there"),
        ("pairs:ja=gone.json", "gone.json"),
        ("parallel:de=gone.tsv", "gone.tsv"),
    ],
)
def test_data_that_are_nothing_of_this_are_refused(data: Any, message: str) -> None:
    with pytest.raises(EquimaskError, match=message):
        Sources([data], ("de", "ja"))


def test_a_text_without_gender_words_is_refused(tmp_path: Path) -> None:
    (tmp_path / "en-de.tsv").write_text("It rains.\tEs regnet.\n")
    with pytest.raises(DataError, match="some with a gender word"):
        Sources([f"parallel:de={tmp_path / 'en-de.tsv'}"], ("de",))


def test_the_larger_set_is_thinned_and_the_packaged_pairs_are_not() -> None:
    columns: dict[str, list[Any]] = {
        "sentence": [f"{i}" for i in range(10)],
        "gender": ["male"] * 7 + ["female"] * 3,
    }
    bags = Bags("ntrex", Table("ntrex", columns, "de"))
    thin = bags.thinned(None, 0)
    assert (thin.count("male"), thin.count("female")) == (3, 3)
    assert thin.table.columns == bags.thinned(None, 0).table.columns
    assert thin.table.columns != bags.thinned(None, 1).table.columns
    assert len(bags.thinned(2, 0).table) == 4
    packaged = packaged_bags("de")
    assert packaged is not None and packaged.thinned(2, 0) is packaged


def test_packaged_pairs_stand_beside_the_english_ones() -> None:
    bags, pairs = packaged_bags("ru"), packaged_pairs("ru")
    assert bags is not None and pairs is not None and pairs.english is not None
    assert bags.count("male") == bags.count("female") == len(load_pairs("ru"))
    english = {pair.id: pair for pair in load_pairs("en")}
    first = load_pairs("ru")[0]
    assert pairs.columns["sent_more"][0] == first.sent_more
    assert pairs.english[0][0] == getattr(english[first.id], first.gender_more)
    assert (packaged_bags("sv"), packaged_pairs("sv")) == (None, None)
    plain = packaged_pairs("en")
    assert plain is not None and plain.bags() is None
