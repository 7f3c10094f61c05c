"""Politicians from a SPARQL endpoint: window after window, each one counted and then fetched."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from builders.kit.http import TookTooLongError
from builders.kit.shards import Shards
from builders.kit.sparql import Solution, SparqlEndpoint, Term, whole_number
from builders.politicians import query
from builders.politicians.dates import DAY, from_rdf
from builders.politicians.genders import UNKNOWN_VALUE
from builders.politicians.people import Person, is_qid, make_person
from builders.politicians.query import ENTITY, Window, cover, first_windows, whole
from equimask.core.errors import DataError
from equimask.core.progress import Progress
from equimask.version import __version__

PUBLIC_ENDPOINT = "https://query.wikidata.org/sparql"

# In the counts of a window: everybody, whatever labels they have.
EVERYBODY = ""
_, BIRTH, _, SITELINKS, LABEL = query.FACTS
_SHORT = {query.address(name): name for name in query.FACTS}
# A part of a window that is this much smaller and still takes too long is not what is wrong.
MOST_TIMEOUTS_IN_A_ROW = 12
# Parts by digits are of one and the same time, so they take hardly less work; and they are many.
TIMEOUTS_BEFORE_DIGITS = 3
# Wikidata is edited while it is read, so two answers may differ, but not again and again.
TRIES_TO_AGREE = 3


def shard_options(endpoint: str, codes: Sequence[str], *, hints: bool) -> dict[str, Any]:
    """What makes finished windows reusable: the same questions to the same endpoint."""
    return {
        "equimask": __version__,
        "endpoint": endpoint,
        "counts": query.label_counts(whole(), codes, hints=hints),
        "facts": query.facts(whole(), codes, hints=hints),
        "windows": [window.name for window in first_windows()],
    }


class Crawl:
    """One way through all windows; what is finished in `shards` is not asked again."""

    def __init__(
        self,
        endpoint: SparqlEndpoint,
        shards: Shards,
        codes: Sequence[str],
        *,
        limit: int,
        hints: bool,
    ) -> None:
        self._endpoint, self._shards = endpoint, shards
        self._codes, self._limit, self._hints = codes, limit, hints
        self._timeouts = 0

    def gather(self) -> None:
        """Ask until every window is finished or divided."""
        total = self._count(query.people_count(whole(), hints=self._hints))
        with Progress(total, "people") as steps:

            def take(window: Window) -> bool:
                kept = self._take(window)
                if kept is not None:
                    steps.title = window.name
                    steps.update(kept)
                return kept is not None

            cover(first_windows(), take)

    def totals(self) -> dict[str, int] | None:
        """The service's own counts of all people by label, or of everybody alone.

        The latter where labels take it too long; None where even that does.
        """
        # Without hints: if they did harm, these counts must not share it.
        try:
            return self._counts(whole(), hints=False)
        except TookTooLongError:
            everybody = self._count(query.people_count(whole(), hints=False))
            return None if everybody is None else {EVERYBODY: everybody}

    def left_out(self) -> dict[str, int | None]:
        """How many politicians are left out for lack of a gender or of a fitting date."""
        return {reason: self._count(query.left_out_count(reason)) for reason in query.LEFT_OUT}

    def _take(self, window: Window) -> int | None:
        """The number of people now kept for the window; None where it is to be divided."""
        if self._shards.finished(window.name):
            kept: int | None = self._shards.facts(window.name)["people"]
            return kept
        people = self._fetch_in_time(window)
        rows = (person._asdict() for person in people or ())
        facts = {"people": None if people is None else len(people)}
        self._shards.write(window.name, rows, facts)
        return facts["people"]

    def _fetch_in_time(self, window: Window) -> list[Person] | None:
        """The people of the window; None if they are too many, or take the service too long."""
        for _ in range(1 if window.divisible_by_date else TIMEOUTS_BEFORE_DIGITS):
            try:
                people = self._fetch(window)
            except TookTooLongError as error:
                self._timeouts += 1
                if self._timeouts >= MOST_TIMEOUTS_IN_A_ROW:
                    raise DataError(
                        expected="an answer to ever smaller questions",
                        got=f"{error}, {self._timeouts} times in a row, now for {window.name}",
                        fix="Run the same command again later: what is finished is kept.",
                    ) from error
            else:
                self._timeouts = 0
                return people
        return None

    def _fetch(self, window: Window) -> list[Person] | None:
        """The people whose earliest date of birth lies in the window; None if they are too many.

        Somebody with two dates of birth is found in two windows and kept in one.
        """
        for _ in range(TRIES_TO_AGREE):
            counts = self._counts(window, hints=self._hints)
            if counts[EVERYBODY] > self._limit:
                return None
            if not counts[EVERYBODY]:
                return []
            answer = query.facts(window, self._codes, hints=self._hints)
            people = people_of(self._endpoint.records(answer, _fact))
            found = label_counts(people)
            if found == counts:
                return [p for p in people if p.births and window.holds(p.qid, p.births[0])]
        raise _contradiction(
            f"{counts[EVERYBODY]} people in {window.name}, as the service counts them",
            f"{found[EVERYBODY]}, or other labels of theirs",
        )

    def _counts(self, window: Window, *, hints: bool) -> Counter[str]:
        """The people of a window by label.

        Groups of nobody have no line in the answer; an answer of no lines at all is not trusted
        before the service has said of a window, in one line, that nobody is in it.
        """
        for _ in range(TRIES_TO_AGREE):
            asked = query.label_counts(window, self._codes, hints=hints)
            counts = Counter(dict(self._endpoint.records(asked, _label_count)))
            if EVERYBODY in counts:
                return +counts
            if not self._endpoint.number(query.people_count(window, hints=hints)):
                return Counter()
        raise _contradiction(f"counts of the people in {window.name}", "none")

    def _count(self, text: str) -> int | None:
        """One number; None if that takes the service too long."""
        try:
            return self._endpoint.number(text)
        except TookTooLongError:
            return None


def _contradiction(expected: str, got: str) -> DataError:
    return DataError(
        expected=expected,
        got=got,
        fix="The service contradicts itself: run the same command again later.",
    )


class Fact(NamedTuple):
    """One statement about a person: `about` is one of `query.FACTS`."""

    qid: str
    about: str
    value: Term
    precision: int = DAY


def _fact(row: Solution) -> Fact:
    """A row of the answer, checked; one about somebody without an id says nothing."""
    value, about = row["value"], _SHORT[row["property"].value]
    precision = _count(row["precision"]) if "precision" in row else DAY
    if about == SITELINKS:
        _count(value)
    elif about == LABEL and (value.kind == "uri" or not value.lang):
        raise ValueError(f"a label without a language, {value.value!r}")
    return Fact(_item(row["person"]), about, value, precision)


def _label_count(row: Solution) -> tuple[str, int]:
    return row["code"].value, _count(row["people"])


def _count(term: Term) -> int:
    number = whole_number(term.value)
    if number is None or number < 0:
        raise ValueError(f"{term.value!r} where a number belongs")
    return number


def people_of(facts: Iterable[Fact]) -> list[Person]:
    """Facts in any order as people by their numbers."""
    known: dict[str, dict[str, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    for fact in facts:
        if fact.qid:
            known[fact.qid][fact.about].append(fact)
    people = (_person(qid, own) for qid, own in known.items())
    return sorted(people, key=lambda person: person.number)


def label_counts(people: Iterable[Person]) -> Counter[str]:
    """How many people there are, and how many with a label of each code."""
    return Counter(code for person in people for code in (EVERYBODY, *person.labels))


def _person(qid: str, known: dict[str, list[Fact]]) -> Person:
    genders, _, countries, sitelinks, labels = (
        [fact.value for fact in known[about]] for about in query.FACTS
    )
    dates = (
        from_rdf(fact.value.value, fact.precision)
        for fact in known[BIRTH]
        if fact.value.datatype == query.address("xsd:dateTime")
    )
    items = map(_item, countries)
    # Several labels of one language would be an error of the data; then the first one counts.
    names = sorted(labels, reverse=True)
    return make_person(
        qid=qid,
        genders=(_item(value) or UNKNOWN_VALUE for value in genders),
        births=(date for date in dates if date is not None),
        countries=(item for item in items if item),
        sitelinks=max(map(_count, sitelinks), default=None),
        labels={name.lang.lower(): name.value for name in names},
    )


def _item(term: Term) -> str:
    """The id of an item; nothing for an unknown value, which is a node of its own."""
    qid = term.value.removeprefix(ENTITY) if term.kind == "uri" else ""
    return qid if is_qid(qid) else ""
