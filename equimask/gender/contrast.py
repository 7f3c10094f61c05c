"""What changes between the two sides of a pair, and which gender its first side speaks of."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Sequence

from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.folding import fold
from equimask.gender.lexicon.types import GenderToken

Region = tuple[Sequence[GenderToken], Sequence[GenderToken]]

# Masculine and feminine ends of one stem, for words that no list holds.
_FORMS = {
    "de": (("", "in"), ("s", "in"), ("e", "in"), ("", "innen"), ("en", "innen"), ("n", "innen")),
    "fr": (
        ("eur", "euse"),
        ("eurs", "euses"),
        ("er", "ère"),
        ("en", "enne"),
        ("", "e"),
        ("s", "es"),
    ),
    "ar": (("", "ة"), ("", "ت")),
    "hi": (("ा", "ी"), ("े", "ी"), ("े", "ीं"), ("या", "ई"), ("या", "यी"), ("िया", "ी")),
    "ru": (("", "а"), ("ый", "ая"), ("ий", "ая"), ("ой", "ая"), ("ся", "ась")),
}


def gender_of(tokens: Iterable[GenderToken]) -> str:
    """`male` or `female` when all words that have a gender agree, else empty."""
    genders = {token.gender for token in tokens if token.gender}
    return genders.pop() if len(genders) == 1 else ""


def changed_tokens(more: Sequence[GenderToken], less: Sequence[GenderToken]) -> list[Region]:
    """The regions in which the two sides differ, as (tokens of more, tokens of less).

    All gender words count as alike while aligning, so two people who change places are two
    changed words and not a moved clause.
    """
    left, right = _skeleton(more), _skeleton(less)
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    regions: list[Region] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            regions.append((more[a:b], less[c:d]))
            continue
        for ours, theirs in zip(more[a:b], less[c:d], strict=True):
            if fold(ours.text) != fold(theirs.text):
                regions.append(([ours], [theirs]))
    return regions


def contrasts(regions: Iterable[Region]) -> list[Region]:
    """The regions without those in which a word only changes its form, not its gender."""
    return [
        (ours, theirs)
        for ours, theirs in regions
        if not (len(ours) == len(theirs) == 1 and ours[0].gender == theirs[0].gender != "")
    ]


def gender_of_more(more: str, less: str, words: GenderWords) -> str:
    """The gender that `more` speaks of where `less` speaks of the other; empty if unclear.

    Only changed words count. Where a side has changed words of both genders, the first word
    that is no possessive or object pronoun decides (as a rule the subject). An unlisted name
    opposite a listed one has the other gender. Failing all this, a feminine form beside its
    masculine decides.
    """
    regions = contrasts(changed_tokens(words.tokens(more), words.tokens(less)))
    ours = gender_of(token for region, _ in regions for token in region)
    theirs = gender_of(token for _, region in regions for token in region)
    if ours and ours != theirs:
        return ours
    for wanted in (False, True):
        for region in regions:
            if any(token.kind == "oblique" for side in region for token in side) is wanted:
                gender = _gender_of_region(*region)
                if gender:
                    return gender
    return gender_by_form(regions, words.language.code)


def _gender_of_region(ours: Sequence[GenderToken], theirs: Sequence[GenderToken]) -> str:
    first, second = _first_gender(ours), _first_gender(theirs)
    if first and second:
        return first if first != second else ""
    if first and is_unlisted_name(theirs, ours):
        return first
    if second and is_unlisted_name(ours, theirs):
        return "female" if second == "male" else "male"
    return ""


def _first_gender(tokens: Sequence[GenderToken]) -> str:
    return next((token.gender for token in tokens if token.gender), "")


def _skeleton(tokens: Sequence[GenderToken]) -> list[str]:
    return ["" if token.gender else fold(token.text) for token in tokens]


def is_unlisted_name(ours: Sequence[GenderToken], theirs: Sequence[GenderToken]) -> bool:
    """Whether `ours`, which no list holds, stands where the other side has a listed name.

    A name is one capitalised word or, where there are no capitals, up to three characters.
    """
    if len(theirs) != 1 or theirs[0].kind != "name" or any(token.gender for token in ours):
        return False
    text = "".join(token.text for token in ours)
    if text.lower() != text.upper():
        return len(ours) == 1 and text[:1].isupper()
    return 1 <= len(text) <= 3 and len(ours) == len(text)


def gender_by_form(regions: Iterable[Region], language: str) -> str:
    """The gender of the first side by the first word that stands in both genders' forms."""
    shortest = 1 if language == "hi" else 3  # Hindi marks gender on its shortest verbs (था, थी)
    for ours, theirs in regions:
        for left, right in itertools.product(ours, theirs):
            one, other = fold(left.text), fold(right.text)
            for male, female in _FORMS.get(language, ()):
                if _derives(one, other, male, female, shortest):
                    return "male"
                if _derives(other, one, male, female, shortest):
                    return "female"
    return ""


def _derives(masculine: str, feminine: str, male_end: str, female_end: str, shortest: int) -> bool:
    if not (masculine.endswith(male_end) and feminine.endswith(female_end)):
        return False
    stem = masculine[: len(masculine) - len(male_end)]
    return len(stem) >= shortest and stem == feminine[: len(feminine) - len(female_end)]
