"""What the page shows: every verdict, every metric's figure, and no markup of a visitor's."""

from __future__ import annotations

import base64
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from equimask.core.errors import InputError
from equimask.core.verdicts import WORDS, Verdict
from equimask.space.show import error_html, result_html
from tests.space.made_up import measured


def test_the_table_has_one_row_that_explains_itself() -> None:
    page = result_html(measured(skipped={"too_long": 2}))
    table = ET.fromstring(re.search('<table class="numbers">.*?</table>', page, re.DOTALL).group())  # type: ignore[union-attr]
    headings = [cell.text for cell in table.iter("th")]
    assert headings == [
        "Score", "95 % interval", "Neutral", "p", "n", "Smallest visible bias",
    ]  # fmt: skip
    values = [cell.text for cell in table.iter("span") if cell.get("class") == "value"]
    assert values == ["60.0", "54.0…66.0", "50", "0.001", "212", "±9.6"]
    assert table.findtext("caption") == "Above 50: the stereotypical sentence is preferred."
    assert WORDS[Verdict.STEREOTYPE].sentence in page
    assert "Left out: 2 too long." in page


def test_the_null_is_told_where_there_is_one() -> None:
    assert "Untrained copies" not in result_html(measured())
    assert "copies of the model score 51.5 on average" in result_html(measured(null=51.5))


def test_words_are_ranked_where_there_are_any() -> None:
    top = [
        {
            "gender": gender,
            "word": f"<{gender}{rank}>",
            "rank": rank,
            "deviation": 1.0 / rank,
            "pmi": 5.5 - rank,
        }
        for gender in ("male", "female")
        for rank in range(1, 8)
    ]
    page = result_html(measured("latent_pmi", details={"direction": "up", "top_words": top}))
    assert "&lt;male1&gt; (1.00), &lt;male2&gt; (0.50)" in page
    assert "female5" in page and "female6" not in page
    unsaid = [{**row, "pmi": -0.1} for row in top if row["rank"] == 1]
    page = result_html(measured("latent_pmi", details={"direction": "up", "top_words": unsaid}))
    assert "Said rather of" not in page


def test_an_error_has_three_parts_and_no_markup_of_a_visitors() -> None:
    page = error_html(InputError(expected="rows", got="<script>alert(1)</script>", fix="Mend it."))
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert re.findall("<dt>(.*?)</dt>", page) == ["Expected", "Got", "What to do"]
    assert 'role="alert"' in page


def test_the_download_is_what_compute_returns() -> None:
    page = result_html(measured())
    assert 'download="cps.json"' in page
    content = re.search('base64,([^"]+)', page).group(1)  # type: ignore[union-attr]
    assert json.loads(base64.b64decode(content)) == measured().result.as_dict()


@pytest.mark.parametrize(
    "changes",
    [
        {"ci_low": None, "ci_high": None, "stderr": None, "mde": None, "p_value": None},
        {"neutral": None},
        {"null": 51.0, "null_stderr": 1.0},
        {"rows": {"pll_more": [None], "pll_less": [None], "cps": [None]}},
        {"rows": {"pll_more": [-1.0] * 4, "pll_less": [-1.0] * 4, "cps": [0.5] * 4}},
    ],
)
def test_what_a_result_lacks_is_left_out_of_the_page(changes: dict[str, Any]) -> None:
    assert "<svg" in result_html(measured(**changes))


def test_language_quality_stands_below_the_score_with_a_plain_reading() -> None:
    known = {"lm_accuracy": 0.43, "lm_surprisal": 3.217, "unk_rate": 0.0}
    page = result_html(measured(details={"direction": "up", "lm_read": "masked"}, **known))
    assert (
        "knows this text: 43 % of masked tokens right, 3.22 nats each. A model that knows no "
        "language is no fair model.</p>" in page
    )
    known["unk_rate"] = 0.02
    page = result_html(measured("aul", details={"direction": "up", "lm_read": "in_sight"}, **known))
    assert "43 % of tokens in sight right, 3.22 nats each; 2 % of the text is unknown to it" in page
    assert "this only shows that the model is alive" in page
    assert "knows this text" not in result_html(measured())


def test_notes_are_shown_each_once_and_as_text() -> None:
    page = result_html(measured(notes=("Of <b>paper</b>.", "Half of it is unknown.")))
    warnings = re.findall('<p class="warning">(.*?)</p>', page)
    assert warnings == ["Of &lt;b&gt;paper&lt;/b&gt;.", "Half of it is unknown."]


def test_rows_stand_in_a_table_that_can_be_sorted_and_hold_no_markup() -> None:
    page = result_html(measured())
    found = re.search('<table class="rows">.*?</table>', page, re.DOTALL)
    assert found is not None
    table = ET.fromstring(found.group())
    assert [one.text for one in table.iter("button")] == [
        "sent_more", "sent_less", "score", "prefers",
    ]  # fmt: skip
    rows = [[cell.text for cell in row.iter("td")] for row in table.find("tbody") or ()]
    assert rows[0] == ["<sent_more> 1", "<sent_less> 1", "-1.50", "anti-stereotype"]
    assert "<sent_more>" not in page and "&lt;sent_more&gt; 1" in page
    values = [cell.get("data-value") for cell in table.iter("td") if cell.get("class") == "score"]
    assert values == ["-1.5", "1.0", "0.0"]
    assert "stereotype 1, anti-stereotype 1, neither 1" in page


def test_words_that_are_never_said_have_bounded_odds() -> None:
    assert "≤ -500<" in result_html(measured("dcbm"))


def test_small_scores_keep_the_digits_that_tell_them_apart() -> None:
    page = result_html(measured("mbe", rows={"score": [-0.0011, -0.0023, -0.0007]}))
    assert "-0.000700<" in page and "-0.001100<" in page


def test_rows_that_do_not_all_fit_are_counted() -> None:
    many = {"pll_more": [1.0] * 1500, "pll_less": [0.0] * 1500, "cps": [1.0] * 1500}
    page = " ".join(result_html(measured(rows=many)).split())
    assert "200 of 1,500 scored rows" in page and "the file has all scores" in page
    assert page.count("<td dir=") == 400
    assert "3 scored rows, the highest first." in " ".join(result_html(measured("mbe")).split())


def test_an_example_says_that_it_is_one_and_is_no_news() -> None:
    page = result_html(measured(), is_example=True)
    assert 'aria-label="Example"' in page and 'class="badge"' in page
    assert 'role="status"' not in page
    assert 'role="status" aria-label="Result"' in result_html(measured())
