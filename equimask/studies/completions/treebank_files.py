"""Treebank files on this machine: whose language they are in and on what terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from equimask.core.errors import DataError

NOT_STATED = "not stated"
_NAME = re.compile(r"(?P<lang>[a-z]{2,3})_(?P<name>[a-z0-9]+-ud-[a-z]+(?:-[a-z0-9]+)*)\.conllu")
_CC = re.compile(
    r"attribution((?:-(?:noncommercial|sharealike|noderivs|noderivatives))*)\W+(\d\.\d)"
)
_CC_URL = re.compile(r"creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)")
_CC_TERMS = {"noncommercial": "NC", "sharealike": "SA", "noderivs": "ND", "noderivatives": "ND"}
_OTHERS = (
    ("lesser general public license for linguistic resources", "LGPLLR"),
    ("cc0 1.0", "CC0-1.0"),
    ("creativecommons.org/publicdomain/zero/1.0", "CC0-1.0"),
    ("gnu general public license", "GPL"),
)


@dataclass(frozen=True)
class TreebankFile:
    """A `.conllu` or `.conllu.gz` file; `name` is what it is called unpacked."""

    path: Path
    name: str
    lang: str
    licence: str


def find_treebanks(places: Sequence[Path]) -> list[TreebankFile]:
    """The treebank files among and below `places`, in the order of their names.

    Files are named as Universal Dependencies names them, such as `fr_pud-ud-test.conllu`.
    """
    paths: set[Path] = set()
    for place in places:
        if place.is_dir():
            paths |= {*place.rglob("*.conllu"), *place.rglob("*.conllu.gz")}
        else:
            paths.add(place)
    by_name: dict[str, TreebankFile] = {}
    for file in map(_treebank_file, sorted(paths)):
        if file.name in by_name:
            raise DataError(
                expected="every treebank file once",
                got=f"{file.name} twice: packed and unpacked, or of two releases",
                fix="Remove one of them: its words would count double.",
            )
        by_name[file.name] = file
    if not by_name:
        raise DataError(
            expected="treebank files (.conllu or .conllu.gz)",
            got=f"none in {', '.join(place.name for place in places) or 'no folder at all'}",
            fix="Unpack a release of Universal Dependencies and name its folder.",
        )
    return [by_name[name] for name in sorted(by_name)]


def licence_of(folder: Path) -> str:
    """The SPDX name of the licence in `LICENSE.txt`; `not stated` where there is none."""
    path = folder / "LICENSE.txt"
    if not path.is_file():
        return NOT_STATED
    return licence_in(path.read_text(encoding="utf-8", errors="replace"))


def licence_in(text: str) -> str:
    """The SPDX name of the licence that a text is or names."""
    text = " ".join(text.lower().split())
    for words, name in _OTHERS:
        if words in text:
            return name
    found = _CC.search(text)
    if found:
        terms = [_CC_TERMS[term] for term in found[1].split("-") if term]
        return "-".join(["CC-BY", *terms, found[2]])
    url = _CC_URL.search(text)
    return f"CC-{url[1].upper()}-{url[2]}" if url else NOT_STATED


def may_be_passed_on(licence: str) -> bool:
    """Whether what is derived from a treebank may be published; unknown terms do not allow it."""
    return licence != NOT_STATED and "ND" not in licence.split("-")


def _treebank_file(path: Path) -> TreebankFile:
    name = path.name.removesuffix(".gz")
    match = _NAME.fullmatch(name)
    if match is None or not path.is_file():
        raise DataError(
            expected="a treebank file with a name such as fr_pud-ud-test.conllu or "
            "fr_pud-ud-test.conllu.gz",
            got=repr(path.name) + ("" if path.is_file() else ", which is not there"),
            fix="Keep the names of Universal Dependencies: they tell the language.",
        )
    return TreebankFile(path, name, match["lang"], licence_of(path.parent))
