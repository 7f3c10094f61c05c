"""All numbers of a file of results, scored again by their signatures."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, EquimaskError, OptionError, shorten
from equimask.core.result_files import MAKE_ONE, entries_of, is_number, read_content
from equimask.core.signature import Signature, split_name
from equimask.evaluation.reproduction import Reproduction
from equimask.evaluation.rerun import check_options, is_found_by_name, rerun
from equimask.inputs.parts import shown
from equimask.inputs.specification import parse_address
from equimask.models.identity import public_name


@dataclass(frozen=True)
class Rerun:
    """One result of a file: what came of it, or why nothing could."""

    name: str
    """Model, data, language and metric."""
    signature: str
    reproduction: Reproduction | None
    error: str = ""

    @property
    def reproduced(self) -> bool:
        """Not so where it could not be scored."""
        return self.reproduction is not None and self.reproduction.reproduced

    @property
    def outcome(self) -> str:
        """In a line."""
        return f"error: {self.error}" if self.reproduction is None else self.reproduction.outcome

    @property
    def expected(self) -> str:
        """The number of the file."""
        return "–" if self.reproduction is None else str(self.reproduction.numbers[0].expected)

    @property
    def came(self) -> str:
        """The number that came."""
        return "–" if self.reproduction is None else str(self.reproduction.numbers[0].came)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        if self.reproduction is not None:
            return self.reproduction.as_dict()
        told = {"reproduced": False, "outcome": self.outcome}
        return {**told, "expected_signature": self.signature}


def rerun_results(
    results: str | os.PathLike[str] | Mapping[str, Any],
    models: Sequence[Any] = (),
    data: Sequence[Any] = (),
    *,
    columns: Any = None,
    where: Any = None,
    template: str | None = None,
    **options: Any,
) -> Iterator[Rerun]:
    """Every result of a `results.json`, or of what `equimask score --json` prints, one by one.

    `models` and `data` are for what its signature alone does not bring back, taken by their names;
    a single one is taken whatever it is called. All else is that of `rerun`.
    """
    check_options(options)
    chosen = {"columns": columns, "where": where, "template": template}
    content = dict(results) if isinstance(results, Mapping) else read_content(Path(results))
    entries = list(_entries(content))
    return (_rerun(entry, models, data, {**chosen, **options}) for entry in entries)


def _rerun(
    entry: Mapping[str, Any], models: Sequence[Any], data: Sequence[Any], options: Mapping[str, Any]
) -> Rerun:
    signature = Signature.parse(entry["signature"])
    fields = dict(signature.fields)
    names = {key: split_name(fields.get(key, ""))[0] for key in ("model", "data")}
    where = (*names.values(), fields.get("lang", ""), fields.get("where", ""))
    name = " ".join(filter(None, (*where, str(entry.get("measure", signature.metric)))))
    numbers = {"": entry[signature.metric]}
    if entry.get("null") is not None:
        numbers["null"] = entry["null"]
    try:
        came = rerun(
            entry["signature"],
            model=_by_name(models, names["model"], "model", fields, "--model"),
            data=_by_name(data, names["data"], "data", fields, "--data"),
            expect=numbers,
            **options,
        )
    except EquimaskError as error:
        return Rerun(name, entry["signature"], None, str(error))
    return Rerun(name, entry["signature"], came)


def one_of(flag: str, given: Sequence[Any]) -> Any:
    """The only one, if there is any."""
    if len(given) > 1:
        raise OptionError(
            expected=f"{flag} once for one signature", got=f"{len(given)} times", fix="Choose one."
        )
    return given[0] if given else None


def _by_name(
    given: Sequence[Any], name: str, kind: str, fields: Mapping[str, str], flag: str
) -> Any:
    own = [one for one in given if _name_of(one, kind) == name]
    if len(own) > 1:
        raise OptionError(
            expected=f"one {flag} called {name!r}",
            got=f"{len(own)} of them",
            fix=f"Rerun each of these signatures by itself, with its own {flag}.",
        )
    if own:
        return own[0]
    return None if is_found_by_name(fields, kind) or len(given) != 1 else given[0]


def _name_of(given: Any, kind: str) -> str:
    if not isinstance(given, (str, os.PathLike)):
        return ""
    if kind == "model":
        return public_name(str(given))
    return Path(given).stem if parse_address(given).kind == "file" else shown(given)


def _entries(content: Any) -> Iterator[Mapping[str, Any]]:
    """All of them, with a number and a signature each."""
    several = entries_of(content)
    for where, entry in several:
        signed = entry.get("signature") if isinstance(entry, Mapping) else None
        if not isinstance(signed, str) or signed.partition("|")[0] not in entry:
            raise DataError(
                expected="results with a number and its signature",
                got=f"{shorten(entry)} in {where}",
                fix=MAKE_ONE,
            )
        for value in (entry[signed.partition("|")[0]], entry.get("null")):
            if value is not None and not is_number(value):
                raise DataError(
                    expected="a number", got=f"{shorten(value)} in {where}", fix="Mend the file."
                )
        Signature.parse(signed)  # a broken one is told before any other is scored
        yield entry
    if not several:
        raise DataError(expected="at least one result", got=shorten(content), fix=MAKE_ONE)
