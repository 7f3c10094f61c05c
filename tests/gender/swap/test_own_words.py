"""A lexicon of one's own words."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from equimask.core.errors import DataError, OptionError
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.records import languages_with_pairs, load_pairs
from equimask.lexicon import GenderLexicon, Refusal, Swap

ROYALS = [("kung", "drottning"), ("prins", "prinsessa")]
NOVICE = {"male": "Novize", "female": "Novizin"}


def own(lang: str, records: Any, **options: Any) -> GenderLexicon:
    return GenderLexicon.from_records(lang, records, **options)


def swapped(lexicon: GenderLexicon, sentence: str) -> str:
    swap = lexicon.try_swap(sentence)
    assert isinstance(swap, Swap), swap
    return swap.female if swap.origin == "male" else swap.male


def reason(lexicon: GenderLexicon, sentence: str) -> str:
    refusal = lexicon.try_swap(sentence)
    assert isinstance(refusal, Refusal), refusal
    return refusal.reason


def test_words_of_a_language_without_lists_and_rules_are_replaced_as_they_are() -> None:
    lexicon = own("sv", ROYALS)
    assert [(w.text, w.gender) for w in lexicon.find("Kung och prinsessa.")] == [
        ("Kung", "male"),
        ("prinsessa", "female"),
    ]
    assert swapped(lexicon, "Drottning blev hon aldrig.") == "Kung blev hon aldrig."
    assert reason(lexicon, "En kung mötte en drottning.") == "several_gender_words"
    assert reason(lexicon, "Där satt kung Karl.") == "name_beside"
    assert reason(lexicon, "Kungariket är stort.") == "no_gender_word"
    assert lexicon.swap("Det regnar.") is None
    assert lexicon.refusals == {"no_gender_word": 1}


def test_the_signature_is_that_of_the_words() -> None:
    assert own("sv", ROYALS).signature() == own("sv", [list(pair) for pair in ROYALS]).signature()
    assert own("sv", ROYALS).signature() != own("sv", ROYALS[:1]).signature()
    assert own("en", [("king", "queen")]).signature() != GenderLexicon.load("en").signature()
    assert len(own("sv", ROYALS).signature()) == len(GenderLexicon.load("en").signature())


@pytest.mark.parametrize(
    "table",
    [
        [{"male": "kung", "female": "drottning"}, {"male": "prins", "female": "prinsessa"}],
        {"male": ["kung", "prins"], "female": ["drottning", "prinsessa"]},
        pd.DataFrame(ROYALS, columns=["male", "female"]),
        pa.table({"male": ["kung", "prins"], "female": ["drottning", "prinsessa"]}),
        (pair for pair in ROYALS),
        [{"male": " kung ", "female": "drottning", "number": None, "lang": "sv"}, ROYALS[1]],
        pd.DataFrame(
            [("kung", "drottning", float("nan"), ""), (*ROYALS[1], None, "")],
            columns=["male", "female", "number", "pos"],
        ),
    ],
)
def test_any_table_will_do(table: Any) -> None:
    assert own("sv", table).pairs == own("sv", ROYALS).pairs


@pytest.mark.parametrize("lang", languages_with_pairs())
def test_the_packaged_records_come_back_and_are_known_by_their_words(lang: str) -> None:
    packaged = load_pairs(lang)
    assert own(lang, [asdict(pair) for pair in packaged]).pairs == packaged
    by_words = own(lang, [(p.male, p.female) for p in packaged], conflicts="settle")
    assert set(by_words.pairs) == set(packaged)


def test_rules_of_the_language_apply_to_words_of_known_form() -> None:
    assert swapped(own("en", [("imp", "troll-wife")]), "An imp sang.") == "A troll-wife sang."
    german = own("de", [{**NOVICE, "number": "sing", "case": "nom"}])
    assert swapped(german, "Der alte Novize schlief.") == "Die alte Novizin schlief."
    spanish = own("es", [{"male": "duendo", "female": "duenda", "number": "sing"}])
    assert swapped(spanish, "El duendo viejo duerme.") == "La duenda vieja duerme."
    # what the packaged list knows of the two words need not be said
    assert swapped(own("de", [("König", "Königin")]), "Der König sang.") == "Die Königin sang."
    pronouns = own("en", [("him", "her"), ("his", "her")])
    assert swapped(pronouns, "They saw her.") == "They saw him."
    assert swapped(pronouns, "Her hat fell.") == "His hat fell."


def test_a_word_of_unknown_form_is_found_and_not_swapped_where_words_agree_with_it() -> None:
    german = own("de", [{**NOVICE, "number": "sing"}])
    assert [word.text for word in german.find("Der Novize schlief.")] == ["Novize"]
    assert reason(german, "Der Novize schlief.") == "unknown_form"
    assert reason(own("fr", [("lutin", "lutine")]), "Le lutin dort.") == "unknown_form"


def test_doubt_is_the_users_to_state_or_to_deny() -> None:
    packaged = GenderLexicon.load("en")
    assert reason(packaged, "The actor bowed.") == "ambiguous_word"
    assert reason(own("en", [("actor", "actress")]), "The actor bowed.") == "ambiguous_word"
    sure = own("en", [{"male": "actor", "female": "actress", "ambiguous": ""}])
    assert swapped(sure, "The actor bowed.") == "The actress bowed."
    doubtful = own("sv", [{"male": "kung", "female": "drottning", "ambiguous": True}])
    assert reason(doubtful, "En kung sov.") == "ambiguous_word"


def test_a_word_of_ones_own_outweighs_a_neutral_compound() -> None:
    assert own("zh", [("他", "她")]).find("其他都走了。") == []
    assert [w.text for w in own("zh", [("其他", "其她")]).find("其他都走了。")] == ["其他"]


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([("kung", "drottning"), ("", "prinsessa")], "male word in every row.*'' in row 1"),
        ([{"male": "kung"}], "female word in every row.*None in row 0"),
        ([("kung", 7)], "text as 'female'.*7 in row 0"),
        ([("kung", "Kung")], "male or female, not both.*'kung' in row 0"),
        ([("a", "b"), ("c", "a")], "not both.*'a' in rows 0 and 1"),
        ([("a", "b"), ("A", "B")], "every pair of words once.*rows 0 and 1"),
        ([("a", "b"), ("x", "y"), ("a", "c")], "one counterpart.*'a' in rows 0 and 2"),
        ([("a", "b"), ("c", "b")], "one counterpart.*'b' in rows 0 and 1"),
        ([{"male": "a", "female": "b", "numbr": "sing"}], "'numbr' in row 0.*mean 'number'"),
        ([{"male": "a", "female": "b", "number": "singular"}], "'singular' in row 0.*'sing'"),
        ([{"male": "a", "female": "b", "lang": "de"}], "pairs in 'sv'.*'de' in row 0"),
        ({"male": ["a"], "female": ["b", "c"]}, "columns of one length"),
        ({"kung": "drottning"}, "word pairs"),
        ({("a", "b"), ("c", "d")}, "word pairs"),
        (["ab"], "word pairs.*'ab' in row 0"),
        ("pairs.csv", "word pairs"),
        (7, "word pairs"),
        ([], "at least one pair"),
    ],
)
def test_what_contradicts_itself_is_refused(records: Any, message: str) -> None:
    with pytest.raises(DataError, match=message) as refused:
        own("sv", records)
    assert refused.value.fix


def test_an_unknown_case_or_language_or_way_is_refused() -> None:
    with pytest.raises(DataError, match="'nominative' in row 0"):
        own("de", [{**NOVICE, "number": "sing", "case": "nominative"}])
    with pytest.raises(OptionError, match="language"):
        own("qq-not-a-language", ROYALS)
    with pytest.raises(OptionError, match="settle"):
        own("sv", ROYALS, conflicts="setle")


def test_conflicts_may_be_settled_and_are_counted() -> None:
    rows = [("a", "b"), ("a", "c"), ("d", "e"), ("e", "f"), ("a", "b"), ("g", "h"), ("i", "i")]
    lexicon = own("sv", rows, conflicts="settle")
    assert [(p.male, p.female) for p in lexicon.pairs] == [("a", "b"), ("a", "c"), ("g", "h")]
    assert lexicon.settled == {"repeated": 1, "both_sides": 3, "several_counterparts": 1}
    assert swapped(lexicon, "x a y") == "x b y"  # the first counterpart
    assert swapped(lexicon, "x c y") == "x a y"
    with pytest.raises(DataError, match="not both"):
        own("sv", [("a", "a")], conflicts="settle")


def test_words_apart_in_form_are_no_conflict() -> None:
    forms = [
        {"male": "a", "female": "b", "number": "sing"},
        {"male": "a", "female": "c", "number": "plur"},
    ]
    assert reason(own("sv", forms), "x a y") == "ambiguous_form"
    assert swapped(own("sv", forms), "x c y") == "x a y"


def test_a_region_has_the_lists_and_rules_of_its_language() -> None:
    lexicon = own("pt-BR", [{"male": "rei", "female": "rainha", "lang": "pt_br"}])
    assert swapped(lexicon, "O rei velho dorme.") == "A rainha velha dorme."


def test_the_english_list_of_yu_et_al_is_read_and_settled(shared: Path) -> None:
    lists = [shared / "sources" / "gender" / f"gn_glove_{g}_word_file.txt" for g in GENDERS]
    if not all(path.is_file() for path in lists):
        pytest.skip("no gn_glove lists among the shared sources")
    words = [path.read_text(encoding="utf-8").split("\n") for path in lists]
    rows = [pair for pair in zip(*words, strict=True) if any(pair)]
    with pytest.raises(DataError, match="row"):
        own("en", rows)
    lexicon = own("en", rows, conflicts="settle")
    assert len(rows) == 222
    assert len({pair.male for pair in lexicon.pairs}) > 190
    assert set(lexicon.settled) == {"repeated", "several_counterparts"}
    assert swapped(lexicon, "She sang.") == "He sang."
