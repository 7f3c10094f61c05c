"""Every folder in datasets/ keeps the contract; a new one is tested the moment it exists."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import huggingface_hub
import pytest
from datasets.info import DatasetInfosDict
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCardData

from builders.__main__ import load_builder
from builders.kit.run import build
from builders.kit.sources import read_sources
from equimask.core.files import sha256_of_file
from equimask.core.languages import is_language
from equimask.core.packaged import packaged
from equimask.core.schema import DATASET_COLUMNS, EXTRA_CONFIGS
from tests.contract.cards import (
    DATASETS,
    ROOT,
    dataset_card,
    each_card,
    each_dataset,
    headings,
    receipt,
    section,
    words,
)

TEMPLATE = Path(huggingface_hub.__file__).parent / "templates" / "datasetcard_template.md"
OPTIONAL = " [optional]"  # as the Hub's template marks what a card may go without
EMPTY = "(empty)"
TYPES = {"string": str, "int": int, "float": float}
OWN_DATA = "datasets/"  # a source that is another dataset of the project


def is_packaged(folder: Path) -> bool:
    """Whether it is built from what ships in the package, without training or questions."""
    sources = read_sources(ROOT / "builders" / folder.name / "source.toml")
    is_quick = not load_builder(folder.name).keeps
    return is_quick and all(file.packaged for file in sources.files)


OF_PAIRS = [f for f in DATASETS if {"sent_more", "male_word"} & set(DATASET_COLUMNS[f.name])]
PACKAGED = [folder for folder in DATASETS if is_packaged(folder)]


def test_there_are_datasets() -> None:
    pairs, packaged = ({folder.name for folder in group} for group in (OF_PAIRS, PACKAGED))
    assert {"crows_pairs_multilingual", "equimask_pairs", "ted_gender_pairs"} <= pairs
    assert packaged == {"equimask_pairs", "gender_lexicon"}


def test_no_python_lies_under_datasets() -> None:
    # datasets/__init__.py would shadow the library, <name>/<name>.py would break load_dataset
    assert list((ROOT / "datasets").rglob("*.py")) == []


@each_dataset
def test_the_card_has_the_headings_of_the_hub_template_in_order(folder: Path) -> None:
    template = headings(TEMPLATE.read_text(encoding="utf-8"))
    wanted = [line.removesuffix(OPTIONAL) for line in template]
    body = words(folder)
    found = [line for line in headings(body) if line in wanted]
    assert found == [line for line in wanted if line in found]
    may_be_left_out = {line.removesuffix(OPTIONAL) for line in template if OPTIONAL in line}
    assert {*wanted} - {*found} <= may_be_left_out | {"#### Who are the annotators?"}
    assert "[More Information Needed]" not in body
    assert "{%" not in body


@each_card
def test_nothing_of_a_template_is_left_empty(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "[optional]" not in card
    assert not re.search(r"^- \*\*[\w ]+:\*\* *(none|not funded)?\.?$", card, re.MULTILINE)
    body = words(folder)
    lines = headings(body)
    for line, after in itertools.pairwise([*lines, "# "]):
        text = section(body, line).strip()
        is_parent = after.startswith(line.partition(" ")[0] + "#")
        assert is_parent or (text and text.lower() not in ("none.", "none", "nobody.")), line


@each_dataset
def test_the_card_shows_an_example_row(folder: Path) -> None:
    built = receipt(folder)
    sources = read_sources(ROOT / "builders" / folder.name / "source.toml")
    text = section(words(folder), "### An example row")
    is_own = "example" in built
    assert ("made-up row, which the dataset does not have" in text) is not is_own
    shown = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))
    assert list(shown) == list(built["columns"])
    row = built["example"] if is_own else sources.example
    assert set(row) <= set(built["columns"])
    for name, kind in built["columns"].items():
        value = row.get(name)
        assert value is None or isinstance(value, TYPES[kind.rstrip("0123468")]), name
        assert shown[name] == (str(value).replace("|", "\\|") if value not in (None, "") else EMPTY)


@each_dataset
def test_rows_of_others_are_not_shown(folder: Path) -> None:
    if "example" in receipt(folder):
        assert not any(source["url"] for source in receipt(folder)["sources"])
        assert not read_sources(ROOT / "builders" / folder.name / "source.toml").example


@each_dataset
def test_the_card_says_what_counts_as_bias_and_whom_it_harms(folder: Path) -> None:
    statement = section(words(folder), "### Bias Statement")
    assert "harm" in statement
    assert len(statement.split()) > 50


@each_dataset
def test_the_card_classes_of_the_hub_take_the_metadata(folder: Path) -> None:
    data = dataset_card(folder).data
    assert isinstance(data, DatasetCardData)
    assert data.license and data.pretty_name and data.tags and data.size_categories
    assert "fill-mask" in data.task_categories
    built = receipt(folder)
    facts = {**built["configs"], **built.get("extra_configs", {})}
    configs = MetadataConfigs.from_dataset_card_data(data)
    assert list(configs) == list(facts)
    assert configs.get_default_config_name() == "en"
    infos = DatasetInfosDict.from_dataset_card_data(data)
    for name, config in facts.items():
        columns = config.get("columns", built["columns"])
        assert {key: kind.dtype for key, kind in infos[name].features.items()} == columns
        (split,) = infos[name].splits.values()
        assert (split.num_examples, split.num_bytes) == (config["rows"], config["bytes"])


@each_dataset
def test_the_metadata_has_the_licence_of_every_source(folder: Path) -> None:
    told = dataset_card(folder).data.to_dict()["source_licenses"]
    for source in receipt(folder)["sources"]:
        assert any(
            source["name"].startswith(terms["source"])
            and terms["license"] == source["licence"]
            and terms["redistributable"] is source["redistributable"]
            for terms in told
        )


@each_dataset
def test_the_card_counts_the_rows_of_every_language(folder: Path) -> None:
    body, built = words(folder), receipt(folder)
    assert str(built["rows"]) in body
    for lang in built["configs"]:
        assert re.search(rf"^\| {lang} \|.*\d", body, re.MULTILINE), f"no table counts {lang}"


@pytest.mark.parametrize("folder", OF_PAIRS, ids=lambda folder: folder.name)
def test_pairs_come_with_the_results_of_their_audit(folder: Path) -> None:
    audit = section(words(folder), "### The pair-quality audit")
    for lang in receipt(folder)["configs"]:
        assert re.search(rf"^\| {lang} \|.*\d", audit, re.MULTILINE)


@each_dataset
def test_the_metadata_declares_what_the_receipt_counts(folder: Path) -> None:
    header = dataset_card(folder).data.to_dict()
    built = receipt(folder)
    assert header["language"] == list(built["configs"])
    extra = built.get("extra_configs", {})
    assert list(extra) == list(EXTRA_CONFIGS.get(folder.name, {}))
    facts = {**built["configs"], **extra}
    columns = dict.fromkeys(built["configs"], DATASET_COLUMNS[folder.name])
    columns |= EXTRA_CONFIGS.get(folder.name, {})
    assert [config["config_name"] for config in header["configs"]] == list(facts)
    assert [c["config_name"] for c in header["configs"] if c.get("default")] == ["en"]
    for config, info in zip(header["configs"], header["dataset_info"], strict=True):
        name = config["config_name"]
        assert info["config_name"] == name
        assert config["data_files"][0]["path"] == f"data/{name}.parquet"
        assert [f["name"] for f in info["features"]] == list(columns[name])
        (split,) = info["splits"]
        assert split["num_examples"] == facts[name]["rows"]
    assert header["license"] != "other" or header["license_link"]


@each_dataset
def test_tables_have_no_holes(folder: Path) -> None:
    lines = words(folder).splitlines()
    for before, line in itertools.pairwise(lines):
        if re.fullmatch(r"\|(-+\|)+", line):
            assert before.count("|") == line.count("|"), f"no heading right above {line}"


@each_dataset
def test_the_receipt_is_complete_and_of_no_machine(folder: Path) -> None:
    built = receipt(folder)
    sources = read_sources(ROOT / "builders" / folder.name / "source.toml")
    assert (built["dataset"], built["version"]) == (folder.name, sources.version)
    assert built["options"]["languages"] == [], "committed from a part of the languages"
    declared = {file.name: file for file in sources.files}
    for source in built["sources"]:
        assert re.fullmatch(r"[0-9a-f]{64}", source["sha256"])
        if source["name"].startswith(OWN_DATA):
            assert (ROOT / source["name"]).parent.is_dir()
            continue
        file = declared[source["name"]]
        assert file.packaged or source["sha256"] == file.sha256
    assert built["rows"] == sum(config["rows"] for config in built["configs"].values())
    assert all(map(is_language, built["configs"]))
    text = json.dumps(built)
    assert not re.search(r'"(/|[A-Z]:\\|~)', text), "a path of a machine"
    assert not re.search(r"\b20\d\d-\d\d-\d\d", text), "a clock"


@each_dataset
def test_what_was_built_from_this_project_is_built_from_what_it_has_now(folder: Path) -> None:
    for source in receipt(folder)["sources"]:
        if source["url"]:
            continue
        if source["name"].startswith(OWN_DATA):
            _, name, config = source["name"].split("/")
            now = receipt(ROOT / "datasets" / name)["configs"][config]["content_hash"]
        else:
            now = sha256_of_file(packaged() / source["name"])
        assert source["sha256"] == now, f"{source['name']} is newer: build {folder.name} again"


@each_dataset
def test_the_card_says_so_when_it_must_not_be_published(folder: Path) -> None:
    assert ("must not be published" in words(folder)) is not receipt(folder)["redistributable"]


@pytest.mark.parametrize("folder", PACKAGED, ids=lambda folder: folder.name)
def test_what_ships_in_the_package_is_committed_up_to_date(folder: Path, tmp_path: Path) -> None:
    builder = ROOT / "builders" / folder.name
    rebuilt = build(builder, load_builder(folder.name), tmp_path)
    assert receipt(folder)["content_hash"] == rebuilt["content_hash"], (
        f"rebuild it: python -m builders {folder.name}"
    )
    assert receipt(folder)["example"] == rebuilt["example"]
