"""Dates of Wikidata: as its RDF writes them, whichever way they come."""

from __future__ import annotations

import calendar
import re
from typing import NamedTuple

# Wikidata's numbers for how exact a date is.
CENTURY, DECADE, YEAR, MONTH, DAY = 7, 8, 9, 10, 11

GREGORIAN = "http://www.wikidata.org/entity/Q1985727"
JULIAN = "http://www.wikidata.org/entity/Q1985786"

_DATE = re.compile(r"([+-]?)(0{0,20}[0-9]{1,9})-([0-9]{1,2})-([0-9]{1,2})T.*")
_PLAIN = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")


class Birth(NamedTuple):
    """A date in the proleptic Gregorian calendar; the year 0 is 1 BCE, as in xsd:dateTime."""

    year: int
    month: int
    day: int
    precision: int


def from_rdf(literal: str, precision: int = DAY) -> Birth | None:
    """An xsd:dateTime of the query service; None for what is none."""
    match = _DATE.fullmatch(literal)
    if match is None:
        return None
    sign, year, month, day = match.groups()
    return _checked(int(f"{sign}{year}"), int(month), int(day), precision)


def from_json(time: str, precision: int, calendar_model: str) -> Birth | None:
    """A time value of the JSON dump, cleaned as Wikibase cleans it for its RDF.

    The JSON counts 1 BCE as -1, keeps Julian dates Julian and writes 00 for a month or day that
    is not known. The RDF has a year 0, turns Julian dates that are exact to the day into
    Gregorian ones, which may move them to the next year, and begins at 1 January what is exact
    to the year alone. None where the RDF has no xsd:dateTime: the year 0, another calendar.
    """
    match = _DATE.fullmatch(time)
    if match is None or calendar_model not in (GREGORIAN, JULIAN):
        return None
    sign, digits, *rest = match.groups()
    year, month, day = int(digits), *(max(1, int(part)) for part in rest)
    if year == 0:
        return None
    month = 1 if precision <= YEAR else min(month, 12)
    day = 1 if precision <= MONTH else day
    if sign == "-":
        # Wikibase leaves what is coarser than a year at its historical number.
        year = 1 - year if precision >= YEAR else -year
    if calendar_model == JULIAN and precision >= DAY:
        year, month, day = julian_to_gregorian(year, month, day)
    return _checked(year, month, min(day, _days(year, month)), precision)


def from_text(text: str) -> Birth | None:
    """`1950`, `1950-03` or `1950-03-21`."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    year, month, day = match.groups()
    precision = DAY if day else MONTH if month else YEAR
    return _checked(int(year), int(month or 1), int(day or 1), precision)


def julian_to_gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """The same day in the other calendar, by way of the Julian day number."""
    shift = (14 - month) // 12
    years, months = year + 4800 - shift, month + 12 * shift - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    rest = number + 32044
    centuries = (4 * rest + 3) // 146097
    rest -= 146097 * centuries // 4
    years = (4 * rest + 3) // 1461
    rest -= 1461 * years // 4
    months = (5 * rest + 2) // 153
    return (
        100 * centuries + years - 4800 + months // 10,
        months + 3 - 12 * (months // 10),
        rest - (153 * months + 2) // 5 + 1,
    )


def _checked(year: int, month: int, day: int, precision: int) -> Birth | None:
    if 1 <= month <= 12 and 1 <= day <= _days(year, month):
        return Birth(year, month, day, precision)
    return None


def _days(year: int, month: int) -> int:
    """The days of a month; leap years repeat every 400 years, before the year 1 as well."""
    return calendar.monthrange(2000 + year % 400, month)[1]
