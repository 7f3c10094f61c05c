"""The report in a real browser: on a desk, in the dark, on a phone, in print, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.browser import CONTRAST, DESK, PATIENCE, PHONE

# What an assistive technology is told of the page, in its order.
NAMED = """() => [...document.querySelectorAll('[role=img], [role=region], nav, section')].map(e =>
  [e.getAttribute('role') || e.tagName, e.getAttribute('aria-label') ||
   (e.getAttribute('aria-labelledby') || '').split(' ').filter(Boolean)
     .map(id => document.getElementById(id).textContent).join(' ')])"""
# Text that sticks out of its figure is cut off.
CUT_OFF = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1 ||
           box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  }).map(text => text.textContent);
})"""
WIDER_THAN_THE_WINDOW = """() => document.documentElement.scrollWidth
  - document.documentElement.clientWidth"""
HEADINGS = "() => [...document.querySelectorAll('h1, h2, h3')].map(h => Number(h.tagName[1]))"

Open = Callable[..., Any]


@pytest.fixture
def visit(browser: Any, large_report: Path) -> Iterator[Open]:
    """Open the report; at the end it has asked for nothing else and complained of nothing."""
    contexts: list[Any] = []
    asked: list[str] = []
    complaints: list[str] = []

    def opened(**look: Any) -> Any:
        context = browser.new_context(**look)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(large_report.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert {url for url in asked if url != "data:,"} == {large_report.as_uri()}
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_desk_shows_all_text_with_enough_contrast(
    visit: Open, artefacts: Path, scheme: str
) -> None:
    page = visit(viewport=DESK, color_scheme=scheme)
    kinds = ["p", "a", "td", "thead th", ".note", "summary", "figure text", ".pair.less", ".meta"]
    shades = {c for e in page.locator(".step").all() if (c := e.get_attribute("class"))}
    for kind in (*kinds, *("." + ".".join(c.split()) for c in shades), ".heat td.quiet"):
        assert page.locator(kind).first.evaluate(CONTRAST) >= 4.5, kind
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    assert page.evaluate(CUT_OFF) == []
    _keep(page, artefacts, f"report_{scheme}")


def test_a_phone_needs_no_sideways_scrolling(visit: Open, artefacts: Path) -> None:
    page = visit(viewport=PHONE, device_scale_factor=2, is_mobile=True)
    assert page.evaluate(WIDER_THAN_THE_WINDOW) == 0
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    assert page.evaluate(WIDER_THAN_THE_WINDOW) == 0
    letters = page.evaluate(
        "Math.min(...[...document.querySelectorAll('svg text')].map("
        "t => t.getBoundingClientRect().height))"
    )
    assert letters >= 10
    assert page.evaluate(CUT_OFF) == []
    _keep(page, artefacts, "report_phone")


def test_a_phone_shows_what_matters_beside_a_name_that_stays(visit: Open) -> None:
    page = visit(viewport=PHONE, device_scale_factor=2, is_mobile=True)
    page.locator("summary", has_text="Numbers: CPS by language").click()
    box = page.get_by_role("region", name="CPS, %: all scores")
    frame = box.bounding_box()
    name = box.locator("tbody th").first.bounding_box()
    score = box.locator("tbody tr").first.locator("td").nth(1).bounding_box()
    assert score["x"] + score["width"] <= frame["x"] + frame["width"]
    box.evaluate("element => element.scrollLeft = 400")
    moved = box.locator("tbody tr").first.locator("td").nth(1).bounding_box()
    assert moved["x"] < score["x"]
    assert box.locator("tbody th").first.bounding_box()["x"] == pytest.approx(name["x"], abs=1)


def test_a_long_name_leaves_room_for_its_numbers_on_a_phone(visit: Open) -> None:
    page = visit(viewport=PHONE, device_scale_factor=2, is_mobile=True)
    share = page.locator("tbody th[scope=row]").first.evaluate(
        """name => { name.textContent = 'some_gender_pairs, German, a corpus, published';
        return name.getBoundingClientRect().width / window.innerWidth; }"""
    )
    assert share < 0.5  # it stays where it is while the numbers are moved


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("report", ["one_model", "large_report", "three_models"])
def test_the_folded_page_is_short(
    browser: Any, request: pytest.FixtureRequest, report: str, javascript: bool
) -> None:
    """For thirteen languages and eight measures, of one, two and three models."""
    context = browser.new_context(
        viewport={"width": 1300, "height": 900}, java_script_enabled=javascript
    )
    page = context.new_page()
    page.goto(request.getfixturevalue(report).as_uri())
    assert page.locator("html").bounding_box()["height"] < 6000
    context.close()


def test_maps_are_sorted_and_copied_as_numbers(visit: Open) -> None:
    page = visit(viewport=DESK)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = page.locator(".top table").first
    table.hover()
    page.locator(".top .tools").first.get_by_role("button", name="CSV").click()
    page.locator(".top .tools output", has_text="copied").first.wait_for()
    heading, first, *_ = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert heading.startswith("language,stereotype s_jsd·10³,") and heading.endswith("male dcbm %")
    name, *numbers = first.split(",")
    assert name == "Arabic" and len([float(number) for number in numbers]) == 8
    table.get_by_role("button", name="cps %").click()
    shown = [float(text) for text in table.locator("tbody td:nth-child(4) a").all_inner_texts()]
    assert len(shown) == 13 and shown == sorted(shown)


def test_a_cell_tells_its_interval_at_the_pointer(visit: Open) -> None:
    page = visit(viewport=DESK)
    page.locator(".top .heat td a").first.hover()
    told = page.locator(".tip").inner_text()
    assert told.startswith("S_JSD, Arabic: ") and " standard errors off: " in told


def test_hatching_is_seen_where_nothing_is_shown(visit: Open) -> None:
    page = visit(viewport=DESK)
    looks = page.evaluate(
        """() => [...document.querySelectorAll('.top .heat td')].filter(e => e.querySelector('a'))
        .map(e => [e.querySelector('.told').textContent.trim(),
                   getComputedStyle(e).backgroundImage.includes('gradient')])"""
    )
    assert len(looks) == 2 * 13 * 8
    shown = {"stereotype", "anti-stereotype", "male", "female"}
    assert {hatched for word, hatched in looks if word in shown} == {False}
    assert {hatched for word, hatched in looks if word not in shown} == {True}


def test_everything_that_is_announced_has_a_name(visit: Open) -> None:
    page = visit(viewport=DESK)
    named = page.evaluate(NAMED)
    assert len(named) > 70
    assert [kind for kind, name in named if not name.strip()] == []
    assert page.get_by_role("img", name="CPS by language").count() == 1
    assert page.get_by_role("table", name="lab/tiny-bert: ").count() == 1
    assert page.get_by_role("table", name="CPS, %: all scores").count() == 0  # folded
    page.locator("summary", has_text="Numbers: CPS by language").click()
    assert page.get_by_role("table", name="CPS, %: all scores").count() == 1
    levels = page.evaluate(HEADINGS)
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_a_score_leads_to_its_signature_through_the_fold(visit: Open) -> None:
    page = visit(viewport=DESK)
    signature = page.locator("#signature-0-cps-1")
    assert not signature.is_visible()
    page.locator(".top a[href='#signature-0-cps-1']").click()
    signature.wait_for(state="visible")
    assert signature.inner_text().startswith("cps|equimask:")


def test_small_tables_of_several_models_stand_side_by_side(visit: Open) -> None:
    page = visit(viewport=DESK)
    tops = """() => [...document.querySelectorAll('.beside')].map(e => {
      e.querySelectorAll('table tr > :nth-child(n+4)').forEach(cell => cell.remove());
      for (let at = e; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
      return [...e.children].map(one => one.getBoundingClientRect().top);
    })"""
    rows = page.evaluate(tops)
    assert rows and all(len(row) > 1 and row[0] == row[1] for row in rows)


def test_print_opens_the_folds_on_white_paper(visit: Open, artefacts: Path) -> None:
    page = visit(viewport=DESK, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#signature-0-cps-1").is_visible()
    assert page.locator(".pair").first.is_visible()
    pdf = page.pdf(path=artefacts / "report.pdf", format="A4")
    assert pdf.startswith(b"%PDF")


def _keep(page: Any, folder: Path, name: str) -> None:
    for part in ("summary", "scores", "models", "two-axes", "knowledge", "detail", "rerun"):
        page.locator(f"#{part}").scroll_into_view_if_needed()
        page.evaluate("name => document.getElementById(name).scrollIntoView()", part)
        page.screenshot(path=folder / f"{name}_{part}.png")
