"""Windows of birth dates that fall apart into smaller ones until each is small enough."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from builders.politicians.dates import Birth
from builders.politicians.people import FIRST_YEAR_OUT
from equimask.core.errors import DataError

ENTITY = "http://www.wikidata.org/entity/"

MONTHS = 12
# Eight digits tell everybody apart; what is still too full then is no matter of size.
MOST_DIGITS = 8
_DIGITS = "0123456789abcdef"


@dataclass(frozen=True)
class Window:
    """The months from `start` (None: the beginning of time) up to but without `end`.

    Months are counted from January of the year 0. `digits` are the first hexadecimal digits of
    the MD5 of a person's address: they divide what dates cannot, such as the many people of
    whom only the year is known, all of them on 1 January.
    """

    start: int | None
    end: int
    digits: str = ""

    @property
    def name(self) -> str:
        """The window's name among the finished shards."""
        start = "" if self.start is None else month_text(self.start)
        return f"{start}..{month_text(self.end)}" + (f"#{self.digits}" if self.digits else "")

    @property
    def divisible_by_date(self) -> bool:
        """Whether its parts are shorter times."""
        return self.start is not None and self.end - self.start > 1 and not self.digits

    def parts(self) -> list[Window]:
        """Windows that have each of its people exactly once; none where it cannot be divided."""
        if self.start is not None and self.divisible_by_date:
            middle = (self.start + self.end) // 2
            if self.end - self.start > MONTHS:  # whole years as long as there are several
                middle = max(middle // MONTHS * MONTHS, self.start + 1)
            return [Window(self.start, middle), Window(middle, self.end)]
        if len(self.digits) == MOST_DIGITS:
            return []
        return [Window(self.start, self.end, self.digits + digit) for digit in _DIGITS]

    def holds(self, qid: str, birth: Birth) -> bool:
        """Whether a person with this earliest date of birth belongs here."""
        month = birth.year * MONTHS + birth.month - 1
        return (
            (self.start is None or self.start <= month)
            and month < self.end
            and (not self.digits or address_digest(qid).startswith(self.digits))
        )


def month_text(month: int) -> str:
    """`1950-07`; years before 0 with their sign, as xsd:dateTime writes them."""
    year, rest = divmod(month, MONTHS)
    return f"{'-' if year < 0 else ''}{abs(year):04}-{rest + 1:02}"


def address_digest(qid: str) -> str:
    """What SPARQL calls MD5(STR(?person))."""
    return hashlib.md5(f"{ENTITY}{qid}".encode("ascii"), usedforsecurity=False).hexdigest()


def first_windows() -> list[Window]:
    """Windows over all dates before 2001, narrower where politicians are many."""
    bounds = [1000, 1500, 1700, 1800, *range(1850, FIRST_YEAR_OUT - 1, 10), FIRST_YEAR_OUT]
    years: list[int | None] = [None, *bounds[:-1]]
    return [
        Window(None if start is None else start * MONTHS, end * MONTHS)
        for start, end in zip(years, bounds, strict=True)
    ]


def whole() -> Window:
    """All of them in one."""
    return Window(None, FIRST_YEAR_OUT * MONTHS)


def cover(windows: Iterable[Window], take: Callable[[Window], bool]) -> None:
    """Offer every window to `take`, and the parts of those that it refuses."""
    waiting = list(windows)[::-1]
    while waiting:
        window = waiting.pop()
        if not take(window):
            parts = window.parts()
            if not parts:
                raise DataError(
                    expected=f"few enough people in {window.name} for one answer",
                    got="a window that cannot be divided any further",
                    fix="The service may be overloaded: run the same command again later.",
                )
            waiting += parts[::-1]
