"""Wild results and dataset folders on their way to the Hub: read or refused, nothing is sent."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import strategies as st

from equimask.core.errors import EquimaskError
from equimask.core.rows import content_hash
from equimask.core.signature import Signature
from equimask.hub.folder import read_folder
from equimask.hub.model_page import card_with, eval_results_with
from equimask.hub.results import read_results
from tests.hardening.examples import inputs
from tests.hardening.files import SOUND, damaged, json_values
from tests.hardening.strategies import broken_text, wild_text
from tests.hardening.test_wild_commands import run

SIGNED = "cps|equimask:0.1.0|model:live@0|data:lab/pairs@1|lang:de|n:1"
signatures = st.one_of(
    st.just(SIGNED),
    st.builds("cps|data:{}|lang:{}|model:{}".format, wild_text, wild_text, wild_text),
    broken_text,
)
_results = st.fixed_dictionaries(
    {
        "signature": st.one_of(signatures, signatures, json_values),
        "cps": st.one_of(st.just(51.5), json_values),
    },
    optional={
        name: st.one_of(st.just(value), broken_text, json_values)
        for name, value in {
            "metric": "cps",
            "language": "de",
            "dataset": "lab/pairs",
            "dataset_revision": "abc",
            "ci_low": 50,
            "ci_high": 53.0,
        }.items()
    },
)
results_files = st.one_of(
    _results,
    st.lists(_results, max_size=3),
    st.builds(lambda r: {"results": r}, st.lists(_results)),
    json_values,
).map(lambda content: json.dumps(content).encode())


@inputs(150, st.one_of(results_files, st.binary(max_size=50)))
def test_any_results_file_becomes_a_page_or_a_message(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(content)
    try:
        results = read_results(path, "lab/model")
    except EquimaskError:
        return
    for result in results:
        Signature.parse(result.signature)
    card_with("", results, "lab/model").encode()
    eval_results_with("", results).encode()


@inputs(15, results_files)
def test_the_command_ends_with_a_message_without_a_network(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(content)
    assert run("publish-results", str(path), "--repo", "lab/model").exit_code == 2


_SOUND_ROWS = pq.read_table(BytesIO(SOUND[".parquet"])).to_pylist()
_RECEIPT = {
    "dataset": "pairs", "version": "1.0.0", "redistributable": True, "sources": [], "rows": 3,
    "configs": {"en": {"rows": 3, "content_hash": content_hash(_SOUND_ROWS)}},
}  # fmt: skip
_source = st.fixed_dictionaries({}, optional={"name": json_values, "redistributable": json_values})
receipts = st.one_of(
    st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(_RECEIPT, json_values),
            "sources": st.lists(st.one_of(_source, json_values), max_size=2),
            "configs": st.fixed_dictionaries(
                {"en": st.one_of(json_values, st.just({"rows": "3"}))}
            ),
            "extra_configs": json_values,
        },
    ).map(lambda changed: {**_RECEIPT, **changed}),
    json_values,
).map(lambda content: json.dumps(content).encode())


def dataset_folder(tmp_path: Path, receipt: bytes, table: bytes, card: str) -> Path:
    folder = tmp_path / "pairs"
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "receipt.json").write_bytes(receipt)
    (folder / "data" / "en.parquet").write_bytes(table)
    (folder / "README.md").write_text(card, encoding="utf-8")
    return folder


def test_a_sound_dataset_folder_is_publishable(tmp_path: Path) -> None:
    receipt = json.dumps(_RECEIPT).encode()
    found = read_folder(dataset_folder(tmp_path, receipt, SOUND[".parquet"], "# x"))
    assert set(found.files) == {"README.md", "receipt.json", "data/en.parquet"}


@inputs(
    80,
    st.one_of(st.just(json.dumps(_RECEIPT).encode()), receipts, st.binary(max_size=30)),
    damaged(SOUND[".parquet"]),
    st.one_of(st.just("# x"), wild_text),
)
def test_any_dataset_folder_is_publishable_or_refused(
    tmp_path: Path, receipt: bytes, table: bytes, card: str
) -> None:
    folder = dataset_folder(tmp_path, receipt, table, card)
    try:
        found = read_folder(folder)
    except EquimaskError:
        return
    assert found.version == "1.0.0"
    assert set(found.files) == {"README.md", "receipt.json", "data/en.parquet"}


@pytest.mark.parametrize("name", ["receipt.json", "README.md", "requirements.txt"])
def test_a_file_that_is_no_utf8_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "pairs"
    folder.mkdir()
    (folder / "pairs.py").touch()
    for each in ("README.md", "requirements.txt", "receipt.json"):
        (folder / each).write_text("x", encoding="utf-8")
    (folder / name).write_bytes(b"\xff\xfe\x00")
    assert run("publish", str(folder), "--repo", "lab/pairs").exit_code == 2
