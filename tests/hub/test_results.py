"""Reading results.json: three shapes, what the signature tells, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import DataError
from equimask.hub.results import read_results
from tests.hub.samples import DATASET, REPO, result, written


@pytest.mark.parametrize("shape", [lambda r: r, lambda r: [r], lambda r: {"results": [r]}])
def test_one_result_a_list_and_an_audit_are_read(tmp_path: Path, shape: Any) -> None:
    (read,) = read_results(written(tmp_path, shape(result())), REPO, DATASET)
    assert (read.metric, read.value, read.language, read.dataset) == ("cps", 55.5, "de", DATASET)
    assert read.task == "cps_de"
    assert read.notes == f"interval 50.25 to 60.75; {result()['signature']}"


def test_the_verdict_goes_with_the_number_that_it_is_about(tmp_path: Path) -> None:
    (read,) = read_results(written(tmp_path, result() | {"verdict": "too_few"}), REPO, DATASET)
    assert read.notes.startswith("verdict too few; interval 50.25")
    other = result("s_jsd") | {"metric": "b_s_jsd", "b_s_jsd": 61.0, "verdict": "stereotype"}
    (read,) = read_results(written(tmp_path, other), REPO, DATASET)
    assert read.verdict is None
    with pytest.raises(DataError, match="a verdict: stereotype, anti_stereotype, male"):
        read_results(written(tmp_path, result() | {"verdict": "fair"}), REPO, DATASET)


def test_a_verdict_goes_with_what_it_starts_from(tmp_path: Path) -> None:
    entry = result() | {"verdict": "equivalent", "equivalence_bound": 5.0, "null": 49.25}
    (read,) = read_results(written(tmp_path, entry), REPO, DATASET)
    assert read.notes.startswith("verdict equivalent within ±5; null 49.25; interval 50.25")
    told = {"verdict": "equivalent", "null": 49.25, "equivalence_bound": 5.0}
    assert read.arguments == {"signature": entry["signature"], **told}
    shown = result() | {"verdict": "stereotype", "equivalence_bound": 1.0}
    (read,) = read_results(written(tmp_path, shown), REPO, DATASET)
    assert read.equivalence_bound is None and "±" not in read.notes
    with pytest.raises(DataError, match="`equivalence_bound` of a result that is equivalent"):
        read_results(written(tmp_path, result() | {"verdict": "equivalent"}), REPO, DATASET)


def test_what_is_told_beside_the_signature_goes_first(tmp_path: Path) -> None:
    entry = result("s_jsd") | {"metric": "b_s_jsd", "b_s_jsd": 61.0, "language": "fr"}
    entry |= {"dataset": "org/other", "dataset_revision": "f00"}
    (read,) = read_results(written(tmp_path, entry), REPO)
    assert (read.task, read.value, read.dataset) == ("b_s_jsd_fr", 61.0, "org/other")
    assert read.dataset_revision == "f00"
    assert read.interval is None  # the one that is there is the headline's


def test_a_hub_dataset_is_known_by_the_signature(tmp_path: Path) -> None:
    entry = result()
    entry["signature"] = entry["signature"].replace("data:equimask_pairs@", "data:org/pairs@")
    (read,) = read_results(written(tmp_path, entry), REPO, DATASET)
    assert read.dataset == "org/pairs"


def test_parts_of_a_dataset_are_tasks_of_their_own(tmp_path: Path) -> None:
    entries = [result(), result()]
    for entry, source in zip(entries, ("crows", "re vised"), strict=True):
        where = f"|where:bias_type=gender;source={source}|lang:"
        entry["signature"] = entry["signature"].replace("|lang:", where)
    read = read_results(written(tmp_path, entries), REPO, DATASET)
    assert [one.task for one in read] == ["cps_de_gender_crows", "cps_de_gender_re-vised"]


def test_results_on_several_data_are_not_called_one_dataset(tmp_path: Path) -> None:
    other = result("sbm")
    other["signature"] = other["signature"].replace("data:equimask_pairs@", "data:mine@")
    with pytest.raises(DataError, match="equimask_pairs, mine in the results"):
        read_results(written(tmp_path, [result(), other]), REPO, DATASET)
    named = {**other, "dataset": "org/mine"}
    read = read_results(written(tmp_path, [result(), named]), REPO, DATASET)
    assert [one.dataset for one in read] == [DATASET, "org/mine"]


def test_without_a_language_or_an_interval_nothing_is_made_up(tmp_path: Path) -> None:
    entry = result(language="und", ci_low=None)
    (read,) = read_results(written(tmp_path, entry), REPO, DATASET)
    assert (read.language, read.task, read.notes) == (None, "cps", entry["signature"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "a list of results"),
        ("text", "a list of results"),
        ([result(), {"cps": 50.0}], "{'cps': 50.0} in result 1 of results.json"),
        ([result(signature="cps|nonsense")], "a signature of the form"),
        ([result(cps=None)], "a number under 'cps', but got None in result 0"),
        ([result(cps=float("nan"))], "a number under 'cps', but got nan"),
        ([result(cps=True)], "a number under 'cps', but got True"),
        ([result(metric="sbm"), result(metric="sbm")], "sbm_de of lab/equimask_pairs in results 0"),
    ],
)
def test_what_cannot_be_published_is_refused_with_its_place(
    tmp_path: Path, content: Any, message: str
) -> None:
    with pytest.raises(DataError) as caught:
        read_results(written(tmp_path, content), REPO, DATASET)
    assert message in str(caught.value)


def test_a_dataset_without_an_organisation_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Pass --dataset ORG/NAME"):
        read_results(written(tmp_path, result()), REPO)


def test_results_of_another_model_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="results of lab/other, but got a signature of lab/model"):
        read_results(written(tmp_path, result()), "lab/other", DATASET)


def test_a_local_checkpoint_may_be_the_model(tmp_path: Path) -> None:
    entry = result()
    entry["signature"] = entry["signature"].replace("model:lab/model@", "model:checkpoint-500@")
    assert len(read_results(written(tmp_path, entry), REPO, DATASET)) == 1


@pytest.mark.parametrize("model", [{"name": "lab/model"}, ["lab/model"], 5, None])
def test_a_model_that_is_no_name_is_none(tmp_path: Path, model: Any) -> None:
    nameless = {"results": [result() | {"model": model}]}
    (read,) = read_results(written(tmp_path, nameless), REPO, DATASET)
    assert read.value == 55.5
    with pytest.raises(DataError, match="those of a model without a name"):
        read_results(written(tmp_path, nameless), REPO, DATASET, "lab/model")


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    for name in ("results.json", "absent.json"):
        with pytest.raises(DataError, match="a JSON file with results"):
            read_results(tmp_path / name, REPO, DATASET)


def test_of_several_models_those_of_the_repository_are_taken(tmp_path: Path) -> None:
    other = result(cps=40.0)
    other["signature"] = other["signature"].replace("lab/model@abc", "folder@abc")
    both = {"results": [result() | {"model": REPO}, other | {"model": "folder"}]}
    (read,) = read_results(written(tmp_path, both), REPO, DATASET)
    assert read.value == 55.5
    (read,) = read_results(written(tmp_path, both), REPO, DATASET, "folder")
    assert read.value == 40.0
    with pytest.raises(DataError, match=f"those of {REPO}, folder .*--model"):
        read_results(written(tmp_path, both), "lab/third", DATASET)
