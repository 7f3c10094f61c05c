"""Part of the politicians: popular ones, those of a language's countries, a generation.

The study repeats its analyses on such subgroups and finds nothing; its text gives no thresholds, so
they are settings here. A filter takes a column of `politicians` and returns a mask over its rows;
who cannot be judged is counted, and is in no subgroup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.columns import as_list
from equimask.core.drawing import BLUE, GREY, SKY, Canvas
from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.checks import Floats
from equimask.studies.analyses.countries import check_language, languages_of

# The baby boom is usually dated from 1946 to 1964. The study speaks of politicians born "before and
# after" it without a year: the first year of the boom splits everybody, with the boomers after it.
# For the stricter reading, compare `born_before(years)` with `born_since(years, 1965)`.
BABY_BOOM = 1946
Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Subgroup:
    """`mask` is True for the rows inside; `unknown` rows could not be judged."""

    name: str
    mask: Bits
    unknown: int

    @property
    def inside(self) -> int:
        """Rows in the subgroup."""
        return int(self.mask.sum())

    @property
    def outside(self) -> int:
        """Rows that are known not to be in it."""
        return len(self.mask) - self.inside - self.unknown


class JoinedMask(NamedTuple):
    """A mask over completions; `unmatched` of them are of nobody in the politicians' rows."""

    mask: Bits
    unmatched: int


def most_popular(sitelinks: Iterable[float | None], share: float = 0.1) -> Subgroup:
    """The top share of those whose number of Wikipedia articles is known; ties come along."""
    if not 0 < share <= 1:
        raise OptionError(expected="a share in (0, 1]", got=repr(share), fix="Use 0.1 for a tenth.")
    values = _numbers(sitelinks)
    known = values[~np.isnan(values)]
    if not len(known):
        raise InputError(
            expected="sitelinks of some politicians",
            got=f"none in {len(values)} rows",
            fix="Build `politicians` from Wikidata (--endpoint); the snapshot has no sitelinks.",
        )
    wanted = max(1, round(share * len(known)))
    threshold = np.sort(known)[-wanted]
    return _judged(f"top {share:.0%} by sitelinks", values, lambda value: value >= threshold)


def speakers(countries: Iterable[str | None], language: str) -> Subgroup:
    """Politicians of countries where the language is official."""
    check_language(language)
    names = as_list(countries)
    known = {name: languages_of(name) for name in set(names)}
    spoken = [known[name] for name in names]
    mask = np.array([found is not None and language in found for found in spoken], dtype=bool)
    unknown = sum(found is None for found in spoken)
    return Subgroup(f"country speaks {language}", mask, unknown)


def born_before(birth_years: Iterable[float | None], year: int = BABY_BOOM) -> Subgroup:
    """Those born before the year."""
    return _judged(f"born before {year}", _numbers(birth_years), lambda born: born < year)


def born_since(birth_years: Iterable[float | None], year: int = BABY_BOOM) -> Subgroup:
    """Those born in the year or later."""
    return _judged(f"born since {year}", _numbers(birth_years), lambda born: born >= year)


def completions_of(
    subgroup: Subgroup, qids: Sequence[str], completion_qids: Sequence[str]
) -> JoinedMask:
    """Which completions are of people in the subgroup; `qids` are those of the subgroup's rows."""
    if len(qids) != len(subgroup.mask):
        raise InputError(
            expected=f"the {len(subgroup.mask)} qids of the rows that were filtered",
            got=str(len(qids)),
            fix="Pass the column `qid` of the same politicians.",
        )
    # one person may have several rows, under several names: one of them inside is enough
    inside: dict[str, bool] = {}
    for qid, chosen in zip(as_list(qids), subgroup.mask.tolist(), strict=True):
        inside[qid] = inside.get(qid, False) or chosen
    found = [inside.get(qid) for qid in as_list(completion_qids)]
    return JoinedMask(np.array([chosen is True for chosen in found], dtype=bool), found.count(None))


def subgroup_figure(subgroups: Sequence[Subgroup], format: str = "svg", title: str = "") -> bytes:
    """How many rows each subgroup has, leaves out, and cannot judge."""
    if not subgroups:
        raise InputError(expected="subgroups", got="none", fix="Make one with a filter.")
    with Canvas(format) as canvas:
        figure, axes = canvas.new(8, 1.3 + 0.35 * len(subgroups), title=title)
        names = [subgroup.name for subgroup in subgroups]
        left = np.zeros(len(subgroups))
        for part, colour in (("inside", BLUE), ("outside", SKY), ("unknown", GREY)):
            widths = np.array([getattr(s, part) for s in subgroups], dtype=np.float64)
            axes.barh(names, widths, left=left, color=colour, label=part)
            left += widths
        axes.invert_yaxis()
        axes.set_xlabel("politicians (rows)")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        figure.legend(loc="outside upper right", ncols=3)
        return canvas.save(figure)


def _numbers(values: Iterable[float | None]) -> Floats:
    plain = as_list(values)
    return np.array([np.nan if value is None else float(value) for value in plain])


def _judged(name: str, values: Floats, inside: Callable[[Floats], Bits]) -> Subgroup:
    return Subgroup(name, inside(values), int(np.isnan(values).sum()))  # NaN compares False
