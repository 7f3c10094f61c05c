"""The page: fields on one side, the result on the other; on a phone, one below the other."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import EquimaskError, ModelError, optional_library
from equimask.core.languages import get_language
from equimask.core.progress import Bar, told_by
from equimask.core.verdicts import UNTRAINED
from equimask.evaluation.module import BiasMetric
from equimask.inputs.pairs import pair_languages
from equimask.metrics import MetricSpec, spec_of
from equimask.space.models import SUGGESTED
from equimask.space.pasted import COUNT, MAX_ROWS, example
from equimask.space.scoring import Fields, measure
from equimask.space.show import error_html, result_html

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
# Where the clipboard is closed, the text stands selected.
_COPY = """
element.addEventListener("click", event => {
  const button = event.target.closest(".copy");
  if (!button) return;
  const field = element.querySelector("#signature");
  field.select();
  navigator.clipboard?.writeText(field.value).then(() => { button.textContent = "Copied"; });
});
"""
_NOTHING_YET = "<p class='equimask'>The result will stand here.</p>"


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
        calibrate: bool,
        progress: Any = gr.Progress(track_tqdm=True),  # noqa: B008 (so Gradio finds it)
    ) -> str:
        fields = Fields(
            model=model,
            language=language or "",
            text=text or "",
            columns=columns or "",
            where=where or "",
            calibrate=calibrate,
        )
        with told_by(Bar):  # bars are what Gradio looks for
            return score_to_page(metric, fields)

    def example_rows(language: str | None) -> str:
        try:
            return example(metric, get_language(language or "").code)
        except EquimaskError as error:
            raise gr.Error(str(error), print_exception=False) from error

    with gr.Blocks(title=f"{metric} · Equimask", analytics_enabled=False) as page:
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
                    lines=10,
                    max_lines=10,  # a field that grows lays out thousands of rows several times
                    elem_id="rows",
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
                    info="What would the model score before any training? Nine times slower.",
                    visible=spec.needs_model,
                )
                with gr.Row():
                    show_example = gr.Button("Show an example")
                    run = gr.Button("Score", variant="primary")
            with gr.Column(scale=3, min_width=320):
                result = gr.HTML(_NOTHING_YET, min_height=120, js_on_load=_COPY)
        show_example.click(example_rows, language, rows, api_visibility="private")
        run.click(
            score_fields,
            [model, language, rows, columns, where, calibrate],
            result,
            concurrency_limit=1,
            api_visibility="private",  # `evaluate.load` is the way for programs
        )
    return page.queue(max_size=_WAITING_VISITORS, default_concurrency_limit=1)


def serve(page: Any, **options: Any) -> Any:
    """Start the page; `options` are those of `Blocks.launch`."""
    gr = optional_library("gradio", "space")
    fonts = ["system-ui", "sans-serif"]  # of the reader: nothing is fetched from elsewhere
    theme = gr.themes.Default(font=fonts, font_mono=["ui-monospace", "monospace"])
    theme.set(**_READABLE)
    return page.launch(
        theme=theme,
        css_paths=[_CSS],
        ssr_mode=False,
        run_history=False,
        footer_links=["gradio", "settings"],
        **options,
    )


def score_to_page(metric: str, fields: Fields) -> str:
    """What the page shows: a result, or an error alone."""
    try:
        return result_html(measure(metric, fields))
    except EquimaskError as error:
        return error_html(error)
    except Exception as error:  # a model's own code may raise anything; a visitor cannot mend it
        logging.getLogger(__name__).exception("%s of %s", metric, fields.model)
        failure = ModelError(
            expected="a model that can be read like a masked language model",
            got=f"{type(error).__name__} while it was read",
            fix="Try another model, or run it on your own machine to see the whole message.",
        )
        return error_html(failure)


def _introduction(spec: MetricSpec) -> str:
    papers = ", ".join(f"[{address.partition('//')[2]}]({address})" for address in spec.papers)
    return f"# {spec.name}: a measure of gender bias\n\n{spec.summary}\n\nPaper: {papers}"


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
        f"Up to {MAX_ROWS:,} rows."
    )


def _placeholder_of_columns(spec: MetricSpec) -> str:
    return ", ".join(
        f"{name}={letter}_x" for name, letter in zip(spec.columns, "ABC", strict=False)
    )


def _placeholder(spec: MetricSpec) -> str:
    if spec.rows_from is None:
        return "Paste words here, or press “Show an example”."
    return f"Leave this empty to score the packaged rows ({len(pair_languages())} languages)."
