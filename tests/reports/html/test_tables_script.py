"""The script of tables and figures in a real browser, on a small page of its own."""

from __future__ import annotations

import csv
import io
import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from equimask.reports.html.interactive import (
    content_security_policy,
    tables_script,
    tables_style,
)
from tests.browser import CONTRAST, DESK, PATIENCE, PHONE

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,"><title>Fruit</title><style>
:root {{ --paper: #fff; --ink: #111; --soft: #555; --rule: #ccc; --tint: #eee; --link: #05a;
  --blue: #0072b2; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #101214; --ink: #eee; --soft: #aaa;
  --rule: #444; --tint: #222; --link: #8cf; --blue: #56b4e9; }} }}
body {{ background: var(--paper); color: var(--ink); }}
td {{ text-align: end; }} td.w, th {{ text-align: start; }}
.scroll {{ overflow-x: auto; }} svg {{ max-width: 100%; }} figure {{ margin: 0; }}
.bar {{ fill: var(--blue); }} svg text {{ fill: currentColor; }}
{style}</style></head><body>
<div class="scroll"><table data-sort data-filter><caption>Fruit &amp; nuts</caption>
<thead><tr><th scope="col">name</th><th scope="col" data-filter>colour</th>
<th scope="col">price</th><th scope="col" data-filter="10:light|100:middling|:heavy">weight</th>
<th scope="col" data-sort="off" data-copy="CSV">note</th></tr></thead><tbody>
<tr><th scope="row">pear_10</th><td class="w">green</td><td>2.5 %</td><td data-value="9">9 g</td>
<td><details><summary>more</summary>
<code>eat 'a|b'</code></details></td></tr>
<tr><th scope="row">pear_9</th><td class="w">red</td><td>−10.0 %</td><td data-value="1200">1.2 kg
</td><td></td></tr>
<tr><th scope="row">=apple, "old"</th><td class="w">red</td><td>–</td><td></td><td></td></tr>
<tr><th scope="row">fig &lt;b&gt; 5 % $ \\</th><td class="w">green</td><td>1,000</td>
<td data-value="90">90 g</td><td></td></tr>
</tbody></table></div>
<div class="scroll"><table data-sort><caption>Spans</caption><thead>
<tr><th rowspan="2">name</th><th colspan="2">score</th></tr><tr><th>low</th><th>high</th></tr>
</thead><tbody><tr><td class="w">a</td><td>1</td><td>9</td></tr>
<tr><td class="w">b</td><td colspan="2">7</td></tr><tr><td class="w">c</td><td>0</td><td>8</td>
</tr></tbody></table></div>
<figure><figcaption>Prices: a chart</figcaption>
<svg viewBox="0 0 200 100" width="400" height="200" role="img"><title>Prices: a chart</title>
<rect class="bar" id="bar" x="10" y="10" width="50" height="80" tabindex="0" data-tip="pear: 2.5"/>
<text x="80" y="50">pear</text></svg></figure>
<script>{script}</script></body></html>"""
NAMES = "table => [...table.querySelectorAll('tbody tr')].map(row => row.cells[0].textContent)"
SHOWN = """table => [...table.querySelectorAll('tbody tr')].filter(row => row.offsetHeight)
  .map(row => row.cells[0].textContent)"""
PEAR, OLD, APPLE, FIG = "pear_10", "pear_9", '=apple, "old"', "fig <b> 5 % $ \\"

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def fruit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fruit") / "fruit.html"
    policy, style, script = content_security_policy(), tables_style(), tables_script()
    path.write_text(PAGE.format(policy=policy, style=style, script=script), encoding="utf-8")
    return path


@pytest.fixture
def visit(browser: Any, fruit: Path) -> Iterator[Open]:
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(**look: Any) -> Any:
        context = browser.new_context(viewport=DESK, **look)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(fruit.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def test_the_script_is_small_and_holds_nothing_that_ends_it_or_evaluates_text() -> None:
    script = tables_script()
    assert len(script.encode()) < 15_000
    for refused in ("</script", "<!--", "eval(", "new Function", "innerHTML", "import(", "fetch("):
        assert refused not in script


def test_numbers_are_sorted_as_numbers_and_what_is_empty_stays_last(visit: Open) -> None:
    page = visit()
    table, heading = page.locator("table").first, page.get_by_role("columnheader", name="price")
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "ascending"
    assert table.evaluate(NAMES) == [OLD, PEAR, FIG, APPLE]
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    assert table.evaluate(NAMES) == [FIG, PEAR, OLD, APPLE]


def test_a_cell_is_sorted_by_its_value_not_by_its_words(visit: Open) -> None:
    page = visit()
    page.get_by_role("columnheader", name="weight").get_by_role("button").click()
    assert page.locator("table").first.evaluate(NAMES) == [PEAR, FIG, OLD, APPLE]


def test_words_are_sorted_with_their_numbers_in_order_and_equals_stay(visit: Open) -> None:
    page = visit()
    page.locator("table").first.get_by_role("columnheader", name="name").get_by_role(
        "button"
    ).click()
    assert page.locator("table").first.evaluate(NAMES) == [APPLE, FIG, OLD, PEAR]
    page.get_by_role("columnheader", name="colour").get_by_role("button").click()
    assert page.locator("table").first.evaluate(NAMES) == [FIG, PEAR, APPLE, OLD]
    assert page.locator("th[aria-sort]").count() == 1


def test_a_heading_sorts_by_keyboard_and_one_that_is_off_has_no_button(visit: Open) -> None:
    page = visit()
    page.get_by_role("columnheader", name="price").get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert page.locator("table").first.evaluate(NAMES)[0] == OLD
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator("th[aria-sort]").inner_text().strip().startswith("weight")
    assert page.get_by_role("columnheader", name="note").get_by_role("button").count() == 0


def test_filters_hide_rows_and_say_how_many_are_left(visit: Open) -> None:
    page = visit()
    table, status = page.locator("table").first, page.locator("output").first
    assert page.get_by_label("colour").locator("option").all_inner_texts() == [
        "all", "green", "red",
    ]  # fmt: skip
    page.get_by_label("colour").select_option("red")
    assert table.evaluate(SHOWN) == [OLD, APPLE]
    assert status.inner_text() == "2 of 4 rows"
    page.get_by_label("Search").fill(" PEAR  ")
    assert table.evaluate(SHOWN) == [OLD]
    page.get_by_role("button", name="Reset").click()
    page.get_by_text("4 of 4 rows").wait_for()
    assert table.evaluate(SHOWN) == [PEAR, OLD, APPLE, FIG]


def test_numbers_are_filtered_by_the_groups_that_the_page_names(visit: Open) -> None:
    page = visit()
    choice = page.get_by_label("weight")
    assert choice.locator("option").all_inner_texts() == [
        "all", "light", "middling", "heavy", "unknown",
    ]  # fmt: skip
    for group, names in {"light": [PEAR], "heavy": [OLD], "unknown": [APPLE]}.items():
        choice.select_option(group)
        assert page.locator("table").first.evaluate(SHOWN) == names


def test_csv_has_the_visible_rows_in_their_order_and_no_formula(visit: Open) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.locator("table").first.get_by_role("columnheader", name="name").get_by_role(
        "button"
    ).click()
    page.get_by_label("colour").select_option("red")
    text = _copied(page, "CSV")
    assert list(csv.reader(io.StringIO(text))) == [
        ["name", "colour", "price", "weight", "note"],
        ['\'=apple, "old"', "red", "–", "", ""],
        ["pear_9", "red", "-10.0 %", "1.2 kg", ""],
    ]
    assert page.locator("output").first.inner_text() == "2 rows copied as CSV"


def test_a_column_of_folds_is_copied_by_what_they_hold(visit: Open) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    rows = list(csv.reader(io.StringIO(_copied(page, "CSV"))))
    assert [row[-1] for row in rows] == ["note", "eat 'a|b'", "", "", ""]


def test_markdown_escapes_what_it_would_read_otherwise(visit: Open) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    assert _copied(page, "Markdown").splitlines() == [
        "| name | colour | price | weight |",
        "| --- | --- | ---: | ---: |",
        "| pear\\_10 | green | 2.5 % | 9 g |",
        "| pear\\_9 | red | −10.0 % | 1.2 kg |",
        '| =apple, "old" | red | – |  |',
        "| fig \\<b\\> 5 % \\$ \\\\ | green | 1,000 | 90 g |",
    ]


def test_headings_and_cells_that_span_others_keep_their_columns(visit: Open) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    assert _copied(page, "CSV", "Spans").splitlines() == [
        "name,score low,score high", "a,1,9", "b,7,", "c,0,8",
    ]  # fmt: skip
    page.get_by_role("columnheader", name="high").get_by_role("button").click()
    assert page.get_by_role("table", name="Spans").evaluate(NAMES) == ["c", "a", "b"]
    page.get_by_role("table", name="Spans").get_by_role("button", name="name").click()
    assert page.get_by_role("table", name="Spans").evaluate(NAMES) == ["a", "b", "c"]


def test_latex_is_a_booktabs_table_with_its_special_characters_escaped(visit: Open) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    assert _copied(page, "LaTeX").splitlines() == [
        "% Fruit & nuts",
        "% \\usepackage{booktabs}",
        "\\begin{tabular}{llrr}",
        "\\toprule",
        "name & colour & price & weight \\\\",
        "\\midrule",
        "pear\\_10 & green & 2.5 \\% & 9 g \\\\",
        "pear\\_9 & red & $-$10.0 \\% & 1.2 kg \\\\",
        '=apple, "old" & red & -- &  \\\\',
        "fig $<$b$>$ 5 \\% \\$ \\textbackslash{} & green & 1,000 & 90 g \\\\",
        "\\bottomrule",
        "\\end{tabular}",
    ]


def test_without_a_clipboard_the_text_is_offered_to_be_copied_by_hand(visit: Open) -> None:
    page = visit()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject('no'); }")
    page.get_by_role("button", name="nuts as Markdown").click()
    area = page.get_by_label("Text to copy")
    assert area.input_value().startswith("| name |")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    page.keyboard.press("Escape")
    assert area.count() == 0


@pytest.mark.parametrize(("scheme", "blue"), [("light", "0, 114, 178"), ("dark", "86, 180, 233")])
def test_a_figure_is_saved_as_svg_with_the_colours_that_are_seen(
    visit: Open, tmp_path: Path, scheme: str, blue: str
) -> None:
    page = visit(color_scheme=scheme)
    root = ET.parse(_saved(page, "SVG", tmp_path)).getroot()
    assert (root.get("width"), root.get("height")) == ("400", "200")
    paper, bar = (element for element in root if element.tag.endswith("rect"))
    assert f"fill: rgb({blue})" in (bar.get("style") or "")
    assert paper.get("fill") == page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert "var(" not in ET.tostring(root, encoding="unicode")
    assert "class" not in bar.attrib


def test_a_figure_is_saved_as_png_twice_as_large(visit: Open, tmp_path: Path) -> None:
    picture = _saved(visit(), "PNG", tmp_path).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (800, 400)


def test_a_tip_is_shown_to_pointer_and_keyboard(visit: Open) -> None:
    page = visit()
    tip = page.locator(".tip")
    assert not tip.is_visible()
    page.locator("#bar").hover()
    assert tip.inner_text() == "pear: 2.5"
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.locator("#bar").focus()
    assert tip.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_controls_can_be_read_and_have_names(visit: Open, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    for control in page.locator(".tools button, .tools select, thead button, .tools label").all():
        assert control.evaluate(CONTRAST) >= 4.5
    page.emulate_media(media="print")
    assert not page.locator(".tools").first.is_visible()


def test_without_javascript_the_table_is_plain_and_whole(visit: Open) -> None:
    page = visit(java_script_enabled=False)
    assert page.locator("tbody tr").count() == 7
    assert page.locator("button").count() == page.locator(".tools").count() == 0


def test_the_controls_fit_on_a_phone(visit: Open) -> None:
    page = visit()
    page.set_viewport_size(PHONE)
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wider) <= 0


def _copied(page: Any, kind: str, table: str = "Fruit & nuts") -> str:
    page.get_by_role("button", name=f"Copy {table} as {kind}").click()
    page.get_by_text(f"rows copied as {kind}").wait_for()
    return str(page.evaluate("navigator.clipboard.readText()"))


def _saved(page: Any, kind: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Download Prices: a chart as {kind}").click()
    assert download.value.suggested_filename == f"prices-a-chart.{kind.lower()}"
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path
