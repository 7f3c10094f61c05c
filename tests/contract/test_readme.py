"""The README keeps its word: links lead somewhere, commands exist, figures are measured ones."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from typer.main import get_command

from equimask.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
VALIDITY = ROOT / "datasets" / "lab_validity" / "receipt.json"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_a_link_leads_to_a_file(target: str) -> None:
    assert (ROOT / target).is_file()


def test_python_blocks_can_be_read() -> None:
    assert len(blocks("python")) > 3
    for block in blocks("python"):
        ast.parse(block)


def test_every_command_and_option_exists() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    names = "|".join(sorted(commands, key=len, reverse=True))
    lines = re.findall(rf"equimask ({names})\b([^`\n#]*)", README)
    assert {name for name, _ in lines} == set(commands)
    for name, rest in lines:
        known = {option for p in commands[name].params for option in p.opts}
        assert set(re.findall(r"(?<=\s)--?[a-z][\w-]*", rest)) <= known, (name, rest)


def test_every_make_target_exists() -> None:
    targets = re.findall(r"^([\w%-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    named = re.findall(r"(?:`|^)make ([\w-]+)", README, flags=re.MULTILINE)
    assert len(named) > 3 and set(named) <= set(targets)


def test_every_dataset_and_metric_is_named() -> None:
    for folder in ("datasets", "metrics"):
        for path in (ROOT / folder).iterdir():
            if (path / "README.md").is_file():
                assert f"]({folder}/{path.name}/README.md)" in README, path.name


def test_the_validity_table_is_that_of_the_laboratory() -> None:
    variants = json.loads(VALIDITY.read_text(encoding="utf-8"))["summary"]["variants"]
    table = README[README.index("Do the measures measure") :]
    rows = re.findall(r"^\| `([\w ]+)` \|(.*)\|$", table, flags=re.MULTILINE)
    scores = {name for name, variant in variants.items() if variant["number"] == "score"}
    assert scores < {name for name, _ in rows} <= set(variants)
    for name, cells in rows:
        variant = variants[name]
        judged, alarms = variant["verdict"], variant["false_alarms"][variant["tested_by"]]
        smallest = variant["smallest_dose"]
        alone = set.intersection(*map(set, judged["ignores"].values()))
        assert [cell.strip() for cell in cells.split("|")] == [
            variant["dose"].replace("_", " "),
            str(len(judged["follows"])),
            str(len(alone)),
            "–" if alarms is None else f"{100 * alarms['rate']:.1f} %",
            "–" if smallest is None else f"{smallest:.1f}",
        ]
