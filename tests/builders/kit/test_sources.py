from __future__ import annotations

from pathlib import Path

import pytest

from builders.kit.sources import UNKNOWN_SHA256, read_sources
from equimask.core.errors import DataError

HEAD = '[dataset]\nname = "made_up"\nversion = "1.0.0"\n'
FILE = f"""
[[file]]
name = "a/b.csv"
url = "https://example.org/b.csv"
sha256 = "{"0" * 64}"
licence = "MIT"
redistributable = true
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "source.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_entry_becomes_a_source_file(tmp_path: Path) -> None:
    sources = read_sources(write(tmp_path, HEAD + FILE))
    assert (sources.dataset, sources.version) == ("made_up", "1.0.0")
    (file,) = sources.files
    assert (file.name, file.licence, file.redistributable) == ("a/b.csv", "MIT", True)
    assert not file.packaged


def test_a_file_may_have_no_published_hash_and_may_be_derived(tmp_path: Path) -> None:
    text = HEAD + FILE.replace("0" * 64, "unknown") + "derived = true\n"
    (file,) = read_sources(write(tmp_path, text)).files
    assert (file.sha256, file.derived, file.size) == (UNKNOWN_SHA256, True, None)


def test_a_file_may_state_its_size(tmp_path: Path) -> None:
    (file,) = read_sources(write(tmp_path, HEAD + FILE + "size = 12\n")).files
    assert file.size == 12
    (file,) = read_sources(write(tmp_path, HEAD + FILE)).files
    assert file.size is None


def test_a_packaged_glob_becomes_one_file_each_in_order(tmp_path: Path) -> None:
    text = HEAD + '[[packaged]]\nfiles = "pairs/*.tsv"\nlicence = "CC0-1.0"\n'
    names = [file.name for file in read_sources(write(tmp_path, text)).files]
    assert "pairs/en.tsv" in names
    assert names == sorted(names)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[dataset", "readable TOML"),
        ('[dataset]\nname = "x"\n', "version"),
        (HEAD + FILE.replace('licence = "MIT"', ""), "licence"),
        (HEAD + FILE.replace("0" * 64, "f00"), "64 lower-case hex"),
        (HEAD + FILE.replace("https://", "ftp://"), "http"),
        (HEAD + FILE.replace("= true", '= "yes"'), "true or false"),
        (HEAD + FILE + 'derived = "yes"\n', "true or false"),
        (HEAD + FILE + "size = 0\n", "number of bytes as size"),
        (HEAD + FILE + "size = true\n", "number of bytes as size"),
        (HEAD + FILE + 'text_sha256 = "AB"\n', "hex digits as text_sha256"),
        (HEAD + FILE + 'size = "12"\n', "number of bytes as size"),
        (HEAD + FILE + 'colour = "red"\n', "colour"),
        (HEAD + FILE + FILE, "more than once"),
        (HEAD + FILE + 'citation = "nobody"\n', "nobody"),
        (HEAD + '[[packaged]]\nfiles = "nothing/*.tsv"\nlicence = "MIT"\n', "nothing"),
    ],
)
def test_a_broken_declaration_is_refused_with_its_reason(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read_sources(write(tmp_path, text))
