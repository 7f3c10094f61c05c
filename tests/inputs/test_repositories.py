"""Folders of data: by their card as the Hub reads them, else file by file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from equimask.core.errors import DataError
from equimask.inputs.repositories import Repository, open_repository
from equimask.inputs.specification import parse_address
from tests.inputs.worlds import PAIRS, built, card, pairs, write


def opened(folder: Path) -> Repository:
    return open_repository(parse_address(folder))


def rows(found: Repository, config: str, split: str) -> list[str]:
    return found.read(config, split, {*PAIRS, "source"}.__contains__).columns["sent_more"]


def test_a_built_dataset_has_the_configs_and_splits_of_its_card(tmp_path: Path) -> None:
    found = opened(built(tmp_path / "made", {"de": pairs(2), "fi": pairs(3)}, split="train"))
    assert found.name == "made"
    assert found.configs == ("de", "fi")
    assert found.splits_of("fi") == ["train"]
    assert rows(found, "fi", "train") == ["he 0", "he 1", "he 2"]


def test_it_is_called_as_its_folder_however_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(built(tmp_path / "made", {"de": pairs(1)}))
    assert opened(Path(".")).name == "made"
    assert opened(Path(".")).read("de", "test", PAIRS.__contains__).name == "made"


def test_paths_of_a_card_may_be_patterns_and_lists(tmp_path: Path) -> None:
    for name in ("a-1", "a-0", "b"):
        write(tmp_path / "data" / f"{name}.csv", pairs(1, f"{name} "))
    card(tmp_path, {"x": {"one": "data/a-*.csv", "all": ["data/b.csv", "data/a-*"]}})
    found = opened(tmp_path)
    assert found.splits_of("x") == ["one", "all"]
    assert rows(found, "x", "one") == ["a-0 he 0", "a-1 he 0"]
    assert rows(found, "x", "all") == ["b he 0", "a-0 he 0", "a-1 he 0"]


@pytest.mark.parametrize("paths", ["data/de.csv", ["data/de.csv"], {"test": "data/de.csv"}])
def test_a_card_may_name_files_without_splits(tmp_path: Path, paths: object) -> None:
    write(tmp_path / "data" / "de.csv", pairs(1))
    text = f"---\nconfigs:\n- config_name: de\n  data_files: {paths!r}\n---\n"
    (tmp_path / "README.md").write_text(text)
    found = opened(tmp_path)
    (split,) = found.splits_of("de")
    assert split == ("test" if isinstance(paths, dict) else "train")
    assert rows(found, "de", split) == ["he 0"]


def test_parts_of_a_split_may_have_other_columns_and_keep_their_rows(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", pairs(1))
    write(tmp_path / "b.csv", pairs(1, source="x"))
    card(tmp_path, {"x": {"test": ["a.csv", "b.csv"]}})
    table = opened(tmp_path).read("x", "test", {*PAIRS, "source"}.__contains__)
    assert table.columns["source"] == [None, "x"]
    assert table.there == ("sent_more", "sent_less", "source")


def test_parts_whose_columns_are_not_equally_long_do_not_pair_others_rows(tmp_path: Path) -> None:
    """Three and two, then one and two: together they would be four and four."""
    sides = ((["a", "b", "c"], ["A", "B"]), (["d"], ["D", "E"]))
    for name, (more, less) in zip("xy", sides, strict=True):
        content = {"sent_more": more, "sent_less": less}
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    found = opened(card(tmp_path, {"en": {"test": "*.json"}}))
    with pytest.raises(DataError, match="3 cells of 'sent_more' and 2 cells of 'sent_less'"):
        rows(found, "en", "test")


def test_without_a_card_every_file_is_a_config(tmp_path: Path) -> None:
    write(tmp_path / "de.csv", pairs(1))
    write(tmp_path / "data" / "fi.jsonl", pairs(2))
    write(tmp_path / ".hidden.csv", pairs(1))
    (tmp_path / "receipt.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("x")
    found = opened(tmp_path)
    assert found.configs == ("de", "fi")
    assert len(rows(found, "fi", *found.splits_of("fi"))) == 2


def test_a_card_without_configs_counts_as_none(tmp_path: Path) -> None:
    write(tmp_path / "de.csv", pairs(1))
    (tmp_path / "README.md").write_text("# Pairs\n\nNothing declared.\n")
    assert opened(tmp_path).configs == ("de",)


def test_files_of_one_stem_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path / "de.csv", pairs(1, "csv "))
    write(tmp_path / "de.jsonl", pairs(1, "jsonl "))
    found = opened(tmp_path)
    assert found.configs == ("de.csv", "de.jsonl")
    assert rows(found, "de.jsonl", "test") == ["jsonl he 0"]


def test_what_the_card_names_and_is_not_built_is_known_as_missing(tmp_path: Path) -> None:
    folder = built(tmp_path / "made", {"de": pairs(1), "fi": pairs(1)})
    (folder / "data" / "fi.parquet").unlink()
    found = opened(folder)
    assert found.configs == ("de",)
    assert found.missing == ("fi",)
    (folder / "data" / "de.parquet").unlink()
    with pytest.raises(DataError, match=r"none of them\. Build them: .*builders made"):
        opened(folder)


def test_a_split_of_which_a_file_is_missing_is_not_read_in_part(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", pairs(1))
    card(tmp_path, {"x": {"test": ["a.csv", "b.csv"], "other": "a.csv"}})
    found = opened(tmp_path)
    assert rows(found, "x", "other") == ["he 0"]
    with pytest.raises(DataError, match=r"'b\.csv', which the card of .* names, but got no such"):
        rows(found, "x", "test")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\nconfigs: 7\n---\n", "a card whose `configs`"),
        ("---\nconfigs:\n- data_files: x.csv\n---\n", "a card whose `configs`"),
        ("---\nconfigs:\n- config_name: de\n---\n", "a card whose `configs`"),
        ("---\nconfigs:\n- config_name: de\n  data_files: 3\n---\n", "a card whose `configs`"),
        ("---\nconfigs:\n- config_name: de\n  data_files: ''\n---\n", "a card whose `configs`"),
        ("---\nconfigs:\n- config_name: de\n  data_files: [{path: x}]\n---\n", "`configs`"),
        ("---\nconfigs: [\n---\n", "a card whose `configs`"),
        ("---\nconfigs:\n- config_name: de\n  data_files: /etc/x.csv\n---\n", "`configs`|none of"),
        ("---\nconfigs:\n- config_name: de\n  data_files: ../out.csv\n---\n", "none of them"),
    ],
)
def test_a_card_that_cannot_be_followed_is_said(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path / "out.csv", pairs(1))
    folder = tmp_path / "made"
    write(folder / "de.csv", pairs(1))
    (folder / "README.md").write_text(text)
    with pytest.raises(DataError, match=message):
        opened(folder)


def test_a_folder_without_data_says_how_to_build_them(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=r"none in 'empty'\. Name a folder with such files"):
        opened(tmp_path / "empty")


def _linked(link: Path, target: Path) -> None:
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)


def test_a_snapshot_in_the_cache_of_the_hub_is_read_through_its_links(tmp_path: Path) -> None:
    """As `snapshot_download` leaves it."""
    kept = tmp_path / "datasets--org--made"
    snapshot = kept / "snapshots" / "0123"
    write(kept / "blobs" / "a.csv", pairs(1)).rename(kept / "blobs" / "a")
    card(kept / "blobs", {"de": {"test": "data/de.csv"}})
    _linked(snapshot / "README.md", kept / "blobs" / "README.md")
    _linked(snapshot / "data" / "de.csv", kept / "blobs" / "a")
    assert rows(opened(snapshot), "de", "test") == ["he 0"]


def test_links_of_a_folder_with_a_card_lead_nowhere_else(tmp_path: Path) -> None:
    write(tmp_path / "blobs" / "secret.csv", pairs(1))
    folder = card(tmp_path / "made", {"de": {"test": "data/de.csv"}})
    _linked(folder / "data" / "de.csv", tmp_path / "blobs" / "secret.csv")
    with pytest.raises(DataError, match="none of them"):
        opened(folder)
