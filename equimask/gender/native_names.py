"""Foreign first names replaced by native ones, as Kaneko et al. (2022) do for HTname.

A translated pair keeps English names, which are rare in the language and may carry no gender there.
Only exact listed forms are replaced: a nominative by a nominative. What could not be replaced
is counted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from equimask.core.errors import DataError, InputError
from equimask.core.languages import get_language
from equimask.core.packaged import packaged_languages
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.records import load_names, packaged_list, parse_names, read_word_list
from equimask.gender.lexicon.tokens import is_whole, pieces_of
from equimask.gender.lexicon.unlisted import Unlisted

_SENTENCE_START = re.compile(r"(?:^|[.!?…:]\s)[\s«„“\"'(—-]*$")


class _Hit(NamedTuple):
    start: int
    end: int
    name: str
    upper: bool


@dataclass(frozen=True)
class RenamedPairs:
    """The pairs with native names, and an account of every foreign one.

    `left` counts what stays: `ambiguous` (also an ordinary word), `inflected` (an oblique form),
    `case_unknown` (a name without case forms where its case cannot be told).
    `n_pairs` were changed; of the `n_named` that had a first name, `n_native` had a native one.
    """

    first: list[str]
    second: list[str]
    replaced: dict[str, int]
    left: dict[str, int]
    n_pairs: int
    n_native: int
    n_named: int


@dataclass(frozen=True)
class NameLists:
    """Foreign names with their gender, those left alone, and native names by gender."""

    foreign: Mapping[str, str]
    ambiguous: frozenset[str]
    native: Mapping[str, Sequence[str]]


def replace_names(
    first: Sequence[str],
    second: Sequence[str],
    language: str,
    *,
    foreign: Mapping[str, str] | None = None,
    native: Mapping[str, str] | None = None,
    seed: int = 0,
) -> RenamedPairs:
    """Give the people of each pair native names of the same gender, drawn with a seed.

    `foreign` and `native` map names to "male" or "female"; the packaged lists are the default.
    Within a pair a name is always replaced by the same one, two names never by the same, and none
    by a name that is there already. Each row has its own draw: it does not depend on the others.
    """
    if len(first) != len(second):
        raise InputError(
            expected="as many first as second sentences",
            got=f"{len(first)} and {len(second)}",
            fix="Pass the two sides of the same pairs.",
        )
    language = get_language(language).code
    lists = _lists(language, foreign, native)
    finder = _Finder(language, lists)
    replaced, left = Counter[str](), Counter[str]()
    renamed: list[tuple[str, str]] = []
    n_native = n_named = 0
    for row, pair in enumerate(zip(first, second, strict=True)):
        stay = Counter[str]()
        hits = [finder.find(sentence, stay) for sentence in pair]
        native_there = any(map(finder.has_native, pair))
        n_native += native_there
        n_named += native_there or any(hits) or not {"inflected", "case_unknown"}.isdisjoint(stay)
        left.update(stay)
        names = list(dict.fromkeys(hit.name for side in hits for hit in side))
        rng = np.random.default_rng([seed, row])
        targets = _draw(names, lists, " ".join(pair), rng)
        replaced.update(hit.name for side in hits for hit in side)
        left_side, right_side = (
            _apply(text, side, targets) for text, side in zip(pair, hits, strict=True)
        )
        renamed.append((left_side, right_side))
    changed = sum(new != (a, b) for new, a, b in zip(renamed, first, second, strict=True))
    sides = [a for a, _ in renamed], [b for _, b in renamed]
    return RenamedPairs(*sides, dict(replaced), dict(left), changed, n_native, n_named)


def with_english_names(
    first: Sequence[str], second: Sequence[str], language: str, *, seed: int = 0
) -> RenamedPairs:
    """The other way round: pairs with native names as a translation of English ones would have it.

    The pairs that Kaneko et al. released have native names; so their HT is made of their HTname. A
    pair of which one side alone has a listed name stays as it is: its sides would differ in more
    than the gender.
    """
    language = get_language(language).code
    english = packaged_names(language).foreign
    own = {**load_names(language), **_own_names(language)}
    native = {name: gender for name, gender in own.items() if name not in english}
    lists: dict[str, Any] = {"foreign": native, "native": english, "seed": seed}
    given = list(zip(first, second, strict=True))
    tried = replace_names(first, second, language, **lists)
    found = zip(given, tried.first, tried.second, strict=True)
    half = [(a != new_a) != (b != new_b) for (a, b), new_a, new_b in found]
    whole = [("", "") if one else pair for pair, one in zip(given, half, strict=True)]
    renamed = replace_names([a for a, _ in whole], [b for _, b in whole], language, **lists)
    sides = (
        [old[side] if one else new for old, new, one in zip(given, news, half, strict=True)]
        for side, news in enumerate((renamed.first, renamed.second))
    )
    return replace(
        renamed,
        first=next(sides),
        second=next(sides),
        n_native=tried.n_native,
        n_named=tried.n_named,
    )


def packaged_names(language: str) -> NameLists:
    """English names as the language writes them, and its own.

    Where the script is not Latin, `transliterated_names/` has the forms. A name that is usual in
    the language itself counts as native and is never replaced.
    """
    english, own = load_names("en"), _own_names(language)
    text = packaged_list("transliterated_names", language)
    forms = list(read_word_list(text, ("name", "form", "ambiguous")))
    foreign: dict[str, str] = {}
    if forms:
        foreign = {row["form"]: english[row["name"]] for row in forms if not row["ambiguous"]}
    elif language != "en" and own and _is_latin(own):
        foreign = {name: gender for name, gender in english.items() if name not in own}
    if not foreign:
        raise DataError(
            expected="a list of English names as this language writes them",
            got=f"none for {language!r}",
            fix="Pass foreign={'name': 'male' or 'female', ...}; there are lists for "
            f"{', '.join(_languages_with_names())}.",
        )
    ambiguous = frozenset(row["form"] for row in forms if row["ambiguous"])
    native = {gender: [name for name in own if own[name] == gender] for gender in GENDERS}
    return NameLists(foreign, ambiguous, native)


def _lists(
    language: str, foreign: Mapping[str, str] | None, native: Mapping[str, str] | None
) -> NameLists:
    lists = packaged_names(language) if foreign is None else NameLists(foreign, frozenset(), {})
    if native is None and foreign is not None:
        native = _own_names(language)
    if native is not None:
        by_gender = {g: [name for name in native if native[name] == g] for g in GENDERS}
        lists = NameLists(lists.foreign, lists.ambiguous, by_gender)
    for name, gender in lists.foreign.items():
        if gender not in GENDERS or not lists.native.get(gender):
            raise InputError(
                expected="native names of the gender of every foreign name",
                got=f"{name!r}: {gender!r}",
                fix="Genders are 'male' and 'female'; pass native={'name': gender, ...}.",
            )
    return lists


class _Finder:
    """Foreign names in the sentences of one language."""

    def __init__(self, language: str, lists: NameLists) -> None:
        self.language, self.lists = language, lists
        self.spaced = get_language(language).spaced
        self.by_length = _longest_first((*lists.foreign, *lists.ambiguous))
        native = {name: gender for gender in GENDERS for name in lists.native[gender]}
        own = {
            name: gender
            for name, gender in {**load_names(language), **native}.items()
            if name not in lists.foreign
        }
        english = load_names("en")
        telling = {name: gender for name, gender in own.items() if name not in english}
        self.native_by_length = _longest_first(telling)
        self.forms, self.own_forms, self.native_forms = (
            Unlisted(language, (), names) for names in (lists.foreign, own, telling)
        )

    def find(self, sentence: str, left: Counter[str]) -> list[_Hit]:
        """The names to replace, in order; the others are counted in `left`."""
        hits = []
        for start, end in self._candidates(sentence, self.by_length):
            word = sentence[start:end]
            upper = word.isupper() and len(word) > 1 and word not in self.lists.foreign
            name = word[:1] + word[1:].lower() if upper else word
            if name in self.lists.ambiguous:
                left["ambiguous"] += 1
            elif name not in self.lists.foreign:
                left["inflected"] += self._is_inflected(word)
            elif not self._is_nominative(name, sentence[:start]):
                left["case_unknown"] += 1
            else:
                hits.append(_Hit(start, end, name, upper))
        # A Counter keeps zeros that are added to it.
        for reason in [reason for reason, count in left.items() if not count]:
            del left[reason]
        return hits

    def has_native(self, sentence: str) -> bool:
        """Whether somebody is called by a native name, in any case, that is no English one too."""
        words = (sentence[a:b] for a, b in self._candidates(sentence, self.native_by_length))
        return any(not self.spaced or _is_name(word, self.native_forms) for word in words)

    def _candidates(self, sentence: str, by_length: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Words; in a script without spaces, the longest listed name at each place."""
        if self.spaced:
            yield from ((piece.start, piece.end) for piece in pieces_of(sentence, spaced=True))
            return
        at = 0
        while at < len(sentence):
            fitting = (n for n in by_length if sentence.startswith(n, at))
            name = next(
                (n for n in fitting if is_whole(sentence, at, at + len(n), self.language)), None
            )
            if name:
                yield at, at + len(name)
            at += len(name) if name else 1

    def _is_inflected(self, word: str) -> bool:
        """Whether a foreign name explains the word, and no native one does: Сарой, not Марие."""
        return _is_name(word, self.forms) and not _is_name(word, self.own_forms)

    def _is_nominative(self, name: str, before: str) -> bool:
        return is_nominative(name, self.lists.foreign[name], before, self.language)


def is_nominative(name: str, gender: str, before: str, language: str) -> bool:
    """Whether a listed form of a name, after the text `before` it, is sure to be a nominative.

    Russian names without case forms (Элис, Генри) are taken for subjects at the start alone.
    """
    if language != "ru" or not _is_indeclinable(name, gender):
        return True
    return bool(_SENTENCE_START.search(before))


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(names, key=len, reverse=True)


def _is_name(word: str, names: Unlisted) -> bool:
    return any(reading.kind == "name" for _, _, reading in names.find([word]))


def _is_indeclinable(name: str, gender: str) -> bool:
    """In Russian: women's names that end in a consonant, all names in vowels but а and я."""
    last = name[-1:].lower()
    return last in "еёиоуыэю" or (gender == "female" and last not in "ая")


def _draw(
    names: Iterable[str], lists: NameLists, text: str, rng: np.random.Generator
) -> dict[str, str]:
    targets: dict[str, str] = {}
    for name in names:
        natives = lists.native[lists.foreign[name]]
        free = [n for n in natives if n not in text and n not in targets.values()]
        pool = free or [n for n in natives if n not in targets.values()] or list(natives)
        targets[name] = pool[int(rng.integers(len(pool)))]
    return targets


def _apply(sentence: str, hits: Sequence[_Hit], targets: Mapping[str, str]) -> str:
    for hit in reversed(hits):
        name = targets[hit.name].upper() if hit.upper else targets[hit.name]
        sentence = sentence[: hit.start] + name + sentence[hit.end :]
    return sentence


def _languages_with_names() -> list[str]:
    """Those that `packaged_names` has English names for."""
    latin = {lang for lang in packaged_languages("first_names") if _is_latin(load_names(lang))}
    return sorted((latin | set(packaged_languages("transliterated_names"))) - {"en"})


def _own_names(language: str) -> Mapping[str, str]:
    """Ten common names of either gender where they were chosen, else all first names."""
    return parse_names(packaged_list("native_names", language)) or load_names(language)


def _is_latin(names: Iterable[str]) -> bool:
    return all(unicodedata.name(name[0], "").startswith("LATIN") for name in names)
