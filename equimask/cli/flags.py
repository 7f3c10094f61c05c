"""The options of Python as flags of the terminal: one list for both."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from equimask.core.options import OPTIONS, Option, Role
from equimask.metrics import all_specs

_PANELS: dict[Role, str] = {
    "loading": "Model",
    "scoring": "How rows are scored",
    "data": "How rows are scored",
    "calibration": "Null",
    "statistics": "Error bar and test",
    "showing": "Options",
}


DATA_HELP = (
    "A .csv, .tsv, .jsonl, .json or .parquet file, a folder that a builder has built, or a dataset "
    r"of the Hub: NAME\[:CONFIG]\[@REVISION]\[/SPLIT]."
)
ColumnsFlag = Annotated[
    list[str] | None,
    typer.Option(
        help="What the data call the columns that a metric reads: sent_more=A_x,sent_less=B_x. "
        "Several clusters are crossed: cluster=name,cluster=template.",
        show_default=False,
    ),
]
WhereFlag = Annotated[
    list[str] | None,
    typer.Option(
        help="Only these rows: bias_type=gender; may be repeated. COLUMN=* takes all of them as "
        "one where they would not be pooled.",
        show_default=False,
    ),
]
TemplateFlag = Annotated[
    str | None,
    typer.Option(
        help="A sentence for cells of the data, with the two words that are compared: "
        "'\\[He|She] said: {sentence}' (sbm, mbe, dcbm).",
        show_default=False,
    ),
]
GroupFlag = Annotated[
    list[str] | None,
    typer.Option(
        help="Score the values of this column apart, such as source; may be repeated.",
        show_default=False,
    ),
]


def with_flags(names: Sequence[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The command's `**options` become flags, one for each of the named options that has one."""
    options = [OPTIONS[name] for name in names if OPTIONS[name].terminal is not None]

    def flagged(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters.values()
        parameters = [one for one in own if one.kind is not inspect.Parameter.VAR_KEYWORD]
        parameters += map(_parameter, options)
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        return command

    return flagged


def given(options: dict[str, Any]) -> dict[str, Any]:
    """What was typed, for Python."""
    return {**options, "progress": options.get("progress") is not False}


def _parameter(option: Option) -> inspect.Parameter:
    default, kind = option.default, option.terminal
    flags = [option.flag]
    if option.name == "progress":
        default, flags = None, ["--progress/--no-progress"]
    if default is None:
        kind = kind | None
    flag = typer.Option(
        *flags,
        help=_help(option),
        show_default=default not in (None, False, ""),
        rich_help_panel=_PANELS[option.role],
    )
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, flag],
    )


def _help(option: Option) -> str:
    """Where only some metrics read an option, it says which."""
    readers = [name for name, spec in all_specs().items() if option.name in spec.options]
    if readers and len(readers) < len(all_specs()):
        return f"{option.help} ({', '.join(readers)})"
    return option.help
