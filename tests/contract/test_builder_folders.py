"""Every folder in builders/ keeps the contract; a new one is tested the moment it exists."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import builders
from builders import __main__ as command
from builders.__main__ import builder_names, load_builder, main
from builders.kit.builder import Builder
from builders.kit.sources import UNKNOWN_SHA256, read_sources
from equimask.core.schema import DATASET_COLUMNS, EXTRA_CONFIGS

ROOT = Path(__file__).resolve().parents[2]
BUILDERS = ROOT / "builders"
IMPURE = {"datetime", "httpx", "os", "random", "requests", "socket", "subprocess", "time", "urllib"}
each_builder = pytest.mark.parametrize("name", builder_names())

TOY = """
from builders.kit.builder import Builder


def rows(files, options, summary):
    (path,) = files.values()
    words = path.read_text("utf-8").split()
    for lang in ("de", "en"):
        if options.wants(lang):
            yield from ({"lang": lang, "word": options.extra["sign"] + word} for word in words)
    summary["words"] = len(words)


def add_arguments(parser):
    parser.add_argument("--sign", default="-")


BUILDER = Builder(
    rows=rows,
    figures=lambda summary: {"words.svg": b"<svg/>"},
    add_arguments=add_arguments,
)
"""
TOY_SOURCES = """
[dataset]
name = "toy"
version = "0.1.0"
[card]
pretty_name = "Toy"
license = "cc0-1.0"
[[file]]
name = "words.txt"
url = "https://example.org/words.txt"
sha256 = "unknown"
licence = "CC0-1.0"
redistributable = true
"""
TOY_CARD = "---\n{{ card_data }}\n---\n\n{{ receipt.summary.words }} words.\n"


def test_there_are_builders() -> None:
    assert {"crows_pairs_multilingual", "equimask_pairs", "lab_validity"} <= set(builder_names())
    assert set(builder_names()) == set(DATASET_COLUMNS)


@each_builder
def test_a_builder_keeps_the_protocol(name: str) -> None:
    builder = load_builder(name)
    assert isinstance(builder, Builder)
    assert set(builder.column_types) <= set(DATASET_COLUMNS[name])
    assert set(builder.extra_configs) == set(EXTRA_CONFIGS.get(name, {}))
    for config, extra in builder.extra_configs.items():
        assert set(extra.column_types) <= set(EXTRA_CONFIGS[name][config])


@each_builder
def test_own_options_do_not_hide_those_of_every_build(name: str) -> None:
    common = vars(command._parser().parse_args([name]))
    assert not set(load_builder(name).own_defaults()) & set(common)


@each_builder
def test_nothing_of_a_builder_is_probed_for(name: str) -> None:
    for path in (BUILDERS / name).glob("*.py"):
        assert "hasattr(" not in path.read_text(encoding="utf-8"), path.name


@each_builder
def test_the_declared_sources_are_complete(name: str) -> None:
    sources = read_sources(BUILDERS / name / "source.toml")
    assert sources.dataset == name
    assert sources.files
    for file in sources.files:
        assert file.licence
        assert file.packaged or file.citation, f"{file.name} is cited nowhere"
        assert file.redistributable or file.note, f"say why {file.name} may not be passed on"
        assert file.packaged or file.size or file.sha256 == UNKNOWN_SHA256, (
            f"{file.name} has no size: python -m builders {name} --source DIR --measure"
        )


@each_builder
def test_the_card_has_metadata_for_the_hub(name: str) -> None:
    card = read_sources(BUILDERS / name / "source.toml").card
    for key in ("pretty_name", "license", "tags", "task_categories", "source_datasets"):
        assert card.get(key), f"[card] of {name} lacks {key}"
    assert "fill-mask" in card["task_categories"]


@each_builder
def test_the_transform_is_pure(name: str) -> None:
    for path in (BUILDERS / name).glob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").split(".")[0])
        assert not imported & IMPURE, f"{path.name} imports {imported & IMPURE}"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A builder in a folder of its own; the arguments that build it."""
    folder = tmp_path / "builders" / "toy"
    folder.mkdir(parents=True)
    for name, text in (
        ("build.py", TOY),
        ("source.toml", TOY_SOURCES),
        ("card.md.jinja", TOY_CARD),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "words.txt").write_text("one two three", encoding="utf-8")
    monkeypatch.setattr(command, "BUILDERS", folder.parent)
    monkeypatch.setattr(builders, "__path__", [*builders.__path__, str(folder.parent)])
    monkeypatch.setitem(DATASET_COLUMNS, "toy", ("lang", "word"))
    for module in ("builders.toy", "builders.toy.build"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return ["toy", "--source", str(tmp_path)]


@pytest.mark.filterwarnings("ignore:words.txt IS NOT CHECKED")
def test_a_new_folder_is_all_that_a_new_builder_takes(
    toy: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "datasets" / "toy"
    assert main([*toy, "--language", "en", "--sign", "+"]) == 0
    assert capsys.readouterr().out.startswith("en\t3 rows\t")
    words = pq.read_table(out / "data" / "en.parquet")["word"].to_pylist()
    assert words == ["+one", "+two", "+three"]
    receipt = json.loads((out / "receipt.json").read_text(encoding="utf-8"))
    assert receipt["options"] == {
        "languages": ["en"],
        "redistributable_only": False,
        "sign": "+",
    }
    assert receipt["summary"] == {"words": 3} and receipt["figures"] == ["words.svg"]
    card = (out / "README.md").read_text(encoding="utf-8")
    assert card.endswith("3 words.\n")

    (out / "README.md").unlink()
    assert main(["toy", "--card-only"]) == 0
    assert (out / "README.md").read_text(encoding="utf-8") == card
    assert main([*toy, "--verify", "--language", "en", "--sign", "+"]) == 0
    assert main([*toy, "--verify", "--language", "en"]) == 2
    assert "other content in en" in capsys.readouterr().err
    assert main([*toy]) == 0
    assert sorted(path.name for path in (out / "data").iterdir()) == ["de.parquet", "en.parquet"]


def test_the_help_of_a_new_builder_has_its_own_options(
    toy: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["toy", "--help"])
    assert "--sign" in capsys.readouterr().out


@pytest.mark.slow
def test_help_lists_every_builder() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "builders", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    text = " ".join(done.stdout.split())
    assert all(name in text for name in builder_names())
    for option in ("--source", "--out", "--language", "--cache", "--redistributable-only"):
        assert option in text
    assert "--card-only" in text


def test_an_unknown_builder_is_refused_with_near_matches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["equimask_pear"]) == 2
    assert "equimask_pairs" in capsys.readouterr().err


def test_the_command_builds_a_folder(tmp_path: Path) -> None:
    assert main(["equimask_pairs", "--out", str(tmp_path), "--language", "en"]) == 0
    made = {path.name for path in tmp_path.iterdir()}
    assert made - {"figures"} == {"README.md", "data", "receipt.json"}
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["en.parquet"]
