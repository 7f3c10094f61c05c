"""A signature alone brings back a model and a dataset of the Hub, though both went on since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import HfApi

from equimask.core.signature import Signature
from tests import tiny
from tests.hub.server import FakeHub
from tests.hub.test_end_to_end import environment, run
from tests.hub.test_reading_datasets import publish
from tests.inputs.worlds import built, write

pytestmark = pytest.mark.slow  # second processes

RECORDS = [
    {"sent_more": more, "sent_less": less} for more, less in zip(tiny.MORE, tiny.LESS, strict=True)
]
QUICK = ["--n-resamples", "49", "--json"]


def test_model_and_data_of_the_hub_are_found_by_commit_revision_and_config(
    hub: FakeHub, api: HfApi, tmp_path: Path
) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    api.create_repo("lab/tiny")
    for seed in (0, 1):
        folder = tiny.save(
            tmp_path / f"model-{seed}", tiny.tiny_bert(len(tokenizer), seed), tokenizer
        )
        if seed == 0:
            commit = api.upload_folder(repo_id="lab/tiny", folder_path=folder).oid
    configs = {"de": RECORDS, "counts": RECORDS[:4]}
    publish(hub, "lab/pairs", built(tmp_path / "first", configs), "v1.0.0")
    env = environment(hub, tmp_path / "home")

    def asked(*commands: list[str]) -> list[Any]:
        return list(run("publisher", json.dumps(commands), cwd=tmp_path, env=env))

    specs = ["lab/pairs:de@v1.0.0", "lab/pairs:counts@v1.0.0", "lab/pairs:de"]
    scored = asked(*(["score", "aul", "lab/tiny", "--data", spec, *QUICK] for spec in specs))
    results = [json.loads(one["out"]) for one in scored]
    signed = [dict(Signature.parse(one["signature"]).fields) for one in results]
    assert [one["model"] for one in signed] == [f"lab/tiny@{commit}"] * 3
    assert [one.get("revision") for one in signed] == ["v1.0.0", "v1.0.0", None]
    assert [one.get("config") for one in signed] == [None, "counts", None]

    api.upload_folder(repo_id="lab/tiny", folder_path=tmp_path / "model-1")
    publish(hub, "lab/pairs", built(tmp_path / "second", {"de": RECORDS[1:], "counts": RECORDS}))
    write(tmp_path / "mine.csv", RECORDS)
    again = [["rerun", one["signature"], "--expect", str(one["aul"]), "--json"] for one in results]
    kept = [*again[2], "--data", str(tmp_path / "mine.csv")]
    *found, copied = asked(*again, kept)
    assert [one["code"] for one in found] == [0, 0, 1], found
    assert json.loads(found[0]["out"])["same_signature"]
    assert json.loads(found[1]["out"])["same_signature"]
    assert "other rows" in json.loads(found[2]["out"])["outcome"]
    assert copied["code"] == 0, copied
    assert not json.loads(copied["out"])["same_signature"]
