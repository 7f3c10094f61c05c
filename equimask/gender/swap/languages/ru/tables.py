"""The Russian word lists, read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from equimask.gender.swap.engine.reading import column, read_settings, read_table
from equimask.gender.swap.languages.ru.morphology import plain


class Tables(dict[str, frozenset[str]]):
    """Every list by its name; pronouns and roles from one gender to the other."""

    def __init__(self) -> None:
        raw: Mapping[str, Any] = read_settings("ru", "words")
        for section, lists in raw.items():
            self |= {f"{section}.{name}": frozenset(text.split()) for name, text in lists.items()}
        self.pronouns: dict[str, list[str]] = {c: t.split() for c, t in raw["pronouns"].items()}
        self.pronouns_of = {
            gender: frozenset(plain(forms[side]) for forms in self.pronouns.values())
            for side, gender in enumerate(("male", "female"))
        }
        self.phrases = column("ru", "set_phrases")
        self.common = frozenset(map(plain, column("ru", "common_gender")))
        rows = [
            (plain(male), plain(female), both) for male, female, both in read_table("ru", "roles")
        ]
        self.both = frozenset(male for male, _, both in rows if both)
        self.roles = {
            "male": {male: female for male, female, _ in reversed(rows)},
            "female": {female: male for male, female, _ in reversed(rows)},
        }
        self.named_in_common = self["nouns.institutions"].union(self.common, *self.roles.values())

    def cases_of_pronoun(self, low: str, gender: str) -> set[str]:
        """The cases in which that form stands for somebody of that gender."""
        side = 0 if gender == "male" else 1
        return {c.split()[0] for c, forms in self.pronouns.items() if plain(forms[side]) == low}

    def governed(self, preposition: str) -> set[str]:
        """The cases behind a preposition; those that are made of nouns have the genitive."""
        cases = ("gent", "datv", "accs", "ablt", "loct")
        return {c for c in cases if preposition in self[f"prepositions.{c}"]} or {"gent"}


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the language."""
    return Tables()
