"""What is asked of a paper: which models, languages and data, and how much of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimask.audits.measures import audit_options
from equimask.core.errors import OptionError, shorten
from equimask.core.languages import get_language
from equimask.core.options import Options, options_in

QUICK_ROWS = 250
"""So many rows of a language and source are taken, unless all are asked for."""

_FOR_LANGUAGE = re.compile(r"([a-z]{2,3}(?:-[A-Za-z]+)?)=(.+)")


@dataclass(frozen=True)
class PaperModel:
    """A model as the paper calls it, and its id; without languages it is asked in all."""

    label: str
    model: Any
    languages: tuple[str, ...] = ()

    def speaks(self, language: str) -> bool:
        """Whether it is asked in this language."""
        return not self.languages or language in self.languages


@dataclass(frozen=True)
class Request:
    """All that a study was asked for; `options` are those of `audit`."""

    models: tuple[PaperModel, ...]
    languages: tuple[str, ...]
    """Empty: those that the paper chooses for these models and data."""
    data: tuple[Any, ...]
    """Empty: what is packaged."""
    folder: Path | None
    """Where finished work is kept; None: nowhere."""
    full: bool
    options: Options

    @property
    def rows(self) -> int | None:
        """How many rows of a language and source are taken; None: all."""
        return None if self.full else QUICK_ROWS

    def in_language(self, language: str) -> tuple[PaperModel, ...]:
        """The models that are asked in it."""
        return tuple(one for one in self.models if one.speaks(language))

    def kept_in(self, name: str) -> Path | None:
        """A folder for what belongs to one part of the work."""
        return None if self.folder is None else self.folder / name


def named_models(given: Any, known: Sequence[PaperModel]) -> tuple[PaperModel, ...]:
    """As they were typed: `MODEL`, or `de=MODEL` for one language; the paper's by their labels."""
    listed = given if isinstance(given, (list, tuple)) else [given]
    found = [one if isinstance(one, PaperModel) else _named(one, known) for one in listed]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for one in found:
        key = (str(one.model), one.languages)
        if key in seen:
            raise OptionError(
                expected="models that differ",
                got=f"{shorten(one.model)} twice",
                fix="Name each once; LANGUAGE=MODEL asks it in that language alone.",
            )
        seen.add(key)
    return tuple(found)


def _named(given: Any, known: Sequence[PaperModel]) -> PaperModel:
    languages: tuple[str, ...] = ()
    model = given
    if isinstance(given, str) and (split := _FOR_LANGUAGE.fullmatch(given)):
        languages, model = (get_language(split[1]).code,), split[2]
    label = next((one.label for one in known if one.model == model), None)
    return PaperModel(label or _label(model), model, languages)


def _label(model: Any) -> str:
    """The last part of a path or an id; of a live model the name that it gives itself."""
    if isinstance(model, (str, Path)):
        return re.split(r"[/\\]", str(model).rstrip("/\\"))[-1]
    return str(getattr(model, "name_or_path", "") or type(model).__name__)


def study_options() -> tuple[str, ...]:
    """The options that a study takes: those of `audit` that choose no score and no test.

    A paper has its own scores, in the protocol that it says.
    """
    roles = options_in("loading", "calibration", "statistics", "showing")
    return tuple(name for name in audit_options() if name in roles and name != "equivalence")
