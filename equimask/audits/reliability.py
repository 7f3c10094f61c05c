"""What small changes of the sentences, which should not matter, do to a score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.audits.comparing import both_known, same_sign
from equimask.audits.results import Cell, Reliability
from equimask.audits.tasks import Scored, Task
from equimask.core.result import with_gaps
from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.languages.fr.elision import elides
from equimask.inputs.pairs import Pair, perturb
from equimask.metrics import measure_of

PairsOf = Mapping[tuple[str, str], Sequence[Pair]]
"""By language and perturbation; "" for the pairs as they are."""


def perturbed_pairs(pairs: list[Pair], kind: str, language: str, seed: int) -> list[Pair]:
    """As many pairs in the same order; one that cannot be changed so stays as it is."""
    return PERTURBATIONS[kind](pairs, language, seed)


def _without_last_character(pairs: list[Pair], language: str, seed: int) -> list[Pair]:
    """A gender word at the end would become another word: such a pair stays."""
    male, female = (
        perturb([getattr(pair, side) for pair in pairs], "last_character")
        for side in ("male", "female")
    )
    return [
        replace(pair, male=m, female=f) if pair.male_word in m and pair.female_word in f else pair
        for pair, m, f in zip(pairs, male, female, strict=True)
    ]


def _in_lower_case(pairs: list[Pair], language: str, seed: int) -> list[Pair]:
    """Changes nothing in a script without case."""
    names = ("male", "female", "male_word", "female_word")
    return [
        replace(pair, **{name: getattr(pair, name).lower() for name in names}) for pair in pairs
    ]


def _with_other_names(pairs: list[Pair], language: str, seed: int) -> list[Pair]:
    """Every pair that has first names gets those of another one, drawn by the seed.

    French names go where names of the same kind were, so that "d'Anne" does not become "d'Marc".
    """
    known = load_names(language)
    groups: dict[tuple[bool, ...], list[int]] = {}
    for i, pair in enumerate(pairs):
        words = pair.male_word, pair.female_word
        if (known.get(words[0]), known.get(words[1])) == ("male", "female"):
            kind = tuple(elides(word) for word in words) if language == "fr" else ()
            groups.setdefault(kind, []).append(i)
    changed = list(pairs)
    rng = np.random.default_rng(seed)
    for places in groups.values():
        names = sorted({(pairs[i].male_word, pairs[i].female_word) for i in places})
        rng.shuffle(names)
        following = {tuple(name): tuple(names[k - 1]) for k, name in enumerate(names)}
        for i in places:
            changed[i] = _renamed(pairs[i], following[pairs[i].male_word, pairs[i].female_word])
    return changed


def _renamed(pair: Pair, names: tuple[str, ...]) -> Pair:
    male, female = names
    return replace(
        pair,
        male=pair.male.replace(pair.male_word, male, 1),
        female=pair.female.replace(pair.female_word, female, 1),
        male_word=male,
        female_word=female,
    )


PERTURBATIONS: dict[str, Callable[[list[Pair], str, int], list[Pair]]] = {
    "last_character": _without_last_character,
    "casing": _in_lower_case,
    "name_swap": _with_other_names,
}


def reliabilities(scored: Mapping[Task, Scored], pairs_of: PairsOf) -> tuple[Reliability, ...]:
    """Of every perturbed cell beside the cell as it is."""
    found = []
    for task, after in scored.items():
        before = scored[Task(task.role, task.language, task.measure)]
        if task.perturbation and after.cell is not None and before.cell is not None:
            pairs = pairs_of[task.language, ""], pairs_of[task.language, task.perturbation]
            changed = np.array([old != new for old, new in zip(*pairs, strict=True)])
            found.append(_reliability(task, before.cell, after.cell, changed))
    return tuple(found)


def _reliability(
    task: Task, before: Cell, after: Cell, changed: npt.NDArray[np.bool_]
) -> Reliability:
    if before.effects is None or after.effects is None:  # both sides of a pair are in the bags
        row = measure_of(task.measure).row
        known = both_known(
            *(
                with_gaps(cell.result.row_values[row])[np.tile(changed, 2)]
                for cell in (before, after)
            )
        )
        turned = None
    else:
        known = both_known(before.effects[changed], after.effects[changed])
        turned = 1.0 - same_sign(*known) if len(known[0]) else None
    return Reliability(
        language=task.language,
        measure=task.measure,
        perturbation=task.perturbation,
        n=len(known[0]),
        rank_correlation=stats.rank_correlation(*known) if len(known[0]) > 1 else None,
        sign_changes=turned,
        value=after.result.value,
        change=after.result.value - before.result.value,
    )
