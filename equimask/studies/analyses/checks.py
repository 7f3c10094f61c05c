"""What the analyses ask of deviations, words and genders before they look at them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, OptionError, near_matches, shorten


def check_deviation(
    deviation: npt.ArrayLike,
    words: Sequence[str],
    genders: Sequence[str],
    sentiments: Sequence[str],
) -> Floats:
    """The deviations as an array, if its shape fits the names and all of it is finite."""
    values = np.asarray(deviation, dtype=np.float64)
    wanted = (len(words), len(sentiments), len(genders))
    if values.shape != wanted:
        raise InputError(
            expected=f"deviations of shape {wanted} (words, sentiments, genders)",
            got=f"shape {values.shape}",
            fix="Pass the words, sentiments and genders in the order of the array's axes.",
        )
    check_words(words)
    if not np.isfinite(values).all():
        row = int(np.argwhere(~np.isfinite(values))[0, 0])
        raise InputError(
            expected="finite deviations",
            got=f"a value that is not, for word {row}: {shorten(words[row])}",
            fix="Fit again with smoothing or a penalty, or leave the word out.",
        )
    return values


def check_words(words: Sequence[str]) -> None:
    """Every word type stands once."""
    seen: set[str] = set()
    for row, word in enumerate(words):
        if word in seen:
            raise InputError(
                expected="every word once",
                got=f"{shorten(word)} again in row {row}",
                fix="Add up the counts of equal words before the analysis.",
            )
        seen.add(word)


def check_counts_of(
    counts: npt.ArrayLike, words: Sequence[str], genders: Sequence[str]
) -> npt.NDArray[np.int64]:
    """How often each word was said of each gender: whole numbers [words, genders]."""
    given = np.asarray(counts)
    wanted = (len(words), len(genders))
    whole = given.shape == wanted and np.issubdtype(given.dtype, np.number)
    if not whole or not (np.isfinite(given) & (given >= 0) & (given == np.floor(given))).all():
        raise InputError(
            expected=f"counts of shape {wanted} (words, genders), whole numbers of at least 0",
            got=f"shape {given.shape}" + (": other numbers" if given.shape == wanted else ""),
            fix="Pass the counts that were fitted, `CountTable.counts`, in the order of the words.",
        )
    if not given.any():
        raise InputError(
            expected="counts with at least one event",
            got="only zeros",
            fix="Pass how often each word was said of each gender.",
        )
    return given.astype(np.int64)


def gender_index(genders: Sequence[str], gender: str) -> int:
    """Where a gender stands on its axis."""
    if gender not in genders:
        raise OptionError(
            expected=f"the gender {gender!r} among those of the data",
            got=repr(tuple(genders)),
            fix=near_matches(gender, genders),
        )
    return list(genders).index(gender)
