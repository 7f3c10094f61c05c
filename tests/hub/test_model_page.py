"""Results on a model's page: a pull request with `.eval_results/` and `model-index`."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from huggingface_hub import HfApi, ModelCard, parse_eval_result_entries

from equimask.core.errors import HubError, OptionError
from equimask.hub.model_page import prepare_results, submit
from tests.hub.samples import DATASET, REPO, result, written
from tests.hub.server import READER, FakeHub, unanswered
from tests.hub.store import Blob, Commit, Repo

CARD = """---
license: mit
model-index:
- name: Mine
  results:
  - task:
      type: fill-mask
    dataset:
      name: Other
      type: org/other
    metrics:
    - type: perplexity
      value: 3.5
tags:
- bert
---

# My model

Its own words.
"""
EVALUATED = ".eval_results/equimask_pairs.yaml"


@pytest.fixture
def model(hub: FakeHub) -> Repo:
    repo = hub.store.create("model", REPO)
    repo.add(Commit({**repo.head.tree, "README.md": Blob(CARD.encode())}, "card", repo.head.oid))
    return repo


def merge(repo: Repo, number: int = 1) -> None:
    repo.refs["refs/heads/main"] = repo.refs[f"refs/pr/{number}"]


def texts(repo: Repo, revision: str) -> dict[str, str]:
    commit = repo.resolve(revision)
    assert commit is not None
    return {name: blob.data.decode() for name, blob in commit.tree.items()}


def test_results_arrive_as_one_pull_request(api: HfApi, model: Repo, tmp_path: Path) -> None:
    entries = [result("cps", "de"), result("s_jsd", "en", s_jsd=-0.015)]
    before = model.head
    submission = prepare_results(api, written(tmp_path, entries), REPO, DATASET)
    assert set(submission.files) == {"README.md", EVALUATED}
    address = submit(api, submission)
    assert address.endswith("/lab/model/discussions/1")
    assert model.head == before  # nothing is on main until it is merged
    sent = texts(model, "refs/pr/1")
    told = parse_eval_result_entries(yaml.safe_load(sent[EVALUATED]))
    assert [(e.dataset_id, e.task_id, e.value) for e in told] == [
        (DATASET, "cps_de", 55.5),
        (DATASET, "s_jsd_en", -0.015),
    ]
    assert [(e.notes or "").partition("; ")[2] for e in told] == [
        entry["signature"] for entry in entries
    ]
    card = ModelCard(sent["README.md"])
    assert [(r.metric_type, r.dataset_config, r.metric_value) for r in card.data.eval_results] == [
        ("perplexity", None, 3.5),
        ("cps", "de", 55.5),
        ("s_jsd", "en", -0.015),
    ]
    assert card.data.eval_results[1].metric_args == {"signature": entries[0]["signature"]}
    assert card.data.model_name == "Mine"
    assert (card.data.license, card.data.tags) == ("mit", ["bert"])
    assert card.text == CARD.split("---\n", 2)[2]


def test_a_newer_value_takes_the_place_of_the_older_and_others_stay(
    api: HfApi, model: Repo, tmp_path: Path
) -> None:
    first = [result("cps", "de"), result("cps", "en")]
    submit(api, prepare_results(api, written(tmp_path, first), REPO, DATASET))
    merge(model)
    again = written(tmp_path, result("cps", "de", cps=52.0))
    submit(api, prepare_results(api, again, REPO, DATASET))
    sent = texts(model, "refs/pr/2")
    told = parse_eval_result_entries(yaml.safe_load(sent[EVALUATED]))
    assert {e.task_id: e.value for e in told} == {"cps_en": 55.5, "cps_de": 52.0}
    index = ModelCard(sent["README.md"]).data.eval_results
    assert {(r.metric_type, r.dataset_config): r.metric_value for r in index} == {
        ("perplexity", None): 3.5,
        ("cps", "en"): 55.5,
        ("cps", "de"): 52.0,
    }


def test_results_that_are_there_already_change_nothing(
    api: HfApi, model: Repo, tmp_path: Path
) -> None:
    path = written(tmp_path, [result("cps", "de"), result("cps", "en")])
    submit(api, prepare_results(api, path, REPO, DATASET))
    merge(model)
    assert prepare_results(api, path, REPO, DATASET).files == {}


def test_a_request_that_is_open_is_not_opened_again(
    hub: FakeHub, api: HfApi, model: Repo, tmp_path: Path
) -> None:
    path = written(tmp_path, result())
    hub.fail("POST", "/commit/", unanswered)
    with pytest.raises(HubError, match="run the same command again"):
        submit(api, prepare_results(api, path, REPO, DATASET))
    again = prepare_results(api, path, REPO, DATASET)
    assert submit(api, again) == again.proposed == f"{hub.url}/lab/model/discussions/1"
    assert "refs/pr/2" not in model.refs
    other = prepare_results(api, written(tmp_path, result(cps=51.0)), REPO, DATASET)
    assert other.proposed is None
    assert submit(api, other).endswith("/discussions/2")


def test_a_model_without_a_card_gets_a_small_one(api: HfApi, hub: FakeHub, tmp_path: Path) -> None:
    repo = hub.store.create("model", REPO)
    submit(api, prepare_results(api, written(tmp_path, result()), REPO, DATASET))
    card = ModelCard(texts(repo, "refs/pr/1")["README.md"])
    assert card.data.model_name == "model"
    assert len(card.data.eval_results) == 1
    assert card.text.strip() == "# model"


def test_anybody_with_a_token_may_propose_and_reading_needs_none(
    hub: FakeHub, model: Repo, tmp_path: Path
) -> None:
    path = written(tmp_path, result())
    stranger = HfApi(endpoint=hub.url, token=False)
    submission = prepare_results(stranger, path, REPO, DATASET)
    with pytest.raises(HubError, match="a token of the Hub"):
        submit(stranger, submission)
    assert submit(HfApi(endpoint=hub.url, token=READER), submission)
    assert "refs/pr/1" in model.refs


def test_a_model_that_is_not_there_is_a_clear_error(
    api: HfApi, hub: FakeHub, tmp_path: Path
) -> None:
    path = written(tmp_path, result())
    with pytest.raises(HubError, match="the model lab/model on the Hub, but got no such"):
        prepare_results(api, path, REPO, DATASET)
    with pytest.raises(OptionError, match="a repository ORG/NAME"):
        prepare_results(api, path, REPO, "equimask_pairs")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("README.md", "---\nmodel-index: [{name: x, results: [{}]}]\n---\n", "sound metadata"),
        (EVALUATED, "- 1\n- 2\n", "a list of results in .eval_results/"),
        (EVALUATED, "a: [", "a list of results in .eval_results/"),
        (EVALUATED, "caf\xe9", "equimask_pairs.yaml in UTF-8"),
        ("README.md", "caf\xe9", "README.md in UTF-8"),
    ],
)
def test_a_page_that_cannot_be_read_is_left_alone(
    api: HfApi, model: Repo, tmp_path: Path, name: str, text: str, message: str
) -> None:
    broken = Blob(text.encode("latin-1"))
    model.add(Commit({**model.head.tree, name: broken}, "broken", model.head.oid))
    with pytest.raises(HubError, match="Mend that file") as caught:
        prepare_results(api, written(tmp_path, result()), REPO, DATASET)
    assert message in str(caught.value)


def test_a_gated_model_without_access_is_a_clear_error(
    hub: FakeHub, model: Repo, tmp_path: Path
) -> None:
    model.gated = True
    reader = HfApi(endpoint=hub.url, token=READER)
    with pytest.raises(HubError, match="Ask for access on the page of lab/model"):
        prepare_results(reader, written(tmp_path, result()), REPO, DATASET)
