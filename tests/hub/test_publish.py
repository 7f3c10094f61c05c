"""Publishing to a hub on loopback: one commit and a tag, repeatable, safe against cuts."""

from __future__ import annotations

import shutil
from importlib.metadata import version
from pathlib import Path

import pytest
from huggingface_hub import HfApi

from equimask.core.errors import HubError, OptionError
from equimask.hub.folder import read_folder
from equimask.hub.publish import Publication, carry_out, prepare
from equimask.hub.published_card import Target, published_card
from equimask.hub.repository import UnreachableError
from tests.hub.samples import rewrite_receipt
from tests.hub.server import READER, FakeHub, Fault, cut, status, unanswered
from tests.hub.store import Repo

REPO = "lab/equimask_pairs"


def publish(api: HfApi, folder: Path, repo: str = REPO, tag: str | None = None) -> Publication:
    publication = prepare(api, folder, repo, tag)
    carry_out(api, publication)
    return publication


def content(repo: Repo, revision: str = "main") -> dict[str, bytes]:
    commit = repo.resolve(revision)
    assert commit is not None
    return {name: blob.data for name, blob in commit.tree.items() if name != ".gitattributes"}


def on_disk(folder: Path, repo: str = REPO, tag: str | None = None) -> dict[str, bytes]:
    """What its repository holds: every file, and the card with the repository in its code."""
    files = (path for path in folder.rglob("*") if path.is_file())
    content = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    read = read_folder(folder)
    target = Target(folder.name, read.repo_type, repo, tag or f"v{read.version}", read.version)
    content["README.md"] = published_card(content["README.md"].decode(), target).encode()
    return content


def add_to_card(folder: Path, text: str) -> None:
    (folder / "README.md").write_text((folder / "README.md").read_text() + text)


def test_a_folder_becomes_one_commit_and_its_tag(hub: FakeHub, api: HfApi, pairs: Path) -> None:
    publish(api, pairs)
    repo = hub.store.dataset(REPO)
    assert content(repo) == on_disk(pairs)
    assert [commit.title for commit in repo.history] == ["equimask_pairs v1.1.0", "initial commit"]
    assert repo.tags == {"v1.1.0": repo.head.oid}
    assert repo.head.tree["data/de.parquet"].large
    assert ".gitattributes" in repo.head.tree


def test_preparing_writes_nothing_and_needs_no_token(hub: FakeHub, pairs: Path) -> None:
    plan = prepare(HfApi(endpoint=hub.url, token=False), pairs, REPO).plan
    assert plan.create
    assert plan.tag == "v1.1.0"
    assert len(plan.add) == 5
    assert {method for method, _ in hub.seen} == {"GET"}


def test_a_second_run_finds_nothing_to_do(hub: FakeHub, api: HfApi, pairs: Path) -> None:
    publish(api, pairs)
    before = len(hub.seen)
    again = publish(api, pairs)
    assert again.plan.is_done
    assert {method for method, _ in hub.seen[before:]} == {"GET"}


def test_a_new_version_changes_and_deletes_and_leaves_the_old_one(
    hub: FakeHub, api: HfApi, pairs: Path
) -> None:
    (pairs / "figures" / "old.svg").write_text("<svg/>")
    first = on_disk(pairs)
    publish(api, pairs)
    (pairs / "figures" / "old.svg").unlink()
    add_to_card(pairs, "\nMore.\n")
    rewrite_receipt(pairs, version="1.2.0")
    plan = publish(api, pairs).plan
    assert (plan.add, plan.delete, plan.tag) == ((), ("figures/old.svg",), "v1.2.0")
    assert plan.change == ("README.md", "receipt.json")
    repo = hub.store.dataset(REPO)
    assert content(repo, "v1.1.0") == first
    assert content(repo, "v1.2.0") == content(repo) == on_disk(pairs)
    assert len(repo.history) == 3


def test_other_content_under_a_published_tag_is_refused_before_anything_is_sent(
    hub: FakeHub, api: HfApi, pairs: Path
) -> None:
    publish(api, pairs)
    add_to_card(pairs, "\nMore.\n")
    before = content(hub.store.dataset(REPO))
    with pytest.raises(HubError, match=r"the tag v1\.1\.0 to be new"):
        publish(api, pairs)
    assert content(hub.store.dataset(REPO)) == before
    assert publish(api, pairs, tag="v1.0.1").plan.tag == "v1.0.1"


def test_a_metric_becomes_a_gradio_space_that_is_exactly_its_folder(
    hub: FakeHub, api: HfApi, metric: Path
) -> None:
    publish(api, metric, "lab/s_jsd")
    repo = hub.store.space("lab/s_jsd")
    assert repo.sdk == "gradio"
    assert content(repo) == on_disk(metric, "lab/s_jsd")  # the Hub's own first card is gone
    assert list(repo.tags) == [f"v{prepare(api, metric, 'lab/s_jsd').folder.version}"]


def test_a_space_is_called_as_its_module(api: HfApi, metric: Path) -> None:
    with pytest.raises(OptionError, match="Pass --repo lab/s_jsd"):
        prepare(api, metric, "lab/jensen-shannon")


def test_a_metric_never_takes_a_tag_that_evaluate_would_prefer(api: HfApi, metric: Path) -> None:
    with pytest.raises(OptionError, match="prefer to main for ever"):
        prepare(api, metric, "lab/s_jsd", f"v{version('evaluate')}")


def test_a_new_repository_is_private_when_asked(hub: FakeHub, api: HfApi, pairs: Path) -> None:
    carry_out(api, prepare(api, pairs, REPO, private=True))
    assert hub.store.dataset(REPO).private
    assert prepare(api, pairs, REPO, private=True).plan.is_done


def test_what_is_to_be_private_never_goes_to_a_public_repository(
    hub: FakeHub, api: HfApi, pairs: Path
) -> None:
    late = prepare(api, pairs, REPO, private=True)
    hub.store.create("dataset", REPO)
    for attempt in (lambda: prepare(api, pairs, REPO, private=True), lambda: carry_out(api, late)):
        with pytest.raises(OptionError, match="got a public one, which publishing does not close"):
            attempt()
    assert len(hub.store.dataset(REPO).history) == 1


@pytest.mark.parametrize(
    "repo",
    ["equimask_pairs", "a/b/c", "lab/", "lab/a b", "https://x/y", "lab/..", "../lab", "lab/a--b"],
)
def test_what_is_no_repository_is_refused(api: HfApi, pairs: Path, repo: str) -> None:
    with pytest.raises(OptionError, match="a repository ORG/NAME"):
        prepare(api, pairs, repo)


def test_writing_without_a_token_is_refused_at_once(hub: FakeHub, pairs: Path) -> None:
    stranger = HfApi(endpoint=hub.url, token=False)
    with pytest.raises(HubError, match="a token of the Hub, to write to lab/equimask_pairs"):
        publish(stranger, pairs)
    assert hub.store.repos == {}


@pytest.mark.parametrize("token", [READER, "hf_expired"])
def test_a_token_that_may_not_write_is_told_so(hub: FakeHub, pairs: Path, token: str) -> None:
    with pytest.raises(HubError, match="a token that may write to lab"):
        publish(HfApi(endpoint=hub.url, token=token), pairs)
    assert hub.store.repos == {}


@pytest.mark.parametrize("fault", [status(500), status(429, Retry_After="0"), cut])
def test_one_fault_in_an_upload_is_borne(
    hub: FakeHub, api: HfApi, pairs: Path, fault: Fault
) -> None:
    hub.fail("PUT", "/large/", fault)
    publish(api, pairs)
    assert content(hub.store.dataset(REPO)) == on_disk(pairs)
    assert len(hub.store.dataset(REPO).history) == 2


@pytest.mark.parametrize(
    ("method", "part"),
    [("POST", "/repos/create"), ("POST", "/commit/"), ("POST", "/tag/"), ("GET", "/refs")],
)
def test_a_run_that_failed_is_simply_repeated(
    hub: FakeHub, api: HfApi, pairs: Path, method: str, part: str
) -> None:
    hub.fail(method, part, status(500))
    with pytest.raises(HubError, match="run the same command again"):
        publish(api, pairs)
    publish(api, pairs)
    repo = hub.store.dataset(REPO)
    assert content(repo) == on_disk(pairs)
    assert len(repo.history) == 2
    assert repo.tags == {"v1.1.0": repo.head.oid}


def test_a_commit_whose_answer_was_lost_is_not_made_twice(
    hub: FakeHub, api: HfApi, pairs: Path
) -> None:
    hub.fail("POST", "/commit/", unanswered)
    with pytest.raises(HubError, match="Check the network"):
        publish(api, pairs)
    assert publish(api, pairs).plan.add == ()
    repo = hub.store.dataset(REPO)
    assert len(repo.history) == 2
    assert repo.tags == {"v1.1.0": repo.head.oid}


def test_what_was_uploaded_before_a_failure_is_not_sent_again(
    hub: FakeHub, api: HfApi, pairs: Path
) -> None:
    hub.fail("POST", "/commit/", status(500))
    with pytest.raises(HubError):
        publish(api, pairs)
    sent = hub.count("PUT", "/large/")
    publish(api, pairs)
    assert hub.count("PUT", "/large/") == sent == 2


@pytest.mark.parametrize("mine", ["", "\nMine.\n"])
def test_a_repository_that_somebody_else_changed_meanwhile_is_left_alone(
    hub: FakeHub, api: HfApi, pairs: Path, mine: str
) -> None:
    publish(api, pairs)
    rewrite_receipt(pairs, version="1.2.0")
    other = Path(shutil.copytree(pairs, pairs.parent / "other"))
    add_to_card(pairs, mine)
    add_to_card(other, "\nTheirs.\n")
    late = prepare(api, pairs, REPO)
    publish(api, other, tag="v1.0.5")
    with pytest.raises(HubError, match="Somebody else changed it meanwhile"):
        carry_out(api, late)
    assert content(hub.store.dataset(REPO)) == on_disk(other)
    assert "v1.2.0" not in hub.store.dataset(REPO).tags


@pytest.mark.parametrize(
    ("card", "message"),
    [("---\nlicense: [\n---\n", "Invalid metadata"), ("# No metadata\n", '"sdk" is required')],
)
def test_a_card_that_the_hub_refuses_is_told_before_any_upload(
    hub: FakeHub, api: HfApi, metric: Path, card: str, message: str
) -> None:
    (metric / "README.md").write_text(card)
    with pytest.raises(HubError, match="Mend that") as caught:
        publish(api, metric, "lab/s_jsd")
    assert message in str(caught.value)
    assert len(hub.store.space("lab/s_jsd").history) == 1


def test_a_hub_that_is_not_there_is_a_clear_error(hub: FakeHub, pairs: Path) -> None:
    api = HfApi(endpoint="http://127.0.0.1:9", token=False)
    with pytest.raises(HubError, match="Check the network"):
        prepare(api, pairs, REPO)


def test_a_published_card_loads_its_repository(hub: FakeHub, api: HfApi, pairs: Path) -> None:
    publish(api, pairs)
    card = content(hub.store.dataset(REPO))["README.md"].decode()
    assert f'load_dataset("{REPO}", "en", split="test")' in card
    assert "ORG/" not in card and 'load_dataset("datasets/' not in card
    assert 'load_dataset("datasets/equimask_pairs"' in (pairs / "README.md").read_text("utf-8")


def test_offline_the_plan_is_to_send_everything_and_is_only_looked_at(
    api: HfApi, pairs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(UnreachableError, match="Unset HF_HUB_OFFLINE"):
        prepare(api, pairs, REPO)
    publication = prepare(api, pairs, REPO, even_offline=True)
    assert publication.plan.add == tuple(sorted(publication.folder.files))
    with pytest.raises(UnreachableError):
        carry_out(api, publication)


def test_a_hub_that_nobody_reaches_is_offline_too_but_one_that_refuses_is_not(
    hub: FakeHub, api: HfApi, pairs: Path
) -> None:
    nowhere = HfApi(endpoint="http://127.0.0.1:9", token=False)
    assert prepare(nowhere, pairs, REPO, even_offline=True).unanswered is not None
    hub.fail("GET", "/api/datasets/", status(500))
    with pytest.raises(HubError) as caught:
        prepare(api, pairs, REPO, even_offline=True)
    assert not isinstance(caught.value, UnreachableError)
