"""The part of the Hub's HTTP that reads: repositories, refs, trees and files.

The pages of a tree are short, so that clients must follow the links.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from tests.hub.access import Hub, Request
from tests.hub.answers import Answer, RefusedError, as_json, file, redirect
from tests.hub.store import Blob, Commit, folders_of, git_hash

PAGE = 7  # entries of a tree
DATE = "2024-01-01T00:00:00.000Z"


def info(hub: Hub, request: Request, kinds: str, name: str, revision: str) -> Answer:
    repo = hub.repo(request, kinds, name)
    commit = hub.commit_of(repo, revision or "main")
    return as_json(
        {
            "_id": git_hash("repo", name.encode())[:24],
            "id": name,
            "sha": commit.oid,
            "private": repo.private,
            "gated": "auto" if repo.gated else False,
            "lastModified": DATE,
            "tags": [],
            "sdk": repo.sdk,
            **_counted(repo.parameters),
            "siblings": [
                {
                    "rfilename": path,
                    **({"size": len(blob.data)} if "blobs" in request.query else {}),
                }
                for path, blob in sorted(commit.tree.items())
            ],
        }
    )


def _counted(parameters: int | None) -> dict[str, Any]:
    """As the Hub reads them in safetensors."""
    if parameters is None:
        return {}
    return {"safetensors": {"parameters": {"F32": parameters}, "total": parameters}}


def refs(hub: Hub, request: Request, kinds: str, name: str) -> Answer:
    repo = hub.repo(request, kinds, name)

    def listed(prefix: str) -> list[dict[str, str]]:
        return [
            {"name": ref.removeprefix(prefix), "ref": ref, "targetCommit": oid}
            for ref, oid in repo.refs.items()
            if ref.startswith(prefix)
        ]

    names = {"branches": "refs/heads/", "tags": "refs/tags/", "pullRequests": "refs/pr/"}
    return as_json({"converts": [], **{key: listed(part) for key, part in names.items()}})


def discussions(hub: Hub, request: Request, kinds: str, name: str) -> Answer:
    """Pull requests alone: open, or merged into main."""
    repo = hub.repo(request, kinds, name)
    merged = {commit.oid for commit in repo.history}
    found = [
        {
            "num": int(ref.rpartition("/")[2]),
            "title": repo.commits[oid].title,
            "status": "merged" if oid in merged else "open",
            "author": {"name": "tester"},
            "repo": {"name": name, "type": repo.kind},
            "isPullRequest": True,
            "createdAt": DATE,
        }
        for ref, oid in repo.refs.items()
        if ref.startswith("refs/pr/")
    ]
    asked = request.query.get("status", ["all"])[0]
    kept = [one for one in found if asked in ("all", one["status"])]
    return as_json({"discussions": kept, "count": len(kept), "start": 0})


def tree(hub: Hub, request: Request, kinds: str, name: str, revision: str, path: str) -> Answer:
    repo = hub.repo(request, kinds, name)
    commit = hub.commit_of(repo, revision)
    below = f"{path}/" if path else ""
    if path and path not in folders_of(commit.tree):
        raise RefusedError(404, f"{path} does not exist on {revision}", "EntryNotFound")
    deep = request.query.get("recursive", ["false"])[0].lower() in ("true", "1")
    everything = sorted({*commit.tree, *folders_of(commit.tree)})
    names = [
        entry
        for entry in everything
        if entry.startswith(below) and (deep or "/" not in entry[len(below) :])
    ]
    start = int(request.query.get("cursor", ["0"])[0])
    entries = [_entry(commit, entry) for entry in names[start : start + PAGE]]
    if start + PAGE >= len(names):
        return as_json(entries)
    following = f"{hub.url}{request.path}?recursive={deep}&cursor={start + PAGE}"
    return as_json(entries, headers={"Link": f'<{following}>; rel="next"'})


def paths_info(hub: Hub, request: Request, kinds: str, name: str, revision: str) -> Answer:
    commit = hub.commit_of(hub.repo(request, kinds, name), revision)
    known = {*commit.tree, *folders_of(commit.tree)}
    asked = parse_qs(request.body.decode()).get("paths", [])
    return as_json([_entry(commit, path) for path in asked if path in known])


def resolve(hub: Hub, request: Request, kinds: str, name: str, revision: str, path: str) -> Answer:
    repo = hub.repo(request, kinds, name, content=True)
    commit = hub.commit_of(repo, revision)
    seen = {"X-Repo-Commit": commit.oid}
    if path not in commit.tree:
        raise RefusedError(404, "Entry not found", "EntryNotFound", X_Repo_Commit=commit.oid)
    blob = commit.tree[path]
    linked = {"X-Linked-Etag": f'"{blob.etag}"', "X-Linked-Size": str(len(blob.data))}
    if blob.large:
        return redirect(302, f"{hub.large_url}/large/{blob.sha256}", {**seen, **linked})
    here = f"/api/resolve-cache/{kinds or 'models'}/{name}/{commit.oid}/{path}"
    if request.path != here:  # as the Hub does it for small files, by a relative address
        return redirect(307, here, {**seen, **linked})
    return file(blob, request.headers.get("range"), seen)


def large_file(hub: Hub, request: Request, sha256: str) -> Answer:
    return file(Blob(hub.store.large[sha256], True), request.headers.get("range"), {})


def _entry(commit: Commit, path: str) -> dict[str, Any]:
    blob = commit.tree.get(path)
    if blob is None:
        return {"type": "directory", "oid": git_hash("tree", path.encode()), "path": path}
    entry = {"type": "file", "oid": blob.git_id, "size": len(blob.data), "path": path}
    if blob.large:
        pointer = len(blob.pointer)
        entry["lfs"] = {"oid": blob.sha256, "size": len(blob.data), "pointerSize": pointer}
    return entry
