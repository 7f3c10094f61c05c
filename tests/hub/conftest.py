"""A hub on loopback, a client that talks to it, and a small dataset to publish."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import HfApi

from builders.__main__ import main as build
from tests.hub.server import WRITER, FakeHub, serving


@pytest.fixture
def hub(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FakeHub]:
    # The suite runs with the hub's client switched off; loopback is no network.
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
    cache = str(tmp_path_factory.mktemp("hub_cache"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", cache)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    with serving() as running:
        yield running


@pytest.fixture
def api(hub: FakeHub) -> HfApi:
    """The client of somebody who may write to the organisation `lab`."""
    return HfApi(endpoint=hub.url, token=WRITER)


@pytest.fixture(scope="session")
def built_pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`equimask_pairs` in two languages, built from the package."""
    folder = tmp_path_factory.mktemp("built") / "equimask_pairs"
    assert (
        build(["equimask_pairs", "--language", "de", "--language", "en", "--out", str(folder)]) == 0
    )
    return folder


@pytest.fixture
def pairs(built_pairs: Path, tmp_path: Path) -> Path:
    """A copy of the built dataset that a test may spoil."""
    return Path(shutil.copytree(built_pairs, tmp_path / "equimask_pairs"))


@pytest.fixture
def metric(root: Path, tmp_path: Path) -> Path:
    """A copy of a metric's folder that a test may spoil."""
    return Path(shutil.copytree(root / "metrics" / "s_jsd", tmp_path / "s_jsd"))
