"""`equimask score`: one number, as a table or as clean JSON."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from equimask.cli.main import app
from equimask.evaluation import score
from tests import tiny
from tests.inputs.worlds import built, write

runner = CliRunner()


@pytest.fixture
def pairs_file(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    lines = ["sent_more\tsent_less", *map("\t".join, zip(tiny.MORE, tiny.LESS, strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_score_prints_json_and_nothing_else_on_stdout(bert_folder: Path, pairs_file: Path) -> None:
    result = runner.invoke(
        app, ["score", "cps", str(bert_folder), "--data", str(pairs_file), "--json", "--rows"]
    )
    assert result.exit_code == 0, result.output
    parsed = json.loads(result.stdout)
    assert parsed["n"] == len(tiny.MORE) == len(parsed["rows"]["cps"])
    assert "|data:pairs@" in parsed["signature"]


def test_score_prints_a_table_that_fits_a_terminal(bert_folder: Path, pairs_file: Path) -> None:
    result = runner.invoke(app, ["score", "s_jsd", str(bert_folder), "--data", str(pairs_file)])
    assert result.exit_code == 0, result.output
    table, signature = result.stdout.rstrip("\n").rsplit("\n", 1)
    assert max(map(len, table.splitlines())) <= 80
    assert signature.startswith("s_jsd|equimask:")


def test_what_the_notes_say_is_not_said_by_a_warning_too(tmp_path: Path) -> None:
    data = write(tmp_path / "x.csv", [{"sent_more": "𓀀 he 𓀁 ran", "sent_less": "𓀀 she 𓀁 ran"}])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = runner.invoke(app, ["score", "cps", "embedded", "--data", str(data)])
    assert "unknown to the model's" in result.stdout
    assert not [one for one in caught if "tokenizer" in str(one.message)]


def test_help_teaches_by_example() -> None:
    result = runner.invoke(app, ["score", "--help"])
    assert "equimask score s_jsd bert-base-multilingual-cased --language de" in result.output


def test_score_knows_the_embedded_model_and_says_which_language_it_took() -> None:
    result = runner.invoke(app, ["score", "cps", "embedded"])
    assert result.exit_code == 0, result.output
    assert "\nen  " in result.stdout
    assert "model:lab_model@" in result.stdout and "lang:en" in result.stdout


RECORDS = [
    {"A_x": more, "B_x": less, "source": source, "topic": "arts, crafts"}
    for more, less, source in zip(tiny.MORE, tiny.LESS, "xyxxy", strict=True)
]
NAMES = ["--columns", "sent_more=A_x,sent_less=B_x"]


def run(model: Path, data: Path | str, *arguments: str) -> Any:
    told = ["score", "cps", str(model), "--data", str(data), "--n-resamples", "99", *arguments]
    return runner.invoke(app, told)


def test_files_of_others_are_scored_by_flags_alone(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "finnish.csv", RECORDS)
    told = [*NAMES, "--where", "source=x", "--where", "topic=arts, crafts", "-l", "fi", "--json"]
    shown = run(bert_folder, data, *told)
    assert shown.exit_code == 0, shown.output
    result = json.loads(shown.stdout)
    same = score(
        "cps",
        data,
        language="fi",
        columns={"sent_more": "A_x", "sent_less": "B_x"},
        where={"source": "x", "topic": "arts, crafts"},
        model=str(bert_folder),
        n_resamples=99,
        progress=False,
    )
    assert result == same.as_dict(rows=False)
    either = run(bert_folder, data, *NAMES, *["--where", "source=x", "--where", "source=y"])
    assert either.exit_code == 0, either.output


def test_groups_have_a_line_and_a_signature_each(bert_folder: Path, tmp_path: Path) -> None:
    data = write(tmp_path / "pairs.parquet", RECORDS)
    shown = run(bert_folder, data, *NAMES, "--group", "source")
    assert shown.exit_code == 0, shown.output
    lines = shown.stdout.rstrip("\n").splitlines()
    assert [line.split()[0] for line in lines if line.strip().startswith("source=")][:2] == [
        "source=x",
        "source=y",
    ]
    assert [line.partition("|where:")[2].partition("|")[0] for line in lines[-2:]] == [
        "source=x",
        "source=y",
    ]
    assert max(map(len, lines[:-2])) <= 80
    apart = json.loads(run(bert_folder, data, *NAMES, "--group", "source", "--json").stdout)
    assert {name: one["n"] for name, one in apart["groups"].items()} == {
        "source=x": 3,
        "source=y": 2,
    }
    twice = run(bert_folder, data, *NAMES, "--group", "source", "--group", "topic", "--json")
    assert list(json.loads(twice.stdout)["groups"]) == [
        "source=x, topic=arts, crafts",
        "source=y, topic=arts, crafts",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (NAMES, "one `source` in 'pairs', but got 2: x (3), y (2)"),
        ([*NAMES, "--where", "source=z"], "none: source is x (3), y (2)"),
        ([*NAMES, "--group", "sorce"], "Did you mean 'source'?"),
        (["--columns", "sent_more"], "columns such as"),
        ([*NAMES, "--where", "source"], "where such as"),
        (["--where", "source=*"], "columns={'sent_more': NAME, 'sent_less': NAME}"),
    ],
)
def test_what_is_left_open_ends_with_a_message(
    bert_folder: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    shown = run(bert_folder, write(tmp_path / "pairs.csv", RECORDS), *arguments)
    assert shown.exit_code == 2
    assert message in " ".join(shown.stderr.split())
    assert not shown.stdout


def test_a_built_folder_is_named_with_its_config(bert_folder: Path, tmp_path: Path) -> None:
    made = built(tmp_path / "made", {"de": RECORDS[:1], "fi": RECORDS})
    shown = run(bert_folder, f"{made}:de", *NAMES, "--json")
    assert shown.exit_code == 0, shown.output
    assert "|data:made@" in json.loads(shown.stdout)["signature"]
    assert "|lang:de|" in json.loads(shown.stdout)["signature"]


@pytest.mark.parametrize("kind", ["neutral", "names"])
def test_control_pairs_are_a_flag(kind: str) -> None:
    command = ["score", "cps", "embedded", "-l", "de", "--n-resamples", "99", "--control", kind]
    result = runner.invoke(app, command)
    assert result.exit_code == 0, result.output
    text = " ".join(result.stdout.split())
    assert "score minus control" in text and "on 76 of 112 rows" in text
    assert f"|control:{kind}" in text
    parsed = json.loads(runner.invoke(app, [*command, "--json"]).stdout)
    assert parsed["control_kind"] == kind
    assert (
        parsed["minus_control_ci_low"] < parsed["minus_control"] < parsed["minus_control_ci_high"]
    )
