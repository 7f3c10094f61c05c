"""Dates, genders and names: one person, one row."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.politicians.dates import (
    CENTURY,
    DAY,
    DECADE,
    GREGORIAN,
    JULIAN,
    MONTH,
    YEAR,
    Birth,
    from_json,
    from_rdf,
    from_text,
    julian_to_gregorian,
)
from builders.politicians.genders import (
    DISAGREE,
    GENDER_VALUES,
    NOT_KNOWN,
    ORGANISM,
    ORGANISMS,
    Gender,
    gender_of,
    qid_of_label,
)
from builders.politicians.people import (
    Person,
    all_codes,
    fallback_codes,
    label_codes,
    make_person,
    name_in,
    profile_of,
)
from equimask.core.schema import PERSON_GENDERS


# What Wikibase's own tests expect of its RDF.
@pytest.mark.parametrize(
    ("time", "precision", "calendar", "expected"),
    [
        ("+2014-01-05T00:00:00Z", DAY, GREGORIAN, (2014, 1, 5)),
        ("+00000002014-01-05T12:34:56Z", YEAR, GREGORIAN, (2014, 1, 1)),
        ("+0200-00-00T00:00:00Z", YEAR, GREGORIAN, (200, 1, 1)),
        ("-0200-00-00T00:00:00Z", DAY, GREGORIAN, (-199, 1, 1)),
        ("-0200-05-22T00:00:00Z", DECADE, GREGORIAN, (-200, 1, 1)),
        ("+0200-02-31T00:00:00Z", DAY, GREGORIAN, (200, 2, 28)),
        ("+0204-02-31T00:00:00Z", DAY, GREGORIAN, (204, 2, 29)),
        ("+2204-04-31T00:00:00Z", MONTH, GREGORIAN, (2204, 4, 1)),
        ("+2014-01-05T00:00:00Z", DAY, JULIAN, (2014, 1, 18)),
        ("-2014-01-05T00:00:00Z", DAY, JULIAN, (-2014, 12, 19)),
        ("-2014-01-05T00:00:00Z", YEAR, JULIAN, (-2013, 1, 1)),
        ("-0100-07-12T00:00:00Z", DAY, JULIAN, (-99, 7, 10)),
        ("+0204-02-31T00:00:00Z", DAY, JULIAN, (204, 3, 2)),
        ("+0001-01-01T00:00:00Z", DAY, JULIAN, (0, 12, 30)),
    ],
)
def test_dates_of_the_dump_are_those_of_the_rdf(
    time: str, precision: int, calendar: str, expected: tuple[int, int, int]
) -> None:
    assert from_json(time, precision, calendar) == Birth(*expected, precision)


@pytest.mark.parametrize(
    ("time", "calendar"),
    [
        ("+0000-01-01T00:00:00Z", GREGORIAN),
        ("+0000-01-01T00:00:00Z", JULIAN),
        ("+2014-01-05T00:00:00Z", "http://www.wikidata.org/entity/Q42"),
        ("yesterday", GREGORIAN),
    ],
)
def test_what_the_rdf_has_no_date_for_is_none(time: str, calendar: str) -> None:
    assert from_json(time, DAY, calendar) is None


@given(st.dates(min_value=datetime.date(1, 1, 3)))
def test_julian_days_are_gregorian_days_some_centuries_apart(day: datetime.date) -> None:
    year, month = day.year, day.month
    # By 1 March of a century that is no multiple of 400 the calendars part by one day more.
    centuries = (year if month > 2 else year - 1) // 100
    apart = centuries - centuries // 4 - 2
    try:
        expected = day + datetime.timedelta(days=apart)
    except OverflowError:
        return
    converted = julian_to_gregorian(year, month, day.day)
    assert converted == (expected.year, expected.month, expected.day)


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("1950-03-02T00:00:00Z", Birth(1950, 3, 2, DAY)),
        ("-0043-03-15T00:00:00Z", Birth(-43, 3, 15, DAY)),
        ("+1950-03-02T00:00:00Z", Birth(1950, 3, 2, DAY)),
        ("1950-13-02T00:00:00Z", None),
        ("t1234567", None),
    ],
)
def test_literals_of_the_query_service(literal: str, expected: Birth | None) -> None:
    assert from_rdf(literal) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1950", Birth(1950, 1, 1, YEAR)),
        ("1950-03", Birth(1950, 3, 1, MONTH)),
        ("1950-03-21", Birth(1950, 3, 21, DAY)),
        ("1950-02-30", None),
        ("about 1950", None),
        ("", None),
    ],
)
def test_dates_of_the_snapshot(text: str, expected: Birth | None) -> None:
    assert from_text(text) == expected


def test_the_table_of_genders_is_complete_and_unambiguous() -> None:
    qids = [value.qid for value in GENDER_VALUES]
    labels = [label for value in GENDER_VALUES for label in (value.label, *value.formerly)]
    assert len(set(qids)) == len(qids) and len(set(labels)) == len(labels)
    assert not set(qids) & set(ORGANISMS)
    for value in GENDER_VALUES:
        assert {value.corrected, value.stanczak} <= set(PERSON_GENDERS)
        assert value.stanczak in (value.corrected, "non-binary")
    # The values that the paper lists, by the names that it uses.
    for label in (
        "cisgender female, female, female organism, non-binary, genderfluid, genderqueer, male, "
        "male organism, third gender, transfeminine, transgender female, transgender male"
    ).split(", "):
        assert qid_of_label(label) != label


@pytest.mark.parametrize(
    ("labels", "corrected", "stanczak"),
    [
        (["male"], "male", "male"),
        (["cisgender female"], "female", "female"),
        (["transgender female"], "female", "non-binary"),
        (["transgender male"], "male", "non-binary"),
        (["transfeminine"], "non-binary", "non-binary"),
        (["third gender"], "non-binary", "non-binary"),
        (["female", "trans woman"], "female", "non-binary"),
        (["male", "genderqueer"], "non-binary", "non-binary"),
    ],
)
def test_genders_fall_into_classes(labels: list[str], corrected: str, stanczak: str) -> None:
    qids = [qid_of_label(label) for label in labels]
    for rule, expected in ((False, corrected), (True, stanczak)):
        gender = gender_of(qids, stanczak=rule)
        assert isinstance(gender, Gender)
        assert gender.gender == expected


def test_genders_that_give_no_class_are_told_apart() -> None:
    male, female, organism = map(qid_of_label, ("male", "female", "male organism"))
    assert gender_of([male, female]) == DISAGREE
    assert gender_of([""]) == NOT_KNOWN
    assert gender_of([organism]) == ORGANISM
    assert gender_of([organism, male]) == Gender("male", "male")
    assert str(gender_of(["Q1"])).endswith(": Q1")
    assert gender_of(["Q1"], stanczak=True) == Gender("non-binary", "Q1")


def test_names_are_taken_from_the_first_label_that_says_something() -> None:
    assert label_codes("en") == ("en", "en-gb", "en-ca", "mul")
    assert label_codes("zh") == ("zh", "zh-hans", "zh-cn")
    assert label_codes("ru") == ("ru",)
    assert name_in({"zh": "\u3000", "zh-cn": " 中 "}, "zh") == ("中", "zh-cn")
    assert name_in({"mul": "Renée O'Neill-Ø"}, "fr") == ("Renée O'Neill-Ø", "mul")
    assert name_in({"mul": "Renée"}, "ru") is None
    assert name_in({"mul": "山田"}, "fr") is None
    assert name_in({"en": "Ada", "es": "Adá"}, "hi") is None
    assert name_in({"en": "Ada", "es": "Adá"}, "hi", ("es", "en")) == ("Adá", "es")
    assert name_in({"hi": "अदा", "en": "Ada"}, "hi", ("en",)) == ("अदा", "hi")
    assert name_in({"mul": "Ada"}, "hi", ("en",)) == ("Ada", "mul")
    assert fallback_codes("fr", ("en", "fr")) == ("en", "en-gb", "en-ca")
    assert all_codes(["zh", "ru"]) == ["ru", "zh", "zh-cn", "zh-hans"]


def test_every_language_has_its_own_label_first() -> None:
    assert all(label_codes(lang)[0] == lang for lang in ("ar", "en", "sv", "tl", "zh-Hant"))
    assert label_codes("pt-BR") == ("pt-BR", "pt-br", "mul")
    assert label_codes("sr") == ("sr",)


births = st.builds(
    Birth,
    st.integers(1900, 2010),
    st.integers(1, 12),
    st.integers(1, 28),
    st.sampled_from([CENTURY, YEAR, DAY]),
)


@given(
    genders=st.lists(st.sampled_from(["", "Q6581097", "Q6581072", "Q48270"]), max_size=3),
    dates=st.lists(births, max_size=4),
    countries=st.lists(st.integers(1, 999).map(lambda n: f"Q{n}"), max_size=4),
    rng=st.randoms(use_true_random=False),
)
def test_a_row_does_not_depend_on_the_order_of_statements(
    genders: list[str], dates: list[Birth], countries: list[str], rng: object
) -> None:
    def made() -> Person:
        for values in (genders, dates, countries):
            rng.shuffle(values)  # type: ignore[attr-defined]
        return make_person(
            qid="Q1", genders=genders, births=dates, countries=countries, sitelinks=0, labels={}
        )

    person = made()
    assert person == made()
    assert profile_of(person) == profile_of(made())
    assert make_person(**person._asdict()) == person
    profile = profile_of(person)
    if not isinstance(profile, str):
        assert profile.birth_year is None or profile.birth_year <= 2000
        assert profile.country == min(countries, key=lambda qid: int(qid[1:]), default="")
