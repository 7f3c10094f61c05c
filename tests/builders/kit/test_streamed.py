from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow.parquet as pq
import pytest

from builders.kit import parquet_stream
from builders.kit.options import BuildOptions
from builders.kit.parquet import by_language, column_types, text_bytes
from builders.kit.parquet_stream import write_stream
from builders.kit.sources import SourceFile
from builders.kit.streamed import build_streamed
from equimask.core.errors import DataError
from equimask.core.files import sha256
from equimask.core.rows import content_hash
from equimask.core.schema import DATASET_COLUMNS

NAME = "gender_lexicon"
TYPES = column_types(DATASET_COLUMNS[NAME])
FILES = {"one/en.tsv": b"king\tqueen\n", "two/fr.tsv": b"roi\treine\n"}


def row(lang: str, male: str, female: str) -> dict[str, str]:
    return dict.fromkeys(TYPES, "") | {"lang": lang, "male": male, "female": female}


def choose(files: Sequence[SourceFile], options: BuildOptions) -> list[SourceFile]:
    return [file for file in files if options.wants(Path(file.name).stem)]


def stream(
    files: Mapping[str, Path], options: BuildOptions, summary: dict[str, Any]
) -> Iterator[dict[str, str]]:
    for name, path in files.items():
        male, female = path.read_text("utf-8").split()
        if male == "stop":
            raise DataError(expected="words", got="stop", fix="Go on.")
        yield row(Path(name).stem, male, female)
    summary["files"] = len(files)


BUILDER: Any = SimpleNamespace(choose=choose, stream=stream)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "builder"
    made.mkdir()
    declared = f'[dataset]\nname = "{NAME}"\nversion = "1.0.0"\n[card]\npretty_name = "Made up"\n'
    for name, data in FILES.items():
        declared += f'[[file]]\nname = "{name}"\nurl = "https://example.org/{name}"\n'
        declared += f'sha256 = "{sha256(data)}"\nlicence = "MIT"\nredistributable = true\n'
        declared += "derived = true\n"
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(data)
    (made / "source.toml").write_text(declared, encoding="utf-8")
    (made / "card.md.jinja").write_text("---\n{{ card_data }}\n---\n", encoding="utf-8")
    return made


def run(folder: Path, **options: Any) -> dict[str, Any]:
    return build_streamed(
        folder,
        BUILDER,
        folder.parent / "out",
        options=BuildOptions(**options),
        source=folder.parent,
    )


def test_a_streamed_build_writes_parquet_receipt_and_card(folder: Path) -> None:
    receipt = run(folder)
    out = folder.parent / "out"
    assert sorted(path.name for path in out.iterdir()) == ["README.md", "data", "receipt.json"]
    assert receipt == json.loads((out / "receipt.json").read_text("utf-8"))
    assert receipt["summary"] == {"files": 2}
    assert [source["sha256"] for source in receipt["sources"]] == list(map(sha256, FILES.values()))
    table = pq.read_table(out / "data" / "fr.parquet").to_pylist()
    assert table == [row("fr", "roi", "reine")]


def test_a_missing_source_is_left_out_with_a_word(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.parent / "two" / "fr.tsv").unlink()
    assert list(run(folder)["configs"]) == ["en"]
    assert "two/fr.tsv" in capsys.readouterr().err


def test_no_source_at_all_is_an_error(folder: Path, tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).unlink()
    with pytest.raises(DataError, match=r"one/en\.tsv"):
        run(folder)
    with pytest.raises(DataError, match="without --source"):
        build_streamed(folder, BUILDER, tmp_path / "out")


def test_a_corrupted_source_is_refused(folder: Path) -> None:
    (folder.parent / "one" / "en.tsv").write_bytes(b"duke\tduchess\n")
    with pytest.raises(DataError, match=sha256(FILES["one/en.tsv"])):
        run(folder)


def test_a_build_that_fails_midway_leaves_the_earlier_one_alone(folder: Path) -> None:
    run(folder)
    out = folder.parent / "out"
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    declared = (folder / "source.toml").read_text("utf-8")
    stop = b"stop\tstop\n"
    (folder / "source.toml").write_text(declared.replace(sha256(FILES["two/fr.tsv"]), sha256(stop)))
    (folder.parent / "two" / "fr.tsv").write_bytes(stop)
    with pytest.raises(DataError, match="Go on"):
        run(folder)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_parquet_of_languages_that_are_gone_is_removed(folder: Path) -> None:
    run(folder)
    run(folder, languages=("fr",))
    assert [path.name for path in (folder.parent / "out" / "data").iterdir()] == ["fr.parquet"]


def test_a_stream_has_the_same_hash_and_size_as_rows_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_stream, "ROWS_PER_GROUP", 3)
    rows = [row(lang, f"roi {n}", "reine\u2028") for lang in ("de", "fr") for n in range(7)]
    facts = write_stream(iter(rows), TYPES, tmp_path)
    for lang, group in by_language(rows, TYPES).items():
        assert facts[lang].rows == 7
        assert facts[lang].content_hash == content_hash(group)
        assert facts[lang].bytes == text_bytes(group)
        assert pq.read_table(tmp_path / f"{lang}.parquet").to_pylist() == group
        assert pq.ParquetFile(tmp_path / f"{lang}.parquet").num_row_groups == 3


def test_a_language_that_comes_back_is_refused(tmp_path: Path) -> None:
    rows = [row("de", "a", "b"), row("fr", "a", "b"), row("de", "c", "d")]
    with pytest.raises(DataError, match="rows of de"):
        write_stream(rows, TYPES, tmp_path)


def test_a_row_with_other_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="columns"):
        write_stream([{"lang": "de", "male": "a"}], TYPES, tmp_path)
