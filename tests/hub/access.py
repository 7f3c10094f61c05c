"""Who asks a hub for what, and whether they may."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.hub.answers import RefusedError
from tests.hub.store import Commit, Repo, Store


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Hub:
    """A store and its members: a token and the organisations that it may write to.

    Large files lie at another host, as the Hub's do; clients send no token there.
    """

    store: Store
    members: Mapping[str, tuple[str, ...]]
    url: str
    large_url: str

    def token(self, request: Request) -> str | None:
        header = request.headers.get("authorization")
        token = header.removeprefix("Bearer ") if header else None
        if token is not None and token not in self.members:
            raise RefusedError(401, "Invalid credentials in Authorization header")
        return token

    def writes(self, request: Request, name: str) -> None:
        token = self.token(request)
        if token is None:
            raise RefusedError(401, "Invalid username or password.")
        if not self._is_member(token, name):
            raise RefusedError(403, f"You don't have the rights to write to {name}")

    def repo(self, request: Request, kinds: str, name: str, content: bool = False) -> Repo:
        token = self.token(request)
        repo = self.store.repos.get(((kinds or "models").rstrip("s"), name))
        member = self._is_member(token, name)
        if repo is None or (repo.private and not member):
            raise RefusedError(404 if token else 401, "Repository not found", "RepoNotFound")
        if content and repo.gated and not member:
            raise RefusedError(403 if token else 401, f"Access to {name} is gated", "GatedRepo")
        return repo

    def commit_of(self, repo: Repo, revision: str) -> Commit:
        commit = repo.resolve(revision)
        if commit is None:
            raise RefusedError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return commit

    def _is_member(self, token: str | None, name: str) -> bool:
        return token is not None and name.partition("/")[0] in self.members[token]
