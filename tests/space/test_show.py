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
    table = ET.fromstring(re.search("<table>.*</table>", page, re.DOTALL).group())  # type: ignore[union-attr]
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
        {"rows": {"pll_more": [None], "pll_less": [None]}},
        {"rows": {"pll_more": [-1.0] * 4, "pll_less": [-1.0] * 4}},
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
