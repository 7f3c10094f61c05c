"""How often which lemma is said, from the rows on disk, in memory that does not grow with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from equimask.core.languages import is_language
from equimask.core.rows import Row
from equimask.core.schema import EXTRA_CONFIGS
from equimask.studies.completions.person_counts import pack

if TYPE_CHECKING:
    import pyarrow as pa

COUNTS, BY_PERSON = "counts", "counts_by_person"
_COLUMNS = EXTRA_CONFIGS["politician_completions"]


def counts(folder: Path) -> Iterator[Row]:
    """How often each lemma is said of each gender: a language at a time, as they are sorted."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = _COLUMNS[COUNTS]
    keys = list(columns[:-1])
    for path in _languages(folder):
        found = defaultdict[tuple[str, ...], Counter[tuple[str, ...]]](Counter)
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=keys):
                table = pa.Table.from_batches([batch])
                groups = table.group_by(keys).aggregate([([], "count_all")])
                for group in groups.to_pylist():
                    lang_and_model = group["lang"], group["model"]
                    cell = tuple(group[key] for key in keys[2:])
                    found[lang_and_model][cell] += group["count_all"]
        for start in sorted(found):
            for cell, count in sorted(found[start].items()):
                yield dict(zip(columns, (*start, *cell, count), strict=True))


def counts_by_person(folder: Path) -> Iterator[Row]:
    """What is said of each person, a batch in memory at a time."""
    import pyarrow.parquet as pq

    columns = _COLUMNS[BY_PERSON]
    keys = list(columns[:-1])
    for path in _languages(folder):
        current: tuple[str, ...] | None = None
        lemmas: list[str] = []
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=[*keys, "lemma"]):
                said = batch["lemma"].to_pylist()
                for key, start, end in _runs(batch, keys):
                    if key != current:
                        if current is not None:
                            yield dict(zip(columns, (*current, pack(lemmas)), strict=True))
                        current, lemmas = key, []
                    lemmas += said[start:end]
        if current is not None:
            yield dict(zip(columns, (*current, pack(lemmas)), strict=True))


def _runs(batch: pa.RecordBatch, keys: list[str]) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Neighbouring rows with the same keys: the keys, and where the rows begin and end."""
    changes = np.zeros(len(batch), dtype=bool)
    changes[:1] = True
    for key in keys:
        codes = batch[key].dictionary_encode().indices.to_numpy(zero_copy_only=False)
        changes[1:] |= codes[1:] != codes[:-1]
    starts = np.flatnonzero(changes)
    named = batch.select(keys).take(starts).to_pydict()
    ends = [*starts[1:].tolist(), len(batch)]
    yield from zip(zip(*named.values(), strict=True), starts.tolist(), ends, strict=True)


def _languages(folder: Path) -> list[Path]:
    paths = (path for path in folder.glob("*.parquet") if is_language(path.stem))
    return sorted(paths, key=lambda path: path.stem)
