"""The odd cases of Wikidata, and the rows that must become of them."""

from __future__ import annotations

from typing import Any

from tests.builders.politicians.wikidata_records import (
    FEMALE,
    HUMAN,
    JULIAN,
    MALE,
    NO_VALUE,
    POLITICIAN,
    SOME_VALUE,
    Date,
    Record,
    Statement,
    date,
    person,
)

TRANS_WOMAN, TRANS_MAN, NON_BINARY, GENDERFLUID = "Q1052281", "Q2449503", "Q48270", "Q18116794"
MALE_ORGANISM, FEMALE_ORGANISM, CIS_WOMAN = "Q44148", "Q43445", "Q15145779"
UNLISTED, LAWYER, DOG = "Q999999999", "Q40348", "Q144"
CENTURY = 7


def preferred(value: str | Date) -> Statement:
    return Statement(value, "preferred")


def deprecated(value: str | Date) -> Statement:
    return Statement(value, "deprecated")


# Each record with what its English row says; None: no row, for the reason beside it.
Case = tuple[Record, "dict[str, Any] | None", str]

CASES: list[Case] = [
    (person(900001), {"gender": "female", "birth_year": 1950, "wikidata_gender": "female"}, ""),
    (person(900002, genders=[MALE]), {"gender": "male"}, ""),
    # ranks
    (person(900003, genders=[MALE, preferred(FEMALE)]), {"wikidata_gender": "female"}, ""),
    (person(900004, genders=[deprecated(MALE), FEMALE]), {"wikidata_gender": "female"}, ""),
    (person(900005, genders=[deprecated(MALE)]), None, "no gender"),
    (person(900006, genders=[MALE, preferred(NO_VALUE)]), None, "no gender"),
    (person(900007, births=[date(1940), preferred(date(1945, 2, 3))]), {"birth_year": 1945}, ""),
    (person(900008, occupations=[preferred(LAWYER), POLITICIAN]), None, ""),
    (person(900009, occupations=[LAWYER, POLITICIAN]), {"gender": "female"}, ""),
    (person(900010, occupations=[deprecated(POLITICIAN)]), None, ""),
    # genders
    (person(900011, genders=[TRANS_WOMAN]), {"gender": "female"}, ""),
    (person(900012, genders=[TRANS_MAN]), {"gender": "male", "wikidata_gender": "trans man"}, ""),
    (person(900013, genders=[NON_BINARY]), {"gender": "non-binary"}, ""),
    (person(900014, genders=[GENDERFLUID]), {"wikidata_gender": "genderfluid"}, ""),
    (person(900015, genders=[CIS_WOMAN]), {"gender": "female"}, ""),
    (
        person(900016, genders=[TRANS_WOMAN, FEMALE]),
        {"gender": "female", "wikidata_gender": "trans woman; female"},
        "",
    ),
    (
        person(900017, genders=[FEMALE, NON_BINARY]),
        {"gender": "non-binary", "wikidata_gender": "non-binary; female"},
        "",
    ),
    (person(900018, genders=[MALE, FEMALE]), None, "gender: both male and female"),
    (person(900019, genders=[MALE_ORGANISM]), None, "gender: an animal's"),
    (person(900020, genders=[FEMALE_ORGANISM, FEMALE]), {"wikidata_gender": "female"}, ""),
    (person(900021, genders=[]), None, "no gender"),
    (person(900022, genders=[SOME_VALUE]), None, "gender: unknown value"),
    (person(900023, genders=[SOME_VALUE, FEMALE]), {"wikidata_gender": "female"}, ""),
    (
        person(900024, genders=[UNLISTED]),
        None,
        f"gender: a value that the table does not list: {UNLISTED}",
    ),
    # dates
    (person(900031, births=[]), None, "no date of birth"),
    (person(900032, births=[SOME_VALUE]), None, "no usable date of birth"),
    (person(900033, births=[NO_VALUE]), None, "no date of birth"),
    (person(900034, births=[date(2000, 12, 31)]), {"birth_year": 2000}, ""),
    (person(900035, births=[date(2001, 1, 1)]), None, "born in 2001 or later"),
    (person(900036, births=[date(2001, precision=9)]), None, "born in 2001 or later"),
    (person(900037, births=[date(2000, precision=9)]), {"birth_year": 2000}, ""),
    (person(900038, births=[date(1960, 3, precision=10)]), {"birth_year": 1960}, ""),
    (person(900039, births=[date(1962, 4, 5), date(1961, 4, 5)]), {"birth_year": 1961}, ""),
    (person(900040, births=[date(2003, 4, 5), date(1999, 4, 5)]), {"birth_year": 1999}, ""),
    (person(900041, births=[date(1800, precision=CENTURY)]), {"birth_year": None}, ""),
    (
        person(900042, births=[date(1900, precision=CENTURY), date(1912, precision=9)]),
        {"birth_year": 1912},
        "",
    ),
    (
        person(900043, births=[date(2000, precision=CENTURY), date(2004, precision=9)]),
        None,
        "born in 2001 or later",
    ),
    (
        person(900044, births=[Date("-0044-03-15T00:00:00Z", "-0043-03-15T00:00:00Z")]),
        {"birth_year": -43},
        "",
    ),
    (
        person(900045, births=[Date("-0001-00-00T00:00:00Z", "0000-01-01T00:00:00Z", 9)]),
        {"birth_year": 0},
        "",
    ),
    (
        person(900046, births=[Date("-0300-00-00T00:00:00Z", "-0300-01-01T00:00:00Z", CENTURY)]),
        {"birth_year": None},
        "",
    ),
    (  # Christmas by the Julian calendar is in the next year by the Gregorian one
        person(
            900047, births=[Date("+1700-12-25T00:00:00Z", "1701-01-05T00:00:00Z", 11, JULIAN)]
        ),
        {"birth_year": 1701},
        "",
    ),
    (
        person(900048, births=[Date("+1700-00-00T00:00:00Z", "1700-01-01T00:00:00Z", 9, JULIAN)]),
        {"birth_year": 1700},
        "",
    ),
    (person(900049, births=[Date("+0000-01-01T00:00:00Z", None)]), None, "no usable date of birth"),
    (
        person(900050, births=[Date("+1970-02-31T00:00:00Z", "1970-02-28T00:00:00Z")]),
        {"birth_year": 1970},
        "",
    ),
    (person(900051, births=[date(1950, 1, 1), date(1950, precision=9)]), {"birth_year": 1950}, ""),
    # countries and links
    (person(900061, countries=["Q183", "Q30"], sitelinks=3), {"country": "Q30"}, ""),
    (person(900062, countries=["Q9", preferred("Q30")]), {"country": "Q30"}, ""),
    (person(900063, countries=[SOME_VALUE, "Q30"]), {"country": "Q30"}, ""),
    (person(900064, countries=[SOME_VALUE], sitelinks=0), {"country": "", "sitelinks": 0}, ""),
    (person(900065, sitelinks=3), {"country": "", "sitelinks": 3}, ""),
    # labels
    (person(900071, labels={"en": "  Person  of\u00a0note "}), {"name": "Person of note"}, ""),
    (person(900072, labels={"en": " \u3000 "}), None, ""),
    (person(900073, labels={"en-gb": "British", "en-ca": "Canadian"}), {"name": "British"}, ""),
    (person(900074, labels={"en": " ", "en-ca": "Canadian"}), {"name": "Canadian"}, ""),
    (person(900075, labels={"mul": "Ëverybody"}), {"name": "Ëverybody"}, ""),
    (person(900076, labels={"mul": "Лицо"}), None, ""),
    (person(900077, labels={"de": "Nur deutsch"}), None, ""),
    (person(900078, labels={}), None, ""),
    (person(900079, labels={"en": 'A "quoted" \\ name\nin two lines'}), {}, ""),
    # no politicians
    (person(900091, instance_of=[DOG]), None, ""),
    (person(900092, instance_of=[DOG, HUMAN]), {"gender": "female"}, ""),
    (person(900093, occupations=[LAWYER], countries=[POLITICIAN]), None, ""),
    (person(900094, occupations=[]), None, ""),
]  # fmt: skip

LABELS: list[Record] = [
    person(910001, labels={"en": "Person", "ru": "Лицо", "zh": "人", "ar": "شخص", "hi": "व्यक्ति"}),
    person(910002, labels={"zh-hans": "简", "zh-cn": "中"}),
    person(910003, labels={"zh-cn": "中", "mul": "Nobody"}),
    person(910004, labels={"zh-hant": "繁"}),
    person(910005, labels={"pt-br": "Pessoa", "th": "คน", "ja": "人物", "ko": "사람"}),
]


def special_records() -> list[Record]:
    """All of them."""
    return [record for record, _, _ in CASES] + LABELS
