"""The part of the Hub's HTTP that writes: repositories, tags, large files and commits.

Large files go by Git LFS; a client with Xet must be told to leave it off.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import yaml

from tests.hub.access import Hub, Request
from tests.hub.answers import Answer, RefusedError, as_json
from tests.hub.store import MAIN, Blob, Commit, is_large


def whoami(hub: Hub, request: Request) -> Answer:
    token = hub.token(request)
    if token is None:
        raise RefusedError(401, "Invalid username or password.")
    orgs = [{"name": name} for name in hub.members[token]]
    return as_json({"type": "user", "name": "tester", "orgs": orgs})


def create(hub: Hub, request: Request) -> Answer:
    wanted = request.json
    kind, name = wanted.get("type", "model"), f"{wanted['organization']}/{wanted['name']}"
    hub.writes(request, name)
    url = f"{hub.url}/{'' if kind == 'model' else kind + 's/'}{name}"
    if (kind, name) in hub.store.repos:
        return as_json({"error": "You already created this repo", "url": url}, 409)
    private = wanted.get("private") or wanted.get("visibility") == "private"
    hub.store.create(kind, name, private=bool(private), sdk=wanted.get("sdk"))
    return as_json({"url": url, "name": name})


def validate_yaml(hub: Hub, request: Request) -> Answer:
    match = re.match(r"---\n(.*?)\n---", request.json["content"], re.DOTALL)
    try:
        metadata = yaml.safe_load(match[1]) if match else {}
    except yaml.YAMLError as error:
        return as_json({"errors": [{"message": str(error)}], "warnings": []}, 400)
    if request.json["repoType"] == "space" and "sdk" not in metadata:
        return as_json({"errors": [{"message": '"sdk" is required'}], "warnings": []}, 400)
    return as_json({"errors": [], "warnings": []})


def tag(hub: Hub, request: Request, kinds: str, name: str, revision: str) -> Answer:
    hub.writes(request, name)
    repo = hub.repo(request, kinds, name)
    ref = f"refs/tags/{request.json['tag']}"
    if ref in repo.refs:
        raise RefusedError(409, f"Tag {request.json['tag']} already exists")
    repo.refs[ref] = hub.commit_of(repo, revision).oid
    return as_json({"success": True})


def preupload(hub: Hub, request: Request, kinds: str, name: str, revision: str) -> Answer:
    if "create_pr" not in request.query:
        hub.writes(request, name)
    tree = hub.commit_of(hub.repo(request, kinds, name), revision).tree
    return as_json(
        {
            "files": [
                {
                    "path": (path := wanted["path"]),
                    "uploadMode": "lfs" if is_large(path) else "regular",
                    "shouldIgnore": False,
                    "oid": tree[path].etag if path in tree else None,
                }
                for wanted in request.json["files"]
            ]
        }
    )


def batch(hub: Hub, request: Request, kinds: str, name: str) -> Answer:
    hub.writes(request, name)
    objects = []
    for wanted in request.json["objects"]:
        upload = {"href": f"{hub.large_url}/large/{wanted['oid']}"}
        actions = {} if wanted["oid"] in hub.store.large else {"actions": {"upload": upload}}
        objects.append({**wanted, **actions})
    return as_json({"transfer": "basic", "objects": objects})


def put_large(hub: Hub, request: Request, sha256: str) -> Answer:
    if hashlib.sha256(request.body).hexdigest() != sha256:
        raise RefusedError(400, "the content has another sha256")
    hub.store.large[sha256] = request.body
    return Answer(200)


def commit(hub: Hub, request: Request, kinds: str, name: str, revision: str) -> Answer:
    as_request = "create_pr" in request.query
    if not as_request:
        hub.writes(request, name)
    elif hub.token(request) is None:
        raise RefusedError(401, "Invalid username or password.")
    repo = hub.repo(request, kinds, name)
    base = hub.commit_of(repo, revision)
    header, *steps = [json.loads(line) for line in request.body.splitlines()]
    told = header["value"]
    if not as_request and told.get("parentCommit", base.oid) != base.oid:
        raise RefusedError(412, "A commit has happened since. Please refresh and try again.")
    tree = dict(base.tree)
    for step in steps:
        _apply(hub, step["key"], step["value"], tree)
    number = sum(ref.startswith("refs/pr/") for ref in repo.refs) + 1
    commit = Commit(tree, told["summary"], base.oid)
    oid = repo.add(commit, f"refs/pr/{number}" if as_request else MAIN)
    page = f"{hub.url}/{name}"
    answer = {"success": True, "commitOid": oid, "commitUrl": f"{page}/commit/{oid}"}
    return as_json({**answer, "pullRequestUrl": f"{page}/discussions/{number}"})


def _apply(hub: Hub, key: str, value: dict[str, Any], tree: dict[str, Blob]) -> None:
    path = value["path"]
    if key == "file":
        tree[path] = Blob(base64.b64decode(value["content"]))
    elif key == "lfsFile":
        if value["oid"] not in hub.store.large:
            raise RefusedError(400, f"{path} was never uploaded")
        tree[path] = Blob(hub.store.large[value["oid"]], large=True)
    elif key == "deletedFile" and path in tree:
        del tree[path]
    else:
        raise RefusedError(404, f"cannot do {key} to {path}", "EntryNotFound")
