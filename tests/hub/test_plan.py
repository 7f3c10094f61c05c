"""The plan: applied to the repository, it gives the folder; a published tag stays."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.core.errors import HubError, OptionError
from equimask.hub.folder import HubFolder
from equimask.hub.publish import Plan, check_tag, choose_tag, make_plan
from equimask.hub.repository import Remote, RemoteFile
from tests.hub.store import Blob, is_large

Content = dict[str, bytes]
TREES = st.dictionaries(
    st.sampled_from(["README.md", "data/de.parquet", "data/en.parquet", "figures/a.svg"]),
    st.sampled_from([b"", b"one", b"two", b"three", b"ein"]),
)


def folder_of(path: Path, tree: Content) -> HubFolder:
    for name, data in tree.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return HubFolder(path, "dataset", "1.0.0", {name: path / name for name in tree})


def remote_of(tree: Content, commit: str | None = "c0ffee", **tags: str) -> Remote:
    blobs = {name: Blob(data, is_large(name)) for name, data in tree.items()}
    files = {
        name: RemoteFile(len(blob.data), blob.git_id, blob.sha256 if blob.large else None)
        for name, blob in blobs.items()
    }
    return Remote(commit, files, tags)


@settings(max_examples=60)
@given(local=TREES, remote=TREES)
def test_the_plan_leads_from_the_repository_to_the_folder(local: Content, remote: Content) -> None:
    here = {".gitattributes": b"of the hub", **remote}
    with tempfile.TemporaryDirectory() as path:
        plan = make_plan(folder_of(Path(path), local), remote_of(here), "v1.0.0")
    after = {name: data for name, data in here.items() if name not in plan.delete}
    after |= {name: local[name] for name in (*plan.add, *plan.change)}
    assert after == {".gitattributes": b"of the hub", **local}
    assert not set(plan.add) & set(here)
    assert all(here[name] != local[name] for name in plan.change)  # nothing is sent twice
    assert plan.touches_files is (local != remote)


def test_an_absent_repository_is_to_be_created(tmp_path: Path) -> None:
    plan = make_plan(folder_of(tmp_path, {"README.md": b"x"}), Remote(), "v1.0.0")
    assert plan == Plan(True, ("README.md",), (), (), "v1.0.0")


def test_a_tagged_folder_is_done(tmp_path: Path) -> None:
    tree = {"README.md": b"x", "data/de.parquet": b"y"}
    remote = remote_of(tree, **{"v1.0.0": "c0ffee"})
    plan = make_plan(folder_of(tmp_path, tree), remote, "v1.0.0")
    assert plan.is_done
    check_tag(plan, remote, "v1.0.0")


def test_a_commit_without_its_tag_still_lacks_the_tag(tmp_path: Path) -> None:
    tree = {"README.md": b"x"}
    plan = make_plan(folder_of(tmp_path, tree), remote_of(tree), "v1.0.0")
    assert plan == Plan(False, (), (), (), "v1.0.0")


@pytest.mark.parametrize(
    ("local", "tagged", "message"),
    [
        (b"other", "c0ffee", "v1.0.0 on commit c0ffee, and what would be published differs"),
        (b"x", "beef", "v1.0.0 on commit beef, and what would be published is not it: main is at"),
    ],
)
def test_a_published_version_never_changes(
    tmp_path: Path, local: bytes, tagged: str, message: str
) -> None:
    remote = remote_of({"README.md": b"x"}, **{"v1.0.0": tagged})
    plan = make_plan(folder_of(tmp_path, {"README.md": local}), remote, "v1.0.0")
    with pytest.raises(HubError, match="raise the version") as caught:
        check_tag(plan, remote, "v1.0.0")
    assert message in str(caught.value)


def test_the_tag_is_the_version_unless_another_is_asked_for(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, {})
    assert choose_tag(folder, None) == "v1.0.0"
    assert choose_tag(folder, "v2.0.0") == "v2.0.0"
    for wrong in ("2.0.0", "v2.0", "v٢.0.0"):
        with pytest.raises(OptionError, match=rf"of the form v1\.0\.0, but got '{wrong}'"):
            choose_tag(folder, wrong)
