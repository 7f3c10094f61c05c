"""The shell that all `evaluate` modules share: columns in, one call into the engine, a dict out.

`load` makes a module out of its spec alone, without a clone, a network or a file. Without that
library the shell keeps added rows itself, and all else is the same.
A module file reaches this class by attribute (`equimask.evaluation.module.BiasMetric`):
`evaluate.load` takes the first module class that it finds in a file's namespace.
"""

from __future__ import annotations

import os
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any

from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.languages import get_language
from equimask.core.options import options_in, parse_options
from equimask.core.result import BiasResult, ResultsApart
from equimask.evaluation.score import score
from equimask.metrics import MetricSpec, all_specs, measure_named, spec_of
from equimask.metrics.texts import OF_DATA, arguments

_Module: Any
try:
    import evaluate
except ModuleNotFoundError as error:
    if error.name != "evaluate":
        raise  # the library is there, and something of its own is missing
    from equimask.evaluation.added_rows import AddedRows

    _Module = AddedRows
else:
    import datasets

    _Module = evaluate.Metric

_EVALUATES_OWN = ("predictions", "references")


class BiasMetric(_Module):  # type: ignore[misc]
    """A metric as a module; a subclass or a caller names it, and its spec says the rest."""

    metric = ""

    # `evaluate` keeps its added rows and their locks in these
    filelock: Any
    filelocks: Any
    file_paths: Any
    cache_file_name: Any

    _lost_rows = False

    def __init__(self, *args: Any, metric: str = "", **settings: Any) -> None:
        self.metric = metric or self.metric
        super().__init__(*args, **settings)

    @property
    def name(self) -> str:
        """The metric's."""
        return self.metric

    @property
    def spec(self) -> MetricSpec:
        """All that is to be known about the metric."""
        return spec_of(measure_named(self.metric).metric)

    def _info(self) -> Any:
        """What `evaluate` asks of a module."""
        if self.config_name not in (None, "default"):
            get_language(self.config_name)
        return evaluate.MetricInfo(
            description=self.spec.summary,
            citation=self.spec.citation,
            inputs_description=arguments(self.spec),
            features=datasets.Features(
                {name: datasets.Value("string") for name in self.spec.columns}
            ),
            reference_urls=list(self.spec.papers),
        )

    def _build_data_dir(self) -> str:
        """Where added rows wait: without a cache to write to, a folder that goes with the module.

        Several processes need a folder that all of them see.
        """
        try:
            folder: str = super()._build_data_dir()
        except OSError:
            if self.num_process > 1:
                raise
        else:
            if os.access(folder, os.W_OK) or self.num_process > 1:
                return folder
        self._own_folder = TemporaryDirectory(prefix="equimask-")
        return self._own_folder.name

    def compute(
        self, *, predictions: Any = None, references: Any = None, **kwargs: Any
    ) -> dict[str, Any] | None:
        """Score `model` on the given columns or `data`, or on the packaged pairs of the language.

        `data`, `columns`, `where` and `group` are those of `equimask.score`.
        """
        if "language" in kwargs:
            raise OptionError(
                expected="the language where the module is loaded",
                got=f"language={shorten(kwargs['language'])}",
                fix=f"equimask.load({self.spec.name!r}, LANGUAGE); evaluate.load takes it too.",
            )
        names = tuple(self.spec.columns)
        given = {"predictions": predictions, "references": references, **kwargs}
        given = {name: value for name, value in given.items() if value is not None}
        columns = {name: given[name] for name in names if name in given}
        data = {name: kwargs.pop(name, None) for name in OF_DATA}
        data = {name: value for name, value in data.items() if value is not None}
        options = {name: kwargs[name] for name in kwargs if name not in _all_columns()}
        parse_options(
            options, (*names, *OF_DATA)
        )  # before a mistyped one could cost the added rows
        if "data" in data:
            self._refuse_both([name for name in given if name in (*names, *_EVALUATES_OWN)])
            return self._score(data.pop("data"), {**data, **options})
        if self.writer is None and (self.num_process == 1 or not columns):  # nothing was added
            foreign = [name for name in given if name in _foreign_columns()]
            if foreign and not columns:  # never the packaged data in place of what was given
                raise InputError(
                    expected=f"the columns {' and '.join(f'`{name}`' for name in names)}",
                    got=" and ".join(f"`{name}`" for name in foreign),
                    fix=f"Pass {', '.join(f'{name}=[...]' for name in names)}.",
                )
            if self._lost_rows and not columns:
                raise InputError(
                    expected="rows to score",
                    got="none: those that were added went with the last error",
                    fix="Add them again, or load the metric anew for the packaged rows.",
                )
            return self._score(columns or None, {**data, **options})
        try:
            result: dict[str, Any] | None = super().compute(**columns, **data, **options)
        except BaseException:
            self._abandon()
            raise
        return result

    def _compute(self, **kwargs: Any) -> dict[str, Any]:
        columns = {name: kwargs.pop(name) for name in self.spec.columns}
        return self._score(columns, kwargs)

    def _refuse_both(self, rows: list[str]) -> None:
        if rows or self.writer is not None:
            raise InputError(
                expected="`data`, or rows under the names of the columns",
                got=f"both: data and {f'`{rows[0]}`' if rows else 'rows that were added'}",
                fix="Pass one of them.",
            )

    def _score(self, data: Any, options: dict[str, Any]) -> dict[str, Any]:
        language = None if self.config_name in (None, "default") else self.config_name
        result: BiasResult | ResultsApart = score(self.metric, data, language=language, **options)
        return result.as_dict(rows=options.get("return_rows", True))

    def _abandon(self) -> None:
        """After an error: drop the added rows and free the cache file for the next call."""
        self._lost_rows = True
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


def load(name: str, language: str | None = None, **settings: Any) -> BiasMetric:
    """The module that `evaluate.load("metrics/<name>", "<language>")` gives in a clone.

    It does not need that library: `compute`, `add` and `add_batch` are the same without it.

    A measure that a metric has beside its headline (`b_s_jsd`) can be named too.
    `settings` are those of `evaluate.load` for added rows: `keep_in_memory`, `cache_dir`,
    `num_process`, `process_id`, `experiment_id`.
    """
    measure_named(name)
    return BiasMetric(config_name=language, metric=name, **settings)


def _all_columns() -> set[str]:
    """Columns of any metric: `combine` hands them to all."""
    return {name for spec in all_specs().values() for name in spec.columns}


def _foreign_columns() -> set[str]:
    return {*_all_columns(), *options_in("column"), *_EVALUATES_OWN}
