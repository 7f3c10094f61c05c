"""All that a user needs works without the library `evaluate`, with the same numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import equimask
from equimask.core.errors import EquimaskError
from equimask.evaluation.added_rows import AddedRows
from equimask.metrics import spec_of
from tests import tiny

PROGRAM = """
import json, sys, warnings
warnings.simplefilter("ignore")
if sys.argv[1] == "without":
    sys.modules["evaluate"] = None
import equimask, equimask.cli.main
more, less = json.loads(sys.argv[3])
options = {"model": sys.argv[2], "progress": False}
cps = equimask.load("cps", "en")
found = [cps.compute(sent_more=more, sent_less=less, **options)]
cps.add(sent_more=more[0], sent_less=less[0])
cps.add_batch(sent_more=more[1:], sent_less=less[1:])
found += [cps.compute(**options), equimask.load("b_s_jsd").compute(
    data={"sent_more": more, "sent_less": less}, **options)]
found.append(equimask.score("cps", {"sent_more": more, "sent_less": less}, **options).as_dict())
audit = equimask.audit(sys.argv[2], data={"sent_more": more, "sent_less": less}, metrics=["cps"],
    progress=False)
found.append([cell.result.value for cell in audit.cells])
cps.add(sent_more=more[0], sent_less=less[0])
try:
    cps.compute(model="/no/such/model")
except equimask.EquimaskError:
    pass
try:
    cps.compute(**options)
except equimask.EquimaskError as error:
    found.append(str(error))
print(json.dumps([cps.description, cps.citation, cps.config_name, cps.reference_urls, found]))
print(sys.modules.get("evaluate") is None, file=sys.stderr)
"""


@pytest.mark.slow
def test_the_same_works_with_and_without_the_library(bert_folder: Path) -> None:
    rows = json.dumps([list(tiny.MORE), list(tiny.LESS)])
    told: dict[str, Any] = {}
    for how in ("with", "without"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, how, str(bert_folder), rows],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr.splitlines()[-1] == str(how == "without")
        told[how] = json.loads(done.stdout)
    assert told["with"] == told["without"]
    found = told["without"][-1]
    assert found[0] == found[1] and found[0]["n"] == len(tiny.MORE)
    assert "those that were added went with the last error" in found[-1]


class Module(AddedRows):
    spec = spec_of("cps")

    def _compute(self, **kwargs: Any) -> dict[str, Any]:
        return kwargs


def test_rows_are_joined_in_their_order_and_then_forgotten() -> None:
    module = Module()
    module.add(sent_more="a", sent_less="b")
    module.add_batch(sent_more=("c",), sent_less=["d"])
    found = module.compute(sent_more=["e"], sent_less=["f"], unit="word")
    assert found == {"sent_more": ["a", "c", "e"], "sent_less": ["b", "d", "f"], "unit": "word"}
    assert module.compute() == {}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"sent_more": ["a"]}, "sent_less differs"),
        ({"sent_more": ["a"], "sent_less": ["b"], "sent_les": ["c"]}, "sent_les differs"),
        ({}, "got none"),
        ({"sent_more": ["a", "b"], "sent_less": ["c"]}, "2 in `sent_more` and 1 in `sent_less`"),
    ],
)
def test_rows_that_do_not_fit_are_refused(columns: dict[str, Any], message: str) -> None:
    module = Module()
    with pytest.raises(EquimaskError, match=message):
        module.add_batch(**columns)
    assert module.writer is None


def test_several_processes_need_the_library() -> None:
    with pytest.raises(EquimaskError, match=r"num_process=2 .*equimask\[evaluate\]"):
        Module(num_process=2)
    with pytest.raises(EquimaskError, match="klingon"):
        Module("klingon")
    assert Module("de").config_name == "de" and Module().config_name == "default"


def test_what_is_known_of_a_metric_is_known_of_its_module() -> None:
    theirs, ours = equimask.load("cps"), Module()
    for name in ("description", "citation", "reference_urls", "inputs_description"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert "cps" in repr(ours)


def test_rows_are_added_where_no_cache_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    module = equimask.load("cps", cache_dir=str(tmp_path / "file" / "cache"))
    module.add_batch(sent_more=tiny.MORE, sent_less=tiny.LESS)
    found = module.compute(model="embedded", progress=False)
    assert found is not None and found["n"] + sum(found["skipped"].values()) == len(tiny.MORE)
