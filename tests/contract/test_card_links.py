"""From every card one comes to the others: metric to dataset and paper, dataset to metric."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlparse

from builders.kit.receipt import HOME
from equimask.hub.published_card import Target, published_card
from equimask.metrics import spec_of
from equimask.version import __version__
from tests.contract.cards import (
    CODE,
    DATASETS,
    METRICS,
    PAPER,
    ROOT,
    each_card,
    each_dataset,
    each_metric,
    linked,
    links,
    pictures,
    receipt,
    section,
    words,
)


def leads_somewhere(target: str, folder: Path) -> bool:
    """Whether a link into this repository has an end; other sites are not asked."""
    if not target.startswith(HOME):
        return bool(urlparse(target).netloc) or (folder / target).exists()
    room, _, name = target.removeprefix(f"{HOME}/").partition("/")
    # A dataset that is declared here may not be built yet.
    return (ROOT / room / name).exists() or (
        room == "datasets" and (ROOT / "builders" / name / "source.toml").is_file()
    )


@each_card
def test_every_link_leads_somewhere(folder: Path) -> None:
    text = words(folder)
    lost = [
        target for target in [*links(text), *pictures(text)] if not leads_somewhere(target, folder)
    ]
    assert lost == []


@each_card
def test_links_to_other_folders_work_on_the_hub_too(folder: Path) -> None:
    assert [target for target in links(words(folder)) if target.startswith("..")] == []


@each_metric
def test_a_metric_links_to_its_datasets_its_siblings_and_its_papers(folder: Path) -> None:
    further = section(words(folder), "## Further References")
    assert linked(further, "datasets") - {"lab_validity"} == {*spec_of(folder.name).datasets}
    assert linked(further, "metrics") == {path.name for path in METRICS} - {folder.name}
    papers = spec_of(folder.name).papers
    assert papers and all(PAPER.fullmatch(paper) for paper in papers)
    assert [paper for paper in papers if paper not in further] == []


@each_dataset
def test_a_dataset_links_to_its_metrics_its_builder_and_a_paper(folder: Path) -> None:
    sources = section(words(folder), "### Dataset Sources")
    assert linked(sources, "metrics")
    assert linked(sources, "builders") == {folder.name}
    assert PAPER.search(sources)


@each_metric
def test_a_reader_on_the_hub_is_told_how_to_load_the_metric(folder: Path) -> None:
    usage = section(words(folder), "## How to Use")
    assert f'`evaluate.load("ORG/{folder.name}", ' in usage
    assert f'`equimask.load("{folder.name}", ' in usage
    assert "`pip install equimask`" in usage


@each_dataset
def test_a_reader_on_the_hub_is_told_how_to_load_the_dataset(folder: Path) -> None:
    usage = section(words(folder), "### Direct Use")
    call = f'`load_dataset("ORG/{folder.name}", "en", split="test", revision="v'
    assert f"{call}{receipt(folder)['version']}" in usage


@each_dataset
def test_every_source_from_elsewhere_is_linked_with_its_licence(folder: Path) -> None:
    sources = section(words(folder), "### Dataset Sources")
    for source in receipt(folder)["sources"]:
        if source["url"]:
            (line,) = (
                row for row in sources.splitlines() if re.match(_row_of(source["name"]), row)
            )
            assert source["url"] in line
            assert source["licence"] in line or source["licence"] == "none"


def test_a_dataset_that_a_metric_names_names_the_metric_and_the_other_way_round() -> None:
    named_by_metrics = {
        (metric.name, name) for metric in METRICS for name in linked(words(metric), "datasets")
    }
    named_by_datasets = {
        (name, data.name)
        for data in DATASETS
        for name in linked(section(words(data), "### Dataset Sources"), "metrics")
    }
    built = {data.name for data in DATASETS}
    assert {pair for pair in named_by_metrics if pair[1] in built} == named_by_datasets


@each_card
def test_a_published_card_loads_what_is_published(folder: Path) -> None:
    repo_type = "space" if folder in METRICS else "dataset"
    version = __version__ if folder in METRICS else str(receipt(folder)["version"])
    card = (folder / "README.md").read_text(encoding="utf-8")
    target = Target(folder.name, repo_type, f"lab/{folder.name}", "v9.9.9", version)
    published = published_card(card, target)
    assert 'load_dataset("datasets/' in card or 'evaluate.load("ORG/' in card
    assert 'load_dataset("datasets/' not in published
    assert '"ORG/' not in published
    call = "evaluate.load" if folder in METRICS else "load_dataset"
    assert f'{call}("lab/{folder.name}", ' in published
    for code in CODE.findall(published):
        assert not re.search(r"[\"'](datasets|metrics)/\w", code)
    assert published.partition("\n---\n")[0] == card.partition("\n---\n")[0]  # the metadata


def _row_of(name: str) -> str:
    return rf"\| \[?{re.escape(name)}\]?[ (]"
