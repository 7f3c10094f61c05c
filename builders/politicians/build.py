"""Names of politicians in many languages, with the gender that Wikidata states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import stacked_bars
from builders.kit.fetch import LocatedFile
from builders.kit.sources import SourceFile
from builders.politicians.dates import YEAR
from builders.politicians.genders import gender_table
from builders.politicians.options import PoliticianOptions, add_arguments, read_options
from builders.politicians.people import (
    VARIETIES,
    Person,
    fallback_codes,
    label_codes,
    name_in,
    profile_of,
)
from builders.politicians.routes import from_dump, from_endpoint, read_people, read_snapshot
from equimask.core.drawing import GENDER_COLOURS
from equimask.core.languages import get_language
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
    fallback: Sequence[str] = options.extra.get("label_fallback", ())
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
            name = name_in(person.labels, lang, fallback)
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
                **({"fallback": _fallen_back(lang, fallback, codes)} if fallback else {}),
            }


def _fallen_back(lang: str, fallback: Sequence[str], codes: Counter[str]) -> dict[str, Any]:
    """How many names are of other languages, and how many of them of one in another script."""
    labels = {code: codes[code] for code in fallback_codes(lang, fallback) if codes[code]}
    script_of = {code: get_language(one).script for one in fallback for code in label_codes(one)}
    foreign = (n for code, n in labels.items() if script_of[code] != get_language(lang).script)
    return {"names": sum(labels.values()), "other_script": sum(foreign), "labels": labels}


def _facts_of_people(
    people: Iterable[Person], languages: Sequence[str], options: BuildOptions, stanczak: bool
) -> dict[str, Any]:
    """The people of all languages together; who has no row is noted with the reason."""
    fallback: Sequence[str] = options.extra.get("label_fallback", ())
    genders: Counter[str] = Counter()
    values: Counter[tuple[str, str]] = Counter()
    odd: Counter[str] = Counter()
    for person in people:
        profile = profile_of(person, stanczak=stanczak)
        if isinstance(profile, str):
            options.note("dropped", "people", profile)
            continue
        if not any(name_in(person.labels, lang, fallback) for lang in languages):
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


def further_files(
    options: BuildOptions, out: Path, summary: Summary
) -> AbstractContextManager[Sequence[LocatedFile]]:
    """The people of the endpoint or of the dump, gathered; the snapshot is a declared file."""
    own: PoliticianOptions = options.own
    if own.endpoint:
        return from_endpoint(own.endpoint, options, out, summary)
    if own.dump:
        return from_dump(own.dump, options, out, summary)
    return nullcontext(())


def choose(files: Sequence[SourceFile], options: BuildOptions) -> Sequence[SourceFile]:
    """The snapshot, unless the people come from elsewhere."""
    return files if options.own.from_snapshot else ()


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """The rows, language after language."""
    own: PoliticianOptions = options.own
    (path,) = files.values()
    if not own.from_snapshot:
        return rows_of(lambda: read_people(path), own.languages, options, summary)
    snapshot = read_snapshot(path)
    for reason, count in snapshot.left_out.items():
        options.note("dropped", "people", reason, count)
    for reason, count in snapshot.lines_left_out.items():
        options.note("dropped", "lines", reason, count)
    summary.update(route="snapshot", completeness=None, not_counted=[])
    found = {lang for person in snapshot.people for lang in person.labels}
    languages = [lang for lang in sorted(found) if options.wants(lang)]
    return rows_of(lambda: snapshot.people, languages, options, summary)


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Per language, the share of names of women, of men and of non-binary people."""
    rows = {}
    for lang, facts in summary["languages"].items():
        total = sum(facts["genders"].values())
        rows[f"{lang} ({total:,})"] = {g: 100 * n / total for g, n in facts["genders"].items()}
    colours = {
        gender: GENDER_COLOURS[gender]
        for gender in ("female", "male", "non-binary")
        if any(shares[gender] for shares in rows.values())
    }
    return {"genders.svg": stacked_bars(rows, colours, "% of the names")}


BUILDER = Builder(
    rows=rows,
    column_types=COLUMN_TYPES,
    figures=draw_all,
    choose=choose,
    may_lack_sources=True,
    further_files=further_files,
    add_arguments=add_arguments,
    read_options=read_options,
    keeps="finished pieces",
)
