"""From a folder to a repository: look, say what would be done, do it in one commit and a tag."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from huggingface_hub import HfApi

from equimask.core.errors import HubError, OptionError
from equimask.hub.folder import HubFolder, read_folder
from equimask.hub.plan import Plan, Remote, check_tag, choose_tag, make_plan
from equimask.hub.repository import check_repo, check_token, commit, hub_errors, read_remote


@dataclass(frozen=True)
class Publication:
    """A checked folder, the repository as it is, and the steps between them."""

    folder: HubFolder
    repo: str
    tag: str
    remote: Remote
    plan: Plan
    private: bool = False


def prepare(
    api: HfApi, path: Path, repo: str, tag: str | None = None, *, private: bool = False
) -> Publication:
    """Read and compare; nothing is written, no token is needed for what is public."""
    check_repo(repo)
    folder = read_folder(path)
    tag = choose_tag(folder, tag)
    if folder.repo_type == "space":
        _check_space(folder, repo, tag)
    remote = read_remote(api, repo, folder.repo_type)
    if private:
        _check_private(remote, repo)
    return Publication(folder, repo, tag, remote, make_plan(folder, remote, tag), private)


def carry_out(api: HfApi, publication: Publication) -> str:
    """Do what the plan says; returns the address of what is published.

    After a cut, a repeated call ends in the same tree.
    """
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
                space_sdk="gradio" if folder.repo_type == "space" else None,
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
            write={name: str(folder.files[name]) for name in (*plan.add, *plan.change)},
            delete=plan.delete,
        )
        remote = read_remote(api, repo, folder.repo_type)
        plan = make_plan(folder, remote, tag)
        _check_arrived(plan, repo)
    if plan.tag:
        with hub_errors(repo):
            api.create_tag(repo, tag=tag, revision=remote.commit, repo_type=folder.repo_type)
    return f"{api.endpoint}/{folder.repo_type}s/{repo}/tree/{tag}"


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
