"""How people say which data they mean, and which of its rows and columns: words become values.

A file is named by its path; a folder or a dataset of the Hub by `NAME[:CONFIG][@REVISION][/SPLIT]`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from equimask.core.errors import DataError, OptionError, shorten
from equimask.core.schema import AS_PUBLISHED, CLUSTER
from equimask.inputs.templates import parse_template

SUFFIXES = (".csv", ".tsv", ".jsonl", ".json", ".parquet")
_EXACT = 2**53  # beyond, a float no longer counts by ones
ANY = "*"
"""As the value of a condition: all rows, said by somebody and not by default."""

CARD = "README.md"
RECEIPT = "receipt.json"

_PARTS = (
    r"(?::(?P<config>[^:@/]+))?"
    r"(?:@(?P<revision>refs/[^:@/]+/[^:@/]+|[^:@/]+))?"
    r"(?:/(?P<split>\w+(?:\.\w+)*))?"
)
_HUB = re.compile(rf"(?P<name>[\w.-]+/[\w.-]+){_PARTS}")
_IN_FOLDER = re.compile(_PARTS)


class Address(NamedTuple):
    """Where data lie, and which part of them is meant."""

    kind: str
    """`file`, `folder` or `hub`."""
    name: str
    config: str | None = None
    revision: str | None = None
    split: str | None = None

    def __str__(self) -> str:
        marks = zip(":@/", (self.config, self.revision, self.split), strict=True)
        return self.name + "".join(f"{mark}{one}" for mark, one in marks if one is not None)


def parse_address(text: str | os.PathLike[str]) -> Address:
    """A path or the id of a dataset; what lies here goes before what may lie on the Hub."""
    source = os.fspath(text)
    if os.path.isfile(source):
        return Address("file", source)
    if folder := _folder(source):
        return folder
    if os.path.splitext(source)[1].lower() in SUFFIXES:  # org/data.v2 is the id of a dataset
        raise _nothing_there(source)
    found = _HUB.fullmatch(source)
    if found is None or not _is_hub_id(found["name"]):
        raise _nothing_there(source)
    return Address("hub", **found.groupdict())


def files_in(folder: Path) -> list[Path]:
    """The data files of a folder, whether they lie in it or in its `data`."""
    return [
        path
        for place in (folder, folder / "data")
        for path in sorted(place.glob("[!.]*"))
        if path.suffix.lower() in SUFFIXES and path.is_file() and path.name != RECEIPT
    ]


def _folder(source: str) -> Address | None:
    """The longest beginning that is a folder; a colon or a slash may be part of its name."""
    if os.path.isdir(source):
        return Address("folder", source)
    ends = [match.start() for match in re.finditer("[:@/]", source)]
    for end in reversed(ends):
        if end and os.path.isdir(source[:end]):
            found = _IN_FOLDER.fullmatch(source, end)
            if found is None or not (source[end] != "/" or _is_dataset(Path(source[:end]))):
                return None
            if os.path.splitext(found["split"] or "")[1].lower() in SUFFIXES:
                return None  # a file that is not there, no split
            if found["revision"] is not None:
                raise DataError(
                    expected="a folder as it is: revisions are those of the Hub",
                    got=shorten(source),
                    fix="Leave the revision out, or name the dataset as ORG/NAME@REVISION.",
                )
            return Address("folder", source[:end], found["config"], None, found["split"])
    return None


def _is_dataset(folder: Path) -> bool:
    """Not so where a folder is only called as an organisation of the Hub is."""
    return (folder / CARD).is_file() or bool(files_in(folder))


def _is_hub_id(name: str) -> bool:
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils._validators import validate_repo_id

    try:
        validate_repo_id(name)
    except HFValidationError:
        return False
    return name.isascii()


def _nothing_there(source: str) -> DataError:
    name = Path(source).name or source
    return DataError(
        expected=f"a file ending in {', '.join(SUFFIXES)}, a folder with such files, or a dataset "
        "of the Hub as ORG/NAME[:CONFIG][@REVISION][/SPLIT]",
        got=f"no file {shorten(name if len(source) < 4096 else source)}",
        fix="Check the path; a hub dataset is given as ORG/NAME.",
    )


class Crossed(tuple[str, ...]):
    """A cell of a column that is made of several: the label of its row in each of them."""


@dataclass(frozen=True)
class Choice:
    """Which columns and rows of data are meant.

    `columns` maps the name that a metric reads to the name in the data. `where` has for a column
    the values that are taken. `group` are columns whose values are scored apart. `template` is the
    sentence that cells are put into: see `equimask.inputs.templates`. `crossed` are the columns
    that are the clusters together, where there are several.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    group: tuple[str, ...] = ()
    template: str = ""
    crossed: tuple[str, ...] = ()

    @property
    def named(self) -> set[str]:
        """The columns that it names, as they are called in the data."""
        return {*self.columns.values(), *self.where, *self.group, *self.crossed, *self._filled}

    @property
    def clusters(self) -> set[str]:
        """The columns whose values are drawn together: whoever names them scores all as one."""
        return {*self.crossed, *(old for new, old in self.columns.items() if new == CLUSTER)}

    @property
    def _filled(self) -> set[str]:
        return parse_template(self.template).columns if self.template else set()

    @property
    def wanted(self) -> set[str]:
        """The columns to read for it: what was published of a text goes with it."""
        return self.named | {f"{name}{AS_PUBLISHED}" for name in self.columns.values()}

    def as_texts(self) -> dict[str, list[str]]:
        """As it is typed, without what is not there."""
        told = {
            "columns": [
                *(f"{new}={old}" for new, old in self.columns.items()),
                *(f"{CLUSTER}={name}" for name in self.crossed),
            ],
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
            self.crossed if all(name in names for name in self.crossed) else (),
        )


def parse_choice(
    columns: Any = None, where: Any = None, group: Any = None, template: Any = None
) -> Choice:
    """As Python has it (mappings) or as it is typed (`NEW=OLD,NEW=OLD`; `COLUMN=VALUE`)."""
    named = _pairs(columns, "columns", "sent_more=A_x", ",")
    for name, value in named:
        if not (isinstance(value, str) or (name == CLUSTER and _are_names(value))):
            raise _unreadable("columns", "sent_more=A_x", {name: value})
    crossed = tuple(one for name, value in named if name == CLUSTER for one in _names(value))
    if len(crossed) > 1:
        named = [(name, value) for name, value in named if name != CLUSTER]
    else:
        named = [(name, crossed[0] if name == CLUSTER else value) for name, value in named]
    conditions: dict[str, list[str]] = {}
    for name, value in _pairs(where, "where", "bias_type=gender"):
        is_one = isinstance(value, (str, bytes)) or not isinstance(value, Iterable)
        values = [value] if is_one else list(value)
        if not values or isinstance(value, Mapping):
            raise _unreadable("where", "bias_type=gender", {name: value})
        conditions.setdefault(name, []).extend(map(text_of, values))
    groups = _names(group)
    _refuse_twice([name for name, _ in named], "columns")
    _refuse_twice(groups, "group")
    _refuse_twice(crossed, CLUSTER)
    if template is not None:
        parse_template(template)
    several = crossed if len(crossed) > 1 else ()
    wanted = {name: tuple(values) for name, values in conditions.items()}
    return Choice(dict(named), wanted, groups, template or "", several)


def _are_names(value: Any) -> bool:
    is_several = isinstance(value, (list, tuple))
    return is_several and bool(value) and all(isinstance(one, str) for one in value)


def _pairs(
    given: Any, what: str, example: str, separator: str | None = None
) -> list[tuple[str, Any]]:
    if given is None:
        return []
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


def _names(group: Any) -> tuple[str, ...]:
    if group is None or isinstance(group, str):
        return () if group is None else (group,)
    names = tuple(group) if isinstance(group, Iterable) else (None,)
    if not all(isinstance(name, str) for name in names):
        raise OptionError(
            expected="group such as 'source', or the names of several columns",
            got=shorten(group),
            fix="Name the columns whose values are to be scored apart.",
        )
    return names


def _refuse_twice(names: Sequence[str], what: str) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise OptionError(
                expected=f"{name!r} once in {what}",
                got=f"{times} times",
                fix="Leave the others out.",
            )


def _unreadable(what: str, example: str, given: Any) -> OptionError:
    name, _, value = example.partition("=")
    return OptionError(
        expected=f"{what} such as {{{name!r}: {value!r}}}, or {example!r} in a terminal",
        got=shorten(given),
        fix="Name the column on the left of the sign.",
    )


def text_of(cell: Any) -> str:
    """A cell as it is compared with what was asked for; empty where there is none.

    A whole number is one in whatever type a gap in its column has made of it.
    """
    if isinstance(cell, str):
        return cell
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):  # those of pandas
        return ""
    if isinstance(cell, (float, np.floating)):
        if isnan(cell):
            return ""
        return str(int(cell)) if abs(cell) < _EXACT and cell == int(cell) else str(cell)
    return str(cell)
