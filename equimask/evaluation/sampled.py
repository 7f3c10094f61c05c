"""Some of the rows in place of all of them: for scores that are taken again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from equimask.core.options import Options
from equimask.core.sampling import priorities, sentence_hash
from equimask.core.schema import GENDERS, PAIR_ID
from equimask.evaluation.job import Job
from equimask.evaluation.score import job_of
from equimask.inputs.forms import rows_of
from equimask.inputs.specification import text_of
from equimask.inputs.table import Table
from equimask.metrics import Measure, spec_of

MAX_PAIRS = "max_pairs"
"""How many there may be, in the signature of a sample."""


def sampled_job(measure: Measure, table: Table, max_pairs: int, options: Options) -> Job:
    """A measure on a table, of which at most so many pairs are asked; all rows are checked."""
    spec, n = spec_of(measure.metric), len(table)
    whole = job_of(measure, table, options)
    rows = list(zip(*(whole.columns[column] for column in spec.columns), strict=True))
    genders = [text_of(cell) for cell in table.columns.get("gender_more", [""] * n)]
    most = max_pairs
    is_doubled = len(rows) > n  # both sides of every row are in the bags
    if is_doubled:
        rows = list(zip(*(table.columns[side] for side in GENDERS), strict=True))
    elif spec.rows_from == "bags":  # two sentences make what the others call a pair
        genders, most = whole.columns["gender"], 2 * max_pairs
    names = ["\n".join(row) for row in rows]
    if table.known_by:  # parallel ids: the same pairs are asked in every language
        names = table.columns["id"]
    elif PAIR_ID in whole.columns and not is_doubled:  # versions of one sentence stay together
        names = [own or row for own, row in zip(whole.columns[PAIR_ID], names, strict=True)]
    chosen = balanced_sample(names, genders, most, options.seed)
    label = rows_of(spec, table.rows(chosen), options.published).label
    places = [*chosen, *(n + row for row in chosen)] if is_doubled else chosen
    columns = {key: [cells[row] for row in places] for key, cells in whole.columns.items()}
    some = {MAX_PAIRS: str(max_pairs)} if len(chosen) < len(names) else {}
    return replace(whole, columns=columns, data=label, chosen={**whole.chosen, **some})


def balanced_sample(names: Sequence[str], groups: Sequence[str], most: int, seed: int) -> list[int]:
    """At most `most` rows, of all groups equally many as far as they go; by hash, not by place."""
    hashes = np.array([sentence_hash(name) for name in names], dtype=np.uint64)
    turns = Counter[str]()
    queue = []
    for row in np.argsort(priorities(hashes, seed), kind="stable").tolist():
        queue.append((turns[groups[row]], groups[row], row))
        turns[groups[row]] += 1
    return sorted(row for _, _, row in sorted(queue)[:most])
