from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from builders.kit.http import Answer, PassingFailureError, TookTooLongError
from builders.kit.sparql import JSON_RESULTS, SparqlEndpoint, Term
from equimask.core.errors import DataError

TABLE = {
    "head": {"vars": ["person", "name"]},
    "results": {
        "bindings": [
            {
                "person": {"type": "uri", "value": "http://example.org/1"},
                "name": {"type": "literal", "value": "人", "xml:lang": "zh"},
            },
            {
                "name": {
                    "type": "literal",
                    "value": "3",
                    "datatype": "http://www.w3.org/2001/XMLSchema#integer",
                }
            },
        ]
    },
}
BODY = json.dumps(TABLE).encode()


class OneAnswer:
    """A client that has one answer to everything and asks once."""

    def __init__(self, body: bytes, status: int = 200, kind: str = JSON_RESULTS) -> None:
        self.answer = Answer(status, {"content-type": kind}, body)

    def ask(self, form: Mapping[str, str], read: Callable[[Answer], Any], accept: str) -> Any:
        assert list(form) == ["query"] and accept == JSON_RESULTS
        return read(self.answer)


def endpoint(body: bytes, **facts: Any) -> SparqlEndpoint:
    return SparqlEndpoint(OneAnswer(body, **facts))  # type: ignore[arg-type]


def test_solutions_are_terms_by_variable() -> None:
    assert endpoint(BODY).select("SELECT") == [
        {
            "person": Term("uri", "http://example.org/1"),
            "name": Term("literal", "人", lang="zh"),
        },
        {"name": Term("literal", "3", datatype="http://www.w3.org/2001/XMLSchema#integer")},
    ]


@pytest.mark.parametrize("size", [0, 1, len(BODY) // 3, len(BODY) - 1])
def test_an_answer_that_is_not_whole_passes(size: int) -> None:
    with pytest.raises(PassingFailureError, match="no whole SPARQL JSON"):
        endpoint(BODY[:size]).select("SELECT")


@pytest.mark.parametrize(
    "body",
    [
        b"{}", b"[]", b'{"results": {}}', b'{"results": 3}', b"null",
        b'{"results": {"bindings": [{"n": {"type": "literal", "value": "1", "value": "2"}}]}}',
    ],
)  # fmt: skip
def test_other_json_is_no_answer(body: bytes) -> None:
    with pytest.raises(PassingFailureError, match="no whole SPARQL JSON"):
        endpoint(body).select("SELECT")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (BODY[:80] + b"\njava.util.concurrent.TimeoutException\n\tat java", 200),
        (b"SPARQL-QUERY: queryStr=SELECT ... java.util.concurrent.TimeoutException", 500),
        (b"com.bigdata.bop.engine.QueryTimeoutException: Query deadline is expired.", 500),
        (b"", 504),
    ],
)
def test_a_query_that_was_cut_off_took_too_long(body: bytes, status: int) -> None:
    with pytest.raises(TookTooLongError):
        endpoint(body, status=status).select("SELECT")


def test_a_name_that_speaks_of_time_outs_is_no_time_out() -> None:
    body = BODY.replace("人".encode("ascii", "backslashreplace"), b"TimeoutException")
    assert endpoint(body).select("SELECT")[0]["name"].value == "TimeoutException"


def test_a_page_for_people_is_refused() -> None:
    with pytest.raises(DataError, match="a page for people"):
        endpoint(b"<html>", kind="text/html; charset=utf-8").select("SELECT")


def test_one_number_is_one_number() -> None:
    one = {"results": {"bindings": [{"n": {"type": "literal", "value": "12"}}]}}
    assert endpoint(json.dumps(one).encode()).number("SELECT") == 12
    for odd in (TABLE, {"results": {"bindings": []}}):
        with pytest.raises(PassingFailureError, match="where a number was asked for"):
            endpoint(json.dumps(odd).encode()).number("SELECT")
