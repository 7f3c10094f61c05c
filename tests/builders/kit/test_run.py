from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from builders.kit.card import size_category
from builders.kit.options import BuildOptions
from builders.kit.run import build
from equimask.core.errors import DataError, OptionError
from equimask.core.files import sha256
from equimask.core.schema import DATASET_COLUMNS

NAME = "gender_lexicon"
FREE, BOUND = b"king\tqueen\n", b"roi\treine\n"
TEMPLATE = "---\n{{ card_data }}\n---\n\n# {{ pretty_name }}\n\n{{ receipt.rows }} rows.\n"


def rows(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[dict[str, Any]]:
    for name, data in files.items():
        lang = name.removesuffix(".tsv")
        for line in data.decode().splitlines():
            male, female = line.split("\t")
            options.note("repaired", lang, "line read")
            if options.wants(lang):
                yield dict.fromkeys(DATASET_COLUMNS[NAME], "") | {
                    "lang": lang,
                    "male": male,
                    "female": female,
                }


BUILDER: Any = SimpleNamespace(rows=rows, summary=lambda configs: {"languages": sorted(configs)})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "builder"
    made.mkdir()
    declared = f'[dataset]\nname = "{NAME}"\nversion = "1.2.0"\n[card]\npretty_name = "Made up"\n'
    declared += 'license = "mit"\n[card.with_restricted_sources]\nlicense = "other"\n'
    for name, data, free in (("en.tsv", FREE, "true"), ("fr.tsv", BOUND, "false")):
        declared += f'[[file]]\nname = "{name}"\nurl = "https://example.org/{name}"\n'
        declared += f'sha256 = "{sha256(data)}"\nlicence = "MIT"\nredistributable = {free}\n'
        (tmp_path / name).write_bytes(data)
    (made / "source.toml").write_text(declared, encoding="utf-8")
    (made / "card.md.jinja").write_text(TEMPLATE, encoding="utf-8")
    return made


def run(folder: Path, out: str = "out", **options: Any) -> dict[str, Any]:
    source = folder.parent
    return build(folder, BUILDER, source / out, options=BuildOptions(**options), source=source)


def metadata(folder: Path) -> dict[str, Any]:
    text = (folder.parent / "out" / "README.md").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text.split("---")[1]))


def test_two_builds_write_the_same_receipt_and_card(folder: Path) -> None:
    assert run(folder, "one") == run(folder, "two")
    for name in ("receipt.json", "README.md", "data/en.parquet"):
        one, two = (folder.parent / place / name for place in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_the_receipt_says_what_went_in_and_what_came_out(folder: Path) -> None:
    receipt = run(folder)
    assert receipt == json.loads((folder.parent / "out" / "receipt.json").read_text("utf-8"))
    assert [source["sha256"] for source in receipt["sources"]] == [sha256(FREE), sha256(BOUND)]
    assert receipt["configs"]["en"]["rows"] == 1
    assert receipt["rows"] == 2
    assert receipt["repaired"] == {"en": {"line read": 1}, "fr": {"line read": 1}}
    assert receipt["summary"] == {"languages": ["en", "fr"]}
    assert set(receipt["versions"]) == {"equimask", "pyarrow"}
    assert str(folder.parent) not in json.dumps(receipt)


def test_the_card_declares_configs_features_and_the_default(folder: Path) -> None:
    run(folder)
    card = metadata(folder)
    assert [config.get("default", False) for config in card["configs"]] == [True, False]
    assert card["configs"][1]["data_files"] == [{"split": "test", "path": "data/fr.parquet"}]
    assert [f["name"] for f in card["dataset_info"][0]["features"]] == list(DATASET_COLUMNS[NAME])
    assert card["dataset_info"][0]["splits"][0]["num_examples"] == 1
    assert card["language"] == ["en", "fr"]
    assert card["license"] == "other"


def test_the_folder_loads_as_a_hub_dataset(folder: Path, tmp_path: Path) -> None:
    from datasets import load_dataset

    run(folder)
    loaded = load_dataset(
        str(folder.parent / "out"), split="test", cache_dir=str(tmp_path / "cache")
    )
    assert loaded[:]["female"] == ["queen"]


def test_publishing_leaves_bound_sources_out(folder: Path) -> None:
    receipt = run(folder, redistributable_only=True)
    assert list(receipt["configs"]) == ["en"]
    assert receipt["redistributable"] is True
    assert receipt["options"]["redistributable_only"] is True
    assert metadata(folder)["license"] == "mit"


def test_chosen_languages_keep_their_content_hash(folder: Path) -> None:
    whole = run(folder, "whole")
    part = run(folder, languages=("fr",))
    assert part["configs"] == {"fr": whole["configs"]["fr"]}
    assert metadata(folder)["configs"][0]["default"] is True


def test_an_unknown_language_is_refused(folder: Path) -> None:
    with pytest.raises(OptionError, match="xx"):
        run(folder, languages=("xx",))


def test_a_corrupted_source_stops_the_build_before_anything_is_written(folder: Path) -> None:
    (folder.parent / "fr.tsv").write_bytes(b"roi\tdame\n")
    with pytest.raises(DataError) as refusal:
        run(folder)
    assert sha256(BOUND) in str(refusal.value)
    assert sha256(b"roi\tdame\n") in str(refusal.value)
    assert not (folder.parent / "out").exists()


@pytest.mark.parametrize(
    ("rows_", "name"),
    [(999, "n<1K"), (1000, "1K<n<10K"), (10**5, "100K<n<1M"), (10**7, "1M<n<10M")],
)
def test_size_categories_follow_the_hub(rows_: int, name: str) -> None:
    assert size_category(rows_) == name
