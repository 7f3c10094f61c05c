"""Which folders may be published, which of their files go, and how the others are refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from equimask.core.errors import DataError
from equimask.hub.folder import read_folder
from equimask.version import __version__
from tests.hub.samples import METRICS, restrict, rewrite_receipt

NAMELESS = {"name": None, "redistributable": False}


def refusal(folder: Path) -> str:
    with pytest.raises(DataError) as caught:
        read_folder(folder)
    return str(caught.value)


def drop_rows(folder: Path) -> None:
    path = folder / "data" / "de.parquet"
    pq.write_table(pq.read_table(path)[:100], path)


def other_words(folder: Path) -> None:
    """As many rows as before: what lies here after git has brought the receipt of a newer build."""
    path = folder / "data" / "de.parquet"
    table = pq.read_table(path)
    pq.write_table(table.set_column(3, "sent_more", table["sent_less"]), path)


def test_a_dataset_has_its_files_and_the_version_of_its_receipt(pairs: Path) -> None:
    folder = read_folder(pairs)
    assert (folder.repo_type, folder.version) == ("dataset", "1.1.0")
    assert list(folder.files) == [
        "README.md",
        "data/de.parquet",
        "data/en.parquet",
        "figures/changes.svg",
        "receipt.json",
    ]


def test_what_editors_and_broken_builds_leave_behind_stays_here(pairs: Path) -> None:
    clean = read_folder(pairs).files
    for name in (".DS_Store", "data/.lock", "data/de.parquet.tmp", ".git/HEAD", "a~", "b.part"):
        (pairs / name).parent.mkdir(exist_ok=True)
        (pairs / name).write_text("junk")
    (pairs / "__pycache__").mkdir()
    (pairs / "__pycache__" / "x.pyc").write_text("junk")
    (pairs / "figures" / "coverage.svg").write_text("<svg/>")
    assert read_folder(pairs).files.keys() - clean.keys() == {"figures/coverage.svg"}


@pytest.mark.parametrize("path", METRICS, ids=lambda path: path.name)
def test_every_metric_of_the_repository_may_be_published(path: Path) -> None:
    folder = read_folder(path)
    assert (folder.repo_type, folder.version) == ("space", __version__)
    assert {"README.md", "app.py", "requirements.txt", f"{path.name}.py"} <= set(folder.files)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "README.md").unlink(), "README.md in equimask_pairs/"),
        (lambda folder: (folder / "receipt.json").unlink(), "receipt.json in equimask_pairs/"),
        (lambda folder: (folder / "receipt.json").write_text("{"), "as a build writes it"),
        (lambda folder: (folder / "receipt.json").write_text("[]"), "as a build writes it"),
        (lambda folder: rewrite_receipt(folder, sources=[NAMELESS]), "as a build writes it"),
        (lambda folder: rewrite_receipt(folder, version="2.0"), "a version such as 1.0.0"),
        (lambda folder: (folder / "data" / "en.parquet").unlink(), "exactly de, en, but got de"),
        (lambda folder: (folder / "data" / "fr.parquet").write_text(""), "but got de, en, fr"),
        (lambda folder: (folder / "data" / "en.parquet").write_text("?"), "a parquet file data/en"),
        (drop_rows, "112 rows in data/de.parquet, as the receipt has it, but got 100"),
        (other_words, "the rows of the receipt in data/de.parquet, but got as many others"),
        (lambda folder: (folder / "build.py").write_text(""), "but got build.py"),
        (restrict, "1 without such a licence: 'found/on_the_web.csv'"),
    ],
)
def test_a_dataset_that_is_not_whole_is_refused(
    pairs: Path, spoil: Callable[[Path], Any], message: str
) -> None:
    spoil(pairs)
    assert message in refusal(pairs)


def test_the_way_out_of_a_restricted_build_is_named(pairs: Path) -> None:
    restrict(pairs)
    with pytest.raises(
        DataError, match=r"python -m builders equimask_pairs --redistributable-only"
    ):
        read_folder(pairs)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "README.md").unlink(), "README.md in s_jsd/"),
        (
            lambda folder: (folder / "requirements.txt").unlink(),
            f"Write `equimask[space]=={__version__}`",
        ),
        (
            lambda folder: (folder / "requirements.txt").write_text("equimask\n"),
            f"equimask[space]=={__version__} in s_jsd/requirements.txt, but got 'equimask'",
        ),
        (lambda folder: (folder / "app.py").unlink(), "app.py in s_jsd/"),
        (lambda folder: (folder / "s_jsd.py").unlink(), "a metric (NAME/NAME.py)"),
    ],
)
def test_a_metric_that_is_not_whole_is_refused(
    metric: Path, spoil: Callable[[Path], Any], message: str
) -> None:
    spoil(metric)
    assert message in refusal(metric)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no folder 'nowhere'"):
        read_folder(tmp_path / "nowhere")
