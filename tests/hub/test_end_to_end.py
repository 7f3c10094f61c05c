"""From a folder to a number over HTTP: clean processes, empty caches, the real clients."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builders.__main__ import BUILDERS, load_builder
from builders.kit.run import build
from equimask.version import __version__
from tests.hub.samples import METRICS, restrict, result
from tests.hub.server import WRITER, FakeHub, serving, stall

NAMES = [path.name for path in METRICS]
PAIRS = "lab/equimask_pairs"
# Where each score lies beyond its neutral point: the embedded model has its planted bias.
BIASED = {
    "aul": (50, 100),
    "cps": (50, 100),
    "dcbm": (50, 100),
    "latent_pmi": (0, 0.7),
    "mbe": (0, 100),  # its neutral point is not known without calibration
    "s_jsd": (-1, 0),
    "sbm": (50, 100),
}
pytestmark = pytest.mark.slow  # second processes


def environment(hub: FakeHub, home: Path, **more: str) -> dict[str, str]:
    """Of a machine that has never seen the Hub; its variables of the Hub are not ours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    ours = {
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(home),
        "HF_HUB_DISABLE_XET": "1",  # the hub on loopback has none
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "NO_PROXY": "127.0.0.1,localhost",
    }
    return {**kept, **ours, **more}


def run(module: str, *arguments: str, cwd: Path, env: dict[str, str]) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.hub.clients.{module}", *arguments],
        cwd=cwd,
        env=env | {"PYTHONPATH": str(BUILDERS.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def second_version(out: Path) -> Path:
    """`equimask_pairs` as a later version would be: fewer pairs, another number."""
    folder = out.parent / "builder"
    folder.mkdir(parents=True)
    for path in (BUILDERS / "equimask_pairs").glob("*.*"):
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(text.replace('version = "1.1.0"', 'version = "1.2.0"'))
    now = load_builder("equimask_pairs")
    later = replace(
        now, rows=lambda *given: (row for row in now.rows(*given) if row["category"] != "sport")
    )
    assert build(folder, later, out)["version"] == "1.2.0"
    return out


def test_what_is_published_loads_by_its_name_and_tag_and_offline(
    built_pairs: Path, pairs: Path, tmp_path: Path
) -> None:
    later = second_version(tmp_path / "later" / "equimask_pairs")
    restrict(pairs)
    (tmp_path / "results.json").write_text(json.dumps(result("s_jsd", s_jsd=-0.01)))
    model = ["publish-results", "results.json", "--repo", "lab/model", "--dataset", PAIRS]
    first = ["publish", str(built_pairs), "--repo", PAIRS]
    commands = {
        "dry run": first,
        "publish": [*first, "--yes"],
        "repeat": [*first, "--yes"],
        "same tag": ["publish", str(later), "--repo", PAIRS, "--tag", "v1.1.0", "--yes"],
        "restricted": ["publish", str(pairs), "--repo", PAIRS, "--yes"],
        "later": ["publish", str(later), "--repo", PAIRS, "--yes"],
        "gated": [*first[:3], "lab/gated_pairs", "--yes"],
        "private": [*first[:3], "lab/private_pairs", "--private", "--yes"],
        **{
            path.name: ["publish", str(path), "--repo", f"lab/{path.name}", "--yes"]
            for path in METRICS
        },
        "dry results": model,
        "results": [*model, "--yes"],
    }
    with serving() as hub:
        hub.store.create("model", "lab/model")
        hub.store.create("space", "lab/private_metric", private=True)
        writer = environment(hub, tmp_path / "writer", HF_TOKEN=WRITER)
        asked = json.dumps(list(commands.values()))
        told = dict(zip(commands, run("publisher", asked, cwd=tmp_path, env=writer), strict=True))
        check_commands(told, hub)
        hub.store.dataset("lab/gated_pairs").gated = True
        home = tmp_path / "visitor"
        seen = run("visitor", "online", *NAMES, cwd=tmp_path, env=environment(hub, home))
    check_visit(seen)
    switches = dict.fromkeys(("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_EVALUATE_OFFLINE"), "1")
    offline = run("visitor", "offline", cwd=tmp_path, env=environment(hub, home, **switches))
    assert offline == {"old": seen["old"], "score": seen["scores"]["s_jsd"]}


def check_commands(told: dict[str, Any], hub: FakeHub) -> None:
    refused = {"same tag": "raise the version", "restricted": "--redistributable-only --out DIR"}
    for name, ending in told.items():
        assert ending["code"] == (2 if name in refused else 0), (name, ending)
    for name, message in refused.items():
        assert message in " ".join(told[name]["err"].split())
    table = told["dry run"]["out"]
    for line in ("create", "data/de.parquet", "README.md", "tag", "v1.1.0", "nothing was sent"):
        assert line in table
    assert f"Published {hub.url}/datasets/{PAIRS}/tree/v1.1.0" in told["publish"]["out"]
    assert "Nothing to do" in told["repeat"]["out"]
    assert "change" in told["later"]["out"]
    assert "nothing was sent" in told["dry results"]["out"]
    assert "/lab/model/discussions/1" in told["results"]["out"]
    repo = hub.store.dataset(PAIRS)
    assert [commit.title for commit in repo.history] == [
        "equimask_pairs v1.2.0",
        "equimask_pairs v1.1.0",
        "initial commit",
    ]
    assert set(repo.tags) == {"v1.1.0", "v1.2.0"}
    assert hub.store.dataset("lab/private_pairs").private
    for name in NAMES:
        assert set(hub.store.space(f"lab/{name}").tags) == {f"v{__version__}"}


def check_visit(seen: dict[str, Any]) -> None:
    assert (seen["old"]["rows"], seen["new"]["rows"]) == (112, 104)
    assert seen["main"] == seen["new"]
    assert (seen["old"]["language"], seen["default"]["language"]) == ("de", "en")
    for name in NAMES:
        found, (low, high) = seen["scores"][name], BIASED[name]
        assert low < found["score"] < high, name
        model = "none" if name == "latent_pmi" else "lab_model@"
        assert found["signature"].startswith(f"{name}|equimask:{__version__}|model:{model}")
        assert "|lang:de|" in found["signature"]
    assert seen["score by tag"] == seen["scores"]["s_jsd"]
    assert "is a gated dataset on the Hub. You must be authenticated" in seen["gated"]
    assert "doesn't exist on the Hub or cannot be accessed" in seen["private"]
    assert "Revision 'v9.9.9' doesn't exist" in seen["absent tag"]
    assert seen["read gated"].startswith("ours: Expected a dataset on the Hub")
    assert "gated dataset" in seen["read gated"]
    assert "Module 'lab/private_metric' doesn't exist" in seen["private metric"]


def test_an_upload_that_was_killed_ends_in_the_same_tree_when_repeated(
    built_pairs: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "equimask", "publish", str(built_pairs), "--yes", "--repo"]
    with serving() as hub:
        env = environment(hub, tmp_path / "home", HF_TOKEN=WRITER)

        def publish(repo: str) -> None:
            subprocess.run([*command, repo], env=env, cwd=tmp_path, check=True, capture_output=True)

        stalled = stall()
        hub.fail("PUT", "/large/", stalled, after=1)
        process = subprocess.Popen(
            [*command, "lab/killed"], env=env, cwd=tmp_path, stderr=subprocess.DEVNULL
        )
        try:
            assert stalled.reached.wait(60), "the upload never came so far"
        finally:
            process.kill()
            process.wait()
            stalled.released.set()
        killed = hub.store.dataset("lab/killed")
        assert len(killed.history) == 1, "nothing is half published"
        assert killed.tags == {}
        publish("lab/killed")
        publish("lab/undisturbed")
    undisturbed = hub.store.dataset("lab/undisturbed")
    one, other = (
        {name: blob.data.replace(repo.encode(), b"REPO") for name, blob in found.head.tree.items()}
        for repo, found in (("lab/killed", killed), ("lab/undisturbed", undisturbed))
    )
    assert one == other  # but for the card, which names its repository
    assert len(killed.history) == len(undisturbed.history) == 2
    assert list(killed.tags) == list(undisturbed.tags) == ["v1.1.0"]
