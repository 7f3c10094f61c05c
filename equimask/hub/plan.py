"""What publishing a folder would do to a repository: a comparison, nothing is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from huggingface_hub.utils.sha import git_hash

from equimask.core.errors import HubError, OptionError
from equimask.core.files import sha256_of_file
from equimask.hub.folder import HubFolder

# Made by the Hub with the repository; it says which files are large ones.
_HUBS_OWN = {".gitattributes"}
_TAG = re.compile(r"v\d+\.\d+\.\d+", re.ASCII)


@dataclass(frozen=True)
class RemoteFile:
    """A file on the Hub: its size and git id, and the sha256 where it is stored as a large one."""

    size: int
    git_id: str
    sha256: str | None = None


@dataclass(frozen=True)
class Remote:
    """A repository as it is; without a commit there is none."""

    commit: str | None = None
    files: Mapping[str, RemoteFile] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    private: bool = False


@dataclass(frozen=True)
class Plan:
    """The steps from a repository as it is to the folder; `tag` only where it is to be made."""

    create: bool
    add: tuple[str, ...]
    change: tuple[str, ...]
    delete: tuple[str, ...]
    tag: str | None

    @property
    def touches_files(self) -> bool:
        """Whether there would be a commit."""
        return bool(self.add or self.change or self.delete)

    @property
    def is_done(self) -> bool:
        """Whether the repository is already what it should be."""
        return not (self.create or self.touches_files or self.tag)


def make_plan(folder: HubFolder, remote: Remote, tag: str) -> Plan:
    """Compare the folder with the repository, file by file."""
    common = folder.files.keys() & remote.files.keys()
    return Plan(
        create=remote.commit is None,
        add=tuple(sorted(folder.files.keys() - common)),
        change=tuple(
            name for name in sorted(common) if not _same(folder.files[name], remote.files[name])
        ),
        delete=tuple(sorted(remote.files.keys() - common - _HUBS_OWN)),
        tag=None if tag in remote.tags else tag,
    )


def choose_tag(folder: HubFolder, tag: str | None) -> str:
    """The tag asked for, or `v` and the folder's version."""
    tag = tag or f"v{folder.version}"
    if not _TAG.fullmatch(tag):
        raise OptionError(
            expected="a tag of the form v1.0.0", got=repr(tag), fix="Leave out --tag, or mend it."
        )
    return tag


def check_tag(plan: Plan, remote: Remote, tag: str) -> None:
    """A published version never changes: refuse a tag that holds something else."""
    taken = remote.tags.get(tag)
    if taken is None or (taken == remote.commit and not plan.touches_files):
        return
    other = (
        "differs from it" if taken == remote.commit else f"is not it: main is at {remote.commit}"
    )
    raise HubError(
        expected=f"the tag {tag} to be new, or to hold exactly this folder",
        got=f"{tag} on commit {taken}, and what would be published {other}",
        fix="A published version never changes: raise the version (of a dataset in its "
        "source.toml, of a metric in equimask/version.py), build anew and publish that.",
    )


def _same(local: Path, remote: RemoteFile) -> bool:
    if local.stat().st_size != remote.size:
        return False
    if remote.sha256 is not None:
        return sha256_of_file(local) == remote.sha256
    return git_hash(local.read_bytes()) == remote.git_id
