"""The only door to the Hub's client: reads a repository, writes a commit and a tag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from huggingface_hub import (
    CommitOperationAdd,
    CommitOperationDelete,
    HfApi,
    RepoFile,
    get_token,
)
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
)
from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

from equimask.core.errors import EquimaskError, HubError, OptionError, shorten

_NOT_ALLOWED, _MOVED_ON = (401, 403), (409, 412)  # of HTTP
# The client's HTTP library changes with its version; its families of errors keep their names, and
# offline mode is of the former.
_NO_ANSWER = {"ConnectionError", "TransportError"}
_LOGIN = "Log in with `hf auth login`, or set HF_TOKEN, with a token that may write to"


class UnreachableError(HubError):
    """The Hub was not asked, or did not answer at all."""


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


def is_repo(name: str) -> bool:
    """Whether that is ORG/NAME, as the Hub names a repository."""
    try:
        validate_repo_id(name)
    except HFValidationError:
        return False
    return "/" in name


def check_repo(repo: str) -> None:
    """Refuse what is no ORG/NAME of the Hub."""
    if not is_repo(repo):
        raise OptionError(
            expected="a repository ORG/NAME",
            got=shorten(repo),
            fix="For example: --repo lab/s_jsd.",
        )


def check_token(api: HfApi, repo: str) -> None:
    """Writing needs a token; say so before anything is sent."""
    if not (get_token() if api.token is None else api.token):
        raise HubError(
            expected=f"a token of the Hub, to write to {repo}",
            got="none",
            fix=f"{_LOGIN} {repo.partition('/')[0]}.",
        )


def read_remote(api: HfApi, repo: str, repo_type: str) -> Remote:
    """The repository as it is now; a private one looks absent to who may not see it."""
    with hub_errors(repo):
        try:
            info = api.repo_info(repo, repo_type=repo_type)
        except GatedRepoError:
            raise
        except RepositoryNotFoundError:
            return Remote()
        tree = api.list_repo_tree(repo, repo_type=repo_type, revision=info.sha, recursive=True)
        files = {
            entry.path: RemoteFile(
                entry.size, entry.blob_id, entry.lfs.sha256 if entry.lfs else None
            )
            for entry in tree
            if isinstance(entry, RepoFile)
        }
        refs = api.list_repo_refs(repo, repo_type=repo_type)
    tags = {tag.name: tag.target_commit for tag in refs.tags}
    return Remote(info.sha, files, tags, private=bool(info.private))


def commit(
    api: HfApi,
    repo: str,
    repo_type: str,
    *,
    parent: str,
    title: str,
    write: dict[str, str | bytes],
    delete: tuple[str, ...] = (),
    as_pull_request: bool = False,
) -> str:
    """One commit on top of `parent`; returns its id, or the address of the pull request.

    `write` maps names in the repository to a local file or to bytes. All or nothing: what was
    uploaded before a cut is found again by its hash, but it is in no tree until the commit.
    """
    with hub_errors(repo):
        done = api.create_commit(
            repo,
            [
                *(CommitOperationDelete(name) for name in delete),
                *(CommitOperationAdd(name, content) for name, content in write.items()),
            ],
            commit_message=title,
            repo_type=repo_type,
            parent_commit=parent,
            create_pr=as_pull_request,
        )
    return str(done.pr_url if as_pull_request else done.oid)


@contextmanager
def hub_errors(repo: str) -> Iterator[None]:
    """Whatever the client raises becomes an error that says what to do."""
    try:
        yield
    except EquimaskError:
        raise
    except Exception as error:  # the client raises many kinds, its HTTP library's among them
        # Of a failed upload it says only which file it was; the reason is the cause.
        reason = error.__cause__ if isinstance(error, RuntimeError) and error.__cause__ else error
        told = str(error) if reason is error else f"{error} {reason}"
        families = {kind.__name__ for kind in type(reason).__mro__}
        kind = UnreachableError if families & _NO_ANSWER else HubError
        raise kind(
            expected=f"an answer from the Hub for {repo}",
            got=f"{type(reason).__name__} ({shorten(' '.join(told.split()), 300)})",
            fix=_what_to_do(reason, repo),
        ) from error


def _what_to_do(error: BaseException, repo: str) -> str:
    organisation = repo.partition("/")[0]
    again = "run the same command again: what was uploaded is kept, nothing is half published."
    if isinstance(error, OfflineModeIsEnabled):
        return "Unset HF_HUB_OFFLINE."
    if isinstance(error, GatedRepoError):
        return f"Ask for access on the page of {repo}, then log in with `hf auth login`."
    if isinstance(error, RepositoryNotFoundError):
        return f"Check the name. {_LOGIN} {organisation}."
    if not isinstance(error, HfHubHTTPError):
        mendable = isinstance(error, ValueError)  # metadata that the Hub refuses, for one
        return f"Mend that, then {again}" if mendable else f"Check the network, then {again}"
    code = error.response.status_code
    if code in _NOT_ALLOWED:
        return f"{_LOGIN} {organisation}."
    if code in _MOVED_ON:
        return "Somebody else changed it meanwhile: run the command again."
    return f"Wait a little, then {again}"
