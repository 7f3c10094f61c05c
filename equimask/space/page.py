"""The page: fields on one side, the result on the other; on a phone, one below the other."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import EquimaskError, optional_library
from equimask.core.languages import get_language
from equimask.core.options import OPTIONS
from equimask.core.verdicts import UNTRAINED
from equimask.evaluation.module import BiasMetric
from equimask.inputs.pairs import pair_languages
from equimask.inputs.specification import SUFFIXES
from equimask.metrics import MetricSpec, all_specs, spec_of
from equimask.space.bodies import BoundedBodies
from equimask.space.jobs import Told, Worker
from equimask.space.limits import (
    MAX_BYTES,
    MAX_ROWS,
    MAX_SECONDS,
    MAX_UPLOADED,
    UPLOADS_KEPT,
)
from equimask.space.models import SUGGESTED
from equimask.space.pasted import COUNT, example
from equimask.space.scoring import Fields
from equimask.space.scoring import example as example_measured
from equimask.space.show import error_html, progress_html, result_html
from equimask.version import REPOSITORY

WORKER = Worker()  # of all pages of this process
_WAITING_VISITORS = 20
_CSS = Path(__file__).with_name("page.css")
# Some of Gradio's own colours are too faint: 4.5 to 1 is the least contrast of a text.
_READABLE = {
    "body_text_color_subdued": "*neutral_600",
    "body_text_color_subdued_dark": "*neutral_300",
    "block_title_text_color": "*neutral_700",
    "button_primary_background_fill": "*primary_700",
    "button_primary_background_fill_hover": "*primary_800",
    "input_placeholder_color": "*neutral_500",
    "input_placeholder_color_dark": "*neutral_400",
}
_HOME = f"{REPOSITORY}/tree/main"
_HUB = "https://huggingface.co/spaces"
_SPACE = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
# Where the clipboard is closed, the text stands selected. A heading sorts the rows below it, by
# numbers where cells have them; pressed again, it turns them round.
_CLICKS = """
element.addEventListener("click", event => {
  const heading = event.target.closest(".rows th");
  if (heading) {
    const place = heading.cellIndex;
    const body = heading.closest("table").tBodies[0];
    const order = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const compare = (a, b) => {
      const [x, y] = [a, b].map(row => row.cells[place]);
      return "value" in x.dataset
        ? x.dataset.value - y.dataset.value
        : x.textContent.localeCompare(y.textContent);
    };
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order > 0 ? "ascending" : "descending");
    body.append(...[...body.rows].sort((a, b) => order * compare(a, b)));
    return;
  }
  const button = event.target.closest(".copy");
  if (!button) return;
  const field = element.querySelector("#signature");
  field.select();
  navigator.clipboard?.writeText(field.value).then(() => { button.textContent = "Copied"; });
});
"""


def build_page(module: type[BiasMetric]) -> Any:
    """The `gradio.Blocks` of a metric's Space; its texts are those of the metric's spec."""
    gr = optional_library("gradio", "space")
    metric, spec = module.metric, spec_of(module.metric)

    def score_fields(
        model: str | None,
        language: str | None,
        text: str | None,
        columns: str | None,
        where: str | None,
        file: str | None,
        calibrate: bool,
    ) -> Iterator[str]:
        fields = Fields(
            model=model,
            language=language or "",
            text=text or "",
            columns=columns or "",
            where=where or "",
            calibrate=calibrate,
            file=file,
        )
        yield from answered(metric, fields, partial(_waiting, page))

    def example_rows(language: str | None) -> str:
        try:
            return example(metric, get_language(language or "").code)
        except EquimaskError as error:
            raise gr.Error(str(error), print_exception=False) from error

    kept = (UPLOADS_KEPT, UPLOADS_KEPT)
    title = f"{metric} · Equimask"
    with gr.Blocks(title=title, analytics_enabled=False, delete_cache=kept) as page:
        gr.Markdown(_introduction(spec))
        with gr.Row():
            with gr.Column(scale=2, min_width=320):
                model = gr.Dropdown(
                    [("Embedded laboratory animal", EMBEDDED), *SUGGESTED],
                    value=EMBEDDED,
                    allow_custom_value=True,
                    label="Model",
                    info="The laboratory animal is no language model: its bias was planted, to "
                    "try this page on. Choose another, or type the id of a public one on the Hub.",
                    visible=spec.needs_model,
                )
                language = gr.Dropdown(
                    _languages(),
                    value=_first_language(),
                    allow_custom_value=True,
                    label="Language",
                    info="Of your own rows any: type its tag, such as sv or pt-BR.",
                )
                rows = gr.Textbox(
                    label="Your rows",
                    info=_about_rows(spec),
                    placeholder=_placeholder(spec),
                    lines=6,
                    max_lines=6,  # a field that grows lays out thousands of rows several times
                    elem_id="rows",
                )
                file = gr.File(
                    label=f"Or a file: {' '.join(SUFFIXES)}, up to {MAX_BYTES // 10**6} MB",
                    file_types=list(SUFFIXES),
                    height=150,
                )
                with gr.Accordion("Columns and rows", open=False):
                    columns = gr.Textbox(
                        label="Names of columns",
                        info="Where yours are called otherwise: the metric's name, then yours.",
                        placeholder=_placeholder_of_columns(spec),
                    )
                    where = gr.Textbox(
                        label="Which rows",
                        info="Only those with this value in this column; one condition per line.",
                        placeholder="bias_type=gender",
                        lines=2,
                    )
                calibrate = gr.Checkbox(
                    label=UNTRAINED,
                    info="What would the model score before any training? About "
                    f"{1 + OPTIONS['n_twins'].default} times the work.",
                    visible=spec.needs_model,
                )
                with gr.Row():
                    show_example = gr.Button("Show an example")
                    run = gr.Button("Score", variant="primary")
            with gr.Column(scale=3, min_width=320):
                result = gr.HTML(_first_sight(metric), min_height=120, js_on_load=_CLICKS)
        gr.Markdown(_further(spec))
        show_example.click(example_rows, language, rows, api_visibility="private")
        run.click(
            score_fields,
            [model, language, rows, columns, where, file, calibrate],
            result,
            concurrency_limit=1,
            api_visibility="private",  # `evaluate.load` is the way for programs
        )
    _take_uploads_alone(page)
    return page.queue(max_size=_WAITING_VISITORS, default_concurrency_limit=1)


def _take_uploads_alone(page: Any) -> None:
    """Gradio fetches what lies at an address that stands in a file's place, however much it is."""
    gr = optional_library("gradio", "space")

    def guarded(block: Any) -> Callable[[Any], Awaitable[Any]]:
        take = block.async_move_resource_to_block_cache

        async def take_upload(place: Any) -> Any:
            if "://" in str(place):
                raise gr.Error("A file is uploaded: no address is read.", print_exception=False)
            return await take(place)

        return take_upload

    for block in page.blocks.values():
        block.async_move_resource_to_block_cache = guarded(block)


def serve(page: Any, **options: Any) -> Any:
    """Start the page; `options` are those of `Blocks.launch`."""
    from starlette.middleware import Middleware

    gr = optional_library("gradio", "space")
    fonts = ["system-ui", "sans-serif"]  # of the reader: nothing is fetched from elsewhere
    theme = gr.themes.Default(font=fonts, font_mono=["ui-monospace", "monospace"])
    theme.set(**_READABLE)
    WORKER.start()
    return page.launch(
        theme=theme,
        css_paths=[_CSS],
        ssr_mode=False,
        run_history=False,
        max_file_size=MAX_UPLOADED,
        app_kwargs={"middleware": [Middleware(BoundedBodies)]},
        footer_links=["gradio", "settings"],
        **options,
    )


def answered(metric: str, fields: Fields, waiting: Callable[[], int] = lambda: 0) -> Iterator[str]:
    """What the page shows, one after another: how far the job is, then a result or an error.

    Gradio closes the iterator when the visitor has left, which ends the job.
    """
    told = Told("", None)
    try:
        with closing(WORKER.answers(metric, fields, waiting)) as answers:
            for answer in answers:
                if isinstance(answer, str):
                    yield answer
                else:
                    told = answer if answer.line else told
                    yield progress_html(*told)
    except EquimaskError as error:
        yield error_html(error)


def _waiting(page: Any) -> int:
    """How many visitors are in the queue."""
    queues = page._queue.event_queue_per_concurrency_id.values()
    return sum(len(one.queue) for one in queues)


def _first_sight(metric: str) -> str:
    """A page shows what it can do before anybody has pressed anything."""
    return result_html(example_measured(metric), is_example=True)


def _introduction(spec: MetricSpec) -> str:
    papers = " ".join(f"[{address.partition('//')[2]}]({address})" for address in spec.papers)
    links = [f"[Card]({_card(spec.name)})", f"Paper: {papers}"]
    if spec.datasets:
        names = (f"[{name}]({_HOME}/datasets/{name})" for name in spec.datasets)
        links.append(f"Datasets: {', '.join(names)}")
    named = "" if spec.summary.startswith(spec.title) else f"**{spec.title}.** "
    title = spec.question or spec.headline.asks
    return f"# {title}\n\n{named}{spec.summary}\n\n{' · '.join(links)}"


def _further(spec: MetricSpec) -> str:
    """How programs ask the same, and what else can be asked."""
    others = [
        f"- [{one.question or one.headline.asks}]({_HOME}/metrics/{one.name}) {one.title}"
        for one in all_specs().values()
        if one.name != spec.name
    ]
    code = f"```python\n{_in_python(spec)}\n```"
    return "\n".join(["### The same in Python", "", code, "", "### Other questions", "", *others])


def _in_python(spec: MetricSpec) -> str:
    space = _published_as()
    name, load = spec.name, "equimask" if space is None else "evaluate"
    called = f'{load}.load("{space or name}", "{_first_language()}")'
    asked = ['model="ORG/MODEL"'] if spec.needs_model else [f"{one}=[…]" for one in spec.columns]
    if spec.headline.neutral is None:
        asked.append("calibrate=True")
    return f"import {load}\n\n{name} = {called}\n{name}.compute({', '.join(asked)})"


def _published_as() -> str | None:
    """The id of the Space that this runs in, which the Hub tells; None elsewhere."""
    space = os.environ.get("SPACE_ID", "")
    return space if _SPACE.fullmatch(space) else None


def _card(name: str) -> str:
    space = _published_as()
    return f"{_HOME}/metrics/{name}" if space is None else f"{_HUB}/{space}/blob/main/README.md"


def _languages() -> list[tuple[str, str]]:
    """Those of the packaged rows, by name."""
    return sorted((get_language(code).name, code) for code in pair_languages())


def _first_language() -> str:
    known = embedded_languages()
    return "en" if "en" in known else known[0]


def _about_rows(spec: MetricSpec) -> str:
    names = ", ".join(spec.columns)
    optional = f", and {COUNT} if there is one" if "counts" in spec.options else ""
    return (
        f"One row per line, cells separated by tabs or commas: {names}{optional}. "
        "With names in the first line there may be other columns too. "
        f"Up to {MAX_ROWS:,} rows, and {MAX_SECONDS / 60:.0f} minutes of this machine."
    )


def _placeholder_of_columns(spec: MetricSpec) -> str:
    return ", ".join(
        f"{name}={letter}_x" for name, letter in zip(spec.columns, "ABC", strict=False)
    )


def _placeholder(spec: MetricSpec) -> str:
    if spec.rows_from is None:
        return "Paste words here, or press “Show an example”."
    return f"Leave this empty to score the packaged rows ({len(pair_languages())} languages)."
