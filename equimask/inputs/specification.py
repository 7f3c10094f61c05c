"""How people say which data they mean, and which of its rows and columns: words become values.

A file is named by its path; a folder or a dataset of the Hub by `NAME[:CONFIG][@REVISION][/SPLIT]`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

from equimask.core.errors import DataError, OptionError, shorten
from equimask.inputs.templates import parse_template

SUFFIXES = (".csv", ".tsv", ".jsonl", ".json", ".parquet")
ANY = "*"
"""As the value of a condition: all rows, said by somebody and not by default."""

_PARTS = (
    r"(?::(?P<config>[^:@/]+))?(?:@(?P<revision>refs/[^/]+/[^/]+|[^:@/]+))?(?:/(?P<split>\w+))?"
)
_HUB = re.compile(rf"(?P<name>[\w.-]+/[\w.-]+){_PARTS}")
_FOLDER = re.compile(rf"(?P<name>.+?){_PARTS}")


class Address(NamedTuple):
    """Where data lie, and which part of them is meant."""

    kind: str
    """`file`, `folder` or `hub`."""
    name: str
    config: str | None = None
    revision: str | None = None
    split: str | None = None


def parse_address(text: str | Path) -> Address:
    """A path or the id of a dataset; what lies here goes before what may lie on the Hub."""
    source = os.fspath(text)
    if os.path.isfile(source):
        return Address("file", source)
    if folder := _folder(source):
        return folder
    if os.path.splitext(source)[1].lower() in SUFFIXES:  # org/data.v2 is the id of a dataset
        raise _nothing_there(source)
    found = _HUB.fullmatch(source)
    if found is None:
        raise _nothing_there(source)
    return Address("hub", **found.groupdict())


def _folder(source: str) -> Address | None:
    """The longest beginning that is a folder; a colon or a slash may be part of its name."""
    if os.path.isdir(source):
        return Address("folder", source)
    ends = [match.start() for match in re.finditer("[:@/]", source)]
    for end in reversed(ends):
        if end and os.path.isdir(source[:end]):
            found = _FOLDER.fullmatch("x" + source[end:])  # the name itself may hold anything
            if found is None or found["name"] != "x":
                return None
            if found["revision"] is not None:
                raise DataError(
                    expected="a folder as it is: revisions are those of the Hub",
                    got=f"{shorten(source)} with @{found['revision']}",
                    fix="Leave the revision out, or name the dataset as ORG/NAME@REVISION.",
                )
            return Address("folder", source[:end], found["config"], None, found["split"])
    return None


def _nothing_there(source: str) -> DataError:
    return DataError(
        expected=f"a file ending in {', '.join(SUFFIXES)}, a folder with such files, or a dataset "
        "of the Hub as ORG/NAME[:CONFIG][@REVISION][/SPLIT]",
        got=f"no file {shorten(Path(source).name if len(source) < 4096 else source)}",
        fix="Check the path; a hub dataset is given as ORG/NAME.",
    )


@dataclass(frozen=True)
class Choice:
    """Which columns and rows of data are meant.

    `columns` maps the name that a metric reads to the name in the data. `where` has for a column
    the values that are taken. `group` are columns whose values are scored apart. `template` is the
    sentence that cells are put into: see `equimask.inputs.templates`.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    group: tuple[str, ...] = ()
    template: str = ""

    @property
    def named(self) -> set[str]:
        """The columns that it names, as they are called in the data."""
        return {*self.columns.values(), *self.where, *self.group, *self._filled}

    @property
    def _filled(self) -> set[str]:
        return parse_template(self.template).columns if self.template else set()

    def as_texts(self) -> dict[str, list[str]]:
        """As it is typed, without what is not there."""
        told = {
            "columns": [f"{new}={old}" for new, old in self.columns.items()],
            "where": [f"{name}={one}" for name, values in self.where.items() for one in values],
            "group": list(self.group),
            "template": [self.template] if self.template else [],
        }
        return {name: texts for name, texts in told.items() if texts}

    def within(self, names: Container[str]) -> Choice:
        """As far as it is about columns of these names."""
        return Choice(
            {new: old for new, old in self.columns.items() if old in names},
            {name: values for name, values in self.where.items() if name in names},
            tuple(name for name in self.group if name in names),
            self.template if all(name in names for name in self._filled) else "",
        )


def parse_choice(
    columns: Any = None, where: Any = None, group: Any = None, template: Any = None
) -> Choice:
    """As Python has it (mappings) or as it is typed (`NEW=OLD,NEW=OLD`; `COLUMN=VALUE`)."""
    named = {} if columns is None else _pairs(columns, "columns", "sent_more=A_x", ",")
    conditions: dict[str, tuple[str, ...]] = {}
    for name, value in () if where is None else _pairs(where, "where", "bias_type=gender"):
        values = [value] if isinstance(value, str) or not isinstance(value, Iterable) else value
        conditions[name] = (*conditions.get(name, ()), *map(text_of, values))
    for name, value in named:
        if not isinstance(value, str):
            raise _unreadable("columns", "sent_more=A_x", {name: value})
    groups = (group,) if isinstance(group, str) else tuple(group or ())
    if template is not None:
        parse_template(template)
    return Choice(dict(named), conditions, groups, template or "")


def _pairs(
    given: Any, what: str, example: str, separator: str | None = None
) -> list[tuple[str, Any]]:
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, str) or (
        isinstance(given, Sequence) and all(isinstance(one, str) for one in given)
    ):
        texts = [given] if isinstance(given, str) else list(given)
        if separator is not None:
            texts = [part for text in texts for part in text.split(separator)]
        pairs = []
        for text in texts:
            name, sign, value = text.partition("=")
            if not sign or not name.strip():
                raise _unreadable(what, example, text)
            pairs.append((name.strip(), value.strip()))
    else:
        raise _unreadable(what, example, given)
    if not all(isinstance(name, str) for name, _ in pairs):
        raise _unreadable(what, example, given)
    return pairs


def _unreadable(what: str, example: str, given: Any) -> OptionError:
    name, _, value = example.partition("=")
    return OptionError(
        expected=f"{what} such as {{{name!r}: {value!r}}}, or {example!r} in a terminal",
        got=shorten(given),
        fix="Name the column on the left of the sign.",
    )


def text_of(cell: Any) -> str:
    """A cell as it is compared with what was asked for; empty where there is none."""
    return "" if cell is None or (isinstance(cell, float) and isnan(cell)) else str(cell)
