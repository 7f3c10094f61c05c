"""Verbs by their form, as Spanish and Portuguese tell them; French has rules of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class VerbForms:
    """Listed forms, and the endings that make a verb of a word that is no listed noun."""

    listed: frozenset[str]
    first_person: frozenset[str]
    finite: re.Pattern[str]
    nonfinite: re.Pattern[str]
    nouns: Mapping[str, str]
    copulas: Mapping[str, str]

    def is_verb(self, low: str) -> bool:
        """Whether the word can be a form of a verb."""
        if low in self.listed or low in self.first_person:
            return True
        ends_so = self.finite.match(low) or self.nonfinite.match(low)
        return low not in self.nouns and bool(ends_so)

    def is_nonfinite(self, low: str) -> bool:
        """Whether the word can be an infinitive or a gerund, or a participle of a copula."""
        return bool(self.nonfinite.match(low)) or self.copulas.get(low) == "n"


def first_persons(infinitives: Iterable[str]) -> frozenset[str]:
    """The regular "I" of the present: "hablo", "como"."""
    return frozenset(verb[:-2] + "o" for verb in infinitives)


def present_forms(infinitives: frozenset[str], endings: str) -> frozenset[str]:
    """The regular -a of verbs in -ar; of the others a form for each of the letters."""
    in_ar = {verb[:-2] + "a" for verb in infinitives if verb.endswith("ar")}
    others = [verb[:-2] for verb in infinitives if verb.endswith(("er", "ir"))]
    return frozenset(in_ar | {stem + letter for stem in others for letter in endings})
