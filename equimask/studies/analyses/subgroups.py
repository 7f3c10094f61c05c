"""Part of the politicians: popular ones, those of a language's countries, a generation.

The study repeats its analyses on such subgroups and finds nothing; its text gives no thresholds, so
they are settings here. A filter takes a column of `politicians` and returns a mask over its rows;
who cannot be judged is counted, and is in no subgroup.

`country_languages.tsv` holds, for countries, territories and some former states, the languages that
are official for the whole country or, where no law says so, those of its government and courts
(English in the United States, Japanese in Japan), as of 2022, when the study was accepted. Regional
and minority languages do not count. Only the thirteen languages of the project are listed; a
country without any has an empty cell, which is not the same as an unknown country.

A country may be given by its Wikidata id or by an English name. Names are compared without case,
accents, punctuation, underscores and a leading "the", so that `United_States_of_America`, `UK` and
`Aland` are found; the column `aliases` has what this does not reach.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.drawing import BLUE, GREY, SKY, Canvas
from equimask.core.errors import DataError, InputError, OptionError, check_choice
from equimask.core.packaged import packaged_text
from equimask.core.rows import as_list
from equimask.gender.lexicon.records import read_word_list

_COLUMNS = ("qid", "name", "aliases", "languages", "note")
# The baby boom is usually dated from 1946 to 1964. The study speaks of politicians born "before and
# after" it without a year: the first year of the boom splits everybody, with the boomers after it.
# For the stricter reading, compare `born_before(years)` with `born_since(years, 1965)`.
BABY_BOOM = 1946
Bits = npt.NDArray[np.bool_]


def normalised_country(name: str) -> str:
    """The form under which names are compared; a Wikidata id stays what it is."""
    letters = unicodedata.normalize("NFKD", name.replace("&", " and ")).casefold()
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    words = re.sub(r"[^\w]+|_", " ", plain.replace("'", "").replace("’", "")).split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def languages_of(country: str | None) -> frozenset[str] | None:
    """The official languages of a country, or None where it is unknown."""
    return _table().get(normalised_country(country)) if country else None


@lru_cache(maxsize=1)
def _table() -> Mapping[str, frozenset[str]]:
    return parse_countries(packaged_text("country_languages.tsv"))


def parse_countries(text: str) -> dict[str, frozenset[str]]:
    """Every id, name and alias with the languages of its country."""
    table: dict[str, frozenset[str]] = {}
    for row in read_word_list(text, _COLUMNS):
        languages = frozenset(row["languages"].split())
        aliases = [alias for alias in row["aliases"].split(";") if alias.strip()]
        for name in (row["qid"], row["name"], *aliases):
            key = normalised_country(name)
            if key in table:
                raise DataError(
                    expected="every country id, name and alias once",
                    got=f"{name!r} again, of {row['qid']}",
                    fix="Remove one of the rows or aliases.",
                )
            table[key] = languages
    return table


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
    check_choice(language, frozenset().union(*_table().values()), "a language of the countries")
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
    _check_qids(subgroup, qids)
    # one person may have several rows, under several names: one of them inside is enough
    inside: dict[str, bool] = {}
    for qid, chosen in zip(as_list(qids), subgroup.mask.tolist(), strict=True):
        inside[qid] = inside.get(qid, False) or chosen
    found = [inside.get(qid) for qid in as_list(completion_qids)]
    return JoinedMask(np.array([chosen is True for chosen in found], dtype=bool), found.count(None))


def people_of(subgroup: Subgroup, qids: Sequence[str]) -> frozenset[str]:
    """Who is in the subgroup, for `completions.person_counts.counted`; `qids` are of its rows."""
    _check_qids(subgroup, qids)
    chosen = zip(as_list(qids), subgroup.mask.tolist(), strict=True)
    return frozenset(qid for qid, is_inside in chosen if is_inside)


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


def _check_qids(subgroup: Subgroup, qids: Sequence[str]) -> None:
    if len(qids) != len(subgroup.mask):
        raise InputError(
            expected=f"the {len(subgroup.mask)} qids of the rows that were filtered",
            got=str(len(qids)),
            fix="Pass the column `qid` of the same politicians.",
        )


def _numbers(values: Iterable[float | None]) -> Floats:
    plain = as_list(values)
    return np.array([np.nan if value is None else float(value) for value in plain])


def _judged(name: str, values: Floats, inside: Callable[[Floats], Bits]) -> Subgroup:
    return Subgroup(name, inside(values), int(np.isnan(values).sum()))  # NaN compares False
