"""Fixtures that several test folders share."""

from __future__ import annotations

import os
from pathlib import Path

# Before any import of the hub's libraries: the suite never talks to the network.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_EVALUATE_OFFLINE", "1")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
# Tiny models gain nothing from threads, and parallel test workers would fight over the cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("any machine", deadline=None)  # a busy one is no failure
settings.load_profile("any machine")

# A browser, whole audits, and a report of all languages.
SLOW_FIXTURES = {"browser", "german", "compared", "large_report"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a slow fixture is slow; other slow tests say so where they stand."""
    for item in items:
        if SLOW_FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real sources and golden figures, where they lie beside the repository."""
    folder = Path(os.environ.get("EQUIMASK_SHARED", ROOT.parent / "shared")).resolve()
    if not folder.is_dir():
        pytest.skip(f"no shared material: set EQUIMASK_SHARED (looked for {folder.name}/)")
    return folder


@pytest.fixture(scope="session")
def bert_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny BERT checkpoint with a WordPiece tokenizer."""
    from tests import tiny

    tokenizer = tiny.wordpiece_tokenizer()
    folder = tmp_path_factory.mktemp("models") / "tiny-bert"
    return tiny.save(folder, tiny.tiny_bert(len(tokenizer)), tokenizer)


@pytest.fixture(scope="session")
def roberta_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny RoBERTa checkpoint with a byte-level BPE tokenizer."""
    from tests import tiny

    tokenizer = tiny.byte_bpe_tokenizer()
    folder = tmp_path_factory.mktemp("models") / "tiny-roberta"
    return tiny.save(folder, tiny.tiny_roberta(len(tokenizer)), tokenizer)
