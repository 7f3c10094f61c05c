"""Sizes and hashes of sources are measured, not typed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from builders.__main__ import BUILDERS, main
from builders.kit.fetch import at_hand
from builders.kit.measure import measure_sources
from builders.kit.sources import UNKNOWN_SHA256, read_sources
from equimask.core.errors import DataError
from equimask.core.files import sha256
from tests.builders.real_sources import real_sources

TEXT = "[dataset]\n# a word\nname = 'made_up'\nversion = \"1.0.0\"\n"
PLAIN, PACKED, NEW = b"plain\n", b"packed\n" * 3, b"never seen\n"


def entry(name: str, hash_: str, more: str = "") -> str:
    return (
        f'\n[[file]]\nname = "{name}"\nurl = "https://example.org/{name}"\n'
        + f'sha256 = "{hash_}"\n{more}licence = "MIT"\nredistributable = true\n# kept\n'
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A builder's folder; `sources/` beside it has all files but one."""
    builder, sources = tmp_path / "made_up", tmp_path / "sources"
    (sources / "deep").mkdir(parents=True)
    builder.mkdir()
    (sources / "plain.txt").write_bytes(PLAIN)
    (sources / "new.txt").write_bytes(NEW)
    (sources / "deep" / "packed.txt.gz").write_bytes(gzip.compress(PACKED))
    text = TEXT + entry("a/plain.txt", sha256(PLAIN), "size = 99\n")
    between = f'text_sha256 = "{sha256(PACKED)}"\nsize = 1\n'
    text += entry("a/packed.txt", sha256(PACKED), between) + entry("new.txt", UNKNOWN_SHA256)
    (builder / "source.toml").write_text(text + entry("missing.txt", "0" * 64), encoding="utf-8")
    return builder


def test_what_is_at_hand_is_written_down_and_nothing_else_changes(folder: Path) -> None:
    path = folder / "source.toml"
    before = path.read_text(encoding="utf-8")
    measured, missing = measure_sources(folder, folder.parent / "sources")
    assert (measured, missing) == (["a/packed.txt", "a/plain.txt", "new.txt"], ["missing.txt"])
    files = {file.name: file for file in read_sources(path).files}
    for name, content in (("a/plain.txt", PLAIN), ("a/packed.txt", PACKED), ("new.txt", NEW)):
        assert (files[name].size, files[name].sha256) == (len(content), sha256(content))
    assert (files["missing.txt"].size, files["missing.txt"].sha256) == (None, "0" * 64)

    def rest(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.startswith(("size", "sha256"))]

    def sizes(text: str) -> int:
        return sum(line.startswith("size") for line in text.splitlines())

    after = path.read_text(encoding="utf-8")
    assert rest(after) == rest(before)
    assert (sizes(before), sizes(after)) == (2, 3)
    measure_sources(folder, folder.parent / "sources")
    assert path.read_text(encoding="utf-8") == after


@pytest.mark.parametrize(
    "path", sorted(BUILDERS.glob("*/source.toml")), ids=lambda path: str(path.parent.name)
)
def test_whatever_is_at_hand_was_measured(path: Path, shared: Path) -> None:
    files = [file for file in read_sources(path).files if not file.packaged]
    there = at_hand(files, real_sources(shared, "."))
    assert [file.name for file in there if file.sha256 == UNKNOWN_SHA256 or not file.size] == []


def test_another_file_of_the_same_name_is_refused_and_nothing_written(folder: Path) -> None:
    before = (folder / "source.toml").read_bytes()
    (folder.parent / "sources" / "plain.txt").write_bytes(b"other")
    with pytest.raises(DataError, match=r"for a/plain\.txt"):
        measure_sources(folder, folder.parent / "sources")
    assert (folder / "source.toml").read_bytes() == before


def test_without_a_folder_there_is_nothing_to_measure(capsys: pytest.CaptureFixture[str]) -> None:
    before = (BUILDERS / "politicians" / "source.toml").read_bytes()
    assert main(["politicians", "--measure"]) == 2
    assert "--source DIR" in capsys.readouterr().err
    assert (BUILDERS / "politicians" / "source.toml").read_bytes() == before
