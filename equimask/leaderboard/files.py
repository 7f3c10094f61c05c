"""Rows of a `results.json`: of an audit, of `equimask score --json`, or a list of such."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from equimask.audits.results import ModelEntry, cell_from_dict
from equimask.core.errors import DataError, EquimaskError, shorten
from equimask.core.result import BiasResult
from equimask.core.result_files import RESULTS, entries_of, is_audit, read_content
from equimask.core.verdicts import Verdict
from equimask.hub.repository import is_repo
from equimask.leaderboard.rows import Row
from equimask.leaderboard.signed import Signed, agree, read_signature
from equimask.metrics.verdict import verdict_of

_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, OverflowError)


def rows_of_file(path: Path) -> list[Row]:
    """Every number of the file; of a folder, of the results in it."""
    path = path / RESULTS if path.is_dir() else path
    content = read_content(path)
    audit = content if is_audit(content) else None
    models = {} if audit is None else _models(path, audit)
    entries = entries_of(content)
    if not entries:
        raise _wrong(path, "lists of results", shorten(content))
    rows = []
    for where, entry in entries:
        try:
            row = _of_result(entry, path.name) if audit is None else _of_cell(entry, models, path)
            rows.append(row)
        except EquimaskError as error:
            told = f"{error.got} in {where} of {path.name}"
            raise DataError(expected=error.expected, got=told, fix=error.fix) from error
        except _MALFORMED as error:
            raise _wrong(
                path, "a result as `compute` returns it", f"{where} ({error!r})"
            ) from error
    return rows


def _models(path: Path, audit: Mapping[str, Any]) -> dict[str, ModelEntry]:
    if "models" not in audit:
        raise _wrong(
            path, "the results of an audit of this version", "one without `models`",
            "Run the audit again.",
        )  # fmt: skip
    try:
        return {entry["key"]: ModelEntry(**entry) for entry in audit["models"]}
    except _MALFORMED as error:
        raise _wrong(path, "`models` as an audit writes them", repr(error)) from error


def _signed(entry: Any) -> Signed:
    if not isinstance(entry, dict):
        raise DataError(
            expected="a result with a signature", got=shorten(entry), fix="Mend the file."
        )
    return read_signature(entry.get("signature"))


def _of_cell(entry: Any, models: Mapping[str, ModelEntry], path: Path) -> Row:
    signed = _signed(entry)
    agree("measure", signed.measure.name, entry.get("measure"))
    model = models.get(entry["model"])
    agree("model", f"{signed.model}@{signed.revision}", model and model.signed)
    agree("language", signed.language, entry.get("language"))
    agree("data", signed.data, entry["place"]["data"])
    agree("language", signed.language, entry["place"]["language"])
    cell = cell_from_dict(entry)
    parameters = model.parameters if model else None
    return _row(signed, cell.result, cell.verdict, parameters=parameters, source=path.name)


def _of_result(entry: Any, source: str) -> Row:
    signed = _signed(entry)
    agree("metric", signed.measure.key, entry.get("metric", signed.measure.key))
    agree("language", signed.language, entry.get("language", signed.language))
    dataset = entry.get("dataset")
    if dataset is not None and is_repo(str(dataset)):
        check_dataset(signed, dataset)
    result = BiasResult.from_dict({k: v for k, v in entry.items() if k not in _BESIDE})
    return _row(signed, result, verdict_of(result), dataset=dataset, source=source)


_BESIDE = ("metric", "language", "dataset", "dataset_revision", "model")


def check_dataset(signed: Signed, dataset: str) -> None:
    """A dataset on the Hub is that of the signature by its name; its organisation may be added."""
    same = (signed.data, signed.data.rpartition("/")[2], Path(signed.data).stem)
    if dataset != signed.data and ("/" in signed.data or dataset.partition("/")[2] not in same):
        agree("data", signed.data, dataset)


def _row(
    signed: Signed,
    result: BiasResult,
    verdict: Verdict,
    *,
    source: str,
    parameters: int | None = None,
    dataset: str | None = None,
) -> Row:
    agree("number of rows", signed.n, result.n)
    return Row(
        signed.model,
        signed.revision,
        parameters,
        signed.language,
        signed.measure.name,
        result.value,
        result.stderr,
        result.ci_low,
        result.ci_high,
        result.neutral,
        result.null,
        verdict,
        result.equivalence_bound,
        result.is_foreign,
        result.n,
        signed.data,
        signed.data_revision,
        signed.part,
        dataset or (signed.data if is_repo(signed.data) else None),
        signed.equimask,
        None,
        source,
        signed.text,
    )


def _wrong(path: Path, expected: str, got: str, fix: str = "Mend the file.") -> DataError:
    return DataError(expected=f"{expected} in {path.name}", got=got, fix=fix)
