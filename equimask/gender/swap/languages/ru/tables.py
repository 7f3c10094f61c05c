"""The Russian word lists, read once."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from equimask.core.packaged import packaged_text
from equimask.gender.swap.languages.ru.morphology import plain
from equimask.gender.swap.languages.tables import column, read_table

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class Tables:
    """Every list by its name; roles from one gender to the other."""

    def __init__(self) -> None:
        raw: Mapping[str, Any] = tomllib.loads(packaged_text("agreement", "ru", "words.toml"))
        self.lists = {
            f"{section}.{name}": frozenset(text.split())
            for section, lists in raw.items()
            for name, text in lists.items()
        }
        self.prepositions: dict[str, frozenset[str]] = {}
        for case, words in raw["prepositions"].items():
            for word in words.split():
                self.prepositions[word] = self.prepositions.get(word, frozenset()) | {case}
        self.pronouns = {name: tuple(pair.split()) for name, pair in raw["pronouns"].items()}
        self.third = frozenset(form for pair in self.pronouns.values() for form in pair) | {
            "ею", "нею"
        }  # fmt: skip
        self.one_gender = tuple(raw["guards"]["one_gender"].split())
        self.endings = tuple(raw["nouns"]["common_endings"].split())
        self.common = frozenset(map(plain, column("ru", "common_gender")))
        self.phrases = column("ru", "set_phrases")
        self.to_female: dict[str, str] = {}
        self.to_male: dict[str, str] = {}
        self.both: set[str] = set()
        for male, female, both in read_table("ru", "roles"):
            self.to_female.setdefault(plain(male), female)
            self.to_male.setdefault(plain(female), male)
            if both:
                self.both.add(plain(male))

    def governed(self, preposition: str) -> frozenset[str]:
        """The cases behind a preposition; those that are made of nouns have the genitive."""
        return self.prepositions.get(preposition, frozenset({"gent"}))

    def __getitem__(self, name: str) -> frozenset[str]:
        return self.lists[name]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the language."""
    return Tables()
