"""Results on a model's page: `.eval_results/*.yaml`, and `model-index` for older readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml
from huggingface_hub import (
    EvalResult,
    EvalResultEntry,
    HfApi,
    ModelCard,
    ModelCardData,
    eval_result_entries_to_yaml,
)

from equimask.core.errors import HubError, shorten
from equimask.hub.repository import check_repo, check_token, commit, hub_errors, read_remote
from equimask.hub.results import PublishedResult, read_results

_CARD = "README.md"
_TASK = "fill-mask"


@dataclass(frozen=True)
class Submission:
    """Results for a model's repository, and the files that would change."""

    repo: str
    results: tuple[PublishedResult, ...]
    parent: str
    files: dict[str, str]
    proposed: str | None = None
    """The address of an open pull request that says the same."""


def prepare_results(
    api: HfApi, path: Path, repo: str, dataset: str | None = None, model: str | None = None
) -> Submission:
    """Read the results and the model's page; nothing is written."""
    check_repo(repo)
    if dataset is not None:
        check_repo(dataset)
    results = read_results(path, repo, dataset, model)
    remote = read_remote(api, repo, "model")
    if remote.commit is None:
        raise HubError(
            expected=f"the model {repo} on the Hub",
            got="no such repository, or one that this account may not see",
            fix="Check the name, or log in with `hf auth login`.",
        )

    def read(name: str) -> str:
        return text_of(api, repo, name, remote.commit) if name in remote.files else ""

    texts = {_CARD: card_with(read(_CARD), results, repo)}
    for identifier in dict.fromkeys(result.dataset for result in results):
        name = f".eval_results/{identifier.partition('/')[2]}.yaml"
        told = [result for result in results if result.dataset == identifier]
        texts[name] = eval_results_with(texts.get(name) or read(name), told)
    changed = {name: text for name, text in texts.items() if text != read(name)}
    title = _title(results)
    proposed = _same_request(api, repo, title, changed) if changed else None
    return Submission(repo, tuple(results), remote.commit, changed, proposed)


def submit(api: HfApi, submission: Submission) -> str:
    """Open a pull request with the changed files; returns its address.

    Repeated after a lost answer, it returns the one that is open already.
    """
    if submission.proposed:
        return submission.proposed
    check_token(api, submission.repo)
    return commit(
        api,
        submission.repo,
        "model",
        parent=submission.parent,
        title=_title(submission.results),
        write={name: text.encode() for name, text in submission.files.items()},
        as_pull_request=True,
    )


def _title(results: Sequence[PublishedResult]) -> str:
    return f"Gender bias, measured by Equimask: {len(results)} results"


def text_of(api: HfApi, repo: str, name: str, revision: str | None) -> str:
    """A file of the repository, which must be in UTF-8."""
    with hub_errors(repo):
        local = api.hf_hub_download(repo, name, revision=revision)
    try:
        return Path(local).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _broken(f"{name} in UTF-8", error) from error


def _same_request(api: HfApi, repo: str, title: str, files: dict[str, str]) -> str | None:
    """The address of an open pull request of this title that has these files."""
    with hub_errors(repo):
        opened = [
            (request.url, str(request.git_reference))
            for request in api.get_repo_discussions(
                repo, discussion_type="pull_request", discussion_status="open"
            )
            if request.title == title
        ]
        there = {at: set(api.list_repo_files(repo, revision=at)) for _, at in opened}
    for address, at in opened:
        if there[at] >= files.keys() and all(
            text_of(api, repo, name, at) == text for name, text in files.items()
        ):
            return address
    return None


def eval_results_with(text: str, results: Sequence[PublishedResult]) -> str:
    """A file of `.eval_results/`, with these results in the place of their older values."""
    new = eval_result_entries_to_yaml(
        [
            EvalResultEntry(
                dataset_id=result.dataset,
                task_id=result.task,
                value=result.value,
                dataset_revision=result.dataset_revision,
                notes=result.notes,
            )
            for result in results
        ]
    )
    try:
        kept = [entry for entry in yaml.safe_load(text) or [] if _key(entry) not in map(_key, new)]
    except (yaml.YAMLError, KeyError, TypeError) as error:
        raise _broken("a list of results in .eval_results/", error) from error
    return yaml.safe_dump([*kept, *new], sort_keys=False, allow_unicode=True, width=100)


def card_with(text: str, results: Sequence[PublishedResult], repo: str) -> str:
    """The model's card, with these results in its `model-index`."""
    try:
        card = ModelCard(text or f"---\n{{}}\n---\n\n# {repo.partition('/')[2]}\n")
    except (ValueError, yaml.YAMLError) as error:
        raise _broken(f"sound metadata in {_CARD}", error) from error
    new = [
        EvalResult(
            task_type=_TASK,
            dataset_type=result.dataset,
            dataset_name=result.dataset.partition("/")[2],
            dataset_config=result.language,
            dataset_revision=result.dataset_revision,
            metric_type=result.metric,
            metric_value=result.value,
            metric_args=result.arguments,
        )
        for result in results
    ]
    told = [_what(result) for result in new]
    data = cast(ModelCardData, card.data)
    kept = [result for result in data.eval_results or [] if _what(result) not in told]
    data.eval_results = [*kept, *new]
    data.model_name = data.model_name or repo.partition("/")[2]
    return str(card)


def _key(entry: dict[str, Any]) -> tuple[str, str]:
    return entry["dataset"]["id"], entry["dataset"]["task_id"]


def _what(result: EvalResult) -> tuple[str, str, str | None, str]:
    return result.task_type, result.dataset_type, result.dataset_config, result.metric_type


def _broken(expected: str, error: Exception) -> HubError:
    return HubError(
        expected=f"{expected} of the model's repository",
        got=shorten(str(error), 200),
        fix="Mend that file in the repository first.",
    )
