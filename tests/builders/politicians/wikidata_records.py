"""Made-up politicians, written both as Wikidata's RDF and as its JSON dump.

Nothing here uses the builder: ranks are resolved anew, and a date that the two formats write
differently is given in both by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

ENTITY = "http://www.wikidata.org/entity/"
PROP = "http://www.wikidata.org/prop/"
ONTOLOGY = "http://wikiba.se/ontology#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
XSD = "http://www.w3.org/2001/XMLSchema#"
GREGORIAN, JULIAN = f"{ENTITY}Q1985727", f"{ENTITY}Q1985786"

HUMAN, POLITICIAN, MALE, FEMALE = "Q5", "Q82955", "Q6581097", "Q6581072"
SOME_VALUE, NO_VALUE = "somevalue", "novalue"


@dataclass(frozen=True)
class Date:
    """A time value: as the dump writes it, and as the RDF does (None: as no xsd:dateTime)."""

    json: str
    rdf: str | None
    precision: int = 11
    calendar: str = GREGORIAN


def date(year: int, month: int = 1, day: int = 1, precision: int = 11) -> Date:
    """A date after Christ in the Gregorian calendar."""
    month, day = (month if precision > 9 else 0), (day if precision > 10 else 0)
    return Date(
        f"+{year:04}-{month:02}-{day:02}T00:00:00Z",
        f"{year:04}-{month or 1:02}-{day or 1:02}T00:00:00Z",
        precision,
    )


@dataclass(frozen=True)
class Statement:
    value: str | Date
    rank: str = "normal"


Values = Sequence["str | Date | Statement"]


@dataclass(frozen=True)
class Record:
    """An entity; values without a rank are of normal rank."""

    number: int
    labels: dict[str, str] = field(default_factory=dict)
    genders: Values = (FEMALE,)
    births: Values = (date(1950, 5, 4),)
    countries: Values = ()
    occupations: Values = (POLITICIAN,)
    instance_of: Values = (HUMAN,)
    sitelinks: int = 0

    @property
    def qid(self) -> str:
        return f"Q{self.number}"

    def statements(self) -> dict[str, list[Statement]]:
        values = {
            "P31": self.instance_of,
            "P106": self.occupations,
            "P21": self.genders,
            "P569": self.births,
            "P27": self.countries,
        }
        return {
            prop: [v if isinstance(v, Statement) else Statement(v) for v in those]
            for prop, those in values.items()
        }


def person(number: int, **changes: Any) -> Record:
    """A politician with a label that nobody bears."""
    return replace(Record(number, {"en": f"Person Q{number}"}, sitelinks=number % 7), **changes)


# --- RDF, in the shape of the query service ---------------------------------------------------


def n_triples(records: Iterable[Record]) -> str:
    """The records as N-Triples."""
    return "".join(f"{line} .\n" for record in records for line in _triples(record))


def _triples(record: Record) -> Iterator[str]:
    subject = f"<{ENTITY}{record.qid}>"
    yield f'{subject} <{ONTOLOGY}sitelinks> "{record.sitelinks}"^^<{XSD}integer>'
    for code, label in record.labels.items():
        yield f"{subject} <{LABEL}> {json.dumps(label, ensure_ascii=False)}@{code}"
    for prop, statements in record.statements().items():
        ranks = {statement.rank for statement in statements}
        best = "preferred" if "preferred" in ranks else "normal"
        for number, statement in enumerate(statements):
            node = f"<{ENTITY}statement/{record.qid}-{prop}-{number}>"
            yield f"{subject} <{PROP}{prop}> {node}"
            yield f"{node} <{ONTOLOGY}rank> <{ONTOLOGY}{statement.rank.title()}Rank>"
            if statement.rank == best:
                yield f"{node} <{TYPE}> <{ONTOLOGY}BestRank>"
            if statement.value == NO_VALUE:
                if statement.rank == best:
                    yield f"{subject} <{TYPE}> <{PROP}novalue/{prop}>"
                continue
            value = _rdf_value(statement.value, f"{record.number}x{prop}x{number}")
            yield f"{node} <{PROP}statement/{prop}> {value}"
            if statement.rank == best:
                yield f"{subject} <{PROP}direct/{prop}> {value}"
            if isinstance(statement.value, Date):
                full = f"<{ENTITY}value/{record.qid}-{prop}-{number}>"
                yield f"{node} <{PROP}statement/value/{prop}> {full}"
                yield f"{full} <{ONTOLOGY}timeValue> {value}"
                precision = f'"{statement.value.precision}"^^<{XSD}integer>'
                yield f"{full} <{ONTOLOGY}timePrecision> {precision}"


def _rdf_value(value: str | Date, key: str) -> str:
    if isinstance(value, Date):
        return f'"{value.rdf}"^^<{XSD}dateTime>' if value.rdf else f'"{value.json}"'
    return f"_:unknown{key}" if value == SOME_VALUE else f"<{ENTITY}{value}>"


# --- JSON, in the shape of the dump -----------------------------------------------------------


def dump_text(records: Iterable[Record]) -> str:
    """The records as a dump: a bracket, an entity and a comma in every line, a bracket."""
    return "[\n" + ",\n".join(json.dumps(entity(record)) for record in records) + "\n]\n"


def entity(record: Record) -> dict[str, Any]:
    """One entity; what is empty is an empty list, as PHP writes it."""
    claims = {
        prop: [_claim(prop, statement) for statement in statements]
        for prop, statements in record.statements().items()
        if statements
    }
    labels = {code: {"language": code, "value": text} for code, text in record.labels.items()}
    links = {f"site{n}": {"site": f"site{n}", "title": "Page"} for n in range(record.sitelinks)}
    return {
        "type": "item",
        "id": record.qid,
        "labels": labels or [],
        "descriptions": [],
        "claims": claims or [],
        "sitelinks": links or [],
    }


def _claim(prop: str, statement: Statement) -> dict[str, Any]:
    snak: dict[str, Any] = {"property": prop, "snaktype": "value"}
    value = statement.value
    if value in (SOME_VALUE, NO_VALUE):
        snak["snaktype"] = value
    elif isinstance(value, Date):
        time = {
            "time": value.json,
            "timezone": 0,
            "before": 0,
            "after": 0,
            "precision": value.precision,
            "calendarmodel": value.calendar,
        }
        snak["datavalue"] = {"value": time, "type": "time"}
    else:
        item = {"entity-type": "item", "numeric-id": int(value[1:]), "id": value}
        snak["datavalue"] = {"value": item, "type": "wikibase-entityid"}
    return {"mainsnak": snak, "type": "statement", "rank": statement.rank}


# --- crowds -----------------------------------------------------------------------------------


def crowd(size: int, seed: int, *, first: int = 800_000) -> list[Record]:
    """Ordinary politicians with random dates, many of them on the first of January."""
    rng = np.random.default_rng(seed)
    people = []
    for number in range(first, first + size):
        year, month, day = (int(rng.integers(*span)) for span in ((1880, 2006), (1, 13), (1, 29)))
        precision = int(rng.choice([9, 10, 11]))
        labels = {
            code: f"{word} {number}"
            for code, word in (("en", "Person"), ("ru", "Лицо"), ("zh", "人"), ("fr", "Personne"))
            if rng.random() < 0.7
        }
        people.append(
            Record(
                number,
                labels,
                genders=[str(rng.choice([MALE, FEMALE]))],
                births=[date(year, month, day, precision)],
                countries=[f"Q{int(rng.integers(10, 40))}"],
                sitelinks=int(rng.integers(0, 5)),
            )
        )
    return people
