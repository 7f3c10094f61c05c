"""What a hub keeps, in memory: repositories, commits, tags, pull requests and large files."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch

# A part of what the Hub writes into a new repository: it decides which files are large ones.
GITATTRIBUTES = b"*.parquet filter=lfs diff=lfs merge=lfs -text\n*.safetensors filter=lfs -text\n"
LARGE = ("*.parquet", "*.safetensors")
MAIN = "refs/heads/main"


@dataclass(frozen=True)
class Blob:
    """The content of one file; of a large one git holds only a pointer."""

    data: bytes
    large: bool = False

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def pointer(self) -> bytes:
        return (
            f"version https://git-lfs.github.com/spec/v1\noid sha256:{self.sha256}\n"
            f"size {len(self.data)}\n"
        ).encode()

    @property
    def git_id(self) -> str:
        return git_hash("blob", self.pointer if self.large else self.data)

    @property
    def etag(self) -> str:
        return self.sha256 if self.large else self.git_id


@dataclass(frozen=True)
class Commit:
    """A whole tree, what it followed, and why."""

    tree: Mapping[str, Blob]
    title: str
    parent: str | None = None

    @property
    def oid(self) -> str:
        lines = [f"{blob.git_id} {path}" for path, blob in sorted(self.tree.items())]
        return git_hash("commit", "\n".join([self.parent or "", self.title, *lines]).encode())


@dataclass
class Repo:
    """One repository of the hub; `kind` is dataset, space or model."""

    kind: str
    name: str
    private: bool = False
    gated: bool = False
    sdk: str | None = None
    parameters: int | None = None
    commits: dict[str, Commit] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)

    def add(self, commit: Commit, ref: str = MAIN) -> str:
        self.commits[commit.oid] = commit
        self.refs[ref] = commit.oid
        return commit.oid

    def resolve(self, revision: str) -> Commit | None:
        """The commit of a branch, a tag, a ref or a commit id."""
        for name in (revision, f"refs/heads/{revision}", f"refs/tags/{revision}"):
            if name in self.refs:
                return self.commits[self.refs[name]]
        return self.commits.get(revision)

    @property
    def head(self) -> Commit:
        return self.commits[self.refs[MAIN]]

    @property
    def history(self) -> list[Commit]:
        """The commits of main, newest first."""
        line = [self.head]
        while line[-1].parent:
            line.append(self.commits[line[-1].parent])
        return line

    @property
    def tags(self) -> dict[str, str]:
        prefix = "refs/tags/"
        return {ref[len(prefix) :]: oid for ref, oid in self.refs.items() if ref.startswith(prefix)}


class Store:
    """All repositories and all large files; the lock makes a request all or nothing."""

    def __init__(self) -> None:
        self.repos: dict[tuple[str, str], Repo] = {}
        self.large: dict[str, bytes] = {}
        self.lock = threading.RLock()

    def create(self, kind: str, name: str, **settings: object) -> Repo:
        repo = Repo(kind, name, **settings)  # type: ignore[arg-type]
        tree = {".gitattributes": Blob(GITATTRIBUTES)}
        if kind == "space":
            tree["README.md"] = Blob(b"---\ntitle: new\nsdk: gradio\n---\n")
        repo.add(Commit(tree, "initial commit"))
        self.repos[kind, name] = repo
        return repo

    def dataset(self, name: str) -> Repo:
        return self.repos["dataset", name]

    def space(self, name: str) -> Repo:
        return self.repos["space", name]


def is_large(path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in LARGE)


def git_hash(kind: str, data: bytes) -> str:
    return hashlib.sha1(f"{kind} {len(data)}\0".encode() + data).hexdigest()


def folders_of(paths: Iterable[str]) -> set[str]:
    """Every folder on the way to one of the paths."""
    return {
        "/".join(parts[:k])
        for parts in (path.split("/") for path in paths)
        for k in range(1, len(parts))
    }
