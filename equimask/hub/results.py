"""Results of a model, read from JSON: what is needed to put them on its page.

`results.json` is `{"results": [...]}`, groups, a list, or one result. A result is the dict that
`compute` returns (and that `equimask score --json` prints), plus what its signature does not tell:

    metric            the key of the number; without it, the signature's
    language          BCP 47; without it, the signature's
    dataset           ORG/NAME on the Hub; without it, the signature's, if that has an organisation
    dataset_revision  optional, the commit of the dataset

The `verdict` of a result goes with its number, and with what it starts from: the `null` of a
calibrated result, the `equivalence_bound` of one that is equivalent.

Rows and other keys may be there and are not published.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, EquimaskError, check_characters, shorten
from equimask.core.result_files import entries_of, is_number, read_content
from equimask.core.signature import Signature, split_name
from equimask.core.verdicts import Verdict
from equimask.hub.repository import is_repo

NO_LANGUAGE = "und"
"""How a signature says that the language is not known."""


@dataclass(frozen=True)
class PublishedResult:
    """One number with its dataset, its language (None: no certain one) and its signature."""

    metric: str
    value: float
    dataset: str
    language: str | None
    signature: str
    interval: tuple[float, float] | None = None
    dataset_revision: str | None = None
    part: str = ""
    """Which rows of the dataset, as the signature has it: `source=crows`."""
    named: str = ""
    """What the data are called where they were scored."""
    verdict: Verdict | None = None
    """What the number shows; None where it is no headline, or a result of old."""
    null: float | None = None
    """What untrained twins score, where the headline was compared with them."""
    equivalence_bound: float | None = None
    """From there, where the verdict is that the number is within it."""

    @property
    def task(self) -> str:
        """The name of the task within the dataset: a metric in a language, and of which rows."""
        values = (one.partition("=")[2] for one in self.part.split(";"))
        words = (self.metric, self.language or "", *values)
        return "_".join(re.sub(r"[^\w.-]+", "-", word) for word in words if word)

    @property
    def notes(self) -> str:
        """The verdict and what it is about, the interval where there is one, and the signature."""
        told = []
        if self.verdict is not None:
            bound = self.equivalence_bound
            within = "" if bound is None else f" within ±{bound:.6g}"
            told.append(f"verdict {self.verdict.short}{within}")
        if self.null is not None:
            told.append(f"null {self.null:.6g}")
        if self.interval is not None:
            low, high = self.interval
            told.append(f"interval {low:.6g} to {high:.6g}")
        return "; ".join((*told, self.signature))

    @property
    def arguments(self) -> dict[str, str | float]:
        """What a model's card says beside the number."""
        told: dict[str, str | float] = {"signature": self.signature}
        if self.verdict is not None:
            told["verdict"] = self.verdict.value
        if self.null is not None:
            told["null"] = self.null
        if self.equivalence_bound is not None:
            told["equivalence_bound"] = self.equivalence_bound
        return told


def read_results(
    path: Path, repo: str, dataset: str | None = None, model: str | None = None
) -> list[PublishedResult]:
    """Every result of the file; `dataset` is for those that do not name one on the Hub.

    Of an audit of several models, those of the one that is in `repo`, or that `model` names.
    """
    content = read_content(path)
    entries = [one.content for one in entries_of(content, others=False)]
    if not entries:
        raise _wrong(path, 'a list of results, or {"results": [...]}', shorten(content))
    entries = _of_one_model(path, entries, repo, model)
    results: list[PublishedResult] = []
    for row, entry in enumerate(entries):
        try:
            results.append(_result(entry, repo, dataset))
            for text in (results[-1].task, results[-1].notes, results[-1].dataset_revision or ""):
                check_characters(text, "what is published")
        except EquimaskError as error:
            raise _wrong(path, error.expected, f"{error.got} in result {row}", error.fix) from error
    names = {one.named for one in results if one.dataset == dataset != one.named}
    if len(names) > 1:
        raise _wrong(
            path,
            f"results on one dataset for {dataset}",
            f"{', '.join(sorted(names))} in the results",
            'Write "dataset": "ORG/NAME" into each result, or keep those of one dataset.',
        )
    seen: dict[tuple[str, str], int] = {}
    for row, result in enumerate(results):
        first = seen.setdefault((result.dataset, result.task), row)
        if first != row:
            raise _wrong(
                path,
                "one result per dataset, metric and language",
                f"{result.task} of {result.dataset} in results {first} and {row}",
                "Keep the one that is to be published.",
            )
    return results


def _of_one_model(path: Path, entries: list[Any], repo: str, model: str | None) -> list[Any]:
    """An audit says of every result whose it is."""
    models = [entry.get("model") if isinstance(entry, dict) else None for entry in entries]
    known = list(dict.fromkeys(one for one in models if isinstance(one, str)))
    if model is None and len(known) < 2:
        return entries
    same = [one for one in known if one.lower() == repo.lower()] if model is None else [model]
    found = [entry for entry, own in zip(entries, models, strict=True) if own in same]
    if not found:
        raise _wrong(
            path,
            f"results of {model or repo}",
            f"those of {', '.join(known) or 'a model without a name'}",
            "Name one of them by --model.",
        )
    return found


def _result(entry: Any, repo: str, dataset: str | None) -> PublishedResult:
    if not isinstance(entry, dict) or not isinstance(entry.get("signature"), str):
        raise DataError(
            expected="a dict with a signature, as `compute` returns it",
            got=shorten(entry),
            fix="No number is published without its signature.",
        )
    signature = Signature.parse(entry["signature"])
    signed = dict(signature.fields)
    _check_model(signed.get("model", ""), repo)
    metric = _text(entry, "metric") or signature.metric
    language = _text(entry, "language") or signed.get("lang", NO_LANGUAGE)
    named = _text(entry, "dataset") or split_name(signed.get("data", ""))[0]
    headline = entry if metric == signature.metric else {}
    verdict = _verdict(headline)
    return PublishedResult(
        metric=metric,
        value=_number(entry, metric),
        dataset=_dataset(named, dataset),
        language=None if language == NO_LANGUAGE else language,
        signature=entry["signature"],
        interval=_interval(headline),
        verdict=verdict,
        null=None if headline.get("null") is None else _number(headline, "null"),
        equivalence_bound=_bound(headline) if verdict is Verdict.EQUIVALENT else None,
        dataset_revision=_text(entry, "dataset_revision"),
        part=signed.get("where", ""),
        named=named,
    )


def _text(entry: Mapping[str, Any], key: str) -> str | None:
    value = entry.get(key)
    if value is not None and not isinstance(value, str):
        raise DataError(
            expected=f"text under {key!r}", got=shorten(value), fix="Correct it, or leave it out."
        )
    return value


def _check_model(signed: str, repo: str) -> None:
    model, _ = split_name(signed)
    if "/" in model and model.lower() != repo.lower():
        raise DataError(
            expected=f"results of {repo}",
            got=f"a signature of {model}",
            fix=f"Publish them with --repo {model}.",
        )


def _dataset(named: str, default: str | None) -> str:
    found = named if is_repo(named) else default
    if found is None:
        raise DataError(
            expected="the dataset as ORG/NAME on the Hub",
            got=shorten(named),
            fix='Pass --dataset ORG/NAME, or write "dataset" into the result.',
        )
    return found


def _number(entry: Mapping[str, Any], key: str) -> float:
    value = entry.get(key)
    if not is_number(value):
        raise DataError(
            expected=f"a number under {key!r}",
            got=shorten(value),
            fix='The number stands under its metric\'s name, or name its key as "metric".',
        )
    return value


def _interval(entry: Mapping[str, Any]) -> tuple[float, float] | None:
    """Of the headline, which is the number under the signature's metric, and of no other."""
    if entry.get("ci_low") is None or entry.get("ci_high") is None:
        return None
    return _number(entry, "ci_low"), _number(entry, "ci_high")


def _verdict(entry: Mapping[str, Any]) -> Verdict | None:
    """That of the headline, as it was given; a result of old has none."""
    given = _text(entry, "verdict")
    if given is None:
        return None
    if given not in tuple(Verdict):
        raise DataError(
            expected=f"a verdict: {', '.join(Verdict)}",
            got=shorten(given),
            fix="Correct it, or leave it out.",
        )
    return Verdict(given)


def _bound(entry: Mapping[str, Any]) -> float:
    if entry.get("equivalence_bound") is None:
        raise DataError(
            expected="the `equivalence_bound` of a result that is equivalent",
            got="none",
            fix="Score it again with equivalence=BOUND: nobody can read the verdict without it.",
        )
    return _number(entry, "equivalence_bound")


def _wrong(path: Path, expected: str, got: str, fix: str = "Mend the file.") -> DataError:
    return DataError(expected=expected, got=f"{got} of {path.name}", fix=fix)
