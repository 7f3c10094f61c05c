"""The shell that all `evaluate` modules share: columns in, one call into the engine, a dict out.

A module file reaches this class by attribute (`equimask.evaluation.module.BiasMetric`):
`evaluate.load` takes the first module class that it finds in a file's namespace.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import evaluate

import datasets
from equimask.core.errors import InputError
from equimask.core.languages import get_language
from equimask.core.options import parse_options
from equimask.core.schema import METRIC_COLUMNS, PAIR_ID
from equimask.evaluation import score
from equimask.inputs.checks import check_columns

_ALL_COLUMNS = {name for columns in METRIC_COLUMNS.values() for name in columns}
_FOREIGN_COLUMNS = {*_ALL_COLUMNS, PAIR_ID, "predictions", "references"}


class BiasMetric(evaluate.Metric):  # type: ignore[misc]
    """Base of the metric modules; a subclass names its metric and carries its texts."""

    metric = ""
    summary = ""
    inputs = ""
    citation_text = ""
    papers: tuple[str, ...] = ()

    # `evaluate` keeps its added rows and their locks in these
    filelock: Any
    filelocks: Any
    file_paths: Any
    cache_file_name: Any

    def _info(self) -> evaluate.MetricInfo:
        if self.config_name not in (None, "default"):
            get_language(self.config_name)
        return evaluate.MetricInfo(
            description=self.summary,
            citation=self.citation_text,
            inputs_description=self.inputs,
            features=datasets.Features(
                {name: datasets.Value("string") for name in METRIC_COLUMNS[self.metric]}
            ),
            reference_urls=list(self.papers),
        )

    def compute(
        self, *, predictions: Any = None, references: Any = None, **kwargs: Any
    ) -> dict[str, Any] | None:
        """Score `model` on the given columns, or on the packaged data of the language."""
        names = METRIC_COLUMNS[self.metric]
        given = {"predictions": predictions, "references": references, **kwargs}
        given = {name: value for name, value in given.items() if value is not None}
        columns = {name: given[name] for name in names if name in given}
        foreign = [name for name in given if name in _FOREIGN_COLUMNS]
        options = {name: kwargs[name] for name in kwargs if name not in _ALL_COLUMNS}
        parse_options(options, names)
        if columns:
            columns = check_columns(columns, names)
        elif foreign and self.writer is None:  # never the packaged data in place of what was given
            raise InputError(
                expected=f"the columns {' and '.join(f'`{name}`' for name in names)}",
                got=" and ".join(f"`{name}`" for name in foreign),
                fix=f"Pass {', '.join(f'{name}=[...]' for name in names)}.",
            )
        elif self.writer is None:  # nothing was given or added before
            return self._score(None, options)
        try:
            result: dict[str, Any] | None = super().compute(**columns, **options)
        except BaseException:
            self._abandon()
            raise
        return result

    def _compute(self, **kwargs: Any) -> dict[str, Any]:
        names = METRIC_COLUMNS[self.metric]
        columns = {name: kwargs.pop(name) for name in names}
        return self._score(columns, kwargs)

    def _score(self, columns: dict[str, Any] | None, options: dict[str, Any]) -> dict[str, Any]:
        language = None if self.config_name in (None, "default") else self.config_name
        result = score(self.metric, columns, language=language, **options)
        return result.as_dict(rows=options.get("return_rows", True))

    def _abandon(self) -> None:
        """After an error: drop the added rows and free the cache file for the next call."""
        for name in ("data", "writer", "buf_writer"):
            setattr(self, name, None)
        locks = [*(self.filelocks or []), self.filelock]
        paths = [*(self.file_paths or []), self.cache_file_name]
        for lock in locks:
            if lock is not None:
                with suppress(OSError):
                    lock.release(force=True)
        for path in paths:
            if path is not None:
                with suppress(OSError):
                    os.remove(path)
        self.filelock = self.filelocks = self.file_paths = self.cache_file_name = None
