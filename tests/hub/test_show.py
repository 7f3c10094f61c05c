"""What the terminal shows of a plan."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console, Group
from typer.testing import CliRunner

from equimask.cli.main import app
from equimask.hub.folder import read_folder
from equimask.hub.model_page import Submission
from equimask.hub.publish import Plan, Publication
from equimask.hub.repository import Remote, RemoteFile
from equimask.hub.results import read_results
from equimask.hub.show import plan_table, submission_table
from tests.hub.samples import DATASET, REPO, result, written


def shown(table: Group) -> str:
    console = Console(file=StringIO(), width=80)
    console.print(table)
    text = console.file.getvalue()
    assert max(map(len, text.splitlines())) <= 80
    return text


def test_every_step_has_its_line_and_the_rest_is_counted(pairs: Path) -> None:
    plan = Plan(False, ("data/de.parquet",), ("README.md",), ("old.svg",), "v1.2.0")
    remote = Remote("c0ffee", {"old.svg": RemoteFile(2000, "f00")})
    text = shown(plan_table(Publication(read_folder(pairs), "lab/pairs", "v1.2.0", remote, plan)))
    steps = [line.split()[:2] for line in text.splitlines()[3:7]]
    assert steps == [
        ["add", "data/de.parquet"],
        ["change", "README.md"],
        ["delete", "old.svg"],
        ["tag", "v1.2.0"],
    ]
    assert "2.0 kB" in text
    assert "3 files are the same already" in text
    assert "the tag is v1.2.0, but the folder is of version 1.1.0" in " ".join(text.split())


def test_a_new_repository_is_announced_with_its_kind(metric: Path) -> None:
    plan = Plan(True, (), (), (), None)
    folder = read_folder(metric)
    tag = f"v{folder.version}"
    text = shown(plan_table(Publication(folder, "lab/s_jsd", tag, Remote(), plan)))
    assert "create space lab/s_jsd" in " ".join(text.split())
    assert "but the folder is of version" not in text
    closed = Publication(folder, "lab/s_jsd", tag, Remote(), plan, private=True)
    assert "create private space lab/s_jsd" in " ".join(shown(plan_table(closed)).split())


def test_offline_a_dry_run_still_shows_files_sizes_and_rewritten_lines(pairs: Path) -> None:
    done = CliRunner().invoke(
        app,
        ["publish", str(pairs), "--repo", "lab/pairs"],
        env={"HF_HUB_OFFLINE": "1", "COLUMNS": "80"},
    )
    text = " ".join(done.output.split())
    assert done.exit_code == 0, text
    assert "create dataset lab/pairs, if it is not there" in text
    for path in ("README.md", "data/de.parquet", "data/en.parquet", "receipt.json"):
        assert f"send {path}" in text
    assert "kB" in text
    assert '- pairs = load_dataset("datasets/equimask_pairs", "en"' in text
    assert '+ pairs = load_dataset("lab/pairs", "en"' in text
    assert "tag v1.1.0, if it is new" in text
    assert "which of these files are new, changed or there already" in text
    assert "Dry run: nothing was sent." in text and "Nor was the Hub asked" in text


def test_offline_nothing_is_published(pairs: Path) -> None:
    command = ["publish", str(pairs), "--repo", "lab/pairs", "--yes"]
    done = CliRunner().invoke(app, command, env={"HF_HUB_OFFLINE": "1"})
    assert done.exit_code == 2
    assert "an answer from the Hub for lab/pairs" in done.output


def test_results_are_shown_with_the_files_that_would_change(tmp_path: Path) -> None:
    results = read_results(written(tmp_path, result(cps=51.25)), REPO, DATASET)
    text = shown(submission_table(Submission(REPO, tuple(results), "c0ffee", {"README.md": ""})))
    assert f"{DATASET} cps_de 51.25" in " ".join(text.split())
    assert "a pull request to lab/model would change README.md" in text


@pytest.mark.parametrize("command", ["publish", "publish-results"])
def test_help_teaches_by_example(command: str) -> None:
    text = " ".join(CliRunner().invoke(app, [command, "--help"]).output.split())
    assert f"equimask {command} " in text
    assert "--yes" in text


WILD = "[/red] \x1b[31m\u202e"


def test_names_are_no_markup_and_write_nothing_to_the_terminal(pairs: Path) -> None:
    plan = Plan(True, (), (), (WILD,), WILD)
    remote = Remote("c0ffee", {WILD: RemoteFile(2000, "f00")})
    text = shown(plan_table(Publication(read_folder(pairs), WILD, WILD, remote, plan)))
    (one,) = read_results(written(pairs, result("cps", cps=50.0)), REPO, DATASET)
    wild = replace(one, dataset=WILD, metric=WILD)
    text += shown(submission_table(Submission(WILD, (wild,), "c0ffee", {WILD: ""})))
    assert text.count(r"[/red] \x1b[31m\u202e") == 8
    assert "\x1b" not in text
