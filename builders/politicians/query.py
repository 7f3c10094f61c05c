"""The SPARQL that asks for politicians in a window of birth dates."""

from __future__ import annotations

from collections.abc import Iterable

from builders.politicians.people import (
    BORN_TOO_LATE,
    FIRST_YEAR_OUT,
    NO_BIRTH,
    NO_GENDER,
    NO_USABLE_BIRTH,
)
from builders.politicians.windows import ENTITY, Window, month_text

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
