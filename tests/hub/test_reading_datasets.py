"""Datasets of the Hub as data of a metric: configs, revisions, splits, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from equimask.inputs.forms import rows_of
from equimask.inputs.reading import read_one
from equimask.inputs.specification import Choice
from equimask.metrics import spec_of
from tests.hub.server import FakeHub, serving
from tests.hub.store import Blob, Commit, is_large
from tests.hub.test_end_to_end import environment, run
from tests.inputs.worlds import built, card, pairs, write

pytestmark = pytest.mark.slow  # a second process


def publish(hub: FakeHub, name: str, folder: Path, tag: str = "") -> None:
    """The files of a folder as the newest commit."""
    if ("dataset", name) not in hub.store.repos:
        hub.store.create("dataset", name)
    repo = hub.store.dataset(name)
    files = [path for path in folder.rglob("*") if path.is_file()]
    tree = {
        path.relative_to(folder).as_posix(): Blob(path.read_bytes(), is_large(path.name))
        for path in files
    }
    hub.store.large |= {blob.sha256: blob.data for blob in tree.values() if blob.large}
    oid = repo.add(Commit(tree, "files", repo.refs["refs/heads/main"]))
    if tag:
        repo.refs[f"refs/tags/{tag}"] = oid


def labelled(folder: Path) -> Path:
    """A dataset whose kinds of bias are numbers with names, and with one config."""
    rows = [*pairs(2, "g ", bias_type=1), *pairs(1, "a ", bias_type=0)]
    write(folder / "data.parquet", rows)
    (folder / "README.md").write_text(
        "---\nconfigs:\n- config_name: default\n  data_files:\n  - split: test\n"
        "    path: data.parquet\ndataset_info:\n  features:\n"
        "  - {name: sent_more, dtype: string}\n  - {name: sent_less, dtype: string}\n"
        "  - name: bias_type\n    dtype:\n      class_label:\n        names:\n"
        "          '0': age\n          '1': gender\n"
        "  splits:\n  - {name: test, num_examples: 3}\n---\n"
    )
    return folder


ASKED: Mapping[str, dict[str, Any]] = {
    "config": {"data": "lab/pairs:de"},
    "config and split": {"data": "lab/pairs:de/test"},
    "language": {"data": "lab/pairs", "language": "fi-FI"},
    "revision": {"data": "lab/pairs:de@v1.0.0"},
    "revision and split": {"data": "lab/pairs:de@v1.0.0/test"},
    "labels": {"data": "lab/labelled", "where": {"bias_type": "gender"}},
    "split": {"data": "lab/splits/train"},
    "renamed": {
        "data": "lab/pairs:de",
        "columns": {"sent_more": "sent_less", "sent_less": "sent_more"},
    },
    "no config": {"data": "lab/pairs"},
    "no such language": {"data": "lab/pairs", "language": "sv"},
    "no such config": {"data": "lab/pairs:sv"},
    "no such revision": {"data": "lab/pairs:de@v9"},
    "no such split": {"data": "lab/pairs:de/dev"},
    "no split": {"data": "lab/splits"},
    "no label": {"data": "lab/labelled"},
    "gated": {"data": "lab/gated:de"},
    "private": {"data": "lab/private:de"},
    "absent": {"data": "lab/absent"},
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    root = tmp_path_factory.mktemp("hub")
    first = built(root / "pairs-1", {"de": pairs(1, "old "), "fi": pairs(1)})
    second = built(root / "pairs", {"de": pairs(2), "fi": pairs(3)})
    splits = card(root / "splits", {"default": {"train": "a.csv", "test": "b.csv"}})
    write(splits / "a.csv", pairs(1, "train "))
    write(splits / "b.csv", pairs(2, "test "))
    with serving() as hub:
        publish(hub, "lab/pairs", first, "v1.0.0")
        publish(hub, "lab/pairs", second)
        publish(hub, "lab/splits", splits)
        publish(hub, "lab/labelled", labelled(root / "labelled"))
        for name in ("gated", "private"):
            publish(hub, f"lab/{name}", second)
            setattr(hub.store.dataset(f"lab/{name}"), name, True)
        env = environment(hub, root / "home")
        asked = json.dumps(list(ASKED.values()))
        found = run("reader", asked, cwd=root, env=env)
    own = rows_of(spec_of("cps"), read_one(f"{second}:de", Choice()))
    return {**dict(zip(ASKED, found, strict=True)), "own": own.label}


def test_a_config_a_language_a_split_and_a_revision_are_read(told: dict[str, Any]) -> None:
    assert told["config"]["rows"] == ["he 0", "he 1"]
    assert told["config"]["language"] == "de"
    assert told["config"] == told["config and split"]
    assert (told["language"]["language"], len(told["language"]["rows"])) == ("fi-FI", 3)
    assert told["revision"]["rows"] == ["old he 0"]
    assert told["revision"] == told["revision and split"]
    assert told["split"]["rows"] == ["train he 0"]
    assert told["split"]["language"] is None
    assert told["renamed"]["rows"] == ["she 0", "she 1"]


def test_the_same_rows_have_the_same_hash_as_in_their_folder(told: dict[str, Any]) -> None:
    name, _, version = told["config"]["label"].partition("@")
    assert name == "lab/pairs"
    assert version == told["own"].partition("@")[2]


def test_labels_are_compared_by_their_names(told: dict[str, Any]) -> None:
    assert told["labels"]["rows"] == ["g he 0", "g he 1"]
    assert "one `bias_type`" in told["no label"]["error"]
    assert "gender (2), age (1)" in told["no label"]["error"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "no config",
            "Expected one config of lab/pairs, but got 2: de, fi. Name one, lab/pairs:CONFIG, or a "
            "language that is among them.",
        ),
        ("no such language", "Expected data in 'sv' in lab/pairs, but got the configs de, fi."),
        ("no such split", "Expected a split of lab/pairs, but got 'dev'. Valid: test."),
        (
            "no split",
            "Expected one split of lab/splits, but got 2: test, train. Name one: lab/splits/SPLIT.",
        ),
        ("no such config", "'sv'"),
        ("no such revision", "v9"),
        ("gated", "gated dataset"),
        ("private", "doesn't exist on the Hub or cannot be accessed"),
        ("absent", "doesn't exist on the Hub or cannot be accessed"),
    ],
)
def test_what_is_open_or_not_there_is_said(told: dict[str, Any], name: str, message: str) -> None:
    assert told[name]["kind"] == "DataError"
    assert message in told[name]["error"]
    if name in ("no such config", "no such revision", "gated", "private", "absent"):
        assert told[name]["error"].startswith("Expected a dataset on the Hub or a file, but got ")
        assert "Check the name" in told[name]["error"]
