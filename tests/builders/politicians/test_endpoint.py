"""The endpoint in bad shape: every fault is survived, and what cannot be survived is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from builders.politicians import query, routes
from builders.politicians.dates import from_rdf
from builders.politicians.query import first_windows, whole
from tests.builders.politicians import builds
from tests.builders.politicians.wikidata_cases import special_records
from tests.builders.politicians.wikidata_records import crowd, person
from tests.builders.politicians.wikidata_server import (
    STACK_TRACE,
    Fault,
    SparqlServer,
    answer,
    cut,
    half_json,
    lost_rows,
    serving,
    stack_trace,
    stall,
    status,
    truncated,
)

RECORDS = special_records() + crowd(40, seed=3)
ENGLISH = ["--language", "en"]
CODES = ["en", "en-ca", "en-gb", "mul"]
FAULTS: dict[str, Fault] = {
    "429": status(429, Retry_After="0"),
    "429 with a date": status(429, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
    "429 without a word": status(429),
    "500": status(500, b"Internal error"),
    "502": status(502),
    "503": status(503),
    "504": status(504),
    "500 time-out": status(500, STACK_TRACE),
    "cut connection": cut,
    "truncated body": truncated,
    "half the JSON": half_json,
    "stack trace in the JSON": stack_trace,
    "lost rows": lost_rows,
}


@pytest.fixture(scope="module")
def content_hash(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("undisturbed")
    with serving(RECORDS) as server:
        assert builds.build_from_endpoint(server.url, out, *ENGLISH) == 0
    return str(builds.receipt(out)["content_hash"])


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_now_and_then_changes_nothing(
    fault: str, content_hash: str, tmp_path: Path
) -> None:
    with serving(RECORDS) as server:
        server.faults = dict.fromkeys(range(1, 400, 5), FAULTS[fault])
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 0
        assert len([n for n in server.faults if n < len(server.queries)]) > 5
    assert builds.receipt(tmp_path)["content_hash"] == content_hash


def test_all_faults_one_after_another_change_nothing(content_hash: str, tmp_path: Path) -> None:
    with serving(RECORDS) as server:
        server.faults = dict(enumerate([*FAULTS.values()] * 3, 2))
        assert builds.build_from_endpoint(server.url, tmp_path, "--tries", "30", *ENGLISH) == 0
    assert builds.receipt(tmp_path)["content_hash"] == content_hash


@pytest.mark.slow
def test_an_answer_that_comes_too_late_is_asked_for_in_parts(
    content_hash: str, tmp_path: Path
) -> None:
    with serving(RECORDS) as server:
        server.faults = dict.fromkeys((9, 25), stall(1.0))
        arguments = ["--timeout", "0.4", *ENGLISH]
        assert builds.build_from_endpoint(server.url, tmp_path, *arguments) == 0
    assert builds.receipt(tmp_path)["content_hash"] == content_hash


def test_a_window_that_always_takes_too_long_is_divided(content_hash: str, tmp_path: Path) -> None:
    def refuse(text: str) -> Fault | None:
        start = re.search(r'>= "(\d+)-\d\d', text)
        end = re.search(r'\?birth < "(\d+)-\d\d', text)
        if start and end and int(end[1]) - int(start[1]) > 2 and 1930 < int(start[1]) < 1970:
            return stack_trace
        return None

    with serving(RECORDS) as server:
        server.always = refuse
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 0
    assert builds.receipt(tmp_path)["content_hash"] == content_hash


def test_totals_that_take_too_long_are_told_as_not_counted(
    content_hash: str, tmp_path: Path
) -> None:
    heavy = {query.label_counts(whole(), CODES, hints=False)}
    heavy |= {query.people_count(whole(), hints=False)}
    heavy |= {query.left_out_count(reason) for reason in query.LEFT_OUT}
    with serving(RECORDS) as server:
        server.always = lambda text: status(504) if text in heavy else None
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 0
    receipt = builds.receipt(tmp_path)
    assert receipt["content_hash"] == content_hash
    assert receipt["summary"]["completeness"]["counted"] is None
    assert receipt["summary"]["not_counted"] == list(query.LEFT_OUT)
    card = (tmp_path / "README.md").read_text("utf-8")
    assert "the counts of the windows stand for it" in card
    assert "could not count in time: no gender" in card


def test_where_labels_take_too_long_everybody_is_counted(
    content_hash: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heavy = query.label_counts(whole(), CODES, hints=False)
    with serving(RECORDS) as server:
        server.always = lambda text: status(504) if text == heavy else None
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 0
        receipt = builds.receipt(tmp_path)
        assert receipt["content_hash"] == content_hash
        completeness = receipt["summary"]["completeness"]
        assert completeness["counted"] == {"people": completeness["gathered"]["people"]}
        arguments = ["--hints", *ENGLISH]  # not understood here: nobody is found
        assert builds.build_from_endpoint(server.url, tmp_path, *arguments) == 2
    assert "but got 0 gathered" in capsys.readouterr().err


@pytest.mark.parametrize(("more", "exit_code"), [(1, 0), (9, 2)])
def test_edits_of_a_rare_label_during_a_build_are_no_loss(
    more: int, exit_code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edited(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        table = json.loads(body)
        (rare,) = (row for row in table["results"]["bindings"] if row["code"]["value"] == "en-gb")
        assert int(rare["people"]["value"]) < 10
        rare["people"]["value"] = str(int(rare["people"]["value"]) + more)
        answer(handler, 200, json.dumps(table).encode())

    monkeypatch.setattr(routes, "DRIFT", 0.05)
    at_the_end = query.label_counts(whole(), CODES, hints=False)
    with serving(RECORDS) as server:
        server.always = lambda text: edited if text == at_the_end else None
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == exit_code


def test_a_service_that_stays_down_is_told_and_what_is_finished_is_kept(
    content_hash: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(RECORDS) as server:
        server.faults = dict.fromkeys(range(21, 200), status(503))
        assert builds.build_from_endpoint(server.url, tmp_path, "--tries", "4", *ENGLISH) == 2
        error = capsys.readouterr().err
        assert re.search(r"Expected an answer from http://127.*, but got HTTP 503", error)
        assert "Run the same command again later" in error
        assert not (tmp_path / "data").exists()
        asked = set(server.queries[:21]) - {server.queries[0]}
        server.faults, server.queries = {}, []
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 0
        again = asked & set(server.queries)
        # What was asked when the service went down is asked again, what was finished is not.
        assert len(asked) > 10 and len(again) <= 2
    assert "going on with an interrupted build" in capsys.readouterr().err
    assert builds.receipt(tmp_path)["content_hash"] == content_hash


def test_a_service_that_never_answers_in_time_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(RECORDS) as server:
        server.always = lambda text: status(504)
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 2
    assert "HTTP 504 Gateway Timeout, 12 times in a row" in capsys.readouterr().err


def test_a_service_that_contradicts_itself_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(RECORDS) as server:
        server.always = lambda text: lost_rows if "?precision" in text else None
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 2
    assert "contradicts itself" in capsys.readouterr().err


def test_windows_that_miss_people_are_not_taken_for_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(RECORDS) as server:  # the engine is not Blazegraph, so a hint finds nobody
        arguments = ["--hints", *ENGLISH]
        assert builds.build_from_endpoint(server.url, tmp_path, *arguments) == 2
    error = capsys.readouterr().err
    assert re.search(r"the \d+ politicians .*that the service counts, but got 0 gathered", error)
    assert "--no-hints" in error


def test_a_hint_changes_nothing_where_it_is_understood(content_hash: str, tmp_path: Path) -> None:
    with serving(RECORDS) as server:
        server.add("<{0}Prior> <{0}rangeSafe> true .".format("http://www.bigdata.com/queryHints#"))
        assert builds.build_from_endpoint(server.url, tmp_path, "--hints", *ENGLISH) == 0
    assert builds.receipt(tmp_path)["content_hash"] == content_hash


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:9/sparql", "Check the address"),
        ("query.wikidata.org/sparql", "begins with https://"),
    ],
)
def test_a_wrong_endpoint_is_told(
    url: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert builds.build_from_endpoint(url, tmp_path, *ENGLISH) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / ".shards").exists()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (status(404), "HTTP 404 Not Found"),
        (status(403), "refuses this client"),
        (status(400, b"MalformedQueryException"), "MalformedQueryException"),
        (status(200, b"<html>", Content_Type="text/html"), "a page for people"),
        (status(429, Retry_After="86400"), "to come back in 86400 s"),
    ],
)
def test_what_will_not_pass_is_told_at_once(
    fault: Fault, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving([]) as server:
        server.always = lambda text: fault
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 2
        assert len(server.queries) == 1
    assert words in capsys.readouterr().err


@pytest.mark.slow
def test_questions_are_paced(tmp_path: Path) -> None:
    with serving([person(1)]) as server:
        arguments = ["--endpoint", server.url, "--pause", "0.02", *ENGLISH]
        assert builds.build(tmp_path, *arguments) == 0
        gaps = [b - a for a, b in zip(server.times, server.times[1:], strict=False)]
    assert len(gaps) > len(first_windows())
    assert min(gaps) >= 0.02


def test_other_languages_or_another_endpoint_do_not_reuse_what_is_kept(tmp_path: Path) -> None:
    def interrupted(server: SparqlServer, *arguments: str) -> None:
        server.faults = dict.fromkeys(range(15, 100), status(404))
        assert builds.build_from_endpoint(server.url, tmp_path, *arguments) == 2

    with serving(RECORDS) as server:
        interrupted(server, *ENGLISH)
        server.faults, server.queries = {}, []
        interrupted(server, "--language", "ru")
        assert len(list((tmp_path / ".shards").glob("*/manifest.jsonl"))) == 2
        server.faults, server.queries = {}, []
        assert builds.build_from_endpoint(server.url, tmp_path, "--language", "ru") == 0
    assert set(builds.all_rows(tmp_path)) == {"ru"}
    assert len(list((tmp_path / ".shards").glob("*/manifest.jsonl"))) == 1


def test_fresh_begins_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(RECORDS) as server:
        server.faults = dict.fromkeys(range(25, 100), status(404))
        assert builds.build_from_endpoint(server.url, tmp_path, *ENGLISH) == 2
        begun = set(server.queries[:25])
        server.faults, server.queries = {}, []
        assert builds.build_from_endpoint(server.url, tmp_path, "--fresh", *ENGLISH) == 0
        assert begun <= set(server.queries)
    assert "going on" not in capsys.readouterr().err


def changed(change: Callable[[dict[str, Any]], None]) -> Fault:
    """An answer whose first row that has a value, and all like it, has another form."""

    def play(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        table = json.loads(body)
        for row in table["results"]["bindings"]:
            if "property" in row:
                change(row)
        answer(handler, 200, json.dumps(table).encode())

    return play


def deep(handler: BaseHTTPRequestHandler, _: bytes) -> None:
    answer(handler, 200, b"[" * 200_000)


ODD_ANSWERS: dict[str, Fault] = {
    "a number as value": changed(lambda row: row["value"].update(value=5)),
    "no value": changed(lambda row: row["value"].pop("value")),
    "no person": changed(lambda row: row.pop("person")),
    "no property": changed(lambda row: row.pop("property")),
    "another property": changed(lambda row: row["property"].update(value="wdt:P31")),
    "a list as language": changed(lambda row: row["value"].update({"xml:lang": ["en"]})),
    "nothing as language": changed(lambda row: row["value"].update({"xml:lang": None})),
    "a kind that is none": changed(lambda row: row["value"].update(type="number")),
    "half a character": changed(lambda row: row["value"].update(value="\ud800")),
    "a precision of words": changed(
        lambda row: row.update(precision={"type": "literal", "value": "exact"})
    ),
    "a number of digits": changed(
        lambda row: row.update(precision={"type": "literal", "value": "9" * 5_000})
    ),
    "a square as number": changed(
        lambda row: row.update(precision={"type": "literal", "value": "²"})
    ),
    "a row that is none": changed(lambda row: row.update(value="Q5")),
    "deep JSON": deep,
}


@pytest.mark.parametrize("odd", ODD_ANSWERS)
def test_answers_of_wrong_types_are_asked_for_again_and_then_told(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving([person(1)]) as server:
        server.always = lambda text: ODD_ANSWERS[odd] if "?precision" in text else None
        arguments = ["--tries", "2", *ENGLISH]
        assert builds.build_from_endpoint(server.url, tmp_path, *arguments) == 2
    error = capsys.readouterr().err
    assert re.search(r"Expected an answer from .*, but got .*\(2 tries\)", error)


def test_counts_of_wrong_types_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def many(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        row = {name: {"type": "literal", "value": "many"} for name in ("code", "people")}
        answer(handler, 200, json.dumps({"results": {"bindings": [row]}}).encode())

    with serving([person(1)]) as server:
        server.always = lambda text: many if "GROUP BY ?code" in text else None
        arguments = ["--tries", "2", *ENGLISH]
        assert builds.build_from_endpoint(server.url, tmp_path, *arguments) == 2
    assert "row 1 of another form than was asked for: \"'many' where" in capsys.readouterr().err


def test_dates_beyond_all_calendars_are_none() -> None:
    assert from_rdf(f"{'9' * 5_000}-01-01T00:00:00Z") is None
    assert from_rdf("١٩٥٠-01-01T00:00:00Z") is None
