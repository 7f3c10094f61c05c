"""Every dataset is built, and loads from its folder, all configs, by three readers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from builders.__main__ import builder_names
from builders.__main__ import main as build
from datasets import get_dataset_config_names, load_dataset
from equimask.core.files import sha256_of_file
from equimask.core.rows import content_hash, rows_of_file
from equimask.hub.folder import read_folder
from tests.hub.small_sources import SMALL

pytestmark = pytest.mark.slow  # builds every dataset


def check_all_readers(folder: Path, cache: Path) -> None:
    receipt = json.loads((folder / "receipt.json").read_text())
    configs: dict[str, dict[str, Any]] = dict(receipt["configs"])
    columns = {name: list(receipt["columns"]) for name in configs}
    for name, config in receipt.get("extra_configs", {}).items():
        configs[name], columns[name] = config, list(config["columns"])
    assert get_dataset_config_names(str(folder)) == list(configs)
    for name, facts in configs.items():
        (split,) = load_dataset(str(folder), name, cache_dir=str(cache)).values()
        path = folder / "data" / f"{name}.parquet"
        table, frame = pq.read_table(path), pd.read_parquet(path)
        assert len(split) == table.num_rows == len(frame) == facts["rows"]
        assert split.column_names == table.column_names == list(frame) == columns[name]
        assert content_hash(rows_of_file(path)) == facts["content_hash"]
        assert split[0] == table.slice(0, 1).to_pylist()[0]
        assert split[-1] == table.slice(len(split) - 1).to_pylist()[0]
    if "en" in configs:
        (default,) = load_dataset(str(folder), cache_dir=str(cache)).values()
        assert len(default) == configs["en"]["rows"]


@pytest.mark.parametrize("name", builder_names())
def test_a_dataset_loads_from_its_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The declared sha256 are those of the real sources.
    monkeypatch.setattr("builders.kit.fetch._checked", lambda file, path, *_: sha256_of_file(path))
    folder = tmp_path / name
    SMALL[name](name, tmp_path / "sources", folder)
    check_all_readers(folder, tmp_path / "cache")


def test_what_may_be_published_of_the_translated_pairs_loads(shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "crows_pairs_multilingual"
    source = ["--source", str(shared / "sources"), "--redistributable-only"]
    assert build(["crows_pairs_multilingual", "--out", str(folder), *source]) == 0
    assert read_folder(folder).repo_type == "dataset"
    check_all_readers(folder, tmp_path / "cache")
