"""The tables of German, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from equimask.core.packaged import packaged_text
from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.types import Gender, WordPair
from equimask.gender.swap.engine.forms import Endings, Features, Forms, row_forms
from equimask.gender.swap.engine.reading import read_rows, read_settings, read_table

Cell = Features  # gender (or plural) and case
CASES = ("nom", "acc", "dat", "gen")
ANY: frozenset[Cell] = frozenset(
    (gender, case) for gender in ("male", "female", "neuter", "plural") for case in CASES
)
ENDINGS = ("em", "en", "er", "es", "e")  # of adjectives
_BOTH: tuple[Gender, Gender] = ("male", "female")
_LETTERS = {"m": "male", "f": "female", "n": "neuter", "p": "plural", "o": "neuter"}
_ASKS = {"contraction": "weak", "definite": "weak", "plural": "strong"}  # else mixed
_DETERMINERS = ("contraction", "definite", "indefinite", "possessive", "plural")
_PARTS = (
    "preposition", "determiner", "coordinator", "subordinator", "speaker", "oblique", "neutral",
    "numeral", "adverb",
)  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """What a noun for people may be: a record of the gender lexicon, or a listed role.

    `other` is the other side of a role: its forms, or the stem of one that is declined as an
    adjective; `adjective` says whether this side is so.
    """

    gender: Gender
    cells: frozenset[Cell]
    pair: WordPair | None = None
    other: Forms | str = ""
    adjective: bool = False
    prefix: str = ""
    guessed: bool = False  # by its ending alone


def is_neuter(form: str) -> bool:
    """Whether the woman's noun is a neuter."""
    return form.lower().rstrip("s").endswith(("mädchen", "mädel", "girl"))


def read_pairs(pairs: Iterable[WordPair]) -> dict[str, tuple[Reading, ...]]:
    """The nouns of the gender lexicon, or one's own, by their forms."""
    found: dict[str, tuple[Reading, ...]] = {}
    for pair in pairs:
        for gender in _BOTH if pair.pos in ("noun", "title") else ():
            form, shown = pair.side(gender), str(gender)
            if pair.number == "plur":
                shown = "plural"
            elif gender == "female" and is_neuter(form):
                shown = "neuter"
            cases = CASES if shown == "female" else pair.cases  # she has one form
            reading = Reading(gender, frozenset((shown, case) for case in cases), pair)
            found[form.lower()] = (*found.get(form.lower(), ()), reading)
    return found


class Tables:
    """What is known of German words."""

    @cached_property
    def _settings(self) -> dict[str, Any]:
        return read_settings("de", "grammar")

    @cached_property
    def lists(self) -> dict[str, frozenset[str]]:
        """The small lists by their names."""
        return {name: frozenset(text.split()) for name, text in self._settings["words"].items()}

    @cached_property
    def idioms(self) -> tuple[list[str], ...]:
        """The parts of fixed phrases that say nothing of anybody's gender, or too much."""
        return tuple(one.split(" … ") for one in self._settings["idioms"]["phrases"].split("|"))

    @cached_property
    def records(self) -> dict[str, tuple[Reading, ...]]:
        """The nouns of the packaged gender lexicon."""
        return read_pairs(load_pairs("de"))

    # --- words that agree, and other small words

    @cached_property
    def paradigms(self) -> dict[str, list[Forms]]:
        """The paradigms of each class in `agreeing.tsv`."""
        header, *rows = read_rows("de", "agreeing")
        found: dict[str, list[Forms]] = {}
        for kind, *cells in rows:
            found.setdefault(kind, []).append(row_forms(header[1:], cells))
        return found

    @cached_property
    def determiners(self) -> dict[str, list[tuple[str, Forms]]]:
        """Every form of a determiner with its paradigms and the endings that they ask for."""
        found: dict[str, list[tuple[str, Forms]]] = {}
        for kind in _DETERMINERS:
            for forms in self.paradigms[kind]:
                for form in {form for variants in forms.cells.values() for form, _ in variants}:
                    found.setdefault(form, []).append((_ASKS.get(kind, "mixed"), forms))
        return found

    @cached_property
    def classes(self) -> dict[str, frozenset[str]]:
        """The classes of every function word."""
        found: dict[str, set[str]] = {form: {"determiner"} for form in self.determiners}
        for word, kind in read_table("de", "function_words"):
            found.setdefault(word, set()).add(kind)
        return {word: frozenset(kinds) for word, kinds in found.items()}

    def part(self, low: str) -> str:
        """The part that a listed function word plays, if it is one."""
        if low in self.lists["personal"]:
            return "personal"
        kinds = {kind.partition("_")[0] for kind in self.classes.get(low, ())}
        return next((part for part in _PARTS if part in kinds), "")

    @lru_cache(maxsize=5000)  # noqa: B019 - there is one of these
    def determiner_cells(self, low: str) -> frozenset[Cell]:
        """The cells of a determiner."""
        return frozenset(cell for _, forms in self.determiners[low] for cell in forms.readings(low))

    @lru_cache(maxsize=5000)  # noqa: B019
    def adjective_cells(self, determiner: str, low: str) -> frozenset[Cell]:
        """The cells that the ending of an adjective may stand for."""
        ending = next((e for e in ENDINGS if low.endswith(e)), "")
        asked = {kind for kind, _ in self.determiners.get(determiner, ())} or {"strong"}
        return frozenset(c for kind in asked for c in self.paradigms[kind][0].readings(ending))

    @lru_cache(maxsize=500)  # noqa: B019
    def preposition_cells(self, low: str) -> frozenset[Cell]:
        """The cells that may follow a preposition."""
        governed = {"two": "acc dat", "both": "acc dat", "gen": "gen dat"}
        kinds = [kind.removeprefix("preposition_") for kind in self.classes[low]]
        cases = " ".join(governed.get(kind, kind) for kind in kinds).split()
        return frozenset(cell for cell in ANY if cell[1] in cases)

    # --- nouns

    @cached_property
    def _nouns(self) -> dict[str, tuple[str, bool]]:
        """The letters of nouns in all their forms, and whether they may end a compound."""
        found = {
            noun.lower(): (gender, len(noun) > 3) for noun, gender in read_table("de", "nouns")
        }
        for noun, kind in tuple(found.items()):
            for ending in self._settings["noun_endings"].get(kind[0], "").split():
                found.setdefault(noun + ending, kind)
        return found

    @lru_cache(maxsize=20_000)  # noqa: B019
    def known_noun(self, low: str) -> str:
        """The letter of a listed noun, whole or as the end of a compound; inflected ones count."""
        if low in self._nouns:
            return self._nouns[low][0]
        found = (self._nouns.get(low[start:], ("", False)) for start in range(2, len(low) - 3))
        return next((gender for gender, ends in found if ends), "")

    @lru_cache(maxsize=20_000)  # noqa: B019
    def noun_cells(self, text: str) -> frozenset[Cell]:
        """The cells of a noun that is not known to stand for people."""
        low = text.lower()
        genders = {_LETTERS.get(self.known_noun(low), ""), "plural"}
        if "" in genders:
            ends = self._settings["nouns"].items()
            ended = {gender for gender, ending in ends if low.endswith(tuple(ending.split()))}
            genders = ended or {gender for gender, _ in ANY}
        return frozenset(cell for cell in ANY if cell[0] in genders)

    def genders(self, text: str) -> frozenset[str]:
        """The genders, or the plural, that the noun may have."""
        return frozenset(gender for gender, _ in self.noun_cells(text))

    @cached_property
    def _listed_roles(self) -> tuple[dict[str, list[Reading]], dict[str, list[Reading]]]:
        kinds: dict[str, list[list[str]]] = {}
        header, *_ = packaged_text("agreement", "de", "declensions.tsv").splitlines()
        for kind, *cells in read_table("de", "declensions"):
            kinds.setdefault(kind, []).append(cells)
        declensions = {k: Endings(header.split("\t")[1:], rows) for k, rows in kinds.items()}
        tables: tuple[dict[str, list[Reading]], dict[str, list[Reading]]] = ({}, {})
        for male, female, kind in read_table("de", "roles"):
            man, woman = male.removeprefix("-").lower(), female.removeprefix("-").lower()
            sides = [
                declensions[kind].forms(man) if kind in declensions else man.removesuffix("er"),
                woman.removesuffix("e") if kind == "adj" else declensions["f"].forms(woman),
            ]
            for gender, side, other in zip(_BOTH, sides, reversed(sides), strict=True):
                for form, shown in _read_side(gender, side).items():
                    reading = Reading(gender, shown, None, other, isinstance(side, str))
                    tables[male.startswith("-")].setdefault(form, []).append(reading)
        return tables

    @lru_cache(maxsize=50_000)  # noqa: B019
    def roles(self, text: str) -> tuple[Reading, ...]:
        """What the word may be among the listed nouns for people."""
        low, (whole, ends) = text.lower(), self._listed_roles
        if low in whole:
            return tuple(whole[low])
        for start in range(2, len(low) - 3):
            found = whole.get(low[start:], [])
            if found and (len(low) - start > 7 or not found[0].adjective):
                return tuple(replace(reading, prefix=text[:start]) for reading in found)
        least = 4 if self.known_noun(low) else 2  # only long endings outweigh it: "Neurologe"
        starts = range(3, len(low) - least + 1)
        start = next((s for s in starts if low[s:] in ends), len(low))
        adjective = low.endswith(tuple(self.lists["adjectival"]))  # "ein Beauftragter"
        found = [] if adjective else ends.get(low[start:], [])
        return tuple(replace(reading, prefix=text[:start], guessed=True) for reading in found)

    # --- verbs

    @cached_property
    def verbs(self) -> dict[str, tuple[str, bool]]:
        """Finite forms with their number and whether they are surely finite (`sg!`)."""
        tags, *_ = packaged_text("agreement", "de", "verbs.tsv").splitlines()
        rows = [*read_table("de", "finite_verbs")]
        for forms in read_table("de", "verbs"):
            rows += zip(forms, tags.split("\t"), strict=True)
        found: dict[str, tuple[str, bool]] = {}
        for form, tag in rows:
            found.setdefault(form, (tag.rstrip("-!"), tag.endswith("!")))
        return found

    @cached_property
    def _prefixes(self) -> tuple[str, ...]:
        return tuple(sorted(self.lists["prefixes"], key=len, reverse=True))

    @lru_cache(maxsize=20_000)  # noqa: B019
    def verb(self, low: str) -> tuple[str, bool]:
        """Number of a finite form, empty where it is none, and whether it is surely one."""
        if low in self.verbs:
            return self.verbs[low]
        for prefix in self._prefixes:
            rest = low.removeprefix(prefix)
            if rest != low and len(rest) > 2 and rest in self.verbs:
                number, sure = self.verbs[rest]
                sure = sure and not (number == "pl" and f"ge{rest}" in self.verbs)
                return number, sure and rest not in self.lists["auxiliaries"]
        endings: dict[str, str] = self._settings["verb_endings"]
        sizes = range(min(6, len(low) - 3), 0, -1)
        tag = next((endings[low[-size:]] for size in sizes if low[-size:] in endings), "")
        return tag.rstrip("!"), tag.endswith("!")

    @lru_cache(maxsize=20_000)  # noqa: B019
    def is_participle(self, low: str) -> bool:
        """Whether the word has the shape of a past participle."""
        starts = (prefix for prefix in ("", *self._prefixes) if low.startswith(f"{prefix}ge"))
        return low.endswith(("t", "en")) and any(len(low) - len(prefix) > 4 for prefix in starts)


def _read_side(gender: Gender, side: Forms | str) -> dict[str, frozenset[Cell]]:
    """Every form of one side of a role with its cells."""
    if isinstance(side, str):
        cells = frozenset((shown, case) for shown in (gender, "plural") for case in CASES)
        return {side + ending: cells for ending in ENDINGS}
    one = "neuter" if is_neuter(side.basic("sing", "nom")) else gender
    shown = {"sing": str(one), "plural": "plural"}
    every = {form for variants in side.cells.values() for form, _ in variants}
    return {form: frozenset((shown[n], case) for n, case in side.readings(form)) for form in every}


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, once."""
    return Tables()
