"""The tables of German, read when they are first asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from equimask.core.packaged import packaged_text
from equimask.gender.lexicon.records import load_pairs
from equimask.gender.lexicon.types import Gender, WordPair
from equimask.gender.swap.engine.forms import Endings, Features, Forms, row_forms
from equimask.gender.swap.languages.tables import read_table

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Cell = Features  # gender (or plural) and case
GENDERS = ("male", "female", "neuter", "plural")
CASES = ("nom", "acc", "dat", "gen")
ANY: frozenset[Cell] = frozenset((gender, case) for gender in GENDERS for case in CASES)
ENDINGS = ("em", "en", "er", "es", "e")  # of adjectives
_LETTERS = {"m": "male", "f": "female", "n": "neuter", "p": "plural"}
_NOUN_ENDINGS = ("s", "es", "e", "en", "n", "er", "ern", "se", "sen")
_PARTS = (
    "contraction", "preposition", "determiner", "coordinator", "subordinator", "speaker",
    "oblique", "neutral", "numeral", "adverb",
)  # fmt: skip
_PERSONAL = frozenset("er ihn ihm sie ihr".split())


class Role(NamedTuple):
    """A noun for people: its forms, or the stem of a side that is declined as an adjective."""

    male: Forms | str
    female: Forms | str


@dataclass(frozen=True)
class Reading:
    """What a noun for people may be: a record of the gender lexicon, or a listed role."""

    gender: Gender
    cells: frozenset[Cell]
    pair: WordPair | None = None
    role: Role | None = None
    prefix: str = ""
    guessed: bool = False  # by its ending alone

    @property
    def is_adjective(self) -> bool:
        """Whether it is declined as an adjective."""
        return self.role is not None and isinstance(self.side(self.gender), str)

    def side(self, gender: Gender) -> Forms | str:
        """The forms of the role for that gender."""
        assert self.role is not None
        return self.role.male if gender == "male" else self.role.female


def is_neuter(form: str) -> bool:
    """Whether the woman's noun is a neuter."""
    return form.lower().rstrip("s").endswith(("mädchen", "mädel", "girl"))


def read_pairs(pairs: Iterable[WordPair]) -> dict[str, tuple[Reading, ...]]:
    """The nouns of the gender lexicon, or one's own, by their forms."""
    found: dict[str, tuple[Reading, ...]] = {}
    genders: tuple[Gender, Gender] = ("male", "female")
    for pair in pairs:
        if pair.pos not in ("noun", "title"):
            continue
        for gender in genders:
            form, shown, cases = pair.side(gender), str(gender), pair.cases
            if pair.number == "plur":
                shown = "plural"
            elif gender == "female" and is_neuter(form):
                shown = "neuter"
            elif gender == "female":
                cases = CASES  # it has one form
            reading = Reading(gender, frozenset((shown, case) for case in cases), pair)
            found[form.lower()] = (*found.get(form.lower(), ()), reading)
    return found


class Tables:
    """What is known of German words."""

    @cached_property
    def _settings(self) -> dict[str, dict[str, Any]]:
        return tomllib.loads(packaged_text("agreement", "de", "grammar.toml"))

    @cached_property
    def lists(self) -> dict[str, frozenset[str]]:
        """The small lists by their names."""
        return {name: frozenset(text.split()) for name, text in self._settings["words"].items()}

    @cached_property
    def idioms(self) -> tuple[str, ...]:
        """Fixed phrases that say nothing of anybody's gender."""
        return tuple(self._settings["idioms"]["phrases"].split("|"))

    @cached_property
    def records(self) -> dict[str, tuple[Reading, ...]]:
        """The nouns of the packaged gender lexicon."""
        return read_pairs(load_pairs("de"))

    # --- words that are no nouns

    @cached_property
    def classes(self) -> dict[str, frozenset[str]]:
        """The classes of every function word."""
        found: dict[str, set[str]] = {}
        for word, kind in read_table("de", "function_words"):
            found.setdefault(word, set()).add(kind)
        for form in self.determiners:
            found.setdefault(form, set()).add("determiner")
        return {word: frozenset(kinds) for word, kinds in found.items()}

    @lru_cache(maxsize=5000)  # noqa: B019 - there is one of these
    def part(self, low: str) -> str:
        """The part that a listed function word plays, if it is one."""
        if low in _PERSONAL:
            return "personal"
        kinds = {kind.partition("_")[0] for kind in self.classes.get(low, ())}
        return next((part for part in _PARTS if part in kinds), "")

    @cached_property
    def paradigms(self) -> dict[str, list[Forms]]:
        """The paradigms of each class in `agreeing.tsv`."""
        header, *_ = packaged_text("agreement", "de", "agreeing.tsv").splitlines()
        found: dict[str, list[Forms]] = {}
        for kind, *cells in read_table("de", "agreeing"):
            found.setdefault(kind, []).append(row_forms(header.split("\t")[1:], cells))
        return found

    @cached_property
    def determiners(self) -> dict[str, list[tuple[str, Forms]]]:
        """Every form of a determiner with its paradigm and the endings that it asks for."""
        asks = {"definite": "weak", "indefinite": "mixed", "possessive": "mixed", "plural": "strong"}
        found: dict[str, list[tuple[str, Forms]]] = {}
        for kind, ending in asks.items():
            for forms in self.paradigms[kind]:
                for form in {form for variants in forms.cells.values() for form, _ in variants}:
                    found.setdefault(form, []).append((ending, forms))
        return found

    @cached_property
    def contractions(self) -> dict[str, tuple[str, str, str]]:
        """ "zum": the preposition, the case and the genders."""
        return {row[0]: (row[1], row[2], row[3]) for row in read_table("de", "contractions")}

    @lru_cache(maxsize=500)  # noqa: B019
    def determiner_cells(self, low: str) -> tuple[frozenset[Cell], tuple[str, ...]]:
        """The cells of a determiner, and the endings that it asks of adjectives."""
        if low in self.contractions:
            _, case, letters = self.contractions[low]
            return frozenset((_LETTERS[letter], case) for letter in letters), ("weak",)
        every = self.determiners[low]
        cells = frozenset(cell for _, forms in every for cell in forms.readings(low))
        return cells, tuple(ending for ending, _ in every)

    @lru_cache(maxsize=5000)  # noqa: B019
    def adjective_cells(self, asked: tuple[str, ...], low: str) -> frozenset[Cell]:
        """The cells that the ending of an adjective may stand for."""
        ending = next((e for e in ENDINGS if low.endswith(e)), "")
        return frozenset(c for kind in asked for c in self.paradigms[kind][0].readings(ending))

    @lru_cache(maxsize=500)  # noqa: B019
    def preposition_cells(self, low: str) -> frozenset[Cell]:
        """The cells that may follow a preposition."""
        cases: set[str] = set()
        for kind in self.classes.get(low, ()):
            if kind.startswith("preposition_"):
                case = kind.removeprefix("preposition_")
                cases |= {"two": {"acc", "dat"}, "both": {"acc", "dat"}, "gen": {"gen", "dat"}}.get(
                    case, {case}
                )
        return frozenset(cell for cell in ANY if cell[1] in cases) or ANY

    # --- nouns

    @cached_property
    def _nouns(self) -> tuple[dict[str, str], dict[str, str]]:
        """The letters of nouns in all their forms, and of those that may end a compound."""
        whole = {noun.lower(): gender for noun, gender in read_table("de", "nouns")}
        ends = {noun: gender for noun, gender in whole.items() if len(noun) > 3}
        for noun, gender in tuple(whole.items()):
            for form in (noun + ending for ending in _NOUN_ENDINGS if gender not in "tc"):
                whole.setdefault(form, gender)
                if noun in ends:
                    ends.setdefault(form, gender)
        return whole, ends

    @lru_cache(maxsize=20_000)  # noqa: B019
    def known_noun(self, low: str) -> str:
        """The letter of a listed noun, whole or as the end of a compound; inflected ones count."""
        whole, ends = self._nouns
        if low in whole:
            return whole[low]
        found = (ends.get(low[start:], "") for start in range(2, len(low) - 3))
        return next(filter(None, found), "")

    @lru_cache(maxsize=20_000)  # noqa: B019
    def genders(self, text: str) -> frozenset[str]:
        """The genders, or the plural, that the noun may have."""
        low = text.lower()
        known = self.known_noun(low)
        if known == "p":
            return frozenset({"plural"})
        if known in _LETTERS:
            return frozenset({_LETTERS[known], "plural"})
        for gender, endings in self._settings["nouns"].items():
            if low.endswith(tuple(endings.split())) and len(low) > 4:
                return frozenset({gender})
        return frozenset(GENDERS)

    @lru_cache(maxsize=20_000)  # noqa: B019
    def noun_cells(self, text: str) -> frozenset[Cell]:
        """The cells of a noun that is not known to stand for people."""
        return frozenset(cell for cell in ANY if cell[0] in self.genders(text))

    @cached_property
    def _listed_roles(self) -> tuple[dict[str, list[Reading]], dict[str, list[Reading]]]:
        kinds: dict[str, list[list[str]]] = {}
        header, *_ = packaged_text("agreement", "de", "declensions.tsv").splitlines()
        for kind, *cells in read_table("de", "declensions"):
            kinds.setdefault(kind, []).append(cells)
        declensions = {k: Endings(header.split("\t")[1:], rows) for k, rows in kinds.items()}
        whole: dict[str, list[Reading]] = {}
        ends: dict[str, list[Reading]] = {}
        for male, female, kind in read_table("de", "roles"):
            table = ends if male.startswith("-") else whole
            man, woman = male.removeprefix("-").lower(), female.removeprefix("-").lower()
            role = Role(
                man.removesuffix("er") if kind in ("adj", "beamt") else declensions[kind].forms(man),
                woman.removesuffix("e") if kind == "adj" else declensions["f"].forms(woman),
            )
            for form, reading in _read_role(role):
                table.setdefault(form, []).append(reading)
        return whole, ends

    @lru_cache(maxsize=50_000)  # noqa: B019
    def roles(self, text: str) -> tuple[Reading, ...]:
        """What the word may be among the listed nouns for people."""
        low, (whole, ends) = text.lower(), self._listed_roles
        if low in whole:
            return tuple(whole[low])
        if low in self._nouns[0]:
            return ()
        for start in range(2, len(low) - 3):
            found = whole.get(low[start:], [])
            if found and (len(low) - start > 7 or not found[0].is_adjective):
                return tuple(replace(reading, prefix=text[:start]) for reading in found)
        feminine = low.endswith(("in", "innen", "frau"))
        if self.known_noun(low) or not (feminine or {"male", "plural"} & self.genders(text)):
            return ()
        for start in range(3, len(low) - 1):
            if low[start:] in ends:
                found = ends[low[start:]]
                return tuple(replace(r, prefix=text[:start], guessed=True) for r in found)
        return ()

    # --- verbs

    @cached_property
    def _verbs(self) -> dict[str, tuple[str, bool]]:
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

    def lists_verb(self, low: str) -> bool:
        """Whether the form is that of a listed verb without a prefix."""
        return low in self._verbs

    @lru_cache(maxsize=20_000)  # noqa: B019
    def bare(self, low: str) -> str:
        """A verb without what stands before its stem: "zurückgekehrt" is "kehrt"."""
        starts = (p for p in self.lists["separable"] if low.startswith(p) and len(low) > len(p) + 3)
        low = low.removeprefix(max(starts, key=len, default=""))
        return low.removeprefix("ge") if len(low) > 5 else low

    @lru_cache(maxsize=20_000)  # noqa: B019
    def verb(self, low: str) -> tuple[str, bool] | None:
        """Number of a finite form and whether it is surely one; nothing where it is no verb."""
        if low in self._verbs:
            return self._verbs[low]
        for prefix in self._prefixes:
            rest = low[len(prefix) :]
            if low.startswith(prefix) and len(rest) > 2 and rest in self._verbs:
                number, sure = self._verbs[rest]
                sure = sure and not (number == "pl" and f"ge{rest}" in self._verbs)
                return number, sure and rest not in self.lists["auxiliaries"]
        if self.is_participle(low):
            return "", False
        endings: dict[str, str] = self._settings["verb_endings"]
        for size in range(min(6, len(low) - 3), 0, -1):
            number = endings.get(low[-size:])
            if number is not None:
                return (number.removesuffix("!"), number.endswith("!")) if number else None
        return None

    @lru_cache(maxsize=20_000)  # noqa: B019
    def is_participle(self, low: str) -> bool:
        """Whether the word has the shape of a past participle."""
        prefixes = (p for p in ("", *self._prefixes) if low.startswith(f"{p}ge"))
        return (
            low.endswith(("t", "en"))
            and any(len(low) - len(prefix) > 4 for prefix in prefixes)
            and low not in self.classes
        )


def _read_role(role: Role) -> Iterator[tuple[str, Reading]]:
    """Every form with its reading."""
    genders: tuple[Gender, Gender] = ("male", "female")
    for gender, side in zip(genders, role, strict=True):
        if isinstance(side, str):
            cells = frozenset((shown, case) for shown in (gender, "plural") for case in CASES)
            for ending in ENDINGS:
                yield side + ending, Reading(gender, cells, role=role)
            continue
        singular = "neuter" if is_neuter(side.basic("sing", "nom")) else gender
        for form in {form for variants in side.cells.values() for form, _ in variants}:
            cells = frozenset(
                (singular if number == "sing" else "plural", case)
                for number, case in side.readings(form)
            )
            yield form, Reading(gender, cells, role=role)


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, once."""
    return Tables()
