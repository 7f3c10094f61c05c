"""Every dataset that can be built here loads from its folder, all configs, by three readers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from builders.__main__ import BUILDERS, builder_names, load_builder
from builders.__main__ import main as build
from datasets import get_dataset_config_names, load_dataset
from equimask.build.sources import read_sources
from equimask.hub.folder import read_folder

# What ships in the package; the others need their public sources, or hours of experiments.
PACKAGED = [
    name
    for name in builder_names()
    if hasattr(load_builder(name), "rows")
    and all(file.packaged for file in read_sources(BUILDERS / name / "source.toml").files)
]


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
        assert split[0] == table.slice(0, 1).to_pylist()[0]
        assert split[-1] == table.slice(len(split) - 1).to_pylist()[0]
    if "en" in configs:
        (default,) = load_dataset(str(folder), cache_dir=str(cache)).values()
        assert len(default) == configs["en"]["rows"]


def test_there_are_packaged_datasets() -> None:
    assert {"equimask_pairs", "gender_lexicon"} <= set(PACKAGED)


@pytest.mark.parametrize("name", PACKAGED)
def test_a_packaged_dataset_loads_from_its_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    assert build([name, "--out", str(folder)]) == 0
    check_all_readers(folder, tmp_path / "cache")


def test_what_may_be_published_of_the_translated_pairs_loads(shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "crows_pairs_multilingual"
    source = ["--source", str(shared / "sources"), "--redistributable-only"]
    assert build(["crows_pairs_multilingual", "--out", str(folder), *source]) == 0
    assert read_folder(folder).repo_type == "dataset"
    check_all_readers(folder, tmp_path / "cache")
