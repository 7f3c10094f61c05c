"""Models by their hub id, in a clean process with empty caches: pickled weights and own code."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import HfApi

from equimask.core.signature import Signature
from tests import tiny
from tests.hub.server import FakeHub
from tests.hub.test_end_to_end import environment, run
from tests.models.kinds import owned, stored
from tests.models.kinds.workshop import Workshop

pytestmark = pytest.mark.slow  # second processes

KINDS: dict[str, tuple[Any, list[str]]] = {
    "pickled": (stored.sharded_bin, []),
    "rotary": (owned.rotary_frequencies, ["--trust-remote-code"]),
    "diffusion": (owned.diffusion_with_mask_in_config, ["--trust-remote-code"]),
}


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["sent_more", "sent_less"])
        rows.writerows(zip(tiny.MORE, tiny.LESS, strict=True))
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_of_the_hub_scores_as_its_folder_does(
    kind: str, hub: FakeHub, api: HfApi, pairs: Path, tmp_path: Path
) -> None:
    make, flags = KINDS[kind]
    folder = make(Workshop(tmp_path)).model
    name = f"lab/{kind}"
    api.create_repo(name)
    commit = api.upload_folder(repo_id=name, folder_path=folder).oid
    asked = [
        ["score", "cps", str(model), "--data", str(pairs), "--json", "--rows", *flags]
        for model in (name, folder)
    ]
    env = environment(hub, tmp_path / "home")
    by_name, by_folder = run("publisher", json.dumps(asked), cwd=tmp_path, env=env)
    assert by_name["code"] == 0, by_name["err"] + by_name["out"]
    found, expected = (json.loads(told["out"]) for told in (by_name, by_folder))
    assert found["rows"] == expected["rows"]
    assert found["notes"] == expected["notes"]
    assert Signature.parse(found["signature"])["model"] == f"{name}@{commit}"
    strangers = [path for _, path in hub.seen if "discussions" in path or "convert" in path]
    assert not strangers, "no copy of the weights is asked for elsewhere"


def test_code_of_a_hub_model_runs_only_if_asked_for(
    hub: FakeHub, api: HfApi, pairs: Path, tmp_path: Path
) -> None:
    folder = owned.rotary_frequencies(Workshop(tmp_path)).model
    api.create_repo("lab/rotary")
    api.upload_folder(repo_id="lab/rotary", folder_path=folder)
    asked = [["score", "cps", "lab/rotary", "--data", str(pairs)]]
    (told,) = run(
        "publisher", json.dumps(asked), cwd=tmp_path, env=environment(hub, tmp_path / "home")
    )
    assert told["code"] == 2
    assert "--trust-remote-code" in told["err"]
    assert hub.count("GET", ".py") == 0, "its code was not even fetched"
