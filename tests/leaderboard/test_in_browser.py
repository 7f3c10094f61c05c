"""The Space in a real browser: published to the hub on loopback, served from there."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import HfApi

from equimask.hub.publish import carry_out, prepare
from equimask.leaderboard import gather, write_leaderboard
from tests.browser import CONTRAST, DESK, PATIENCE, PHONE
from tests.hub.server import WRITER, FakeHub, serving
from tests.leaderboard.samples import audit_file, flat, written
from tests.loopback import LoopbackServer

SPACE = "lab/bias"
SHOWN = """() => [...document.querySelectorAll('tbody tr')].filter(row => row.offsetHeight)
  .map(row => [...row.cells].map(cell => cell.innerText.trim()))"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

Open = Callable[..., Any]


def static_host(hub: FakeHub) -> LoopbackServer:
    """What runs a static Space: its files as they are, with their types."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.removeprefix("/") or "index.html"
            blob = hub.store.space(SPACE).head.tree.get(name)
            self.send_response(404 if blob is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"" if blob is None else blob.data)

    return LoopbackServer(Handler)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Three models, two languages, five measures, and a number that is not calibrated."""
    folder = tmp_path_factory.mktemp("board")
    patch = pytest.MonkeyPatch()
    patch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    patch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
    patch.setenv("NO_PROXY", "127.0.0.1,localhost")
    rows = gather([audit_file(folder), written(folder, flat("cps", "fr"), "alone.json")]).rows
    space = write_leaderboard(rows, folder, title="Bias <of> models", dataset="lab/results").space
    with serving() as hub:
        api = HfApi(endpoint=hub.url, token=WRITER)
        carry_out(api, prepare(api, space, SPACE))
        host = static_host(hub)
        yield f"{host.url}/"
        host.close()
    patch.undo()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Open]:
    """Open the page; at the end it has asked for nothing else and complained of nothing."""
    contexts: list[Any] = []
    asked: list[str] = []
    complaints: list[str] = []

    def opened(viewport: dict[str, int] = DESK, **look: Any) -> Any:
        context = browser.new_context(viewport=viewport, **look)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert {url for url in asked if url != "data:,"} == {address}
    assert complaints == []


def test_rows_are_filtered_by_language_measure_and_size(visit: Open) -> None:
    page = visit()
    assert len(page.evaluate(SHOWN)) == 31
    page.get_by_label("language").select_option("German")
    assert {row[2] for row in page.evaluate(SHOWN)} == {"German"}
    page.get_by_label("measure").select_option("AULA, %")
    shown = page.evaluate(SHOWN)
    assert [row[0] for row in shown] == ["lab/large", "lab/middle", "lab/tiny"]
    assert {row[3] for row in shown} == {"AULA, %"}
    page.get_by_label("size").select_option("150 to 400 M")
    assert [row[:2] for row in page.evaluate(SHOWN)] == [["lab/middle", "360"]]
    assert page.get_by_text("1 of 31 rows").is_visible()
    page.get_by_role("button", name="Reset").click()
    page.get_by_text("31 of 31 rows").wait_for()


def test_the_classes_of_size_are_those_that_occur(visit: Open) -> None:
    options = visit().get_by_label("size").locator("option").all_inner_texts()
    assert options == ["all", "up to 50 M", "150 to 400 M", "more than 1 B", "unknown"]


def test_rows_are_found_by_words_also_of_the_signature(visit: Open) -> None:
    page = visit()
    page.get_by_label("Search").fill("TINY likelihood:aul")
    assert {tuple(row[:4:3]) for row in page.evaluate(SHOWN)} == {("lab/tiny", "AUL, %")}


def test_rows_are_sorted_by_score_and_by_size(visit: Open) -> None:
    page = visit()
    page.get_by_label("measure").select_option("AUL, %")
    heading = page.get_by_role("columnheader", name="score")
    heading.get_by_role("button").click()
    scores = [float(row[4].rstrip("†")) for row in page.evaluate(SHOWN)]
    assert len(scores) == 6 and scores == sorted(scores)
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    assert [float(row[4].rstrip("†")) for row in page.evaluate(SHOWN)] == scores[::-1]
    page.get_by_role("button", name="Reset").click()
    page.get_by_text("31 of 31 rows").wait_for()
    page.get_by_role("columnheader", name="size").get_by_role("button").click()
    sizes = [row[1] for row in page.evaluate(SHOWN)]
    assert sizes == ["40"] * 10 + ["360"] * 10 + ["3240"] * 10 + ["–"]


def test_a_number_opens_into_the_command_that_scores_it_again(visit: Open) -> None:
    page = visit()
    page.get_by_label("language").select_option("French")
    code = page.locator("tbody tr:visible code")
    assert not code.is_visible()
    page.locator("tbody tr:visible summary").click()
    assert code.inner_text().startswith("equimask rerun 'cps|equimask:0.1.0|model:lab/model@abc|")
    frame = page.locator(".scroll").bounding_box()
    box = code.bounding_box()
    assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]


def test_what_is_shown_is_copied_with_its_signature(visit: Open) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("language").select_option("French")
    page.get_by_role("button", name="as CSV").click()
    page.get_by_text("1 rows copied as CSV").wait_for()
    heading, row = csv.reader(io.StringIO(page.evaluate("navigator.clipboard.readText()")))
    told = dict(zip(heading, row, strict=True))
    assert (told["model"], told["score"], told["verdict"]) == ("lab/model", "55.5†", "stereotype")
    assert told["signature"].startswith("equimask rerun 'cps|")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_desk_shows_all_text_with_enough_contrast(
    visit: Open, artefacts: Path, scheme: str
) -> None:
    page = visit(color_scheme=scheme)
    for kind in ("p", "a", "td", "thead th", "tbody th", "summary", ".note", ".tools label"):
        assert page.locator(kind).first.evaluate(CONTRAST) >= 4.5, kind
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    assert page.evaluate(WIDER) == 0
    page.screenshot(path=artefacts / f"leaderboard_{scheme}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_the_name_stays_while_the_numbers_move(
    visit: Open, artefacts: Path, scheme: str
) -> None:
    page = visit(PHONE, color_scheme=scheme, device_scale_factor=2, is_mobile=True)
    assert page.evaluate(WIDER) == 0
    name = page.locator("tbody th").first
    before = name.bounding_box()
    page.locator(".scroll").evaluate("box => { box.scrollLeft = 300; }")
    after = name.bounding_box()
    assert after["x"] == before["x"] and after["width"] < 390 / 2
    page.locator("#results").scroll_into_view_if_needed()
    page.screenshot(path=artefacts / f"leaderboard_phone_{scheme}.png")


def test_without_javascript_it_is_a_plain_table(visit: Open) -> None:
    page = visit(java_script_enabled=False)
    assert page.locator("tbody tr").count() == 31
    assert page.locator(".tools").count() == 0
    page.locator("tbody summary").first.click()
    assert page.locator("tbody code").first.is_visible()


def test_the_table_and_its_controls_have_names(visit: Open) -> None:
    page = visit()
    assert page.get_by_role("table", name="All results").count() == 1
    assert page.get_by_role("search", name="Rows of All results").count() == 1
    assert page.get_by_role("region", name="All results").count() == 1
    assert page.title() == "Bias <of> models"
    assert page.get_by_role("rowheader").count() == 31
