"""Files of results are read whole, or refused with what is wrong and what to do."""

from __future__ import annotations

import copy
import json
import math
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from equimask.audits.numbers import frame_of
from equimask.audits.reading import read_audit, read_numbers
from equimask.core.errors import DataError, EquimaskError
from equimask.core.result import ResultsApart
from equimask.core.signature import Signature
from equimask.inputs.table import Table
from tests.reports.html.fake_audit import fake_audit
from tests.results import CPS

AUDIT = fake_audit(("de",), ("s_jsd", "aula", "aul"), models=("a/one@11", "b/two@22"))
CONTENT = json.loads(json.dumps(AUDIT.as_dict()))
SIGNED = "model:lab/m@1f|tok:0|data:equimask_pairs@9a|lang:de|unit:token|n:212"


def one(signature: str = f"cps|equimask:0.2.0|{SIGNED}") -> dict[str, Any]:
    return replace(CPS, signature=signature).as_dict(rows=False)


def written(folder: Path, content: Any) -> Path:
    path = folder / "results.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_an_audit_comes_back_with_all_its_numbers(tmp_path: Path) -> None:
    path = written(tmp_path, CONTENT)
    assert read_audit(path).as_dict() == AUDIT.as_dict()
    numbers = read_numbers(path)
    assert [(n.model, n.measure) for n in numbers] == [(c.model, c.measure) for c in AUDIT.cells]


def test_a_single_result_is_placed_by_its_signature(tmp_path: Path) -> None:
    [number] = read_numbers(written(tmp_path, one()))
    assert (number.model, number.signed, number.measure) == ("lab/m", "lab/m@1f", "cps")
    assert (number.place.key, number.place.name) == ("de", "German")
    assert (number.verdict.value, number.q_value, number.in_audit) == ("stereotype", None, False)


def test_data_of_ones_own_are_called_as_an_audit_calls_them(tmp_path: Path) -> None:
    signed = "model:m@1|data:ORG/pairs@9a|where:corpus=ted;source=crows|lang:de|n:212"
    [number] = read_numbers(written(tmp_path, one(f"cps|equimask:0.2.0|{signed}")))
    assert number.place.key == "ORG/pairs de ted crows"
    assert number.place.name == "ORG/pairs, German, ted, crows"


def test_groups_and_lists_are_several_numbers(tmp_path: Path) -> None:
    result = replace(CPS, signature=one()["signature"])
    apart = ResultsApart({"source=a": result, "source=b": result}).as_dict(rows=False)
    assert len(read_numbers(written(tmp_path, [apart, one()]))) == 3


@pytest.mark.parametrize(
    "content",
    [{}, [], None, 3, "x", {"results": []}, {"groups": {}}, [one(), {"cps": 1}], {"signature": 4}],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: Any) -> None:
    with pytest.raises(DataError, match=r"results of an audit or of a score.*results\.json.*Name"):
        read_numbers(written(tmp_path, content))


def test_what_is_no_json_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    with pytest.raises(DataError, match="a JSON file with results"):
        read_numbers(path)
    for text in (b"{", b"\xff\xfe", b"[" * 100_000):
        path.write_bytes(text)
        with pytest.raises(DataError, match=r"a JSON file with results.*results\.json"):
            read_numbers(path)


def test_a_single_result_is_no_audit(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="results of an audit"):
        read_audit(written(tmp_path, one()))


@pytest.mark.parametrize(
    "change",
    [
        {"cps": "60"},
        {"cps": math.nan},
        {"cps": True},
        {"stderr": "3"},
        {"null": [50]},
        {"n": -1},
        {"n": 2.5},
        {"verdict": "bad"},
        {"skipped": 3},
        {"signature": "cps|n:2"},
        {"signature": f"weat|equimask:0.2.0|{SIGNED}"},
    ],
)
def test_a_number_that_was_changed_into_none_is_refused(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    with pytest.raises(DataError):
        read_numbers(written(tmp_path, {**one(), **change}))


def test_a_signature_of_another_model_is_refused(tmp_path: Path) -> None:
    content = copy.deepcopy(CONTENT)
    content["results"][0]["signature"] = content["results"][0]["signature"].replace("one@11", "x@1")
    with pytest.raises(DataError, match=r"a signature of 'a/x@1' under 'a/one@11'"):
        read_numbers(written(tmp_path, content))


def places_in(content: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something could be damaged: every value of every mapping, the first of every list."""
    found = []
    if isinstance(content, dict):
        for key, value in content.items():
            found += [(*path, key), *places_in(value, (*path, key))]
    elif isinstance(content, list) and content:
        found += [(*path, 0), *places_in(content[0], (*path, 0))]
    return found


WHERE = [place for place in places_in(CONTENT) if place[0] != "pairs"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(WHERE),
    st.sampled_from(["gone", None, [], {}, "x", -1, 1e400, True, [None], {"a": 1}, 2**70]),
)
def test_a_damaged_audit_is_read_or_refused_in_three_parts(
    tmp_path: Path, where: tuple[Any, ...], damage: Any
) -> None:
    content = copy.deepcopy(CONTENT)
    holder = content
    for step in where[:-1]:
        holder = holder[step]
    if damage == "gone":
        del holder[where[-1]]
    else:
        holder[where[-1]] = damage
    path = written(tmp_path, content)
    with suppress(EquimaskError):  # which always has three parts; nothing else may come out
        frame_of(read_numbers(path))


@pytest.mark.parametrize("name", ["n", "n_ties", "parameters"])
def test_a_count_beyond_all_columns_is_refused(tmp_path: Path, name: str) -> None:
    content = copy.deepcopy(CONTENT)
    holder = content["models"][0] if name == "parameters" else content["results"][0]
    assert name in holder
    holder[name] = 2**70
    with pytest.raises(DataError, match=f"{2**70} as {name} of"):
        read_numbers(written(tmp_path, content))


def test_words_that_were_said_before_have_no_model(tmp_path: Path) -> None:
    signed = "model:none|data:words@9a|lang:und|n:212"
    flat = replace(CPS, metric="latent_pmi", signature=f"latent_pmi|equimask:0.2.0|{signed}")
    [number] = read_numbers(written(tmp_path, flat.as_dict(rows=False)))
    assert (number.model, number.signed, number.place.name) == ("no model", "none", "words")


def test_what_was_chosen_is_read_as_it_was_typed(tmp_path: Path) -> None:
    where = Table("d", {}, where={"source": ("a|b;c=d",)}).chosen["where"]
    fields = (("equimask", "0.2.0"), ("model", "m@1"), ("data", "d@9"), ("where", where))
    [number] = read_numbers(written(tmp_path, one(str(Signature("cps", fields)))))
    assert number.place.key == "d a|b;c=d"
