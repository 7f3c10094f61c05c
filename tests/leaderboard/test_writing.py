"""The two folders: a dataset that loads, a Space that is static, and both can be published."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from huggingface_hub import HfApi

from equimask.core.errors import DataError, HubError, OptionError
from equimask.hub.folder import read_folder
from equimask.hub.publish import carry_out, prepare
from equimask.leaderboard import Row, gather, write_leaderboard
from equimask.leaderboard.rows import united
from tests.hub.server import FakeHub
from tests.leaderboard.samples import audit_file, row


@pytest.fixture
def rows(tmp_path: Path) -> tuple[Row, ...]:
    return gather([audit_file(tmp_path / "audit")]).rows


def metadata(card: Path) -> Any:
    return yaml.safe_load(card.read_text(encoding="utf-8").split("---\n")[1])


def test_the_dataset_loads_with_a_row_for_every_number(
    rows: tuple[Row, ...], tmp_path: Path
) -> None:
    from datasets import load_dataset

    written = write_leaderboard(rows, tmp_path / "board")
    loaded = load_dataset(str(written.dataset), split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded.column_names == [field.name for field in fields(Row)]
    assert loaded.to_list() == [
        {**asdict(one), "verdict": None if one.verdict is None else one.verdict.value}
        for one in rows
    ]


def test_columns_keep_their_types_where_nothing_is_known(tmp_path: Path) -> None:
    from datasets import load_dataset

    unknown = dict.fromkeys(("parameters", "language", "stderr", "null", "verdict", "date"))
    written = write_leaderboard([row(**unknown, neutral=2**70)], tmp_path)
    loaded = load_dataset(str(written.dataset), split="train", cache_dir=str(tmp_path / "cache"))
    kinds = {name: feature.dtype for name, feature in loaded.features.items()}
    assert (kinds["parameters"], kinds["null"], kinds["is_foreign"]) == ("int64", "float64", "bool")
    assert loaded["neutral"] == [float(2**70)]
    assert kinds["language"] == kinds["verdict"] == kinds["signature"] == "string"


def test_the_card_says_what_it_is_and_what_it_is_not(rows: tuple[Row, ...], tmp_path: Path) -> None:
    written = write_leaderboard(rows, tmp_path, title="Bias | of *models*")
    text = (written.dataset / "README.md").read_text(encoding="utf-8")
    assert "# Bias \\| of \\*models\\*" in text
    told = " ".join(text.split())
    assert "30 numbers of 3 models" in told
    assert "A rank is not a verdict" in told and "not validated for" in told
    for field in fields(Row):
        assert f"| `{field.name}` |" in text
    assert metadata(written.dataset / "README.md")["language"] == ["ar", "de"]


def test_the_space_is_static_and_names_its_dataset(rows: tuple[Row, ...], tmp_path: Path) -> None:
    written = write_leaderboard(rows, tmp_path, title="Bias: a table", dataset="lab/results")
    card = metadata(written.space / "README.md")
    assert (card["sdk"], card["app_file"], card["title"]) == (
        "static",
        "index.html",
        "Bias: a table",
    )
    assert card["datasets"] == ["lab/results"]
    assert {path.name for path in written.space.iterdir()} == {
        "README.md",
        "index.html",
        "receipt.json",
    }


def test_the_same_rows_give_the_same_bytes(rows: tuple[Row, ...], tmp_path: Path) -> None:
    one, other = (write_leaderboard(rows, tmp_path / name) for name in ("one", "other"))
    for path in sorted(one.dataset.parent.rglob("*.*")):
        again = other.dataset.parent / path.relative_to(one.dataset.parent)
        assert path.read_bytes() == again.read_bytes(), path.name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"version": "one"}, "a version such as 1.0.0"),
        ({"dataset": "results"}, "a repository ORG/NAME"),
        ({"title": " "}, "a title of printable characters"),
        ({"title": "a\nb"}, "a title of printable characters"),
    ],
)
def test_an_option_that_cannot_be_meant_is_refused(
    tmp_path: Path, options: dict[str, str], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        write_leaderboard([row()], tmp_path / "board", **options)
    assert not (tmp_path / "board").exists()


def test_both_folders_are_published_and_a_later_version_beside_them(
    rows: tuple[Row, ...], hub: FakeHub, api: HfApi, tmp_path: Path
) -> None:
    first = write_leaderboard(rows[:5], tmp_path, dataset="lab/results")
    for folder, repo in ((first.dataset, "lab/results"), (first.space, "lab/bias")):
        address = carry_out(api, prepare(api, folder, repo))
        assert address.endswith(f"/{repo}/tree/v1.0.0")
    space = hub.store.space("lab/bias")
    assert space.sdk == "static"
    assert set(space.head.tree) - {".gitattributes"} == {"README.md", "index.html", "receipt.json"}
    assert "data/results.parquet" in hub.store.dataset("lab/results").head.tree
    second = write_leaderboard(rows, tmp_path, dataset="lab/results")
    with pytest.raises(HubError, match="A published version never changes"):
        carry_out(api, prepare(api, second.space, "lab/bias"))
    third = write_leaderboard(rows, tmp_path, dataset="lab/results", version="1.1.0")
    assert carry_out(api, prepare(api, third.space, "lab/bias")).endswith("/tree/v1.1.0")


def test_a_page_that_is_not_static_is_no_space_of_ours(tmp_path: Path) -> None:
    space = write_leaderboard([row()], tmp_path).space
    assert (read_folder(space).sdk, read_folder(space).version) == ("static", "1.0.0")
    (space / "README.md").write_text("---\nsdk: docker\n---\n")
    with pytest.raises(DataError, match=r"`sdk: static` in space/README.md"):
        read_folder(space)


def test_a_changed_table_is_not_published_under_its_receipt(tmp_path: Path) -> None:
    folder = write_leaderboard([row()], tmp_path).dataset
    receipt = json.loads((folder / "receipt.json").read_text())
    assert receipt["configs"]["results"]["rows"] == 1
    write_leaderboard(united([row(score=51.0)]), tmp_path / "other")
    other = tmp_path / "other" / "dataset" / "data" / "results.parquet"
    (folder / "data" / "results.parquet").write_bytes(other.read_bytes())
    with pytest.raises(DataError, match="the rows of the receipt"):
        read_folder(folder)
