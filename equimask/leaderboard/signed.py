"""What a signature says of its number, and whether the number agrees with it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from equimask.core.errors import DataError, check_characters, shorten
from equimask.core.languages import is_language
from equimask.core.signature import Signature, split_name
from equimask.hub.results import NO_LANGUAGE
from equimask.metrics import Measure, all_measures, signed_measure
from equimask.version import __version__

_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}", re.ASCII)
_REFUSED = "No number is listed without a valid signature: take it as `compute` returned it."


@dataclass(frozen=True)
class Signed:
    """The parts of a signature that a row shows."""

    text: str
    measure: Measure
    model: str
    revision: str
    data: str
    data_revision: str
    part: str
    language: str | None
    equimask: str
    n: int


def read_signature(text: Any) -> Signed:
    """Refuse what is none, or of a metric, a version or a language that nobody knows."""
    if not isinstance(text, str) or not text:
        raise _invalid("a signature", text)
    signature = Signature.parse(text)
    if str(signature) != text:
        raise _invalid(f"a signature as it is written, {shorten(str(signature), 200)}", text)
    names = Counter(key for key, _ in signature.fields)
    twice = [key for key, times in names.items() if times > 1]
    missing = [key for key in ("equimask", "model", "data", "lang", "n") if key not in names]
    if twice or missing:
        raise _invalid(
            f"a signature with {', '.join(missing)}" if missing else f"one {twice[0]} in it", text
        )
    told = dict(signature.fields)
    model, revision = _named(told, "model")
    data, data_revision = _named(told, "data")
    language = None if told["lang"] == NO_LANGUAGE else told["lang"]
    if language is not None and not is_language(language):
        raise _invalid("a language by its BCP 47 tag in the signature", language)
    if not _is_known(told["equimask"]):
        raise _invalid(f"a version of equimask up to {__version__}", told["equimask"])
    if not re.fullmatch(r"\d{1,18}", told["n"], re.ASCII):
        raise _invalid("a number of rows under n", told["n"])
    for part in (signature.metric, *told.values()):
        check_characters(part, "a signature")
    return Signed(
        text,
        _measure(signature),
        model,
        revision,
        data,
        data_revision,
        told.get("where", ""),
        language,
        told["equimask"],
        int(told["n"]),
    )


def agree(what: str, signed: object, told: object) -> None:
    """Refuse a number that says something else of itself than its signature."""
    if signed != told:
        raise DataError(
            expected=f"the {what} of the signature, {shorten(signed)}",
            got=shorten(told),
            fix=_REFUSED,
        )


def _measure(signature: Signature) -> Measure:
    found = signed_measure(signature.metric, dict(signature.fields))
    if found is None:
        raise _invalid(f"a measure: {', '.join(all_measures())}", signature.metric)
    return found


def _named(told: dict[str, str], key: str) -> tuple[str, str]:
    name, revision = split_name(told[key])
    if not (name.strip() and revision.strip()):
        raise _invalid(f"a {key} as NAME@REVISION in the signature", told[key])
    return name, revision


def _is_known(version: str) -> bool:
    if not _VERSION.fullmatch(version):
        return False
    ours, theirs = ([int(part) for part in one.split(".")] for one in (__version__, version))
    return theirs <= ours


def _invalid(expected: str, got: Any) -> DataError:
    return DataError(expected=expected, got=shorten(got, 400), fix=_REFUSED)
