"""Rows that are added one by one and computed at the end, as modules of `evaluate` keep them.

What stands below a metric's module where that library is not installed.
"""

from __future__ import annotations

from typing import Any

from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.languages import get_language
from equimask.metrics import MetricSpec
from equimask.metrics.texts import arguments


class AddedRows:
    """As much of `evaluate.Metric` as a module of this package uses; rows stay in memory."""

    spec: MetricSpec
    num_process = 1
    process_id = 0
    # Of the library's own modules: where they keep their rows.
    filelock = filelocks = file_paths = cache_file_name = None

    def __init__(
        self,
        config_name: str | None = None,
        *,
        keep_in_memory: bool = True,
        cache_dir: str | None = None,
        num_process: int = 1,
        process_id: int = 0,
        experiment_id: str | None = None,
    ) -> None:
        if num_process != 1:
            raise OptionError(
                expected="one process: several share their rows by the library `evaluate`",
                got=f"num_process={shorten(num_process)} and an environment without it",
                fix="Run `pip install 'equimask[evaluate]'`.",
            )
        if config_name not in (None, "default"):
            get_language(str(config_name))
        self.config_name = config_name or "default"
        self.writer: dict[str, list[Any]] | None = None

    @property
    def description(self) -> str:
        """What the metric measures."""
        return self.spec.summary

    @property
    def citation(self) -> str:
        """Whom to cite."""
        return self.spec.citation

    @property
    def reference_urls(self) -> list[str]:
        """Of the papers."""
        return list(self.spec.papers)

    @property
    def inputs_description(self) -> str:
        """What `compute` takes."""
        return arguments(self.spec)

    def __repr__(self) -> str:
        return f"<{self.spec.name} ({self.config_name}): compute, add, add_batch>"

    def add(self, **row: Any) -> None:
        """One row, a value under the name of every column."""
        self.add_batch(**{name: [value] for name, value in row.items()})

    def add_batch(self, **columns: Any) -> None:
        """Several rows, a list under the name of every column."""
        names = tuple(self.spec.columns)
        if set(columns) != set(names):
            odd = sorted(set(columns) ^ set(names))
            raise InputError(
                expected=f"the columns {' and '.join(f'`{name}`' for name in names)}",
                got=f"{', '.join(columns) or 'none'} ({', '.join(odd)} differs)",
                fix=f"Pass {', '.join(f'{name}=[...]' for name in names)}.",
            )
        batch = {name: list(columns[name]) for name in names}
        lengths = {name: len(values) for name, values in batch.items()}
        if len(set(lengths.values())) > 1:
            raise InputError(
                expected="columns of the same length",
                got=" and ".join(f"{count} in `{name}`" for name, count in lengths.items()),
                fix=f"Row {min(lengths.values())} is the first without a partner.",
            )
        if self.writer is None:
            self.writer = {name: [] for name in names}
        for name, values in batch.items():
            self.writer[name] += values

    def compute(self, **kwargs: Any) -> dict[str, Any] | None:
        """Of the rows that were added and those that are given; then they are forgotten."""
        given = {name: kwargs.pop(name) for name in self.spec.columns if name in kwargs}
        if given:
            self.add_batch(**given)
        rows, self.writer = self.writer or {}, None
        return self._compute(**rows, **kwargs)

    def _compute(self, **kwargs: Any) -> dict[str, Any]:
        raise NotImplementedError("what is computed stands in the module")
