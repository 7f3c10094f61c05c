"""`python -m builders --all`: what is built, in which order, and what is said of the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import builder_names, load_builder, main
from builders.everything import Outcome, build_all, in_a_process_of_its_own, in_order, table
from builders.kit.builder import Builder, BuildOptions, Everything, Files, LeftOutError, Summary
from equimask.core.rows import Row

HEAD = '[dataset]\nname = "{name}"\nversion = "1.0.0"\n'
HERE, GONE, TOO = "here.txt", "gone.txt", "too.txt"
FILE = """
[[file]]
name = "texts/{name}"
url = "https://example.org/{name}"
sha256 = "unknown"
licence = "MIT"
redistributable = {free}
"""


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    return iter(())


def left_out(everything: Everything) -> Sequence[str]:
    raise LeftOutError("hours: make it")


class Runs:
    """Stands for the command line: notes what was asked for, and leaves a receipt."""

    def __init__(self, **wrong: str) -> None:
        self.asked: list[list[str]] = []
        self.wrong = wrong

    def __call__(self, arguments: Sequence[str]) -> str:
        name, _, out, *_ = arguments
        self.asked.append(list(arguments))
        if name not in self.wrong:
            receipt = {
                "rows": 3,
                "configs": {code: {"content_hash": "0123456789ab"} for code in ("de", "en")},
                "content_hash": "0123456789abcdef",
            }
            Path(out).mkdir(parents=True)
            (Path(out) / "receipt.json").write_text(json.dumps(receipt), encoding="utf-8")
        return self.wrong.get(name, "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Builders with sources of which some are at hand."""
    declared = {
        "after": [HERE],
        "alone": [],
        "base": [HERE],
        "broken": [],
        "far": [GONE, TOO],
        "hours": [],
        "some": [GONE, HERE],
    }
    for name, files in declared.items():
        (tmp_path / "builders" / name).mkdir(parents=True)
        text = HEAD.format(name=name)
        for file in files:
            free = "false" if (name, file) == ("some", HERE) else "true"
            text += FILE.format(name=file, free=free)
        (tmp_path / "builders" / name / "source.toml").write_text(text, encoding="utf-8")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / HERE).write_text("here")
    return tmp_path


BUILDERS = {
    "after": Builder(rows, needs=("base",)),
    "alone": Builder(rows),
    "base": Builder(rows),
    "broken": Builder(rows),
    "far": Builder(rows),
    "hours": Builder(rows, among_all=left_out),
    "some": Builder(rows, may_lack_sources=True),
}


def outcomes_of(folder: Path, run: Runs, **options: Any) -> dict[str, Outcome]:
    everything = Everything(folder / "sources", folder / "out")
    return build_all(BUILDERS, folder / "builders", everything, ["--x"], run=run, **options)


def test_one_failure_stops_nothing_and_every_other_reason_is_no_failure(folder: Path) -> None:
    run = Runs(broken="it broke")
    found = outcomes_of(folder, run)
    built = [name for name, one in found.items() if one.receipt]
    assert built == ["alone", "base", "some", "after"]
    assert {name: one.reason for name, one in found.items() if not one.receipt} == {
        "broken": "it broke",
        "far": "no source file texts/gone.txt and 1 more",
        "hours": "hours: make it",
    }
    assert [name for name, one in found.items() if one.failed] == ["broken"]
    assert run.asked[0] == ["alone", "--out", str(folder / "out" / "alone"), "--x"]


def test_what_lacks_the_dataset_that_it_needs_is_not_tried(folder: Path) -> None:
    run = Runs(base="it broke")
    found = outcomes_of(folder, run)
    assert found["after"] == Outcome(reason="needs base")
    assert "after" not in [arguments[0] for arguments in run.asked]


def test_sources_that_may_not_be_passed_on_are_not_counted_upon(folder: Path) -> None:
    found = outcomes_of(folder, Runs(), redistributable_only=True)
    assert found["some"] == Outcome(reason="no source file texts/gone.txt")


def test_the_table_has_a_line_for_every_dataset(folder: Path) -> None:
    lines = table(outcomes_of(folder, Runs(broken="it broke"))).splitlines()
    assert lines[0].split() == ["dataset", "rows", "languages", "content"]
    assert lines[1].split() == ["alone", "3", "de", "en", "0123456789ab"]
    assert len(lines) == 1 + len(BUILDERS)
    assert lines[-3:] == [
        "broken   FAILED: it broke",
        "far      not built: no source file texts/gone.txt and 1 more",
        "hours    not built: hours: make it",
    ]


def test_every_builder_stands_behind_what_it_needs() -> None:
    builders = {name: load_builder(name) for name in builder_names()}
    order = in_order(builders)
    assert sorted(order) == builder_names()
    for name, builder in builders.items():
        assert all(order.index(other) < order.index(name) for other in builder.needs)


def test_completions_are_asked_of_the_given_model_about_the_politicians_just_built(
    tmp_path: Path,
) -> None:
    builder = load_builder("politician_completions")
    (tmp_path / "ud").mkdir()
    with pytest.raises(LeftOutError, match="needs a model"):
        builder.among_all(Everything(tmp_path, tmp_path / "out"))
    given = builder.among_all(Everything(tmp_path, tmp_path / "out", "en=some/model"))
    options = dict(zip(given[::2], given[1::2], strict=True))
    assert options["--politicians"] == str(tmp_path / "out" / "politicians")
    assert (options["--model"], options["--treebanks"]) == ("en=some/model", str(tmp_path / "ud"))
    assert 0 < int(options["--names"]) < 100


@pytest.mark.slow
def test_a_builder_of_its_own_process_says_what_went_wrong(tmp_path: Path) -> None:
    out = ["gender_lexicon", "--out", str(tmp_path / "out")]
    assert in_a_process_of_its_own([*out, "--language", "fi"]) == ""
    assert (tmp_path / "out" / "receipt.json").is_file()
    assert "languages that gender_lexicon has" in in_a_process_of_its_own(
        [*out, "--language", "xx"]
    )


@pytest.mark.slow
def test_what_is_written_here_is_built_where_no_source_is_at_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sources").mkdir()
    source, out = str(tmp_path / "sources"), str(tmp_path / "out")
    assert main(["--all", "--source", source, "--out", out]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) == 1 + len(builder_names())
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "equimask_pairs",
        "gender_lexicon",
    ]
    assert "lab_validity" in said and "not built: hours: make lab" in said
    assert "not built: no source file politicians/politicians.tsv.gz" in said
    assert "not built: needs politicians" in said


def test_all_needs_sources(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--all"])
    assert "--source" in capsys.readouterr().err
