"""Which of the project's languages a country speaks.

`country_languages.tsv` holds, for countries, territories and some former states, the languages that
are official for the whole country or, where no law says so, those of its government and courts
(English in the United States, Japanese in Japan), as of 2022, when the study was accepted. Regional
and minority languages do not count. Only the thirteen languages of the project are listed; a
country without any has an empty cell, which is not the same as an unknown country.

A country may be given by its Wikidata id or by an English name. Names are compared without case,
accents, punctuation, underscores and a leading "the", so that `United_States_of_America`, `UK` and
`Aland` are found; the column `aliases` has what this does not reach.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from equimask.core.errors import DataError, OptionError, near_matches
from equimask.core.languages import CORE_LANGUAGES
from equimask.core.packaged import packaged_text
from equimask.gender.lexicon.records import read_word_list

_COLUMNS = ("qid", "name", "aliases", "languages", "note")


def normalised_country(name: str) -> str:
    """The form under which names are compared; a Wikidata id stays what it is."""
    letters = unicodedata.normalize("NFKD", name.replace("&", " and ")).casefold()
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    words = re.sub(r"[^\w]+|_", " ", plain.replace("'", "").replace("’", "")).split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def languages_of(country: str | None) -> frozenset[str] | None:
    """The official languages of a country, or None where it is unknown."""
    return _table().get(normalised_country(country)) if country else None


def check_language(language: str) -> str:
    """A language that the table knows."""
    if language not in CORE_LANGUAGES:
        raise OptionError(
            expected="one of the project's languages",
            got=repr(language),
            fix=near_matches(language, CORE_LANGUAGES),
        )
    return language


@lru_cache(maxsize=1)
def _table() -> Mapping[str, frozenset[str]]:
    return parse_countries(packaged_text("country_languages.tsv"))


def parse_countries(text: str) -> dict[str, frozenset[str]]:
    """Every id, name and alias with the languages of its country."""
    table: dict[str, frozenset[str]] = {}
    for row in read_word_list(text, _COLUMNS):
        languages = frozenset(row["languages"].split())
        aliases = [alias for alias in row["aliases"].split(";") if alias.strip()]
        for name in (row["qid"], row["name"], *aliases):
            key = normalised_country(name)
            if key in table:
                raise DataError(
                    expected="every country id, name and alias once",
                    got=f"{name!r} again, of {row['qid']}",
                    fix="Remove one of the rows or aliases.",
                )
            table[key] = languages
    return table
