"""StereoSet's intrasentence pairs about gender (Nadeem et al. 2021), wherever a user has them.

Three forms are known: the released `dev.json`; the dataset of the Hub (`ORG/NAME`, or a folder with
its files) in its config `intrasentence`; and the gender-swapped text of kinit-sk/bias-methodology,
whose first lines are the sentences themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, shorten
from equimask.core.schema import BIAS_TYPE, PAIR_COLUMNS
from equimask.core.strict_json import parse_json
from equimask.inputs.reading import read_columns
from equimask.inputs.specification import parse_address

_CONFIG = "intrasentence"
_ABOUT = "gender"
# By name, and by their numbers on the Hub.
_LABELS = {"stereotype": "more", 1: "more", "anti-stereotype": "less", 0: "less"}
_TARGET = re.compile(r"<([^<>]*)>")


def read_stereoset(source: str) -> dict[str, list[str]]:
    """The columns `sent_more` and `sent_less`: of each item the stereotype and its contrary.

    In these pairs an attribute differs and not the gender: "schoolgirls are so innocent" beside
    "schoolgirls are so strong".
    """
    suffix = Path(source).suffix.lower()
    if suffix == ".txt":
        pairs = list(_of_swapped(_text(source)))
    elif suffix == ".json" and Path(source).is_file():
        pairs = list(_of_items(_released(source)))
    else:
        pairs = list(_of_items(_of_the_hub(source)))
    if not pairs:
        raise DataError(
            expected=f"items about {_ABOUT} in StereoSet",
            got=f"none in {shorten(source)}",
            fix=_FORMS,
        )
    return dict(zip(PAIR_COLUMNS, map(list, zip(*pairs, strict=True)), strict=True))


_FORMS = "Pass its dev.json, its dataset on the Hub, or stereoset_genderswap.txt."


def _text(source: str) -> str:
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            expected="a text of StereoSet in UTF-8", got=f"{shorten(source)}: {error}", fix=_FORMS
        ) from error


def _released(source: str) -> Sequence[Mapping[str, Any]]:
    try:
        items: Sequence[Mapping[str, Any]] = [*parse_json(_text(source))["data"][_CONFIG]]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise DataError(
            expected=f"StereoSet's JSON, with data and {_CONFIG} in it",
            got=shorten(source),
            fix=_FORMS,
        ) from error
    return items


def _of_the_hub(source: str) -> Iterator[Mapping[str, Any]]:
    address = parse_address(source)
    if address.config is None:
        address = address._replace(config=_CONFIG)
    columns = read_columns(str(address), [BIAS_TYPE, "sentences"])
    for about, sentences in zip(columns[BIAS_TYPE], columns["sentences"], strict=True):
        rows = [
            dict(zip(("sentence", "gold_label"), row, strict=True))
            for row in zip(sentences["sentence"], sentences["gold_label"], strict=True)
        ]
        yield {BIAS_TYPE: about, "sentences": rows}


def _of_items(items: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for number, item in enumerate(items):
        try:
            if item[BIAS_TYPE] != _ABOUT:
                continue
            named = {_LABELS.get(one["gold_label"]): one["sentence"] for one in item["sentences"]}
            yield named["more"], named["less"]
        except (LookupError, TypeError) as error:
            raise DataError(
                expected="sentences labelled stereotype and anti-stereotype in every item",
                got=f"item {number}: {shorten(item)}",
                fix=_FORMS,
            ) from error


def _of_swapped(text: str) -> Iterator[tuple[str, str]]:
    """Blocks of a sentence and its gender-swapped version; stereotype and contrary alternate."""
    blocks: list[list[str]] = [block.splitlines() for block in re.split(r"\n\s*\n", text.strip())]
    if len(blocks) % 2 or any(len(block) != 2 for block in blocks):
        raise DataError(
            expected="blocks of two lines, a stereotype and its contrary in turn",
            got=f"{len(blocks)} blocks, the longest of {max(map(len, blocks))} lines",
            fix=_FORMS,
        )
    for more, less in zip(blocks[::2], blocks[1::2], strict=True):
        if _TARGET.sub("", more[0]) != _TARGET.sub("", less[0]):
            raise DataError(
                expected="a stereotype and its contrary that differ between < and > alone",
                got=f"{more[0]!r} and {less[0]!r}",
                fix=_FORMS,
            )
        yield _TARGET.sub(r"\1", more[0]), _TARGET.sub(r"\1", less[0])
