"""The numbers that stand in files of results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from equimask.audits.numbers import OF_DETAILS, WHOLE, Number, measure_of_result, numbers_of
from equimask.audits.places import Place, packaged_place
from equimask.audits.results import Audit
from equimask.core.errors import DataError, EquimaskError, shorten
from equimask.core.languages import get_language
from equimask.core.result import BiasResult
from equimask.core.result_files import (
    MAKE_ONE,
    entries_of,
    is_audit,
    is_count,
    is_number,
    read_content,
)
from equimask.core.signature import Signature, split_name
from equimask.inputs.pairs import DATASET
from equimask.inputs.table import chosen_in
from equimask.metrics.verdict import verdict

_DAMAGED = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)
_NUMBERS = (
    "stderr", "ci_low", "ci_high", "neutral", "null", "null_stderr", "p_value", "mde",
    "equivalence_bound", "equivalence_p", "lm_accuracy", "lm_surprisal", "unk_rate",
)  # fmt: skip
_PARTS = ("config", "split")  # of a dataset
NO_MODEL = "none"
"""What is signed where words were read that some model had said before."""


def read_audit(path: Path) -> Audit:
    """The audit whose `results.json` this is."""
    content = read_content(path)
    if not is_audit(content):
        raise _foreign(path, content)
    with _damage_told(path):
        return Audit.from_dict(content)


def read_numbers(path: Path) -> list[Number]:
    """Every number of the file: those of an audit, or of results that were scored by themselves."""
    content = read_content(path)
    entries = [] if is_audit(content) else [one.content for one in entries_of(content)]
    if not is_audit(content) and not (entries and all(map(_is_signed, entries))):
        raise _foreign(path, content)
    with _damage_told(path):
        numbers = (
            [_number(entry) for entry in entries]
            if entries
            else numbers_of(Audit.from_dict(content))
        )
        for number in numbers:
            _check(path, number)
        return numbers


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """What was cut off or changed has no form: whatever breaks on it is the file's fault."""
    try:
        yield
    except EquimaskError:
        raise
    except _DAMAGED as error:
        raise _damaged(path, f"{type(error).__name__}: {error}") from error


def _is_signed(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("signature"), str)


def _number(entry: Mapping[str, Any]) -> Number:
    signed = dict(Signature.parse(entry["signature"]).fields)
    result = BiasResult.from_dict(entry)
    measure = measure_of_result(result)
    return Number(
        model="no model" if signed["model"] == NO_MODEL else _name(signed["model"]),
        signed=signed["model"],
        place=_place(signed),
        measure=measure.name,
        result=result,
        verdict=result.verdict or verdict(measure, result),
    )


def _name(signed: str) -> str:
    return split_name(signed)[0] or signed


def _place(signed: Mapping[str, str]) -> Place:
    """As an audit would call it."""
    data, language = _name(signed["data"]), signed.get("lang", "und")
    chosen = chosen_in(signed).where
    known = None if language == "und" else language
    if data == DATASET and known is not None and not chosen and "config" not in signed:
        return packaged_place(known)
    values = [signed[name] for name in _PARTS if name in signed and signed[name] != known]
    values += [" or ".join(some) or "(empty)" for some in chosen.values()]
    key = " ".join((data, *((known,) if known else ()), *values))
    named = (get_language(known).name,) if known else ()
    group = ", ".join(f"{name}={'|'.join(some)}" for name, some in chosen.items())
    return Place(key, ", ".join((data, *named, *values)), known, data, group)


def _check(path: Path, number: Number) -> None:
    """Refuse what was changed by hand into no number."""
    result = number.result
    where = f"{number.model} {number.place.key} {number.measure}"
    found = {name: getattr(result, name) for name in ("value", *_NUMBERS)}
    found |= {name: result.details.get(name) for name in OF_DETAILS} | {"q": number.q_value}
    for name, value in found.items():
        if not is_number(value) and not (value is None and name != "value"):
            raise _damaged(path, f"{shorten(value)} as {name} of {where}")
    for name in ("n", "n_ties", "n_clusters"):
        count = getattr(result, name)
        if not is_count(count) and not (count is None and name == "n_clusters"):
            raise _damaged(path, f"{shorten(count)} as {name} of {where}")
    if not isinstance(result.skipped, dict) or not all(map(is_count, result.skipped.values())):
        raise _damaged(path, f"{shorten(result.skipped)} as skipped of {where}")
    texts = (number.model, number.signed, *(getattr(number.place, f.name) for f in fields(Place)))
    if not all(isinstance(text, str | None) for text in (*texts, *result.notes)):
        raise _damaged(path, f"a name that is no text in {where}")
    signed = dict(Signature.parse(result.signature).fields)
    if signed.get("model", NO_MODEL) != number.signed:
        raise _damaged(
            path, f"a signature of {shorten(signed.get('model'))} under {shorten(number.signed)}"
        )
    told = number.record()
    for name in WHOLE:
        if told[name] is not None and not is_count(told[name]):
            raise _damaged(path, f"{shorten(told[name])} as {name} of {where}")


def _foreign(path: Path, content: Any) -> DataError:
    return DataError(
        expected="the results of an audit or of a score",
        got=f"{shorten(content)} in {path.name}",
        fix=MAKE_ONE,
    )


def _damaged(path: Path, what: str) -> DataError:
    return DataError(
        expected=f"whole results in {path.name}",
        got=shorten(what, 200),
        fix="It was cut off or changed by hand: run the same command again.",
    )
