"""The hub on loopback answers the real client as the Hub does."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from huggingface_hub import HfApi, RepoFile, RepoFolder, get_hf_file_metadata, hf_hub_url
from huggingface_hub.errors import (
    EntryNotFoundError,
    GatedRepoError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils import get_session

from tests.hub.reading import PAGE
from tests.hub.server import FakeHub

REPO = "lab/data"
KIND = {"repo_type": "dataset"}


@pytest.fixture
def uploaded(hub: FakeHub, api: HfApi, tmp_path: Path) -> HfApi:
    for k in range(PAGE):
        (tmp_path / f"small_{k}.txt").write_text(f"file {k}")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "de.parquet").write_bytes(b"0123456789" * 100)
    api.create_repo(REPO, **KIND)
    api.upload_folder(repo_id=REPO, folder_path=tmp_path, **KIND)
    return api


def url(hub: FakeHub, name: str) -> str:
    return hf_hub_url(REPO, name, endpoint=hub.url, **KIND)


def test_a_long_tree_comes_in_pages(hub: FakeHub, uploaded: HfApi) -> None:
    entries = list(uploaded.list_repo_tree(REPO, recursive=True, **KIND))
    assert len(entries) == PAGE + 3  # and .gitattributes, the folder, the large file
    assert hub.count("GET", "cursor=") == 1
    (folder,) = [entry for entry in entries if isinstance(entry, RepoFolder)]
    assert folder.path == "data"


def test_the_large_file_is_known_by_its_sha256(uploaded: HfApi) -> None:
    small, large = uploaded.get_paths_info(REPO, ["small_0.txt", "data/de.parquet"], **KIND)
    assert isinstance(small, RepoFile) and isinstance(large, RepoFile)
    assert small.lfs is None
    assert large.lfs is not None
    assert large.lfs.size == large.size == 1000


@pytest.mark.parametrize(("name", "size"), [("small_0.txt", 6), ("data/de.parquet", 1000)])
def test_a_head_tells_commit_etag_and_size(
    hub: FakeHub, uploaded: HfApi, name: str, size: int
) -> None:
    told = get_hf_file_metadata(url(hub, name))
    blob = hub.store.dataset(REPO).head.tree[name]
    assert (told.commit_hash, told.etag, told.size) == (
        hub.store.dataset(REPO).head.oid,
        blob.sha256 if blob.large else blob.git_id,
        size,
    )


def test_a_download_may_go_on_where_it_stopped(hub: FakeHub, uploaded: HfApi) -> None:
    part = get_session().get(
        url(hub, "data/de.parquet"), headers={"Range": "bytes=990-"}, follow_redirects=True
    )
    assert (part.status_code, part.content) == (206, b"0123456789")
    behind = get_session().get(
        url(hub, "data/de.parquet"), headers={"Range": "bytes=1000-"}, follow_redirects=True
    )
    assert behind.status_code == 416


def test_what_is_missing_is_told_apart(hub: FakeHub, uploaded: HfApi, tmp_path: Path) -> None:
    place = {"cache_dir": tmp_path / "cache", **KIND}
    with pytest.raises(EntryNotFoundError):
        uploaded.hf_hub_download(REPO, "absent.txt", **place)
    with pytest.raises(RevisionNotFoundError):
        uploaded.hf_hub_download(REPO, "small_0.txt", revision="v9.9.9", **place)
    with pytest.raises(RepositoryNotFoundError):
        uploaded.hf_hub_download("lab/absent", "small_0.txt", **place)
    stranger = HfApi(endpoint=hub.url, token=False)
    hub.store.dataset(REPO).gated = True
    with pytest.raises(GatedRepoError):
        stranger.hf_hub_download(REPO, "small_0.txt", **place)
    hub.store.dataset(REPO).private = True
    with pytest.raises(RepositoryNotFoundError):
        stranger.repo_info(REPO, **KIND)
    assert uploaded.repo_info(REPO, **KIND).private


def test_the_token_tells_who_writes(api: HfApi) -> None:
    assert [org["name"] for org in api.whoami()["orgs"]] == ["lab"]


@pytest.mark.parametrize("head", ["Content-Length: 99", "Transfer-Encoding: chunked"])
def test_a_client_that_dies_while_it_sends_is_no_fault_of_the_hub(
    hub: FakeHub, capfd: pytest.CaptureFixture[str], head: str
) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(hub.url).port or 0)) as client:
        client.sendall(f"POST /api/datasets/{REPO}/commit/main HTTP/1.1\r\n{head}\r\n\r\n".encode())
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1) == b""
    assert capfd.readouterr().err == ""
