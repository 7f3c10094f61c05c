"""Folders that are elsewhere, in the memory of fsspec."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fsspec  # type: ignore[import-untyped,unused-ignore]
import pytest

from builders.kit.arguments import DatasetFolder, Folder
from builders.kit.remote import copied, is_remote, staged
from equimask.core.errors import DataError

URL = "memory://lab/politicians"


@pytest.fixture
def memory() -> Iterator[fsspec.AbstractFileSystem]:
    fs = fsspec.filesystem("memory")
    yield fs
    fs.store.clear()
    fs.pseudo_dirs[:] = [""]


def test_an_address_is_no_path() -> None:
    assert all(map(is_remote, ("s3://a/b", "hf://datasets/a/b", "memory://a")))
    assert not any(map(is_remote, ("a/b", "/a/b", "C:/a", "file", "./a://b")))
    with pytest.raises(Exception, match="mount it"):
        Folder("s3://a/shards")


def test_a_dataset_is_copied_once_as_long_as_it_stays_as_it_is(
    memory: fsspec.AbstractFileSystem, tmp_path: Path
) -> None:
    memory.pipe(
        {"/lab/politicians/data/en.parquet": b"1", "/lab/politicians/receipt.json": b"{}",
         "/lab/politicians/figures/a.svg": b"x"}
    )  # fmt: skip
    here = DatasetFolder(URL).here(tmp_path)
    assert here.name == "politicians"
    found = {path.relative_to(here).as_posix() for path in here.rglob("*") if path.is_file()}
    assert found == {"data/en.parquet", "receipt.json"}
    assert copied(URL, tmp_path) == here
    memory.pipe("/lab/politicians/data/en.parquet", b"22")
    other = copied(URL, tmp_path)
    assert other != here and (other / "data" / "en.parquet").read_bytes() == b"22"
    assert str(DatasetFolder(URL)) == URL and DatasetFolder(str(here)).here(None) == here


def test_what_is_built_goes_there_when_it_is_done_and_not_before(
    memory: fsspec.AbstractFileSystem, tmp_path: Path
) -> None:
    memory.pipe("/lab/politicians/data/old.parquet", b"0")
    with staged(URL, tmp_path) as folder:  # that is not finished: it has no receipt
        (folder / "data").mkdir(parents=True)
        (folder / "data" / ".half").write_bytes(b"1")
    assert memory.find("/lab") == ["/lab/politicians/data/old.parquet"]
    with staged(URL, tmp_path) as again:
        assert again == folder and (again / "data").is_dir()  # a build goes on there
        (again / "data" / "en.parquet").write_bytes(b"1")
        (again / "receipt.json").write_text("{}")
    assert memory.find("/lab") == ["/lab/politicians/data/en.parquet",
                                   "/lab/politicians/receipt.json"]  # fmt: skip
    assert not folder.exists()


@pytest.mark.parametrize("url", ["nowhere://a/b", "memory://not/there"])
def test_a_place_that_cannot_be_reached_is_told(url: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="fsspec needs"):
        copied(url, tmp_path)
