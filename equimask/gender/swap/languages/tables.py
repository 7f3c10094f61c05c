"""The word lists of the agreement rules, which lie beside the lexicon as TSV files."""

from __future__ import annotations

import csv
from functools import lru_cache

from equimask.core.packaged import packaged_text


@lru_cache(maxsize=64)
def read_table(lang: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `data/agreement/<lang>/<name>.tsv` without the header."""
    lines = packaged_text("agreement", lang, f"{name}.tsv").splitlines()
    reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(tuple(row) for row in reader)[1:]


def column(lang: str, name: str, index: int = 0) -> tuple[str, ...]:
    """One column of a table."""
    return tuple(row[index] for row in read_table(lang, name))


@lru_cache(maxsize=256)
def words_of(lang: str, kind: str) -> frozenset[str]:
    """The function words of one class."""
    return frozenset(word for word, found in read_table(lang, "function_words") if found == kind)
