"""People to rows, language after language, with everything counted that the card tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from builders.kit.options import BuildOptions
from builders.politicians.dates import YEAR
from builders.politicians.genders import gender_table
from builders.politicians.labels import VARIETIES, label_codes, name_in
from builders.politicians.people import Person, profile_of
from equimask.core.rows import Row
from equimask.core.schema import PERSON_GENDERS

COLUMN_TYPES = {"birth_year": "int32", "sitelinks": "int32"}

BLANK_NAME = "a name of nothing but white space"
NAMELESS = "no name in the languages of this build"


def rows_of(
    people: Callable[[], Iterable[Person]],
    languages: Sequence[str],
    options: BuildOptions,
    summary: dict[str, Any],
) -> Iterator[Row]:
    """The rows in the order of languages and people; `people` is read once for each language."""
    stanczak = options.extra.get("genders") == "stanczak"
    summary.update(_facts_of_people(people(), languages, options, stanczak))
    summary["gender_table"] = gender_table()
    summary["label_fallbacks"] = {lang: list(codes) for lang, codes in VARIETIES.items()}
    summary["languages"] = {}
    for lang in languages:
        genders: Counter[str] = Counter()
        codes: Counter[str] = Counter()
        nameless = 0
        for person in people():
            profile = profile_of(person, stanczak=stanczak)
            if isinstance(profile, str):
                continue
            name = name_in(person.labels, lang)
            if name is None:
                nameless += 1
                labels = (person.labels.get(code) for code in label_codes(lang))
                if any(label is not None and not label.strip() for label in labels):
                    options.note("dropped", lang, BLANK_NAME)
                continue
            genders[profile.gender] += 1
            codes[name.code] += 1
            yield {
                "qid": person.qid,
                "lang": lang,
                "name": name.name,
                "gender": profile.gender,
                "wikidata_gender": profile.wikidata_gender,
                "birth_year": profile.birth_year,
                "country": profile.country,
                "sitelinks": person.sitelinks,
            }
        if genders:
            summary["languages"][lang] = {
                "genders": {gender: genders[gender] for gender in PERSON_GENDERS},
                "labels": {code: codes[code] for code in label_codes(lang) if codes[code]},
                "without_name": nameless,
            }


def _facts_of_people(
    people: Iterable[Person], languages: Sequence[str], options: BuildOptions, stanczak: bool
) -> dict[str, Any]:
    """The people of all languages together; who has no row is noted with the reason."""
    genders: Counter[str] = Counter()
    values: Counter[tuple[str, str]] = Counter()
    odd: Counter[str] = Counter()
    for person in people:
        profile = profile_of(person, stanczak=stanczak)
        if isinstance(profile, str):
            options.note("dropped", "people", profile)
            continue
        if not any(name_in(person.labels, lang) for lang in languages):
            options.note("dropped", "people", NAMELESS)
            continue
        genders[profile.gender] += 1
        values[profile.wikidata_gender, profile.gender] += 1
        odd["several dates of birth"] += len(person.births) > 1
        odd["a date of birth coarser than a year"] += any(b.precision < YEAR for b in person.births)
        odd["no year of birth"] += profile.birth_year is None
        odd["born before the year 1"] += person.births[0].year < 1
        odd["several genders"] += len(person.genders) > 1
        odd["several countries"] += len(person.countries) > 1
        odd["no country"] += not person.countries
    return {
        "people": {gender: genders[gender] for gender in PERSON_GENDERS},
        "wikidata_genders": [
            {"value": value, "gender": gender, "people": count}
            for (value, gender), count in sorted(
                values.items(), key=lambda item: (-item[1], item[0])
            )
        ],
        "odd": {what: count for what, count in sorted(odd.items()) if count},
    }
