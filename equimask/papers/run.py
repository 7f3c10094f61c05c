"""A study from beginning to end: what is asked for, one exhibit after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from equimask.core.embedded import EMBEDDED
from equimask.core.errors import EquimaskError, OptionError
from equimask.core.languages import get_language
from equimask.core.options import OPTIONS, parse_options
from equimask.inputs.several import is_preset
from equimask.inputs.specification import parse_address
from equimask.models.loading import refuse_unreadable
from equimask.papers import paper_of
from equimask.papers.exhibit import Exhibit, NotMade
from equimask.papers.paper import Paper, Planned
from equimask.papers.request import PaperModel, Request, named_models, study_options
from equimask.papers.study import Study

_OWN = ("models", "languages", "data", "out", "full")
_KEPT = "kept"


def study(
    paper: str | Paper,
    models: Any = None,
    *,
    languages: Sequence[str] | str | None = None,
    data: Any = None,
    out: str | Path | None = None,
    full: bool = False,
    **options: Any,
) -> Study:
    """Every table and figure of a paper on your models: `equimask.study("s_jsd", "embedded")`.

    `paper` is s_jsd, mbe, mgl or politicians. `models` is a hub id, a folder, "embedded", a live
    model, or a list of such; "de=NAME" is asked in that language alone. By default the embedded
    model, or the paper's own under `full=True`, which also takes all rows of the data and not the
    first few hundred. `data` is what the paper reads, one or a list: a built dataset, or
    "papers:DIR" for a folder of them; by default what is packaged, which the exhibits then say.

    What could not be made is in the result, with the reason: `study.not_made`. With `out`, finished
    work is kept in that folder, a repeated call goes on from there, and the end is written there:
    one page, and a file of LaTeX, CSV or SVG for each table and figure.
    """
    asked = paper if isinstance(paper, Paper) else paper_of(paper)
    parsed = parse_options(options, _OWN, known=study_options(), what="an option of a study")
    named = _models(models, asked, full)
    tags = [languages] if isinstance(languages, str) else list(languages or ())
    request = Request(
        models=named,
        languages=tuple(dict.fromkeys(get_language(tag).code for tag in tags)),
        data=() if data is None else tuple(data) if isinstance(data, (list, tuple)) else (data,),
        folder=None if out is None else Path(out) / _KEPT,
        full=full,
        options=parsed,
    )
    for one in named:
        refuse_unreadable(replace(parsed, model=one.model))
    _refuse_lost(request.data)
    if out is not None:
        _refuse_files(Path(out))
    work = asked.prepare(request)
    made = tuple(_made(planned, work) for planned in asked.exhibits)
    found = Study(asked, tuple(one.label for one in named), made, _asked(request, options))
    if out is not None:
        found.write(out)
    return found


def _refuse_lost(data: Sequence[Any]) -> None:
    """A mistyped file is told at once, not by every exhibit that would have read it."""
    for one in data:
        if isinstance(one, (str, Path)) and not is_preset(one) and not Path(one).exists():
            parse_address(str(one).rpartition("=")[2])  # `stereoset=FILE`


def _refuse_files(out: Path) -> None:
    """A file where a folder must be made is told before hours of work, not after them."""
    for place in (out, *out.parents):
        if place.exists() and not place.is_dir():
            raise OptionError(
                expected="a folder for the study, there or to be made",
                got=f"{str(out)!r}, where {place.name!r} is a file",
                fix="Name another folder, or move the file.",
            )


def _models(given: Any, paper: Paper, full: bool) -> tuple[PaperModel, ...]:
    if given is None or (isinstance(given, (list, tuple)) and not given):
        return paper.models if full else named_models(EMBEDDED, paper.models)
    return named_models(given, paper.models)


def _made(planned: Planned, work: Any) -> Exhibit | NotMade:
    """What is missing for one exhibit does not stop the others: its reader is told."""
    try:
        found = planned.make(work)
    except EquimaskError as error:
        found = NotMade(str(error))
    return replace(found, place=planned.place, title=planned.title)


def _asked(request: Request, options: dict[str, Any]) -> dict[str, str]:
    """What a reader must know to ask the same: what is not as it is by default."""
    told = {
        name: str(value)
        for name, value in options.items()
        if name != "progress" and value != OPTIONS[name].default
    }
    own = {
        "languages": ", ".join(request.languages),
        "data": ", ".join(map(str, request.data)),
        "full": "True" if request.full else "",
    }
    return {name: text for name, text in {**own, **told}.items() if text}
