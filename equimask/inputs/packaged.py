"""The packaged pairs as a table: what is scored where nobody brings data."""

from __future__ import annotations

from collections.abc import Sequence

from equimask.core.errors import DataError
from equimask.core.schema import CLUSTER
from equimask.inputs.forms import Data, rows_of
from equimask.inputs.pairs import DATASET, VERSION, Pair, load_pairs
from equimask.inputs.table import Table
from equimask.metrics import MetricSpec

_COLUMNS = ("id", "category", "gender_more", "male", "female", *VERSION, CLUSTER)


def table_of(pairs: Sequence[Pair], language: str | None) -> Table:
    """Packaged pairs as any other table; their version is that of the whole text."""
    columns = {name: [getattr(pair, name) for pair in pairs] for name in _COLUMNS}
    return Table(DATASET, columns, language, there=_COLUMNS, known_by=VERSION)


def packaged_table(language: str) -> Table:
    """The packaged pairs of a language."""
    return table_of(load_pairs(language), language)


def packaged_for(spec: MetricSpec, language: str) -> Table:
    """The packaged pairs, if the metric can be taken of them."""
    if spec.rows_from is None:
        raise DataError(
            expected=f"the columns {' and '.join(f'`{name}`' for name in spec.columns)}",
            got="no data: the words that a model says about politicians are not packaged",
            fix="Build them with `python -m builders politician_completions`, and score the folder "
            "with its config: data='FOLDER:counts', columns={'word': 'lemma'}.",
        )
    return packaged_table(language)


def packaged_rows(spec: MetricSpec, language: str) -> Data:
    """In the form that the metric reads."""
    return rows_of(spec, packaged_for(spec, language))
