"""The tables of German, read when they are first asked for."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from equimask.core.packaged import packaged_text
from equimask.gender.swap.engine.forms import Features, Forms, row_forms
from equimask.gender.swap.languages.tables import read_table

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Cell = Features  # gender (or plural) and case
GENDERS = ("male", "female", "neuter", "plural")
CASES = ("nom", "acc", "dat", "gen")
ANY: frozenset[Cell] = frozenset((gender, case) for gender in GENDERS for case in CASES)
AGREE = {"definite": "weak", "plural": "strong"}  # else mixed
_LETTERS = {"m": "male", "f": "female", "n": "neuter", "p": "plural"}
_ENDINGS = ("e", "en", "er", "es", "em")
_NOUN_ENDINGS = ("", "s", "es", "e", "en", "n", "er", "ern", "se", "sen")
_SURNAMES = 4  # letters of a listed noun that may end a compound


@dataclass(frozen=True)
class Role:
    """A noun for people: the masculine, the feminine, and how the masculine is declined."""

    male: str
    female: str
    declension: str

    def form(self, gender: str, case: str) -> str:
        """The singular."""
        if gender == "female":
            return self.female
        if case == "nom" or self.declension in ("adj", "beamt"):
            return self.male
        if self.declension in ("n", "en"):
            return self.male + self.declension
        return self.male + (self.declension if case == "gen" else "")

    @property
    def stem(self) -> str:
        """Of an adjective that is a noun."""
        return self.male.removesuffix("er")


@dataclass(frozen=True)
class Reading:
    """What a form of a role may be."""

    role: Role
    gender: str
    cells: frozenset[Cell]
    prefix: str = ""
    is_guess: bool = False


class Tables:
    """What is known of German words."""

    def __init__(self) -> None:
        self._roles: dict[str, tuple[Reading, ...]] = {}
        self._genders: dict[str, frozenset[str]] = {}
        self.noun_cells: dict[tuple[str, bool], frozenset[Cell]] = {}
        self.told: dict[tuple[str, bool, bool], Any] = {}  # what `words` says of a word

    @cached_property
    def _settings(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = tomllib.loads(
            packaged_text("agreement", "de", "grammar.toml")
        )
        return found

    @cached_property
    def lists(self) -> dict[str, frozenset[str]]:
        """The small lists by their names."""
        return {name: frozenset(text.split()) for name, text in self._settings["words"].items()}

    @cached_property
    def idioms(self) -> tuple[str, ...]:
        """Fixed phrases that say nothing of anybody's gender."""
        return tuple(self._settings["idioms"]["phrases"].split("|"))

    @cached_property
    def classes(self) -> dict[str, frozenset[str]]:
        """The classes of every function word."""
        found: dict[str, set[str]] = {}
        for word, kind in read_table("de", "function_words"):
            found.setdefault(word, set()).add(kind)
        return {word: frozenset(kinds) for word, kinds in found.items()}

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
        """Every form of a determiner, with the class and the paradigm that it may belong to."""
        found: dict[str, list[tuple[str, Forms]]] = {}
        for kind in ("definite", "indefinite", "possessive", "plural"):
            for forms in self.paradigms[kind]:
                written = {form for variants in forms.cells.values() for form, _ in variants}
                for form in written:
                    found.setdefault(form, []).append((kind, forms))
        return found

    @cached_property
    def contractions(self) -> dict[str, tuple[str, str, str]]:
        """ "zum": the preposition, the case and the genders."""
        return {row[0]: (row[1], row[2], row[3]) for row in read_table("de", "contractions")}

    def ending(self, kind: str, cell: Cell) -> str:
        """The ending of an adjective: weak, mixed or strong."""
        return self.paradigms[kind][0].basic(*cell)

    @lru_cache(maxsize=500)  # noqa: B019
    def determiner_cells(self, low: str) -> tuple[frozenset[Cell], tuple[str, ...]]:
        """The cells of a determiner, and the endings that it asks of adjectives."""
        cells: set[Cell] = set()
        kinds: tuple[str, ...] = ()
        for kind, forms in self.determiners[low]:
            cells |= forms.readings(low)
            kinds += (AGREE.get(kind, "mixed"),)
        return frozenset(cells), kinds

    @lru_cache(maxsize=5000)  # noqa: B019
    def adjective_cells(self, kinds: tuple[str, ...], low: str) -> frozenset[Cell]:
        """The cells that the ending of an adjective may stand for."""
        ending = next((e for e in ("em", "en", "er", "es", "e") if low.endswith(e)), "")
        return frozenset(
            cell for kind in kinds for cell in self.paradigms[kind][0].readings(ending)
        )

    # --- nouns

    @cached_property
    def _nouns(self) -> dict[str, str]:
        return {noun.lower(): gender for noun, gender in read_table("de", "nouns")}

    @lru_cache(maxsize=20_000)  # noqa: B019
    def known_noun(self, low: str, endings: tuple[str, ...] = _NOUN_ENDINGS) -> str:
        """The letter of a listed noun, whole or as the end of a compound; inflected ones count."""
        for start in range(0, max(1, len(low) - 2)):
            rest = low[start:]
            if 0 < start < 2 or (start and len(rest) < _SURNAMES):
                continue
            for ending in endings:
                if (rest.endswith(ending) and len(rest) > len(ending) + 1) or not ending:
                    base = rest.removesuffix(ending) if ending else rest
                    if start and len(base) < _SURNAMES:
                        continue
                    if base in self._nouns and not (ending and self._nouns[base] in "tc"):
                        return self._nouns[base]
        return ""

    def is_neutral(self, text: str) -> bool:
        """Whether the noun is the same of a woman and of a man."""
        return self.known_noun(text.lower()) == "c"

    def genders(self, text: str) -> frozenset[str]:
        """The genders, or the plural, that the noun may have."""
        low = text.lower()
        found = self._genders.get(low)
        if found is None:
            found = self._genders[low] = self._find_genders(low)
        return found

    def _find_genders(self, low: str) -> frozenset[str]:
        known = self.known_noun(low)
        if known == "p":
            return frozenset({"plural"})
        if known in _LETTERS:
            if low in self._nouns or low.endswith("es"):
                return frozenset({_LETTERS[known]})
            return frozenset({_LETTERS[known], "plural"})
        for name, endings in self._settings["nouns"].items():
            if low.endswith(tuple(endings.split())) and len(low) > 4:
                return frozenset({"male" if name == "masculine" else name})
        return frozenset(GENDERS)

    # --- roles

    @cached_property
    def _listed_roles(self) -> tuple[dict[str, list[Reading]], dict[str, list[Reading]]]:
        whole: dict[str, list[Reading]] = {}
        ends: dict[str, list[Reading]] = {}
        for male, female, declension in read_table("de", "roles"):
            table = ends if male.startswith("-") else whole
            role = Role(male.removeprefix("-"), female.removeprefix("-"), declension)
            for form, gender, cells in _role_forms(role):
                table.setdefault(form.lower(), []).append(Reading(role, gender, cells))
        return whole, ends

    def roles(self, text: str) -> tuple[Reading, ...]:
        """What the word may be among the nouns for people."""
        found = self._roles.get(text)
        if found is None:
            if len(self._roles) > 50_000:
                self._roles.clear()
            found = self._roles[text] = self._find_roles(text)
        return found

    def _find_roles(self, text: str) -> tuple[Reading, ...]:
        low, (whole, ends) = text.lower(), self._listed_roles
        if low in self._nouns:
            return ()
        if low in whole:
            return tuple(whole[low])
        for start in range(2, len(low) - 3):
            rest = low[start:]
            if rest in whole and len(rest) > 3:
                kept = [r for r in whole[rest] if r.role.declension != "adj" or len(rest) > 7]
                if kept:
                    return tuple(_joined(r, text[:start], guess=False) for r in kept)
        if self.known_noun(low, ("",)):
            return ()
        if (
            not low.endswith(("in", "innen", "frau"))
            and len(self.genders(text)) == 1
            and self.genders(text) != {"male"}
        ):
            return ()
        for start in range(1, len(low) - 1):
            rest = low[start:]
            if rest in ends and start > 2:
                return tuple(_joined(r, text[:start], guess=True) for r in ends[rest])
        return ()

    # --- verbs

    @cached_property
    def _verbs(self) -> dict[str, tuple[str, bool]]:
        """Finite forms with their number and whether they are surely finite."""
        found: dict[str, tuple[str, bool]] = {}
        for infinitive, present, past, participle in read_table("de", "verbs"):
            found.setdefault(present, ("sg", True))
            found.setdefault(past, ("sg", True))
            found.setdefault(past + ("n" if past.endswith("e") else "en"), ("pl", True))
            found.setdefault(infinitive, ("pl", False))
            found.setdefault(participle, ("", False))
            found.setdefault(infinitive.removesuffix("n").removesuffix("e") + "e", ("one", False))
        for (stem,) in read_table("de", "weak_verbs"):
            linked = stem + "e" if stem.endswith(("t", "d", "chn", "ffn", "gn")) else stem
            found.setdefault(linked + "te", ("sg", True))
            found.setdefault(linked + "ten", ("pl", True))
            found.setdefault(linked + "t", ("sg", False))
            found.setdefault(stem + "e", ("one", False))
            found.setdefault(stem + ("n" if stem.endswith(("el", "er")) else "en"), ("pl", False))
        found |= {form: (number, True) for form, number in read_table("de", "finite_verbs")}
        return found

    def lists_verb(self, low: str) -> bool:
        """Whether the form is that of a listed verb without a prefix."""
        return low in self._verbs

    @cached_property
    def _prefixes(self) -> tuple[str, ...]:
        return tuple(sorted(self.lists["prefixes"], key=len, reverse=True))

    @lru_cache(maxsize=20_000)  # noqa: B019 - there is one of these
    def verb(self, low: str) -> tuple[str, bool] | None:
        """Number of a finite form and whether it is surely one; nothing where it is no verb."""
        found = self._verbs.get(low)
        if found is not None:
            return found
        for prefix in self._prefixes:
            rest = low[len(prefix) :]
            if low.startswith(prefix) and len(rest) > 2 and rest in self._verbs:
                number, sure = self._verbs[rest]
                sure = sure and not (number == "pl" and f"ge{rest}" in self._verbs)
                return number, sure and rest not in ("ist", "hat", "sei", "mag", "war")
        if len(low) > 5 and low.endswith("ierte"):
            return "sg", True
        if len(low) > 5 and low.endswith("ierten"):
            return "pl", True
        if len(low) > 4 and low.endswith("te") and not low.endswith(("ste", "hte")):
            return "sg", False
        if len(low) > 5 and low.endswith("ten") and not low.endswith(("sten", "hten")):
            return "pl", False
        if len(low) > 4 and low.endswith("iert"):
            return "sg", False
        if self.is_participle(low):
            return "", False
        if len(low) > 3 and low.endswith("t"):
            return "sg", False
        return ("pl", False) if len(low) > 4 and low.endswith(("en", "ern", "eln")) else None

    @lru_cache(maxsize=20_000)  # noqa: B019
    def is_participle(self, low: str) -> bool:
        """Whether the word has the shape of a past participle."""
        if low.startswith("ge") and low.endswith(("t", "en")) and len(low) > 4:
            return low not in ("gegen", "gestern", "gern")
        for prefix in self._prefixes:
            rest = low[len(prefix) :]
            if low.startswith(prefix) and rest.startswith("ge") and rest.endswith(("t", "en")):
                return len(rest) > 4
        return False


def _joined(reading: Reading, prefix: str, *, guess: bool) -> Reading:
    return Reading(reading.role, reading.gender, reading.cells, prefix, guess)


def _role_forms(role: Role) -> list[tuple[str, str, frozenset[Cell]]]:
    """Every form with its gender and cells."""

    def cells(gender: str, *cases: str) -> frozenset[Cell]:
        return frozenset((gender, case) for case in cases or CASES)

    if role.declension == "adj":
        return [
            (role.stem + ending, gender, cells(gender) | cells("plural"))
            for gender in ("male", "female")
            for ending in _ENDINGS
        ]
    feminine = "neuter" if role.female.endswith(("mädchen", "Mädchen", "Mädel")) else "female"
    found = [(role.female, "female", cells(feminine))]
    if role.female.endswith("in"):
        found.append((role.female + "nen", "female", cells("plural")))
    elif role.female.endswith("frau"):
        found.append((role.female + "en", "female", cells("plural")))
    elif role.female.endswith("e"):
        found.append((role.female + "n", "female", cells("plural")))
    if role.declension == "beamt":
        stem = role.male.removesuffix("er")
        return found + [(stem + e, "male", cells("male") | cells("plural")) for e in _ENDINGS]
    if role.declension in ("n", "en"):
        oblique = role.male + role.declension
        found += [(role.male, "male", cells("male", "nom"))]
        found += [(oblique, "male", cells("male", "acc", "dat", "gen") | cells("plural"))]
        return found
    same = role.male.endswith(("er", "el", "en"))
    plural = cells("plural", "nom", "acc", "gen") if same else frozenset()
    found.append((role.male, "male", cells("male", "nom", "acc", "dat") | plural))
    found.append((role.male + "s", "male", cells("male", "gen")))
    if role.declension == "es":
        found.append((role.male + "es", "male", cells("male", "gen")))
    if same:
        found.append((role.male + "n", "male", cells("plural", "dat")))
    elif role.male.endswith("mann"):
        found.append((role.male.removesuffix("mann") + "männer", "male", cells("plural")))
        found.append((role.male.removesuffix("mann") + "männern", "male", cells("plural")))
    else:
        plurals = ("e", "en", "en") if role.male.endswith("or") else ("e", "en")
        found += [(role.male + e, "male", cells("plural")) for e in plurals]
    return found


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, once."""
    return Tables()
