from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from builders.kit.fetch import at_hand, find_local, locate
from builders.kit.sources import UNKNOWN_SHA256, SourceFile
from equimask.core.errors import DataError
from equimask.core.files import sha256
from tests.loopback import LoopbackServer

BODY = b"id,text\n1,made up\n"


class Server(LoopbackServer):
    """A loopback server that answers with the given statuses, then for ever with the last."""

    def __init__(self) -> None:
        self.statuses = [200]
        self.body = BODY
        self.requests = 0
        self.cut = 0  # so many answers break off in their body
        self.resumes = False  # whether it answers with the part that was asked for
        self.astray = 0  # so many bytes earlier than asked does that part begin
        self.ranges: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status = outer.statuses[min(outer.requests, len(outer.statuses) - 1)]
                outer.requests += 1
                body = outer.body if status == 200 else b""
                asked = self.headers.get("Range")
                start = 0
                if asked and status == 200 and outer.resumes:
                    outer.ranges.append(asked)
                    start = int(asked.removeprefix("bytes=").removesuffix("-")) - outer.astray
                    body = body[start:]
                    status = 206 if body else 416
                self.send_response(status)
                if status == 206:
                    end, size = len(outer.body) - 1, len(outer.body)
                    self.send_header("Content-Range", f"bytes {start}-{end}/{size}")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                whole = outer.requests > outer.cut
                self.wfile.write(body if whole else body[:5])

        super().__init__(Handler)
        self.url += "/b.csv"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    # The suite runs with the hub's client switched off; loopback is no network.
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    running = Server()
    yield running
    running.close()


def source_file(url: str = "https://example.org/b.csv", body: bytes = BODY) -> SourceFile:
    return SourceFile(
        name="folder/b.csv", url=url, sha256=sha256(body), licence="MIT", redistributable=True
    )


def download(file: SourceFile, cache: Path, first_wait: float = 1.0) -> bytes:
    return locate(file, cache=cache, first_wait=first_wait).path.read_bytes()


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]


def test_a_download_is_checked_and_kept(server: Server, tmp_path: Path) -> None:
    file = source_file(server.url)
    assert download(file, tmp_path) == BODY
    assert download(file, tmp_path) == BODY
    assert server.requests == 1


def test_a_passing_failure_is_tried_again(server: Server, tmp_path: Path) -> None:
    server.statuses = [503, 503, 200]
    assert download(source_file(server.url), tmp_path, first_wait=0.01) == BODY
    assert server.requests == 3


def test_an_answer_that_breaks_off_is_begun_anew(server: Server, tmp_path: Path) -> None:
    server.cut = 2
    assert download(source_file(server.url), tmp_path, first_wait=0.01) == BODY
    assert server.requests == 3


def test_a_download_goes_on_where_it_broke_off(server: Server, tmp_path: Path) -> None:
    server.cut, server.resumes = 2, True
    assert download(source_file(server.url), tmp_path, first_wait=0.01) == BODY
    assert server.ranges == ["bytes=5-", "bytes=10-"]


def test_a_rest_that_begins_elsewhere_is_not_put_behind_what_is_there(
    server: Server, tmp_path: Path
) -> None:
    server.cut, server.resumes, server.astray = 1, True, 2
    unknown = replace(source_file(server.url), sha256="unknown")  # nothing else would tell
    with pytest.warns(UserWarning, match="IS NOT CHECKED"):
        assert download(unknown, tmp_path, first_wait=0.01) == BODY


def test_what_a_killed_download_left_is_taken_up(server: Server, tmp_path: Path) -> None:
    server.resumes = True
    file = source_file(server.url)
    folder = tmp_path / "sources" / file.sha256
    folder.mkdir(parents=True)
    for left, ranges in ((BODY[:7], ["bytes=7-"]), (BODY, [f"bytes={len(BODY)}-"])):
        server.ranges.clear()
        (folder / "b.csv.part").write_bytes(left)
        assert download(file, tmp_path) == BODY
        assert server.ranges == ranges
        assert not (folder / "b.csv.part").exists()
        (folder / "b.csv").unlink()
    (folder / "b.csv.part").write_bytes(b"of another file")
    with pytest.raises(DataError, match=file.sha256):
        download(file, tmp_path)
    assert download(file, tmp_path) == BODY  # what did not fit is gone


def test_a_missing_page_is_not_tried_again(server: Server, tmp_path: Path) -> None:
    server.statuses = [404]
    with pytest.raises(DataError, match="404"):
        download(source_file(server.url), tmp_path, first_wait=0.01)
    assert server.requests == 1


def test_a_corrupted_download_is_refused_with_both_hashes_and_not_kept(
    server: Server, tmp_path: Path
) -> None:
    server.body = BODY.replace(b"made", b"mode")
    file = source_file(server.url)
    with pytest.raises(DataError) as refusal:
        download(file, tmp_path)
    assert file.sha256 in str(refusal.value)
    assert sha256(server.body) in str(refusal.value)
    assert files_in(tmp_path) == []


def test_a_damaged_cache_entry_is_fetched_anew(server: Server, tmp_path: Path) -> None:
    file = source_file(server.url)
    download(file, tmp_path)
    (kept,) = files_in(tmp_path)
    kept.write_bytes(b"half a fi")
    assert download(file, tmp_path) == BODY
    assert kept.read_bytes() == BODY


def test_a_file_of_unknown_hash_is_taken_with_a_loud_word_and_its_hash(
    server: Server, tmp_path: Path
) -> None:
    file = replace(source_file(server.url), sha256=UNKNOWN_SHA256)
    for _ in range(2):
        with pytest.warns(UserWarning, match=f"NOT CHECKED.*{sha256(BODY)}"):
            located = locate(file, cache=tmp_path)
        assert located.sha256 == sha256(BODY)
        assert located.path.read_bytes() == BODY
    assert server.requests == 1


def test_files_of_unknown_hash_and_the_same_name_are_kept_apart(
    server: Server, tmp_path: Path
) -> None:
    file = replace(source_file(server.url), sha256=UNKNOWN_SHA256)
    other = replace(file, url=server.url + "?other")
    with pytest.warns(UserWarning, match="NOT CHECKED"):
        assert locate(file, cache=tmp_path).path != locate(other, cache=tmp_path).path


def test_a_derived_file_is_never_downloaded(tmp_path: Path) -> None:
    file = replace(source_file(), derived=True, note="joined by line")
    with pytest.raises(DataError, match=r"--source DIR.*joined by line"):
        locate(file, cache=tmp_path)


def test_no_network_is_told_with_the_way_out(tmp_path: Path) -> None:
    file = source_file("http://127.0.0.1:9/b.csv")
    with pytest.raises(DataError, match="--source"):
        download(file, tmp_path, first_wait=0.0)


@pytest.mark.parametrize("place", ["folder/b.csv", "b.csv"])
def test_a_local_file_is_found_by_its_whole_name_or_its_end(tmp_path: Path, place: str) -> None:
    path = tmp_path / place
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(BODY)
    found = locate(source_file(), source=tmp_path)
    assert (found.path, found.sha256) == (path, sha256(BODY))


@pytest.mark.parametrize("place", ["folder/deeper/b.csv", "deeper/b.csv"])
def test_a_local_file_may_lie_one_folder_deeper(tmp_path: Path, place: str) -> None:
    """As in a release of treebanks, which has a folder for each."""
    sized = replace(source_file(), size=len(BODY))
    for name, body in (("another/b.csv", BODY + b"x"), (place, BODY)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_bytes(body)
    assert at_hand([sized], tmp_path) == [sized]
    assert locate(sized, source=tmp_path).path == tmp_path / place
    assert find_local(source_file(), tmp_path) is None  # of unknown size, it may be any


@pytest.mark.parametrize("place", ["folder/deeper/b.csv.gz", "b.csv.gz"])
def test_a_packed_local_file_is_unpacked_and_checked(tmp_path: Path, place: str) -> None:
    sized = replace(source_file(), size=len(BODY))
    packed = tmp_path / "source" / place
    packed.parent.mkdir(parents=True)
    packed.write_bytes(gzip.compress(BODY))
    for _ in range(2):
        found = locate(sized, source=tmp_path / "source", cache=tmp_path / "cache")
        assert found.path.is_relative_to(tmp_path / "cache") and found.path.name == "b.csv"
        assert (found.path.read_bytes(), found.sha256) == (BODY, sha256(BODY))
    found.path.unlink()
    packed.write_bytes(gzip.compress(BODY.replace(b"made", b"mode")))
    with pytest.raises(DataError, match=r"sha256 .*what is packed in"):
        locate(sized, source=tmp_path / "source", cache=tmp_path / "cache")
    assert not found.path.exists()
    packed.write_bytes(gzip.compress(BODY + b"x"))
    assert at_hand([sized], tmp_path / "source") == []


def test_a_shared_last_name_is_not_enough_where_more_is_asked(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_bytes(BODY)
    assert find_local(source_file(), tmp_path) == tmp_path / "b.csv"
    assert find_local(source_file(), tmp_path, fewest_parts=2) is None


def test_a_corrupted_local_file_is_refused_with_both_hashes(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_bytes(BODY + b"x")
    with pytest.raises(DataError) as refusal:
        locate(source_file(), source=tmp_path)
    assert source_file().sha256 in str(refusal.value)
    assert sha256(BODY + b"x") in str(refusal.value)


def test_a_local_file_of_another_size_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "b.csv").write_bytes(BODY + b"x")
    sized = replace(source_file(), size=len(BODY))
    monkeypatch.setattr("builders.kit.fetch.sha256_of_file", pytest.fail)
    with pytest.raises(
        DataError, match=rf"{len(BODY)} bytes of sha256 .*got {len(BODY) + 1} bytes"
    ):
        locate(sized, source=tmp_path)
    with pytest.raises(DataError, match=f"{len(BODY)} bytes of sha256"):  # all there is to check
        locate(replace(sized, sha256=UNKNOWN_SHA256), source=tmp_path)


def test_the_right_size_is_not_yet_the_right_file(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_bytes(BODY.replace(b"made", b"mode"))
    with pytest.raises(DataError, match="sha256"):
        locate(replace(source_file(), size=len(BODY)), source=tmp_path)


def test_a_derived_file_is_known_by_its_text_however_it_is_packed(tmp_path: Path) -> None:
    packed = {level: gzip.compress(BODY, level, mtime=level) for level in (1, 9)}
    known = replace(
        source_file(), name="b.csv.gz", sha256=sha256(packed[9]), size=len(packed[9]), derived=True
    )
    (tmp_path / "b.csv.gz").write_bytes(packed[1])
    with pytest.raises(DataError, match=r"sha256|bytes for"):
        locate(known, source=tmp_path)
    known = replace(known, text_sha256=sha256(BODY))
    assert locate(known, source=tmp_path).sha256 == sha256(packed[1])  # what the receipt tells
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(BODY + b"x"))
    with pytest.raises(DataError, match=r"sha256|bytes for"):
        locate(known, source=tmp_path)


def test_a_download_of_another_size_is_refused_and_not_kept(server: Server, tmp_path: Path) -> None:
    server.body = BODY + b"x"
    file = replace(source_file(server.url), size=len(BODY))
    with pytest.raises(DataError, match=f"{len(BODY)} bytes of sha256"):
        download(file, tmp_path)
    assert files_in(tmp_path) == []
    server.body = BODY
    assert download(file, tmp_path) == BODY


def test_a_missing_local_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"folder/b\.csv"):
        locate(source_file(), source=tmp_path)


def test_what_is_at_hand_is_below_the_folder_or_can_be_downloaded(tmp_path: Path) -> None:
    own = source_file()
    derived = replace(own, name="folder/c.csv", derived=True)
    packaged = SourceFile("pairs/en.tsv", "CC0-1.0", redistributable=True)
    assert at_hand([own, derived, packaged], None) == [own, packaged]
    (tmp_path / "c.csv").write_bytes(BODY)
    assert at_hand([own, derived, packaged], tmp_path) == [derived, packaged]
    # a last name that two of them share is of neither
    other = replace(own, name="other/c.csv")
    assert at_hand([derived, other], tmp_path) == []
