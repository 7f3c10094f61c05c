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
        forms = frozenset(form for pair in self.pronouns.values() for form in pair)
        self.third = forms | self["words.older"]
        self.conjunctions = self["words.coordinators"] | self["words.subordinators"]
        sides = list(zip(*self.pronouns.values(), strict=True))
        self.forms_of = {"male": frozenset(sides[0]), "female": frozenset(sides[1])}
        self.forms_of["female"] |= self["words.older"]
        self.dotted = {plain(form): form for form in raw["words"]["dotted"].split()}
        counts = raw["counts"]["pairs"].split()
        self.counts = {"male": dict(zip(counts[::2], counts[1::2], strict=True))}
        self.counts["female"] = {female: male for male, female in self.counts["male"].items()}
        self.one_gender, self.no_such, self.gendered = (
            tuple(raw["guards"][name].split()) for name in ("one_gender", "no_such", "gendered")
        )
        self.endings = tuple(raw["nouns"]["common_endings"].split())
        self.common = frozenset(map(plain, column("ru", "common_gender")))
        self.phrases = column("ru", "set_phrases")
        rows = read_table("ru", "roles")
        self.roles: dict[str, dict[str, str]] = {"male": {}, "female": {}}
        for male, female, _ in rows:
            self.roles["male"].setdefault(plain(male), female)
            self.roles["female"].setdefault(plain(female), male)
        self.both = frozenset(plain(male) for male, _, both in rows if both)

    def cases_of_pronoun(self, low: str, gender: str) -> set[str]:
        """The cases in which that form stands for somebody of that gender."""
        side = 0 if gender == "male" else 1
        found = {
            case.partition(" ")[0] for case, pair in self.pronouns.items() if pair[side] == low
        }
        if gender == "female" and low in self["words.older"]:
            found.add("ablt")
        return found

    def is_common(self, lemma: str) -> bool:
        """Whether the noun names many, though it may be written with a capital."""
        listed = (self["nouns.institutions"], self.common, *self.roles.values())
        return any(lemma in words for words in listed)

    def governed(self, preposition: str) -> frozenset[str]:
        """The cases behind a preposition; those that are made of nouns have the genitive."""
        return self.prepositions.get(preposition, frozenset({"gent"}))

    def of_persons(self, preposition: str) -> frozenset[str]:
        """The cases in which it governs persons: with them, and hardly ever off them."""
        cases = self.governed(preposition)
        return cases & {"ablt"} if preposition in self["words.with"] else cases

    def __getitem__(self, name: str) -> frozenset[str]:
        return self.lists[name]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the language."""
    return Tables()
