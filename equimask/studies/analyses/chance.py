"""Would chance give such a difference between two genders' lists?

A shuffle pools the entries of both lists and deals them out again at random. It asks whether the
lists differ by more than a random split of these very words; how surely the words got into their
lists is not part of the question.

The lists come from a fit, and a fit is not fair to lists. Words with an extreme entry in the
lexicon must be put somewhere, and L1 puts them where it is cheapest: with the more frequent gender.
So the lists differ although the counts do not, and a shuffle of the lists calls that significant.
`beyond_chance` deals genders anew to all events, fits the model to that table, and asks the same
question of the new deviations. What the data say is compared with what chance says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, OptionError
from equimask.core.progress import tracked
from equimask.measures.ranking import Ties
from equimask.stats.draws import permute_two_sets

N_SHUFFLES = 10_000
ALPHA = 0.05
_SAME = 1e-9  # shares are multiples of 1/size: what differs by less is equal
N_TABLES = 99
_AT_ONCE = 500  # shuffles of lists with ties: bounds memory

BothTies = tuple[Ties | None, Ties | None]  # of men's and of women's list
NO_TIES: BothTies = (None, None)


class ClassDifference(NamedTuple):
    """Per class: share in the male minus share in the female list, and its two-sided p."""

    difference: Floats
    p_values: Floats


def class_difference_test(
    male: Floats,
    female: Floats,
    rng: np.random.Generator,
    n_shuffles: int = N_SHUFFLES,
    ties: BothTies = NO_TIES,
) -> ClassDifference:
    """`male` and `female` are [entries, classes]: how much of an entry belongs to a class.

    p = (1 + b) / (1 + B), where b of B shuffles have a difference at least as large. `ties` are the
    places that several cells share, in either list. Their entries hold a mean, which hardly varies:
    in every shuffle cells are drawn for them, or any difference of means would seem sure.
    """
    shuffled = shuffled_differences(male, female, rng, n_shuffles, ties)
    difference: Floats = male.mean(axis=0) - female.mean(axis=0)
    beyond = (np.abs(shuffled) >= np.abs(difference) - _SAME).sum(axis=0)
    return ClassDifference(difference, (1.0 + beyond) / (1.0 + n_shuffles))


def shuffled_differences(
    male: Floats,
    female: Floats,
    rng: np.random.Generator,
    n_shuffles: int = N_SHUFFLES,
    ties: BothTies = NO_TIES,
) -> Floats:
    """[shuffles, classes]: the differences when the pooled entries are dealt out at random."""
    if n_shuffles < 1:
        raise OptionError(
            expected="at least one shuffle", got=f"n_shuffles={n_shuffles}", fix="Use 10,000."
        )
    if not len(male) or not len(female):
        raise InputError(
            expected="two lists with entries",
            got=f"{len(male)} male and {len(female)} female",
            fix="Take longer lists.",
        )
    pooled = np.concatenate([male, female])
    total = pooled.sum(axis=0)
    # of its own: what is drawn after this test does not depend on whether there were ties
    for_ties = rng.spawn(1)[0]
    chunks = []
    for picked, _ in permute_two_sets(len(male), len(female), n_shuffles, rng):
        if all(tied is None for tied in ties):
            in_male = picked.astype(np.float64) @ pooled
            chunks.append(in_male / len(male) - (total - in_male) / len(female))
            continue
        for dealt in np.array_split(picked, 1 + len(picked) // _AT_ONCE):
            drawn = np.concatenate(
                [
                    _with_ties(own, tied, len(dealt), for_ties)
                    for own, tied in zip((male, female), ties, strict=True)
                ],
                axis=1,
            )
            in_male = np.einsum("se,sec->sc", dealt.astype(np.float64), drawn)
            rest = drawn.sum(axis=1) - in_male
            chunks.append(in_male / len(male) - rest / len(female))
    return np.concatenate(chunks)


def _with_ties(labels: Floats, ties: Ties | None, n: int, rng: np.random.Generator) -> Floats:
    """[n, entries, classes]: the list n times, each with other cells in the places they share."""
    lists = np.repeat(labels[None], n, axis=0)
    if ties is not None:
        order = rng.random((n, len(ties.labels))).argsort(axis=1)
        lists[:, ties.entries] = ties.labels[order[:, : int(ties.entries.sum())]]
    return lists


class DeviationBounds(NamedTuple):
    """[words, sentiments, genders] each: the ends of every deviation's interval."""

    low: Floats
    high: Floats


def deviation_bounds(
    counts: npt.ArrayLike,
    sentiment: npt.ArrayLike | None,
    rng: np.random.Generator,
    *,
    n_tables: int = N_TABLES,
    confidence_level: float = 0.95,
    progress: bool = False,
    **fitting: Any,
) -> DeviationBounds:
    """Percentiles of the deviations when the events are drawn with replacement and fitted anew.

    `fitting` are the options of `equimask.measures.latent_pmi.fit`. Every table costs a fit.
    """
    from equimask.measures.latent_pmi import fit

    _check_tables(n_tables)
    table = np.asarray(counts).astype(np.int64)
    drawn = rng.multinomial(int(table.sum()), (table / table.sum()).ravel(), size=n_tables)
    shown = tracked(drawn, len(drawn), "table", "deviations", shown=progress)
    found = [fit(one.reshape(table.shape), sentiment, **fitting).deviation for one in shown]
    tail = (1.0 - confidence_level) / 2.0
    return DeviationBounds(*np.quantile(np.stack(found), (tail, 1.0 - tail), axis=0))


class BeyondChance(NamedTuple):
    """Of each class: what the data say, what chance says on average, and a two-sided p."""

    observed: Floats
    by_chance: Floats
    p_values: Floats

    @property
    def difference(self) -> ClassDifference:
        """What the data say beyond chance, as figures take it."""
        return ClassDifference(self.observed - self.by_chance, self.p_values)


def beyond_chance(
    counts: npt.ArrayLike,
    sentiment: npt.ArrayLike | None,
    statistic: Callable[[Floats], Floats],
    rng: np.random.Generator,
    *,
    n_tables: int = N_TABLES,
    progress: bool = False,
    **fitting: Any,
) -> BeyondChance:
    """Compare `statistic(deviation)` of the fit to `counts` with that of `n_tables` chance tables.

    `fitting` are the options of `equimask.measures.latent_pmi.fit`. p = (1 + b) / (1 + B), where b
    of B chance tables lie at least as far from the middle of all: exact for any statistic.
    """
    from equimask.measures.latent_pmi import fit
    from equimask.measures.pmi import permuted

    _check_tables(n_tables)
    table = np.asarray(counts)

    def answer(some: npt.NDArray[Any]) -> Floats:
        return statistic(fit(some, sentiment, **fitting).deviation)

    dealt = (one for stack in permuted(table.astype(np.int64), n_tables, rng) for one in stack)
    shown = tracked(dealt, n_tables, "chance table", shown=progress)
    observed = answer(table)
    chance = np.stack([answer(one) for one in shown])
    middle = np.concatenate([observed[None], chance]).mean(axis=0)
    beyond = (np.abs(chance - middle) >= np.abs(observed - middle) - _SAME).sum(axis=0)
    return BeyondChance(observed, chance.mean(axis=0), (1.0 + beyond) / (1.0 + n_tables))


def _check_tables(n_tables: int) -> None:
    if n_tables < 1:
        raise OptionError(
            expected="at least one chance table", got=f"n_tables={n_tables}", fix=f"Use {N_TABLES}."
        )
