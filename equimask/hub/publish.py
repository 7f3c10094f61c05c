"""From a folder to a repository: look, say what would be done, do it in one commit and a tag.

The plan is a comparison, for which nothing is sent.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from huggingface_hub import HfApi
from huggingface_hub.utils.sha import git_hash

from equimask.core.errors import HubError, OptionError
from equimask.core.files import sha256_of_file
from equimask.hub.folder import HubFolder, addressed, read_folder
from equimask.hub.repository import (
    Remote,
    RemoteFile,
    UnreachableError,
    check_repo,
    check_token,
    commit,
    hub_errors,
    read_remote,
)

# Made by the Hub with the repository; it says which files are large ones.
_HUBS_OWN = {".gitattributes"}
_TAG = re.compile(r"v\d+\.\d+\.\d+", re.ASCII)


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
        "source.toml, of a metric in equimask/version.py, of a leaderboard by --version), build "
        "anew and publish that.",
    )


def _same(local: Path | bytes, remote: RemoteFile) -> bool:
    if isinstance(local, bytes):
        sha256, git_id = hashlib.sha256(local).hexdigest(), git_hash(local)
        return sha256 == remote.sha256 if remote.sha256 is not None else git_id == remote.git_id
    if local.stat().st_size != remote.size:
        return False
    if remote.sha256 is not None:
        return sha256_of_file(local) == remote.sha256
    return git_hash(local.read_bytes()) == remote.git_id


@dataclass(frozen=True)
class Publication:
    """A checked folder, the repository as it is, and the steps between them."""

    folder: HubFolder
    repo: str
    tag: str
    remote: Remote
    plan: Plan
    private: bool = False
    unanswered: UnreachableError | None = None
    """Why nothing is known of the repository: the plan is then to send everything."""


def prepare(
    api: HfApi,
    path: Path,
    repo: str,
    tag: str | None = None,
    *,
    private: bool = False,
    even_offline: bool = False,
) -> Publication:
    """Read and compare; nothing is written, no token is needed for what is public.

    `even_offline` plans without the Hub where it cannot be reached; such a plan is only looked at.
    """
    check_repo(repo)
    folder = read_folder(path)
    tag = choose_tag(folder, tag)
    if folder.sdk == "gradio":
        _check_space(folder, repo, tag)
    folder = addressed(folder, repo, tag)
    try:
        remote = read_remote(api, repo, folder.repo_type)
    except UnreachableError as error:
        if not even_offline:
            raise
        everything = Plan(False, tuple(sorted(folder.files)), (), (), tag)
        return Publication(folder, repo, tag, Remote(), everything, private, error)
    if private:
        _check_private(remote, repo)
    return Publication(folder, repo, tag, remote, make_plan(folder, remote, tag), private)


def carry_out(api: HfApi, publication: Publication) -> str:
    """Do what the plan says; returns the address of what is published.

    After a cut, a repeated call ends in the same tree.
    """
    if publication.unanswered is not None:
        raise publication.unanswered
    folder, repo, tag = publication.folder, publication.repo, publication.tag
    remote, plan = publication.remote, publication.plan
    check_tag(plan, remote, tag)
    check_token(api, repo)
    if plan.create:
        with hub_errors(repo):
            api.create_repo(
                repo,
                repo_type=folder.repo_type,
                private=publication.private or None,  # else as the organisation has it
                space_sdk=folder.sdk,
                exist_ok=True,
            )
        # The Hub puts files of its own into a new repository.
        remote = read_remote(api, repo, folder.repo_type)
        plan = make_plan(folder, remote, tag)
        check_tag(plan, remote, tag)
        if publication.private:
            _check_private(remote, repo)
    if plan.touches_files:
        commit(
            api,
            repo,
            folder.repo_type,
            parent=str(remote.commit),
            title=f"{folder.name} {tag}",
            write={name: _sent(folder.files[name]) for name in (*plan.add, *plan.change)},
            delete=plan.delete,
        )
        remote = read_remote(api, repo, folder.repo_type)
        plan = make_plan(folder, remote, tag)
        _check_arrived(plan, repo)
    if plan.tag:
        with hub_errors(repo):
            api.create_tag(repo, tag=tag, revision=remote.commit, repo_type=folder.repo_type)
    return f"{api.endpoint}/{folder.repo_type}s/{repo}/tree/{tag}"


def _sent(content: Path | bytes) -> str | bytes:
    return content if isinstance(content, bytes) else str(content)


def _check_arrived(plan: Plan, repo: str) -> None:
    """A tag is for ever: make sure that it is put on this folder and on nobody else's."""
    if plan.touches_files:
        raise HubError(
            expected=f"exactly this folder in {repo}",
            got=f"others: {', '.join((*plan.add, *plan.change, *plan.delete))}",
            fix="Somebody else changed it meanwhile: run the command again.",
        )


def _check_private(remote: Remote, repo: str) -> None:
    """What is asked to be private must never land where everybody reads it."""
    if remote.commit is not None and not remote.private:
        raise OptionError(
            expected=f"--private for a new repository, or for {repo} to be private",
            got="a public one, which publishing does not close",
            fix="Make it private in its settings on the Hub, or leave out --private.",
        )


def _check_space(folder: HubFolder, repo: str, tag: str) -> None:
    if repo.partition("/")[2] != folder.name:
        raise OptionError(
            expected=f"a Space called ORG/{folder.name}: `evaluate.load` wants NAME.py in ORG/NAME",
            got=repr(repo),
            fix=f"Pass --repo {repo.partition('/')[0]}/{folder.name}.",
        )
    if tag == f"v{version('evaluate')}":
        raise OptionError(
            expected="a version that is not one of the library `evaluate`",
            got=f"{tag}, which `evaluate.load` would prefer to main for ever",
            fix="Skip this version number.",
        )
