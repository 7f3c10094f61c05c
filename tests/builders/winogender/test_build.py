"""Winogender on templates made up here, and on the real files where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.winogender.build import BUILDER, SENTENCES, STATS, TEMPLATES
from equimask.core.errors import DataError
from equimask.core.rows import content_hash
from equimask.core.schema import DATASET_COLUMNS
from tests.builders.made import Made, made, written
from tests.builders.real_sources import committed_receipt, real_sources

STATS_TEXT = (
    "occupation\tbergsma_pct_female\tbls_pct_female\tbls_year\n"
    "weaver\t20.5\t60.0\t2015\nfarmer\t9.0\t30.25\t2016\n"
)
TEMPLATES_TEXT = (
    "occupation(0)\tother-participant(1)\tanswer\tsentence\n"
    "weaver\tbuyer\t0\tThe $OCCUPATION told the $PARTICIPANT that $NOM_PRONOUN was tired.\n"
    "farmer\tguest\t1\tThe $OCCUPATION sent $POSS_PRONOUN coat to the $PARTICIPANT.\n"
)


def sentences(begin: str, male: str, female: str, neutral: str) -> str:
    forms = zip(("male", "female", "neutral"), (male, female, neutral), strict=True)
    return "".join(f"{begin}.{form}.txt\t{text}\n" for form, text in forms)


TIRED = sentences(
    "weaver.buyer.0",
    "The weaver told the buyer that he was tired.",
    "The weaver told the buyer that she was tired.",
    "The weaver told the buyer that they were tired.",
)
COAT = sentences(
    "farmer.guest.1",
    "The farmer sent his coat to the guest.",
    "The farmer sent her coat to the guest.",
    "The farmer sent their coat to the guest.",
)
SOMEONE = [
    text.replace(f"the {other}", "someone").replace(f".{other}.", ".someone.")
    for text, other in ((TIRED, "buyer"), (COAT, "guest"))
]
FILES = {
    SENTENCES: "sentid\tsentence\n" + TIRED + COAT + "".join(SOMEONE),
    TEMPLATES: TEMPLATES_TEXT,
    STATS: STATS_TEXT,
}


def winogender(folder: Path, **changed: str) -> Made:
    names = {"sentences": SENTENCES, "templates": TEMPLATES, "stats": STATS}
    return made(BUILDER, written(folder, {**FILES, **{names[n]: t for n, t in changed.items()}}))


def test_every_template_stands_twice_with_three_pronouns(tmp_path: Path) -> None:
    rows = winogender(tmp_path).rows
    assert tuple(rows[0]) == DATASET_COLUMNS["winogender"]
    assert [row["id"] for row in rows] == [
        "weaver.buyer.0",
        "weaver.someone.0",
        "farmer.guest.1",
        "farmer.someone.1",
    ]
    assert [row["cluster"] for row in rows] == ["weaver.0", "weaver.0", "farmer.1", "farmer.1"]
    assert [row["answer"] for row in rows] == ["occupation"] * 2 + ["participant"] * 2
    assert [row["category"] for row in rows] == ["nominative"] * 2 + ["possessive"] * 2
    last = rows[-1]
    assert (last["male_word"], last["female_word"], last["neutral_word"]) == ("his", "her", "their")
    assert last["neutral"] == "The farmer sent their coat to someone."
    assert (last["bls_female"], last["bergsma_female"]) == (30.25, 9.0)


def test_a_verb_that_would_tell_is_hidden_from_all_three(tmp_path: Path) -> None:
    made_rows = winogender(tmp_path)
    masked = [row["masked_sentence"] for row in made_rows.rows]
    assert masked[0] == "The weaver told the buyer that [MASK] [HIDDEN] tired."
    assert masked[2] == "The farmer sent [MASK] coat to the guest."
    assert made_rows.summary["languages"]["en"]["hidden"] == 2


def test_no_rule_decides_whom_an_occupation_is_stereotyped_by(tmp_path: Path) -> None:
    assert "gender_more" not in winogender(tmp_path).rows[0]


def test_the_figure_is_drawn_from_the_shares_of_women(tmp_path: Path) -> None:
    assert set(BUILDER.figures(winogender(tmp_path).summary)) == {"occupations.svg"}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sentences": "sentid\tsentence\n" + TIRED + COAT}, r"weaver\.someone\.0"),
        ({"sentences": FILES[SENTENCES].replace("that she was tired", "that she was")}, "same"),
        ({"sentences": FILES[SENTENCES].replace("that she was", "that he was")}, "same"),
        ({"templates": TEMPLATES_TEXT.replace("$NOM_PRONOUN", "nobody")}, "one pronoun"),
        ({"templates": TEMPLATES_TEXT.replace("buyer\t0", "buyer\t2")}, "0 or 1"),
        ({"stats": STATS_TEXT.replace("weaver", "miller")}, "weaver"),
    ],
)
def test_files_that_do_not_fit_each_other_are_refused(
    tmp_path: Path, changed: dict[str, str], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        winogender(tmp_path, **changed)


def test_the_real_sentences_come_back_from_their_masks(root: Path, shared: Path) -> None:
    folder = real_sources(shared, "pairs/winogender-en")
    found = made(BUILDER, {name: folder / name for name in FILES})
    known = committed_receipt(root, "winogender")
    assert content_hash(found.rows) == known["configs"]["en"]["content_hash"]
    assert len(found.rows) == 240 and found.summary == known["summary"]
    for row in found.rows:
        for form, verb in (("male", "was"), ("female", "was"), ("neutral", "were")):
            text = row["masked_sentence"].replace("[MASK]", row[f"{form}_word"])
            assert text.replace("[HIDDEN]", verb) == row[form]
