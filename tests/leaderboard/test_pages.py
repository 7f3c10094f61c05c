"""Rows of models' pages, from the hub on loopback, and of everything together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from huggingface_hub import HfApi

from equimask.core.errors import DataError, OptionError
from equimask.core.verdicts import Verdict
from equimask.hub.model_page import prepare_results, submit
from equimask.leaderboard import gather
from equimask.leaderboard.pages import rows_of_page
from tests.hub.samples import DATASET, REPO, result
from tests.hub.server import FakeHub
from tests.hub.store import Blob, Commit, Repo
from tests.leaderboard.samples import audit_file, flat, written


@pytest.fixture
def model(hub: FakeHub) -> Repo:
    return hub.store.create("model", REPO, parameters=109_482_240)


def publish(api: HfApi, repo: Repo, folder: Path, *entries: Any, dataset: str = DATASET) -> None:
    path = written(folder, list(entries), "sent.json")
    submit(api, prepare_results(api, path, repo.name, dataset))
    last = max((ref for ref in repo.refs if ref.startswith("refs/pr/")), key=len)
    repo.refs["refs/heads/main"] = repo.refs[last]


def test_a_page_gives_rows_with_the_size_that_the_hub_knows(
    api: HfApi, model: Repo, tmp_path: Path
) -> None:
    publish(api, model, tmp_path, result(verdict="stereotype", null=49.0), result("aul", "en"))
    (first, second), others = rows_of_page(api, REPO)
    assert (first.model, first.parameters, first.language) == (REPO, 109_482_240, "de")
    assert (first.score, first.ci_low, first.null) == (55.5, 50.25, 49.0)
    assert (first.verdict, first.n, first.neutral) == (Verdict.STEREOTYPE, 112, 50.0)
    assert (first.data, first.dataset, first.source) == ("equimask_pairs", DATASET, REPO)
    assert (second.measure, second.verdict, others) == ("aula", None, 0)


def test_a_signature_of_another_model_is_refused(
    api: HfApi, model: Repo, hub: FakeHub, tmp_path: Path
) -> None:
    local = result()["signature"].replace("lab/model@", "checkpoint@")
    publish(api, model, tmp_path, result(signature=local))
    with pytest.raises(DataError, match="the model of the signature, 'checkpoint'") as caught:
        rows_of_page(api, REPO)
    assert "entry 0 of .eval_results/equimask_pairs.yaml of lab/model" in str(caught.value)


def test_a_folder_of_the_same_name_is_the_model(api: HfApi, model: Repo, tmp_path: Path) -> None:
    local = result()["signature"].replace("lab/model@", "model@")
    publish(api, model, tmp_path, result(signature=local))
    (row,), _ = rows_of_page(api, REPO)
    assert row.model == REPO


def test_data_of_another_name_are_refused(api: HfApi, model: Repo, tmp_path: Path) -> None:
    publish(api, model, tmp_path, result(), dataset="lab/others")
    with pytest.raises(DataError, match="the data of the signature, 'equimask_pairs'"):
        rows_of_page(api, REPO)


@pytest.mark.parametrize("value", ["high", True, float("nan"), None])
def test_what_is_no_number_is_refused_by_its_entry(
    api: HfApi, model: Repo, tmp_path: Path, value: Any
) -> None:
    publish(api, model, tmp_path, result())
    name = ".eval_results/equimask_pairs.yaml"
    entries = yaml.safe_load(model.head.tree[name].data)
    entries[0]["value"] = value
    spoilt = Blob(yaml.safe_dump(entries).encode())
    model.add(Commit({**model.head.tree, name: spoilt}, "spoilt", model.head.oid))
    with pytest.raises(DataError, match=r"a number under 'score'.* in entry 0 of .eval_results"):
        rows_of_page(api, REPO)


def test_a_version_that_nobody_knows_is_refused(api: HfApi, model: Repo, tmp_path: Path) -> None:
    later = result()["signature"].replace("equimask:0.1.0", "equimask:9.0.0")
    publish(api, model, tmp_path, result(signature=later))
    with pytest.raises(DataError, match="a version of equimask up to"):
        rows_of_page(api, REPO)


def test_files_and_pages_make_one_table_and_a_number_on_both_is_one_row(
    api: HfApi, model: Repo, tmp_path: Path
) -> None:
    publish(api, model, tmp_path, result(), result("aul", "en"))
    alone = written(tmp_path, flat(), "alone.json")
    found = gather([audit_file(tmp_path), alone, REPO], api)
    assert (len(found.rows), found.repeated, found.others) == (30 + 2, 1, 0)
    (row,) = [one for one in found.rows if one.measure == "cps"]
    assert (row.stderr, row.verdict) == (2.5, Verdict.STEREOTYPE)  # the file says more


def test_a_page_that_contradicts_a_file_is_refused(api: HfApi, model: Repo, tmp_path: Path) -> None:
    publish(api, model, tmp_path, result(cps=54.0))
    with pytest.raises(DataError, match=r"55.5 in alone.json and 54.0 in lab/model"):
        gather([written(tmp_path, flat(), "alone.json"), REPO], api)


@pytest.mark.parametrize("name", ["nothing", "a/b/c", "no/results.json", "x" * 5000, "\0", ""])
def test_what_is_neither_here_nor_a_model_is_refused(hub: FakeHub, name: str) -> None:
    with pytest.raises(OptionError, match=r"a results.json, a folder with one"):
        gather([name])


def test_a_table_of_nothing_is_refused(api: HfApi, model: Repo) -> None:
    with pytest.raises(DataError, match="numbers of Equimask in what was given"):
        gather([REPO], api)
