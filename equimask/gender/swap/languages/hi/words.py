"""Hindi words: the classes of the listed ones, and the forms of all that show gender."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from equimask.gender.lexicon.types import Gender
from equimask.gender.swap.engine.reading import column, read_table

_MARKS = str.maketrans({"\u0901": "\u0902", "\u093c": None, "\u200c": None, "\u200d": None})
_VOWEL_SIGNS = "ािीुूेैोौआओ"


@lru_cache(maxsize=8192)
def plain(word: str) -> str:
    """One nasal sign, no dots below: texts write both."""
    return unicodedata.normalize("NFC", word).translate(_MARKS)


class Forms(NamedTuple):
    """One form for each gender and number; the nasal plural stands without an auxiliary."""

    male: str
    males: str
    female: str
    females: str

    def has(self, form: str, gender: Gender) -> bool:
        """Whether the written form is one of that gender's."""
        return plain(form) in map(plain, self[:2] if gender == "male" else self[2:])

    def is_plural(self, form: str) -> bool:
        """Whether the written form can only be plural (or, of adjectives, oblique)."""
        return plain(form) not in (plain(self.male), plain(self.female))

    def give(self, gender: Gender, *, plural: bool, nasal: bool = False) -> str:
        """The form of that gender."""
        if gender == "female":
            return self.females if nasal else self.female
        return self.males if plural else self.male


def is_a(word: str, *kinds: str) -> bool:
    """Whether the word, in one spelling, is of one of these classes."""
    return not _classes().get(word, frozenset()).isdisjoint(kinds)


def any_is(words: Iterable[str], *kinds: str) -> bool:
    """Whether one of the words is of one of these classes."""
    return any(is_a(word, *kinds) for word in words)


def is_infinitive(word: str) -> bool:
    """ "करना", "करने"."""
    return word.endswith(("ना", "ने", "नी")) and is_a(word[:-2], "root")


def is_verbal(word: str) -> bool:
    """Whether the word may close a clause."""
    return is_a(word, "neutral_auxiliary") or verb(word) is not None


def is_known(word: str) -> bool:
    """Whether the word can be no name and no noun that is not listed."""
    closed = word in _classes() or is_infinitive(word) or not word[:1].isalpha()
    return closed or forms_of(word) is not None


def modifier(word: str) -> Forms | None:
    """The forms of an adjective or possessive."""
    return _look_up(word, _modifiers(), ("वाला", "वाले", "वाली"))


def verb(word: str) -> Forms | None:
    """The forms of a participle or a future."""
    return _look_up(word, _verbs(), ("गा", "गे", "गी"))


def forms_of(word: str) -> Forms | None:
    """The forms of whatever shows gender."""
    return modifier(word) or verb(word)


def _look_up(word: str, listed: Mapping[str, Forms], endings: tuple[str, ...]) -> Forms | None:
    low = plain(word)
    regular = low.endswith(endings) and len(low) > 3
    return listed.get(low) or (_regular(word[:-1]) if regular else None)


def _regular(stem: str, nasal: str = "ी") -> Forms:
    return Forms(stem + "ा", stem + "े", stem + "ी", stem + nasal)


@lru_cache(maxsize=1)
def _classes() -> Mapping[str, set[str]]:
    found = defaultdict(set)
    roots = ((root, "root") for root in column("hi", "verb_roots"))
    for word, kind in (*read_table("hi", "function_words"), *roots):
        found[plain(word)].add(kind)
    return found


@lru_cache(maxsize=1)
def _modifiers() -> dict[str, Forms]:
    regular = (_regular(word.removesuffix("ा")) for word in column("hi", "adjectives"))
    return _by_form("irregular_adjectives", regular)


@lru_cache(maxsize=1)
def _verbs() -> dict[str, Forms]:
    roots = column("hi", "verb_roots")
    return _by_form("irregular_verbs", (forms for root in roots for forms in _participles(root)))


def _participles(root: str) -> Iterator[Forms]:
    yield _regular(root + "त", "ीं")
    if is_a(plain(root), "no_perfective"):
        return
    if root[-1] not in _VOWEL_SIGNS:
        yield _regular(root, "ीं")
    else:
        yield Forms(root + "या", root + "ए", root + "ई", root + "ईं")
        yield Forms(root + "या", root + "ये", root + "यी", root + "यीं")


def _by_form(irregular: str, regular: Iterable[Forms]) -> dict[str, Forms]:
    every = [*(Forms(*row) for row in read_table("hi", irregular)), *regular]
    return {plain(form): forms for forms in reversed(every) for form in forms}
