"""What the two genders' lists look like where gender says nothing: the fit, again and again.

The lists come from a fit, and a fit is not fair to lists. Words with an extreme entry in the
lexicon must be put somewhere, and L1 puts them where it is cheapest: with the more frequent gender.
So the lists differ although the counts do not, and a shuffle of the lists calls that significant.
Here genders are dealt anew to all events, the model is fitted to that table, and the same question
is asked of the new deviations. What the data say is compared with what chance says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from tqdm.auto import tqdm

from equimask.core.errors import OptionError
from equimask.studies.analyses.checks import Floats
from equimask.studies.analyses.list_shuffle import ClassDifference

N_TABLES = 99
_SAME = 1e-9  # answers are shares: what differs by less is equal


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

    if n_tables < 1:
        raise OptionError(
            expected="at least one chance table", got=f"n_tables={n_tables}", fix=f"Use {N_TABLES}."
        )
    table = np.asarray(counts)

    def answer(some: npt.NDArray[Any]) -> Floats:
        return statistic(fit(some, sentiment, **fitting).deviation)

    dealt = (one for stack in permuted(table.astype(np.int64), n_tables, rng) for one in stack)
    shown = tqdm(dealt, total=n_tables, desc="chance tables", disable=not progress)
    observed = answer(table)
    chance = np.stack([answer(one) for one in shown])
    middle = np.concatenate([observed[None], chance]).mean(axis=0)
    beyond = (np.abs(chance - middle) >= np.abs(observed - middle) - _SAME).sum(axis=0)
    return BeyondChance(observed, chance.mean(axis=0), (1.0 + beyond) / (1.0 + n_tables))
