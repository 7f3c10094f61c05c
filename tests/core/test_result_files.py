"""Results are found wherever a file has them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import DataError
from equimask.core.result_files import (
    entries_of,
    is_audit,
    is_number,
    read_content,
    stamped,
    to_json,
)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"cps": 1}, {"result 0": {"cps": 1}}),
        ([1, {"cps": 2}], {"result 0": 1, "result 1": {"cps": 2}}),
        ({"groups": {"a": 1, "b": 2}}, {"groups['a']": 1, "groups['b']": 2}),
        ({"results": [1], "other_results": [2]}, {"results[0]": 1, "other_results[0]": 2}),
        ([{"groups": {"a": 1}}, 2], {"result 0 groups['a']": 1, "result 1": 2}),
        ({"results": 5}, {}),
        ({"groups": [1]}, {}),
        ("text", {}),
        (None, {}),
        ([], {}),
    ],
)
def test_every_result_is_found_with_its_place(content: Any, found: dict[str, Any]) -> None:
    assert dict(entries_of(content)) == found


def test_what_is_beside_the_results_of_an_audit_may_be_left_out() -> None:
    content = {"measures": [], "results": [1], "other_results": [2]}
    assert is_audit(content)
    assert [one.content for one in entries_of(content, others=False)] == [1]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["groups", "results", "other_results", "cps"]), inner)
    ),
)


@given(_JSON)
def test_no_content_breaks_it(content: Any) -> None:
    entries = entries_of(content)
    assert len({one.where for one in entries}) == len(entries)
    assert is_audit(content) is False


@pytest.mark.parametrize("text", [b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_told_with_its_file(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(text)
    with pytest.raises(DataError, match=r"a JSON file with results.*results\.json"):
        read_content(path)
    path.write_text(json.dumps({"cps": 1}))
    assert read_content(path) == {"cps": 1}


def test_truth_infinity_and_texts_are_no_numbers() -> None:
    assert all(map(is_number, (0, -1, 2.5, 10**300)))
    assert not any(map(is_number, (True, None, "1", math.nan, math.inf, 10**400)))


AUDIT = {"measures": ["cps"], "results": [{"cps": 50.5, "ci_low": None, "names": "ä\u2028"}]}


def test_an_audit_that_is_as_it_was_written_is_read_without_its_sha256(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(to_json(stamped(AUDIT)))
    assert read_content(path) == AUDIT


@pytest.mark.parametrize(
    ("old", "new"), [("50.5", "52.5"), ("null", '"<script>"'), ("null", "NaN"), ("cps", "cqs")]
)
def test_an_audit_that_was_changed_is_refused(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(to_json(stamped(AUDIT)).decode().replace(old, new))
    with pytest.raises(DataError, match=r"results\.json as the audit wrote it.*damaged"):
        read_content(path)
