"""The page as text: what it says, what it escapes, and how large it gets."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.signature import Signature
from equimask.core.verdicts import Verdict
from equimask.evaluation.reproduction import agree
from equimask.leaderboard import page
from equimask.leaderboard.page import millions, render
from tests.leaderboard.samples import row


class Cells(HTMLParser):
    """The texts of the table's cells, and every tag and attribute of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self._open = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._open = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("tbody", "thead", "table"):
            self._open = False

    def handle_data(self, data: str) -> None:
        if self._open and self.rows:
            self.rows[-1][-1] += data


def cells(rows: list[Any]) -> list[list[str]]:
    found = Cells(render(rows, "Bias").html).rows
    return [[cell.strip() for cell in line] for line in found]


def test_a_row_shows_the_number_and_all_that_is_needed_to_read_it() -> None:
    heading, line = cells([row(null=49.123, part="source=crows", date="2026-01-02")])
    assert dict(zip(heading, line, strict=True)) == {
        "model": "lab/model",
        "size, M": "110",
        "language": "German",
        "measure": "CPS, %",
        "score": "55.5",
        "interval": "50.2 … 60.8",
        "null": "49.1",
        "verdict": "stereotype",
        "n": "112",
        "data": "equimask_pairs, source=crows",
        "version": "0.1.0, 2026-01-02",
        "signature": f"rerunequimask rerun '{row().signature}' --expect 55.5",
    }


def test_a_command_expects_the_number_in_its_own_unit() -> None:
    measured = row(measure="s_jsd", score=-0.0581293, stderr=0.0046, ci_low=-0.067, ci_high=-0.049)
    _, line = cells([measured])
    assert line[4].startswith("-58.1") and line[-1].endswith("--expect -0.0581")
    assert agree("-0.0581", measured.score)


def test_what_nobody_told_is_a_dash_and_what_is_not_calibrated_is_marked() -> None:
    _, line = cells([row(parameters=None, language=None, ci_low=None, verdict=None)])
    assert [line[at] for at in (1, 2, 5, 6, 7)] == ["–"] * 5
    assert line[4] == "55.5†"
    html = render([row(), row(null=50.0, signature="x")], "Bias").html
    assert "† not calibrated</strong> (1 of 2)" in html
    assert "not calibrated" not in render([row(null=50.0)], "Bias").html


def test_revisions_of_one_model_are_told_apart() -> None:
    later = row(revision="fedcba9876543210", signature="x")
    assert [line[0] for line in cells([row(), later])[1:]] == [
        "lab/model@abc",
        "lab/model@fedcba987654",
    ]


def test_a_model_that_hardly_knows_the_text_has_its_sign() -> None:
    _, line = cells([row(is_foreign=True)])
    assert line[7] == "stereotype ?"
    assert "hardly knows this text" in render([row(is_foreign=True)], "Bias").html


def test_an_equivalent_number_names_its_bound() -> None:
    _, line = cells([row(verdict=Verdict.EQUIVALENT, equivalence_bound=5.0)])
    assert line[7] == "equivalent within ±5"


def test_a_score_is_shown_in_the_unit_of_its_measure() -> None:
    small = {"stderr": 0.0031, "ci_low": -0.0141, "ci_high": -0.0019, "null": 0.0002}
    _, line = cells([row(measure="s_jsd", score=-0.0081, neutral=0.0, **small)])
    assert line[3:7] == ["S_JSD, × 10⁻³", "-8.1", "-14.1 … -1.9", "0.2"]


def test_the_page_says_what_it_is_and_what_it_is_not() -> None:
    html = " ".join(render([row()], "Bias", "lab/results").html.split())
    assert "A rank is not a verdict." in html
    assert "not validated for decisions about people" in html
    assert 'href="https://huggingface.co/datasets/lab/results"' in html
    assert "default-src 'none'" in html.replace("&#39;", "'")
    assert "In how many of 100 pairs" in html and "The model prefers what the stereotype" in html


def test_sizes_are_in_millions_to_three_digits() -> None:
    sizes = [None, 12_345, 4_385_920, 39_900_000, 109_482_240, 3_240_000_000]
    assert [millions(size) for size in sizes] == ["–", "0.0123", "4.39", "39.9", "109", "3240"]


WILD = st.text(max_size=40) | st.sampled_from(
    ["</td><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</script>", "\u202eevil",
     "{{ 7 * 7 }}", "<!--", "&lt;b&gt;", "'; rm -rf ~; '", "\x1b[2J", "=cmd|' /C calc'!A0"]
)  # fmt: skip
PLAIN = Cells(render([row()], "Bias").html)


@given(WILD, WILD, WILD)
def test_a_hostile_name_stays_text(model: str, data: str, part: str) -> None:
    fields = (("model", f"{model}@1"), ("data", f"{data}@2"))
    try:
        signature = str(Signature("cps", fields))
        signature.encode()
    except UnicodeEncodeError:
        return
    wild = row(model=model, data=data, part=part, date=part, signature=signature)
    html = render([wild], "Bias").html
    found = Cells(html)
    assert all(c.isprintable() or c == "\n" for c in html)
    assert found.tags == PLAIN.tags
    assert found.attributes == PLAIN.attributes
    assert len(found.rows) == 2 and len(found.rows[1]) == 12
    assert found.rows[1][-1].strip() == f"rerunequimask rerun '{signature}' --expect 55.5"


def many(n: int, signature: int = 220) -> list[Any]:
    return [row(signature=f"{at:06d}{'x' * (signature - 6)}") for at in range(n)]


def test_five_thousand_rows_are_under_two_megabytes_and_what_is_missing_is_told() -> None:
    made = render(many(page.MOST_ROWS + 200), "Bias")
    assert len(made.html.encode()) <= 2_000_000
    assert made.html.count("<tr>") == 1 + 5_000
    assert made.n_shown == 5_000
    assert 4_000 < made.n_signed < 5_000
    assert made.html.count("<summary>rerun") == made.n_signed
    assert "shows the first 5000 of 5200 rows" in made.html
    assert f"those of the last {5_000 - made.n_signed} rows" in made.html


def test_a_page_with_room_for_all_says_nothing_of_it() -> None:
    made = render(many(300), "Bias")
    assert (made.n_shown, made.n_signed) == (300, 300)
    assert 'class="warning"' not in made.html


@pytest.mark.parametrize("dataset", [None, "lab/results"])
def test_no_script_but_the_one_that_is_allowed(dataset: str | None) -> None:
    html = render([row()], "Bias", dataset).html
    assert html.count("<script") == 1
    assert not re.search(r"<[^>]+\son\w+=", html)
    assert not re.search(r"(?:src|url\()\s*=?\s*[\"']?https?:", html)
