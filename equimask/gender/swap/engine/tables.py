"""What a language says of its words: tables, read when they are first asked for."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from equimask.core.packaged import packaged, packaged_languages, packaged_text
from equimask.gender.lexicon.records import load_names, load_pairs
from equimask.gender.swap.engine.forms import Endings, Features, Forms, by_form, row_forms
from equimask.gender.swap.engine.reading import column, read_rows, read_settings, read_table

MOST_KEPT = 50_000
_NEVER = re.compile("(?!)")
_GENDERS = {"m": "male", "f": "female"}


class Content(NamedTuple):
    """What a word of an open class may be."""

    adjective: Forms | None
    gender: str  # of a noun: male, female, c (both), or nothing where it is none
    number: str  # of a listed noun
    role: Forms | None  # a noun for people, with the forms of both genders
    verb: str  # finite, nonfinite or nothing
    is_participle: bool

    @property
    def is_noun(self) -> bool:
        """Whether it may be a noun."""
        return bool(self.gender) or self.role is not None


_each: Callable[[frozenset[str]], tuple[str, ...]] = lru_cache(maxsize=None)(tuple)


class Lists(dict[str, frozenset[str]]):
    """The small lists of a language; one that it does not have is empty."""

    def __missing__(self, name: str) -> frozenset[str]:
        return frozenset()

    def begins(self, name: str, low: str) -> bool:
        """Whether the word begins with one of a list."""
        return low.startswith(_each(self[name]))

    def ends(self, name: str, low: str) -> bool:
        """Whether the word ends in one of a list."""
        return low.endswith(_each(self[name]))


class Tables:
    """The tables of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.content = lru_cache(maxsize=MOST_KEPT)(self._content)
        self.shown: dict[tuple[str, str], frozenset[Features]] = {}  # by part and word

    @cached_property
    def settings(self) -> dict[str, Any]:
        """`language.toml`."""
        return read_settings(self.lang, "language")

    @cached_property
    def lists(self) -> Lists:
        """All small lists by their names, and tables of verbs, or of their stems."""
        lists = {name: frozenset(line.split()) for name, line in self.settings["words"].items()}
        for name in ("verbs", "human_verbs", "person_verbs"):
            lists[name] = frozenset(column(self.lang, name))
        speaking = (word for word, person, *_ in self.rows("copulas") if person in "12")
        return Lists(lists, speaking=frozenset(speaking))

    @cached_property
    def conditions(self) -> dict[str, re.Pattern[str]]:
        """What a following word must look like for a form to be written before it."""
        written = {name: re.compile(p) for name, p in self.settings.get("conditions", {}).items()}
        return defaultdict(lambda: _NEVER, written)  # one that a language has not is never met

    @cached_property
    def classes(self) -> dict[str, frozenset[str]]:
        """The classes of every function word."""
        found: dict[str, set[str]] = {}
        for word, kind in self.rows("function_words"):
            found.setdefault(word, set()).add(kind)
        for kind, table in self.agreeing.items():
            for form in table:
                found.setdefault(form, set()).add(kind)
        for word, *_ in self.rows("copulas"):
            found.setdefault(word, set()).add("copula")
        return {word: frozenset(kinds) for word, kinds in found.items()}

    def is_of(self, kind: str, low: str) -> bool:
        """Whether the function word may be of that class."""
        return kind in self.classes.get(low, ())

    @cached_property
    def agreeing(self) -> dict[str, dict[str, Forms]]:
        """Determiners and pronouns by class and form."""
        columns, *rows = read_rows(self.lang, "agreeing")
        found: dict[str, list[Forms]] = {}
        for kind, *cells in rows:
            found.setdefault(kind, []).append(row_forms(columns[1:], cells))
        return {kind: by_form(forms) for kind, forms in found.items()}

    @cached_property
    def endings(self) -> Endings:
        """How adjectives and nouns change."""
        columns, *rows = read_rows(self.lang, "endings")
        return Endings(columns, rows)

    @cached_property
    def adjectives(self) -> dict[str, Forms]:
        """Every form of a listed adjective."""
        listed = list(column(self.lang, "adjectives"))
        for ending, participle in self.settings["verbs"].get("participles", {}).items():
            infinitives = (verb for verb in column(self.lang, "verbs") if verb.endswith(ending))
            listed += [verb.removesuffix(ending) + participle for verb in infinitives]
        return by_form(map(self.endings.forms, listed))

    @cached_property
    def roles(self) -> dict[str, Forms]:
        """Every form of a noun for people; a second column holds a feminine out of the rule."""
        paired = (
            Forms({("male", p.number): ((p.male, ""),), ("female", p.number): ((p.female, ""),)})
            for p in load_pairs(self.lang)
            if p.pos == "noun" and p.number in ("sing", "plur")
        )
        return by_form(chain((self._role(*row) for row in self.rows("roles")), paired))

    @cached_property
    def nouns(self) -> dict[str, str]:
        """The genders of the listed nouns."""
        return {noun: gender for noun, gender, *_ in self.rows("nouns")}

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Listed finite forms, and the present that the infinitives give."""
        listed = set(column(self.lang, "finite_verbs"))
        present = self.settings["verbs"].get("present", {})
        for verb in column(self.lang, "verbs"):
            for ending, forms in present.items():
                if verb.endswith(ending):
                    listed.update(verb.removesuffix(ending) + form for form in forms.split())
        return frozenset(listed)

    @cached_property
    def referring(self) -> frozenset[str]:
        """The pronouns that stand for somebody named before."""
        kinds = ("personal", "stressed", "reflexive")
        return frozenset(f for kind in kinds for f in self.agreeing.get(kind, ()))

    def guessed_gender(self, low: str) -> str:
        """The gender that a noun's ending betrays."""
        return next((gender for gender in ("female", "male") if self._ends(gender, low)), "")

    def may_show(self, low: str, gender: str, number: str = "") -> bool:
        """Whether the word's ending may be one of that gender and number."""
        plural = self._ends("plural_only", low)
        several = plural or low.endswith(tuple(self.settings["nouns"]["plural_signs"]))
        if (plural and number == "sing") or (number == "plur" and not several):
            return False
        signs = f"{gender}_signs"
        shown = signs if signs in self.settings["nouns"] else gender
        return self._ends(shown, low) and not self._ends("unvaried", low)

    def is_thing(self, low: str) -> bool:
        """Whether an unlisted noun ends as words for things do."""
        return self._ends("things", low)

    def _ends(self, name: str, low: str) -> bool:
        """Whether the noun has one of those endings, in either number."""
        endings = tuple(self.settings["nouns"].get(name, "").split())
        return low.endswith(endings) or low.removesuffix("s").endswith(endings)

    def object_verb(self, low: str) -> re.Match[str] | None:
        """A verb that is written with its object: "verla"; the pronoun is the last group."""
        return None if low in self.nouns else self._patterns["with_object"].fullmatch(low)

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        """By what they tell; `adjectives` are endings that gender does not change: "crucial"."""
        settings = self.settings["verbs"] | {"adjectives": self.settings["nouns"].get("adjectives")}
        names = ("finite", "nonfinite", "participle", "with_object", "adjectives", "adverb")
        return {n: re.compile(settings[n]) if settings.get(n) else _NEVER for n in names}

    def _bases(self, low: str) -> list[str]:
        """What the word may be the plural of, by its ending alone."""
        plurals = self.settings["nouns"]["plurals"]
        return [low.removesuffix(old) + new for old, new in plurals if low.endswith(old)]

    def singulars(self, low: str) -> set[str]:
        """What the word may be one of, by its ending alone, and the word itself."""
        return {low, *self._bases(low)}

    def is_adverb(self, low: str) -> bool:
        """Whether the ending is that of an adverb."""
        ends = self._patterns["adverb"].fullmatch(low) is not None
        return ends and low not in self.nouns and low not in self.adjectives

    def _content(self, low: str) -> Content:
        """What the word may be, apart from function words."""
        gender, number = self._noun(low)
        role = self.roles.get(low) if gender != "c" else None
        if role and low not in self.nouns and gender not in {f[0] for f in role.readings(low)}:
            gender = ""  # "matematici" are people
        adjective, listed = self.adjectives.get(low), low in self.adjectives
        patterns = self._patterns
        participle = patterns["participle"].fullmatch(low)
        if not listed and participle is not None and not gender and low not in self.verbs:
            base = participle["stem"] + self.settings["verbs"]["participle_ending"]
            adjective = self.endings.forms(base)
        verb, is_noun = "", bool(gender or role)
        if low in self.verbs:
            verb = "finite"
        elif patterns["nonfinite"].fullmatch(low) and not is_noun:
            verb = "nonfinite"
        elif patterns["finite"].fullmatch(low) and not (self.is_thing(low) or is_noun or listed):
            verb = "finite"
        if adjective is None and not (is_noun or verb) and patterns["adjectives"].fullmatch(low):
            base = min(self.singulars(low), key=lambda form: (len(form), form != low))
            adjective = self.endings.forms(base)
        done = participle is not None and not self.lists.ends("adjectival", participle["stem"])
        return Content(adjective, gender, number, role, verb, done)

    def _noun(self, low: str) -> tuple[str, str]:
        if low in self.nouns:
            base, number = low, "sing"
        else:
            base = next((base for base in self._bases(low) if base in self.nouns), "")
            number = "plur" if base else ""
        gender = self.nouns.get(base, "")
        return _GENDERS.get(gender, gender), number

    def _role(self, male: str, female: str = "") -> Forms:
        forms = self.endings.forms(male)
        if not female:
            return forms
        ours = self.endings.forms(female).cells
        theirs = {f: ours[f] if f[0] == "female" else cell for f, cell in forms.cells.items()}
        return Forms(theirs | {("female", "sing"): ((female, ""),)})

    def rows(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The rows of a table without its header."""
        return read_table(self.lang, name)


@lru_cache(maxsize=1)
def every_first_name() -> frozenset[str]:
    """Those of all languages: news and encyclopedias speak of foreigners."""
    every = (load_names(lang) for lang in packaged_languages("first_names"))
    return frozenset(chain(packaged_text("agreement", "first_names.tsv").split()[1:], *every))


@lru_cache(maxsize=32)
def tables_of(lang: str) -> Tables:
    """The tables of a language."""
    return Tables(lang)


def begins_with_vowel(lang: str, word: str) -> bool:
    """Whether small words lose their vowel before the word: "l'homme", "le héros"."""
    return tables_of(lang).conditions["vowel"].match(word.lower()) is not None


@lru_cache(maxsize=32)
def tables_hash(lang: str) -> str:
    """A short hash of a language's agreement tables, nothing where it has none."""
    found = sorted(path for path in packaged("agreement", lang).glob("*") if path.is_file())
    text = "\0".join(f"{path.name}\0{path.read_text(encoding='utf-8')}" for path in found)
    return hashlib.sha256(text.encode()).hexdigest()[:12] if found else ""
