"""Small changes of the sentences, which should not matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from equimask.core.schema import GENDERS, HIDDEN, MASK, PAIR_COLUMNS, WORDS
from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.engine.tables import begins_with_vowel
from equimask.inputs.pairs import perturb
from equimask.inputs.table import Table

_SENTENCES = (*PAIR_COLUMNS, *GENDERS, "sentence", "masked_sentence")
Columns = Mapping[str, list[Any]]


def perturbed(table: Table, kind: str, seed: int) -> Table:
    """As many rows in the same order; one that cannot be changed so stays as it is."""
    changed = PERTURBATIONS[kind](table.columns, table.language, seed)
    return replace(table, columns={**table.columns, **changed})


def changed_rows(before: Table, after: Table) -> list[bool]:
    """Which rows are others now."""
    names = [name for name in (*_SENTENCES, *WORDS) if name in before.columns]
    pairs = [zip(before.columns[name], after.columns[name], strict=True) for name in names]
    return [any(old != new for old, new in row) for row in zip(*pairs, strict=True)]


def _filled(columns: Columns, names: Sequence[str]) -> list[str]:
    """Those of the columns that a metric can read: none does where there is a gap."""
    return [
        name
        for name in names
        if name in columns and all(isinstance(cell, str) and cell.strip() for cell in columns[name])
    ]


def _without_last_character(columns: Columns, language: str | None, seed: int) -> Columns:
    """A gender word or a mask at the end would become another: such a row stays."""
    names, words = _filled(columns, _SENTENCES), _filled(columns, WORDS)
    shorter = {name: perturb(columns[name], "last_character") for name in names}
    n = max((len(cells) for cells in shorter.values()), default=0)
    whole = [
        all(shorter[name][i] for name in names)
        and all(
            columns[word][i] in shorter[side][i]
            for side, word in zip(GENDERS, WORDS, strict=True)
            if side in shorter and word in words
        )
        and all(
            shorter[name][i].count(mark) == columns[name][i].count(mark)
            for name in names
            for mark in (MASK, HIDDEN)
        )
        for i in range(n)
    ]
    return {
        name: [
            new if ok else old
            for new, old, ok in zip(shorter[name], columns[name], whole, strict=True)
        ]
        for name in names
    }


def _in_lower_case(columns: Columns, language: str | None, seed: int) -> Columns:
    """Changes nothing in a script without case."""
    names = _filled(columns, (*_SENTENCES, *WORDS))
    return {name: [_lowered(text) for text in columns[name]] for name in names}


def _lowered(text: str) -> str:
    lower = text.lower()
    for mark in (MASK, HIDDEN):
        lower = lower.replace(mark.lower(), mark) if mark in text else lower
    return lower


def _with_other_names(columns: Columns, language: str | None, seed: int) -> Columns:
    """Every pair that has first names gets those of another one, drawn by the seed.

    French names go where names of the same kind were, so that "d'Anne" does not become "d'Marc".
    """
    if language is None or len(_filled(columns, (*GENDERS, *WORDS))) < len((*GENDERS, *WORDS)):
        return {}
    known = load_names(language)
    pairs = list(zip(*(columns[word] for word in WORDS), strict=True))
    groups: dict[tuple[bool, ...], list[int]] = {}
    for i, (male, female) in enumerate(pairs):
        if (known.get(male), known.get(female)) == ("male", "female"):
            french = language == "fr"
            kind = tuple(begins_with_vowel("fr", name) for name in (male, female) if french)
            groups.setdefault(kind, []).append(i)
    changed = {name: list(columns[name]) for name in (*GENDERS, *WORDS)}
    changed |= {name: list(columns[name]) for name in PAIR_COLUMNS if name in columns}
    rng = np.random.default_rng(seed)
    for places in groups.values():
        names = sorted({pairs[i] for i in places})
        rng.shuffle(names)
        following = {tuple(name): tuple(names[k - 1]) for k, name in enumerate(names)}
        for i in places:
            _rename(changed, i, following[pairs[i]])
    return changed


def _rename(columns: dict[str, list[Any]], row: int, names: tuple[str, ...]) -> None:
    """Both sides of a row, under all names that they go by."""
    renamed = {}
    for side, word, new in zip(GENDERS, WORDS, names, strict=True):
        old = columns[side][row]
        renamed[old] = old.replace(columns[word][row], new, 1)
        columns[word][row] = new
    for name in (*GENDERS, *PAIR_COLUMNS):
        if name in columns:
            columns[name][row] = renamed.get(columns[name][row], columns[name][row])


PERTURBATIONS: dict[str, Callable[[Columns, str | None, int], Columns]] = {
    "last_character": _without_last_character,
    "casing": _in_lower_case,
    "name_swap": _with_other_names,
}
