"""Questions to a SPARQL endpoint, and its answers as typed solutions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from builders.kit.http import (
    Answer,
    PassingFailureError,
    PoliteClient,
    TookTooLongError,
    check_status,
)
from equimask.core.errors import DataError, shorten
from equimask.core.strict_json import parse_json

_T = TypeVar("_T")

JSON_RESULTS = "application/sparql-results+json"
# Blazegraph sends its status line before it runs the query: a query that it cuts off ends as a
# Java stack trace in the middle of the JSON, under 200, or alone, under 500.
_CUT_OFF = re.compile(rb"TimeoutException|QueryTimeout|query timed? ?out", re.IGNORECASE)

_KINDS = ("uri", "literal", "typed-literal", "bnode")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


class Term(NamedTuple):
    """One value of a solution: `kind` is uri, literal or bnode."""

    kind: str
    value: str
    lang: str = ""
    datatype: str = ""


Solution = dict[str, Term]


class SparqlEndpoint:
    """An endpoint behind a polite client."""

    def __init__(self, client: PoliteClient) -> None:
        self._client = client

    def select(self, query: str) -> list[Solution]:
        """All solutions; `TookTooLongError` where the endpoint could not finish in time."""
        return self._client.ask({"query": query}, _solutions, accept=JSON_RESULTS)

    def records(self, query: str, record: Callable[[Solution], _T]) -> list[_T]:
        """What `record` makes of each solution; by ValueError or KeyError it refuses one.

        A service that answers so is asked again; if it does no better, that is told.
        """

        def read(answer: Answer) -> list[_T]:
            found = []
            for at, solution in enumerate(_solutions(answer), 1):
                try:
                    found.append(record(solution))
                except (ValueError, KeyError) as error:
                    raise PassingFailureError(
                        f"row {at} of another form than was asked for: {shorten(str(error))}"
                    ) from error
            return found

        return self._client.ask({"query": query}, read, accept=JSON_RESULTS)

    def number(self, query: str) -> int:
        """The one value of a query that asks for one number, such as a COUNT."""
        return self._client.ask({"query": query}, _number, accept=JSON_RESULTS)


def _solutions(answer: Answer) -> list[Solution]:
    if answer.status >= 500 and _CUT_OFF.search(answer.body):
        raise TookTooLongError(f"a query that the service cut off (HTTP {answer.status})")
    check_status(answer)
    kind = answer.headers.get("content-type", "")
    if "html" in kind:
        raise DataError(
            expected=f"{JSON_RESULTS} from the endpoint",
            got=kind,
            fix="That is a page for people: give the address of the SPARQL endpoint itself.",
        )
    try:
        table = parse_json(answer.body)
        bindings = table["results"]["bindings"]
        return [{name: _term(cell) for name, cell in row.items()} for row in bindings]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if _CUT_OFF.search(answer.body):
            raise TookTooLongError("a query that the service cut off in its answer") from error
        raise PassingFailureError("an answer that is no whole SPARQL JSON") from error


def _number(answer: Answer) -> int:
    values = [term.value for row in _solutions(answer) for term in row.values()]
    if len(values) != 1 or (number := whole_number(values[0])) is None or number < 0:
        raise PassingFailureError(f"{len(values)} values where a number was asked for")
    return number


def whole_number(text: str) -> int | None:
    """What the lexical form of an xsd:integer says; None for what is none, or beyond all counts."""
    return int(text) if _WHOLE.fullmatch(text) else None


def _term(cell: dict[str, Any]) -> Term:
    """A cell of the answer; what has not the form of one makes the answer none."""
    term = Term(cell["type"], cell["value"], cell.get("xml:lang", ""), cell.get("datatype", ""))
    if term.kind not in _KINDS:
        raise ValueError(f"a term of kind {term.kind!r}")
    for text in term:
        text.encode()  # half a surrogate pair can be in JSON, and is no text
    return term
