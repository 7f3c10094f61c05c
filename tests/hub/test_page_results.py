"""Results on a model's page are read back as they were sent."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from huggingface_hub import HfApi
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import DataError, HubError, OptionError
from equimask.core.verdicts import Verdict
from equimask.hub import page_results
from equimask.hub.model_page import eval_results_with, prepare_results, submit
from equimask.hub.page_results import read_page
from equimask.hub.results import read_results
from tests.hub.samples import DATASET, REPO, result, written
from tests.hub.server import READER, FakeHub
from tests.hub.store import Blob, Commit, Repo

EVALUATED = ".eval_results/equimask_pairs.yaml"


@pytest.fixture
def model(hub: FakeHub) -> Repo:
    return hub.store.create("model", REPO, parameters=109_482_240)


def put(repo: Repo, text: str, name: str = EVALUATED) -> None:
    repo.add(Commit({**repo.head.tree, name: Blob(text.encode())}, "results", repo.head.oid))


def test_what_was_sent_and_merged_is_read_again(api: HfApi, model: Repo, tmp_path: Path) -> None:
    entries = [
        result("cps", "de", verdict="stereotype", null=49.5),
        result("s_jsd", "en", s_jsd=-0.015, verdict="equivalent", equivalence_bound=0.02),
        result("aul", "fr", ci_low=None),
    ]
    path = written(tmp_path, entries)
    submit(api, prepare_results(api, path, REPO, DATASET))
    assert read_page(api, REPO).results == ()  # a pull request says nothing yet
    model.refs["refs/heads/main"] = model.refs["refs/pr/1"]
    page = read_page(api, REPO)
    assert [one.result for one in page.results] == [
        replace(one, named="") for one in read_results(path, REPO, DATASET)
    ]
    assert [one.where for one in page.results] == [
        f"entry {at} of {EVALUATED} of {REPO}" for at in range(3)
    ]
    assert (page.parameters, page.others) == (109_482_240, 0)


def test_a_model_without_safetensors_has_no_size(api: HfApi, hub: FakeHub) -> None:
    hub.store.create("model", REPO)
    page = read_page(api, REPO)
    assert (page.parameters, page.results) == (None, ())


def test_results_of_others_are_counted_and_left_out(api: HfApi, model: Repo) -> None:
    put(model, "- {dataset: {id: cais/hle, task_id: default}, value: 20.9, notes: with tools}\n- 5")
    page = read_page(api, REPO)
    assert (page.results, page.others) == ((), 2)


def spoilt(**changes: Any) -> str:
    sent = read_results_of(result())
    entry = yaml.safe_load(eval_results_with("", sent))[0]
    for key, value in changes.items():
        (entry["dataset"] if key in ("id", "task_id") else entry)[key] = value
    return str(yaml.safe_dump([entry]))


def read_results_of(entry: dict[str, Any]) -> Any:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        return read_results(written(Path(folder), entry), REPO, DATASET)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"notes": None}, "with a signature in its notes"),
        ({"notes": "a fine model"}, "a signature of the form"),
        ({"notes": f"verdict guilty; {result()['signature']}"}, "a verdict: stereotype"),
        ({"task_id": "cps_en"}, "the task of the signature, cps_de, but got 'cps_en'"),
        ({"task_id": "s_jsd_de"}, "the task of the signature, cps_de"),
        ({"dataset": "equimask_pairs"}, "a result with a dataset"),
    ],
)
def test_a_number_that_says_to_be_ours_needs_its_signature(
    api: HfApi, model: Repo, changes: dict[str, Any], message: str
) -> None:
    put(model, spoilt(**changes))
    with pytest.raises(DataError, match=message) as caught:
        read_page(api, REPO)
    assert f"entry 0 of {EVALUATED} of {REPO}" in str(caught.value)


@pytest.mark.parametrize("text", ["a: [", "{}", "text", "", "!!python/object:os.system {}"])
def test_a_file_that_is_no_list_is_a_clear_error(api: HfApi, model: Repo, text: str) -> None:
    put(model, text)
    with pytest.raises(HubError, match=r"a list of results in .eval_results/equimask_pairs.yaml"):
        read_page(api, REPO)


def test_what_is_too_much_is_refused_before_it_is_fetched(
    hub: FakeHub, api: HfApi, model: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(model, spoilt())
    monkeypatch.setattr(page_results, "_MOST_BYTES", 10)
    with pytest.raises(HubError, match="of at most 10"):
        read_page(api, REPO)
    assert hub.count("GET", "resolve") == 0
    monkeypatch.setattr(page_results, "_MOST_FILES", 0)
    with pytest.raises(HubError, match="at most 0 files"):
        read_page(api, REPO)


def test_a_few_lines_that_stand_for_more_than_memory_are_refused(api: HfApi, model: Repo) -> None:
    doubled = [f"- &l{level} [*l{level - 1}, *l{level - 1}]" for level in range(1, 60)]
    ours = "- {dataset: {task_id: cps_de}, notes: *l59}"
    put(model, "\n".join(["- &l0 [text]", *doubled, ours]))
    with pytest.raises(HubError, match="an alias, which no result has"):
        read_page(api, REPO)


def test_the_files_of_a_page_are_bounded_together(
    api: HfApi, model: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(model, spoilt())
    monkeypatch.setattr(page_results, "_MOST_BYTES", len(spoilt()) + 10)
    assert len(read_page(api, REPO).results) == 1
    put(model, "[]" + 10 * " ", ".eval_results/other.yaml")
    with pytest.raises(HubError, match=r"bytes in \.eval_results/"):
        read_page(api, REPO)


def test_too_many_entries_are_refused(
    api: HfApi, model: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(model, json.dumps([1, 2, 3]))
    monkeypatch.setattr(page_results, "_MOST_ENTRIES", 2)
    with pytest.raises(HubError, match="at most 2 entries"):
        read_page(api, REPO)


def test_a_model_that_cannot_be_seen_is_a_clear_error(hub: FakeHub, api: HfApi) -> None:
    with pytest.raises(HubError, match="the model lab/model on the Hub, but got no such"):
        read_page(api, REPO)
    with pytest.raises(OptionError, match="a repository ORG/NAME"):
        read_page(api, "model")
    repo = hub.store.create("model", REPO)
    put(repo, spoilt())
    repo.gated = True
    with pytest.raises(HubError, match="Ask for access"):
        read_page(HfApi(endpoint=hub.url, token=READER), REPO)


@given(
    st.sampled_from(Verdict),
    st.floats(-1e6, 1e6, width=32) | st.none(),
    st.tuples(st.floats(-1e6, 1e6, width=32), st.floats(-1e6, 1e6, width=32)) | st.none(),
    st.text(max_size=20),
)
def test_notes_are_the_inverse_of_themselves(
    verdict: Verdict,
    null: float | None,
    interval: tuple[float, float] | None,
    name: str,
) -> None:
    from equimask.core.signature import Signature
    from equimask.hub.results import PublishedResult

    signature = str(Signature("cps", (("equimask", "0.1.0"), ("data", f"{name}; null 3@1"))))
    bound = 2.5 if verdict is Verdict.EQUIVALENT else None
    sent = PublishedResult(
        "cps", 55.5, DATASET, None, signature, interval,
        verdict=verdict, null=null, equivalence_bound=bound,
    )  # fmt: skip
    entry = {"dataset": {"id": DATASET, "task_id": sent.task}, "value": 55.5, "notes": sent.notes}
    read = page_results._result(entry)
    assert read.notes == sent.notes
    assert (read.signature, read.verdict, read.equivalence_bound) == (signature, verdict, bound)
    assert (read.null is None) == (null is None)
