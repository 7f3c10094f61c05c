"""The pages in a real browser, on the embedded model: what a visitor sees and can do."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("gradio", reason="no gradio: pip install 'equimask[space]'")
pytest.importorskip("playwright", reason="no playwright to drive a browser")

from playwright.sync_api import TimeoutError, expect

from equimask.core.embedded import EMBEDDED, embedded_model_path
from equimask.evaluation import score
from equimask.evaluation.example import example_result
from equimask.metrics import spec_of
from equimask.space.page import WORKER, serve
from tests.browser import BEHIND, CONTRAST, DESK, PATIENCE, PHONE
from tests.hub.server import serving

CLIPBOARD = ["clipboard-read", "clipboard-write"]
PASTE = """(field, text) => {
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
}"""

Visit = Callable[..., Any]


@pytest.fixture(scope="module")
def addresses(build_app: Callable[[str], Any]) -> Iterator[Callable[[str], str]]:
    """The address of a metric's page, served from its first visit on; its hub is on loopback."""
    served: dict[str, tuple[Any, str]] = {}

    def address(metric: str) -> str:
        if metric not in served:
            demo = build_app(metric)
            quietly = {"prevent_thread_lock": True, "quiet": True}
            served[metric] = demo, serve(demo, server_name="127.0.0.1", **quietly)[1]
        return served[metric][1]

    with pytest.MonkeyPatch.context() as patch, serving() as hub:
        for name, value in (("HF_ENDPOINT", hub.url), ("HF_HUB_OFFLINE", "0")):
            patch.setenv(name, value)  # of the process that scores; this one has no network
        yield address
        for demo, _ in served.values():
            demo.close(verbose=False)
        WORKER.close()


@pytest.fixture
def visit(browser: Any, addresses: Callable[[str], str]) -> Iterator[Visit]:
    """Open a metric's page; at the end nothing may have been fetched from elsewhere."""
    contexts = []
    foreign: list[str] = []

    def note(request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            foreign.append(request.url)

    def opened(metric: str, theme: str = "light") -> Any:
        context = browser.new_context(viewport=DESK, permissions=CLIPBOARD)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", note)
        page.goto(f"{addresses(metric)}?__theme={theme}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert foreign == []


def upload(page: Any, path: Path) -> None:
    """On the page anew where nothing came of it: until its script has started, nobody listens."""
    for _ in range(6):
        page.wait_for_load_state("networkidle")
        with suppress(TimeoutError):
            page.locator("input[type=file]").set_input_files(path, timeout=PATIENCE / 6)
            page.get_by_text(path.name).wait_for(timeout=PATIENCE / 6)
            return
        page.reload()
    raise AssertionError(f"{path.name} was not taken")


def run(page: Any) -> Any:
    page.get_by_role("button", name="Score", exact=True).click()
    result = page.get_by_role("status", name="Result")
    result.wait_for()
    return result


def show_example(page: Any, header: str) -> None:
    page.get_by_role("button", name="Show an example").click()
    field = page.get_by_label("Your rows")
    expect(field).to_have_value(re.compile(f"^{header}\n"), timeout=PATIENCE)


def refusal(page: Any, words: str) -> str:
    page.get_by_role("button", name="Score", exact=True).click()
    page.get_by_role("alert", name="Error").filter(has_text=words).wait_for()
    assert not page.get_by_role("status", name="Result").count()
    return str(page.get_by_role("alert", name="Error").inner_text())


def read_well(page: Any, result: Any) -> None:
    """Every kind of text stands out, and nothing runs out of the page."""
    kinds = (
        "td .value",
        "td small",
        "caption",
        "p.verdict",
        "figure text",
        "th button",
        ".rows td",
    )
    for kind in kinds:
        assert result.locator(kind).first.evaluate(CONTRAST) >= 4.5, kind
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


def keep(page: Any, path: Path) -> None:
    page.screenshot(path=path, full_page=True)
    assert path.stat().st_size > 10_000


# the page of cps is visited below
@pytest.mark.parametrize("metric", ["s_jsd", "sbm", "mbe", "dcbm", "latent_pmi"])
def test_a_page_scores_and_shows_table_figure_signature_and_file(
    metric: str, visit: Visit, artefacts: Path
) -> None:
    page = visit(metric)
    if metric == "latent_pmi":  # it has no packaged rows, and no model
        assert not page.get_by_label("Model").count()
        refusal(page, "an empty field")
        show_example(page, "word\tgender\tcount")
    result = run(page)
    assert result.locator(".numbers th").all_inner_texts() == [
        "Score", "95 % interval", "Neutral", "p", "n", "Smallest visible bias",
    ]  # fmt: skip
    figure = result.get_by_role("img").bounding_box()
    assert figure["width"] > 300 and figure["height"] > 100
    signature = page.get_by_label("Signature").input_value()
    page.get_by_role("button", name="Copy the signature").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == signature
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"{metric}.json"
    content = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert content["signature"] == signature
    if metric == "s_jsd":
        expected = score(metric, language="en", model=str(embedded_model_path()), progress=False)
        assert content == expected.as_dict()
    for name, viewport in (("desk", DESK), ("phone", PHONE)):
        page.set_viewport_size(viewport)
        read_well(page, result)
        keep(page, artefacts / f"{metric}_{name}.png")


def test_a_visitor_sees_an_example_first(visit: Visit, artefacts: Path) -> None:
    for theme in ("light", "dark"):
        page = visit("dcbm", theme)
        example = page.get_by_role("region", name="Example")
        example.wait_for()
        assert page.get_by_role("heading", level=1).inner_text() == spec_of("dcbm").question
        assert (
            page.get_by_label("Signature").input_value() == example_result("dcbm").result.signature
        )
        for name, viewport in (("desk", DESK), ("phone", PHONE)):
            page.set_viewport_size(viewport)
            read_well(page, example)
            keep(page, artefacts / f"dcbm_example_{name}_{theme}.png")


def test_rows_are_sorted_by_any_column_in_both_directions(visit: Visit) -> None:
    page = visit("s_jsd")
    table = page.get_by_role("region", name="Row by row")
    by_score = table.get_by_role("columnheader", name="score")
    cells = table.locator("td.score")
    button = by_score.get_by_role("button")
    button.click()
    rising = [float(text) for text in cells.all_inner_texts()]
    assert len(rising) == 112 and rising == sorted(rising)
    assert by_score.get_attribute("aria-sort") == "ascending"
    button.press("Enter")  # without a mouse
    assert [float(text) for text in cells.all_inner_texts()] == sorted(rising, reverse=True)
    table.get_by_role("columnheader", name="sent_more").get_by_role("button").click()
    assert by_score.get_attribute("aria-sort") is None
    texts = table.locator("tbody tr td:first-child").all_inner_texts()
    assert texts == page.evaluate("texts => texts.sort((a, b) => a.localeCompare(b))", texts)
    assert texts != sorted(texts, reverse=True)


def test_a_file_is_uploaded_scored_and_refused_with_a_clear_message(
    visit: Visit, artefacts: Path, tmp_path: Path
) -> None:
    page = visit("cps")
    good = tmp_path / "mine.csv"
    good.write_text("sent_more,sent_less\nShe cooks.,He cooks.\nHe <b>leads</b>.,She leads.\n")
    upload(page, good)
    result = run(page)
    assert "2 rows of mine.csv were scored as English." in result.inner_text()
    assert "He <b>leads</b>." in result.locator(".rows").inner_text()
    keep(page, artefacts / "cps_uploaded.png")
    page.get_by_label("Your rows").evaluate(PASTE, "She cooks.\tHe cooks.")
    message = refusal(page, "rows from one place")
    assert "Expected" in message and "What to do" in message


def test_files_of_the_server_cannot_be_named(addresses: Callable[[str], str]) -> None:
    """A request by hand, which no button of the page makes."""
    address = addresses("cps")

    def asked(place: str, data: dict[str, Any] | None = None) -> str:
        body = None if data is None else json.dumps(data).encode()
        request = Request(f"{address}{place}", body, {"Content-Type": "application/json"})
        with urlopen(request, timeout=60) as answer:
            return str(answer.read().decode())

    functions = json.loads(asked("config"))["dependencies"]
    (scoring,) = (one["id"] for one in functions if len(one["inputs"]) > 1)
    secret = {"path": str(embedded_model_path() / "lab.json"), "meta": {"_type": "gradio.FileData"}}
    fields = [EMBEDDED, "en", "", "", "", secret, False]
    visitor = {"fn_index": scoring, "session_hash": "visitor"}
    asked("gradio_api/queue/join", {"data": fields, **visitor})
    events = asked("gradio_api/queue/data?session_hash=visitor")
    assert '"success":false' in events.replace(" ", "")
    assert "lab.json" not in events


def test_a_job_tells_how_far_it_is_and_who_waits_is_next_when_its_visitor_leaves(
    visit: Visit, artefacts: Path
) -> None:
    page = visit("cps")
    rows = "\n".join(f"She cooks for {i} men.\tHe cooks for {i} men." for i in range(1_900))
    page.get_by_label("Your rows").evaluate(PASTE, rows)
    page.get_by_role("button", name="Score", exact=True).click()
    page.get_by_role("progressbar").wait_for()
    keep(page, artefacts / "cps_at_work.png")
    waiting = visit("cps")
    waiting.get_by_label("Your rows").evaluate(PASTE, "She cooks.\tHe cooks.")
    waiting.get_by_role("button", name="Score", exact=True).click()
    waiting.get_by_text("queue: 1/1").wait_for()
    keep(waiting, artefacts / "cps_waiting.png")
    working = WORKER.process
    page.close()
    until = time.monotonic() + PATIENCE / 1000
    while WORKER.process == working and time.monotonic() < until:
        time.sleep(0.05)
    assert WORKER.process != working
    served = waiting.get_by_role("status", name="Result")
    served.wait_for()
    assert "1 pasted row was scored" in served.inner_text()


def test_the_page_can_be_read_in_the_dark(visit: Visit, artefacts: Path) -> None:
    page = visit("s_jsd", "dark")
    show_example(page, "sent_more\tsent_less")
    result = run(page)
    red, green, blue = map(int, re.findall(r"\d+", result.evaluate(BEHIND))[:3])
    assert max(red, green, blue) < 50
    read_well(page, result)
    keep(page, artefacts / "s_jsd_dark.png")


def test_columns_and_rows_are_chosen_behind_a_fold(visit: Visit, artefacts: Path) -> None:
    page = visit("cps")
    names = page.get_by_label("Names of columns")
    expect(names).to_be_hidden()
    rows = "A_x\tB_x\tkind\nShe cooks.\tHe cooks.\tgender\nHe fell.\tThe old man fell.\tage"
    page.get_by_label("Your rows").evaluate(PASTE, rows)
    refusal(page, "in the first line")
    page.get_by_role("button", name="Columns and rows").click()
    names.fill("sent_more=A_x, sent_less=B_x")
    page.get_by_label("Which rows").fill("kind=gender")
    language = page.get_by_label("Language")
    language.fill("it")
    language.press("Enter")
    result = run(page)
    assert "1 of 2 pasted rows was scored as Italian." in result.inner_text()
    for name, viewport in (("desk", DESK), ("phone", PHONE)):
        page.set_viewport_size(viewport)
        read_well(page, result)
        keep(page, artefacts / f"cps_chosen_{name}.png")


def test_a_mistake_gets_a_clear_message_in_the_page(visit: Visit, artefacts: Path) -> None:
    page = visit("cps")
    model, rows = page.get_by_label("Model"), page.get_by_label("Your rows")
    model.fill("no/such-model")
    model.press("Enter")
    message = refusal(page, "no/such-model")
    assert "Expected" in message and "Got" in message and "What to do" in message
    assert "Traceback" not in message
    keep(page, artefacts / "cps_wrong_model.png")
    model.fill("/etc")
    model.press("Enter")
    refusal(page, "Files of this server cannot be scored")
    rows.evaluate(PASTE, "She cooks.\tHe cooks.\n" * 10_000)
    refusal(page, "at most 2,000 rows")
    keep(page, artefacts / "cps_10000_rows.png")
    rows.evaluate(PASTE, "")
    model.click()
    page.get_by_role("option", name="Embedded laboratory animal").click()
    assert "Nothing was pasted, so the" in run(page).inner_text()
    keep(page, artefacts / "cps_desk.png")
