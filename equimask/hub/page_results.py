"""Results that stand on a model's page, read back from `.eval_results/*.yaml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml
from huggingface_hub import HfApi

from equimask.core.errors import DataError, EquimaskError, HubError, shorten
from equimask.core.signature import Signature
from equimask.core.verdicts import WORDS, Verdict
from equimask.hub.model_page import text_of
from equimask.hub.repository import check_repo, hub_errors, read_remote
from equimask.hub.results import NO_LANGUAGE, PublishedResult
from equimask.metrics import all_measures

_FOLDER = ".eval_results/"
_MOST_FILES, _MOST_BYTES, _MOST_ENTRIES = 200, 2_000_000, 5_000
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_NOTES = re.compile(
    rf"(?:verdict (?P<verdict>[a-z -]+?)(?: within ±(?P<bound>{_NUMBER}))?; )?"
    rf"(?:null (?P<null>{_NUMBER}); )?"
    rf"(?:interval (?P<low>{_NUMBER}) to (?P<high>{_NUMBER}); )?(?P<signature>.+)",
    re.DOTALL,
)
_SHORT = {words.short: verdict for verdict, words in WORDS.items()}


@dataclass(frozen=True)
class Stated:
    """A number of a page, and where it stands there."""

    where: str
    result: PublishedResult
    date: str | None = None


@dataclass(frozen=True)
class ModelPage:
    """A model with what its page says; `others` are results that are not of Equimask."""

    repo: str
    parameters: int | None
    results: tuple[Stated, ...]
    others: int


def read_page(api: HfApi, repo: str) -> ModelPage:
    """All numbers of Equimask on main; a broken one is refused by its file and entry."""
    check_repo(repo)
    remote = read_remote(api, repo, "model")
    if remote.commit is None:
        raise HubError(
            expected=f"the model {repo} on the Hub",
            got="no such repository, or one that this account may not see",
            fix="Check the name, or log in with `hf auth login`; a file needs its whole path.",
        )
    names = sorted(
        name for name in remote.files if name.startswith(_FOLDER) and name.endswith(".yaml")
    )
    if len(names) > _MOST_FILES:
        raise _too_much(f"{len(names)} files in {_FOLDER}", repo, f"{_MOST_FILES} files")
    size = sum(remote.files[name].size for name in names)
    if size > _MOST_BYTES:  # of all of them: YAML is slow to read
        raise _too_much(f"{size} bytes in {_FOLDER}", repo, f"{_MOST_BYTES} bytes")
    found: list[Stated] = []
    others = 0
    for name in names:
        entries = _entries(text_of(api, repo, name, remote.commit), name, repo)
        for at, entry in enumerate(entries):
            if not _is_ours(entry):
                others += 1
                continue
            found.append(_stated(entry, f"entry {at} of {name} of {repo}"))
    return ModelPage(repo, _parameters(api, repo), tuple(found), others)


class _PlainLoader(yaml.SafeLoader):
    """Without aliases: a few lines of them stand for more than any memory holds."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.composer.ComposerError(None, None, "an alias, which no result has")
        return super().compose_node(parent, index)


def _entries(text: str, name: str, repo: str) -> list[Any]:
    try:
        entries = yaml.load(text, _PlainLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _unreadable(name, repo, str(error)) from error
    if not isinstance(entries, list):
        raise _unreadable(name, repo, shorten(entries))
    if len(entries) > _MOST_ENTRIES:
        raise _too_much(f"{len(entries)} entries of {name}", repo, f"{_MOST_ENTRIES} entries")
    return entries


def _is_ours(entry: Any) -> bool:
    """By its signature, or because it says to be one of our measures: then it needs one."""
    if not isinstance(entry, dict):
        return False
    dataset, notes = entry.get("dataset"), entry.get("notes")
    task = dataset.get("task_id") if isinstance(dataset, dict) else None
    keys = {measure.key for measure in all_measures().values()}
    named = isinstance(task, str) and any(task == key or task.startswith(f"{key}_") for key in keys)
    return named or (isinstance(notes, str) and "|equimask:" in notes)


def _stated(entry: dict[str, Any], where: str) -> Stated:
    try:
        result = _result(entry)
    except EquimaskError as error:
        told = f"{error.got} in {where}"
        raise DataError(expected=error.expected, got=told, fix=error.fix) from error
    date = entry.get("date")
    return Stated(where, result, None if date is None else str(date)[:40])


def _result(entry: dict[str, Any]) -> PublishedResult:
    dataset, notes, value = entry.get("dataset"), entry.get("notes"), entry.get("value")
    told = _NOTES.fullmatch(notes) if isinstance(notes, str) else None
    if told is None or not isinstance(dataset, dict):
        raise DataError(
            expected="a result with a dataset, and with a signature in its notes",
            got=shorten(entry, 200),
            fix="Send it anew by `equimask publish-results`: no number is listed without one.",
        )
    signature = Signature.parse(told["signature"])
    signed = dict(signature.fields)
    language = signed.get("lang", NO_LANGUAGE)
    result = PublishedResult(
        metric=signature.metric,
        value=value,  # type: ignore[arg-type]  # whoever makes a row of it checks it
        dataset=str(dataset.get("id")),
        language=None if language == NO_LANGUAGE else language,
        signature=told["signature"],
        interval=(float(told["low"]), float(told["high"])) if told["low"] else None,
        dataset_revision=dataset.get("revision"),
        part=signed.get("where", ""),
        verdict=_verdict(told["verdict"]),
        null=float(told["null"]) if told["null"] else None,
        equivalence_bound=float(told["bound"]) if told["bound"] else None,
    )
    if result.task != dataset.get("task_id"):
        raise DataError(
            expected=f"the task of the signature, {result.task}",
            got=shorten(dataset.get("task_id")),
            fix="Send it anew by `equimask publish-results`: the number has another's signature.",
        )
    return result


def _verdict(short: str | None) -> Verdict | None:
    if short is None:
        return None
    if short not in _SHORT:
        raise DataError(
            expected=f"a verdict: {', '.join(_SHORT)}", got=shorten(short), fix="Send it anew."
        )
    return _SHORT[short]


def _parameters(api: HfApi, repo: str) -> int | None:
    """As the Hub counts them in safetensors; None where it has none."""
    with hub_errors(repo):
        counted = api.model_info(repo, expand=["safetensors"]).safetensors
    return counted.total if counted is not None else None


def _unreadable(name: str, repo: str, got: str) -> HubError:
    return HubError(
        expected=f"a list of results in {name} of {repo}",
        got=shorten(got, 200),
        fix="Mend that file in the repository first.",
    )


def _too_much(got: str, repo: str, most: str) -> HubError:
    return HubError(
        expected=f"results of {repo} of at most {most}",
        got=got,
        fix="Leave this model out, or give its results as a file.",
    )
