"""The SPARQL that asks for politicians, window of birth dates by window, each small enough."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from builders.politicians.dates import Birth
from builders.politicians.people import (
    BORN_TOO_LATE,
    FIRST_YEAR_OUT,
    NO_BIRTH,
    NO_GENDER,
    NO_USABLE_BIRTH,
)
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


HUMAN, POLITICIAN = "Q5", "Q82955"

_NAMESPACES = {
    "wd": ENTITY,
    "wdt": "http://www.wikidata.org/prop/direct/",
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "psv": "http://www.wikidata.org/prop/statement/value/",
    "wikibase": "http://wikiba.se/ontology#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "hint": "http://www.bigdata.com/queryHints#",
}
PREFIXES = "".join(f"PREFIX {short}: <{iri}>\n" for short, iri in _NAMESPACES.items())

# What is asked about everybody: gender, date of birth, country, links, names.
FACTS = ("wdt:P21", "wdt:P569", "wdt:P27", "wikibase:sitelinks", "rdfs:label")

# Blazegraph may then look up the range of dates in its index. To any other engine it is a
# statement like others, which no data has.
RANGE_HINT = "hint:Prior hint:rangeSafe true ."

_OCCUPATION = f"?person wdt:P106 wd:{POLITICIAN} ; wdt:P31 wd:{HUMAN} ."
_LIMIT = f'"{FIRST_YEAR_OUT}-01-01T00:00:00Z"^^xsd:dateTime'

# Who is left out before anybody is gathered; each person counts once, for the first reason.
LEFT_OUT = {
    NO_GENDER: "FILTER NOT EXISTS { ?person wdt:P21 ?gender }",
    NO_BIRTH: "?person wdt:P21 ?gender . FILTER NOT EXISTS { ?person wdt:P569 ?birth }",
    BORN_TOO_LATE: f"""?person wdt:P21 ?gender ; wdt:P569 ?late . FILTER(?late >= {_LIMIT})
  FILTER NOT EXISTS {{ ?person wdt:P569 ?birth FILTER(?birth < {_LIMIT}) }}""",
    NO_USABLE_BIRTH: f"""?person wdt:P21 ?gender ; wdt:P569 ?any .
  FILTER NOT EXISTS {{ ?person wdt:P569 ?late FILTER(?late >= {_LIMIT}) }}
  FILTER NOT EXISTS {{ ?person wdt:P569 ?birth FILTER(?birth < {_LIMIT}) }}""",
}


def address(name: str) -> str:
    """The whole address of a prefixed name, as answers have it."""
    short, _, local = name.partition(":")
    return _NAMESPACES[short] + local


def people_count(window: Window, *, hints: bool) -> str:
    """How many people a window holds."""
    return f"""{PREFIXES}
SELECT (COUNT(DISTINCT ?person) AS ?people) WHERE {{
{_window(window, hints)}
}}"""


def label_counts(window: Window, codes: Iterable[str], *, hints: bool) -> str:
    """How many people a window holds (`?code` empty), and how many have a label of each code."""
    return f"""{PREFIXES}
SELECT ?code (COUNT(DISTINCT ?person) AS ?people) WHERE {{
  {{ SELECT DISTINCT ?person WHERE {{
{_window(window, hints)}
  }} }}
  VALUES ?property {{ wdt:P106 rdfs:label }}
  ?person ?property ?value .
  BIND(IF(?property = rdfs:label, LCASE(LANG(?value)), "") AS ?code)
  FILTER(?code IN ("", {_quoted(codes)}))
}} GROUP BY ?code"""


def facts(window: Window, codes: Iterable[str], *, hints: bool) -> str:
    """Everything about the people of a window, one fact in a row."""
    return f"""{PREFIXES}
SELECT ?person ?property ?value ?precision WHERE {{
  {{ SELECT DISTINCT ?person WHERE {{
{_window(window, hints)}
  }} }}
  VALUES ?property {{ {" ".join(FACTS)} }}
  ?person ?property ?value .
  FILTER(?property != rdfs:label || LCASE(LANG(?value)) IN ({_quoted(codes)}))
  OPTIONAL {{
    ?person p:P569 ?statement .
    ?statement a wikibase:BestRank ; ps:P569 ?value ; psv:P569 ?node .
    ?node wikibase:timePrecision ?precision .
    FILTER(?property = wdt:P569)
  }}
}}"""


def left_out_count(reason: str) -> str:
    """How many politicians are left out for a reason."""
    return f"""{PREFIXES}
SELECT (COUNT(DISTINCT ?person) AS ?people) WHERE {{
  {_OCCUPATION}
  {LEFT_OUT[reason]}
}}"""


def _window(window: Window, hints: bool) -> str:
    """The people of a window: a date of birth in it, the occupation, a gender of any kind."""
    conditions = [f"?birth < {_month(window.end)}"]
    if window.start is not None:
        conditions.insert(0, f"?birth >= {_month(window.start)}")
    if window.digits:
        conditions.append(f'STRSTARTS(MD5(STR(?person)), "{window.digits}")')
    return f"""    ?person wdt:P569 ?birth . {RANGE_HINT if hints else ""}
    FILTER({" && ".join(conditions)})
    {_OCCUPATION}
    ?person wdt:P21 ?anyGender ."""


def _month(month: int) -> str:
    return f'"{month_text(month)}-01T00:00:00Z"^^xsd:dateTime'


def _quoted(codes: Iterable[str]) -> str:
    return ", ".join(f'"{code}"' for code in codes)
