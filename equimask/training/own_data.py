"""Data of one's own on a bias curve: the tables that they hold, under names that go into keys."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any, NamedTuple

from equimask.core.errors import OptionError, shorten
from equimask.core.languages import is_language
from equimask.inputs.several import read_several
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table

_LOG = logging.getLogger(__name__)


class Own(NamedTuple):
    """One of the data, by what people call it: its languages, sources and corpora apart."""

    shown: str
    tables: list[tuple[str, Table]]


def read_own(data: Any, choice: Choice) -> list[Own]:
    """Everything that was given; what is left out of it is logged."""
    found: list[Own] = []
    notes: list[str] = []
    for given, tables in read_several(data, choice, (), notes):
        several = len({table.language for table in tables}) > 1
        named = [(_name(given, table, several), _spoken(given, table)) for table in tables]
        found.append(Own(given or tables[0].name, named))
    for note in notes:
        _LOG.warning("%s", note)
    return found


def _name(given: str, table: Table, several_languages: bool) -> str:
    """As in `crows_pairs_multilingual_de_steinborn`, of characters that every tracker takes.

    A name that was given needs its language only where there are others.
    """
    language = table.language if several_languages or not given else None
    values = re.sub(r"(^|, )\w+=", r"\1", table.group)
    words = (given or table.name.rpartition("/")[2], language, values)
    parts = (re.sub(r"[^\w.-]+", "_", word).strip("_") for word in words if word)
    name = "_".join(filter(None, parts))
    if not name:
        raise OptionError(
            expected="names with letters or digits for own data",
            got=shorten(given),
            fix="The name tells the keys apart, as in `eval_s_jsd_mine`.",
        )
    return name


def _spoken(given: str, table: Table) -> Table:
    """With the language that its name says, where nothing else says one."""
    return replace(table, language=table.language or _language(given))


def _language(name: str) -> str | None:
    """The language that data are named after, as a tag is written: `sv`, `pt-BR`.

    Many words are codes of three letters (`new`, `dev`), and `my` is somebody's own before it is
    Burmese, which is `my-MM` too.
    """
    is_code = len(name.partition("-")[0]) == 2 and name != "my"
    return name if is_code and is_language(name) else None
