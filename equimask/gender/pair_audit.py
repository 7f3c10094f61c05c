"""Pair-quality audit: is a pair of sentences the minimal contrast that it claims to be?

Pure functions over texts and labels. `FLAGS` defines every flag; cards print it. What follows
from it when scoring is the user's choice: nothing is dropped here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from equimask.gender.agreeing_words import agrees, is_agreement_word, is_identity_word, negations
from equimask.gender.contrast import (
    Region,
    changed_tokens,
    contrasts,
    gender_by_form,
    is_unlisted_name,
)
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.folding import fold
from equimask.gender.lexicon.types import GenderToken

FLAGS: dict[str, str] = {
    "attribute_changed": (
        "a word that is neither gendered nor in agreement with a gendered word is replaced by "
        "another, or a negation stands on one side only, so the two sides do not say the same "
        "of both genders (gender pairs only)"
    ),
    "both_genders": (
        "one side has changed words of both genders, for example two people who change places, "
        "so the pair does not isolate one gender (gender pairs only)"
    ),
    "duplicate": "the same two sentences, in either order, occur in another row of the source",
    "encoding": "characters were repaired, or traces of a wrong encoding or escape are left",
    "identical": "both sides are the same sentence",
    "label_conflict": (
        "the row disagrees with its sisters (the same CrowS-Pairs number in other sources or "
        "languages) about the direction: the minority is flagged, on a tie all; or at least "
        "three sisters, and three to one, contradict the gender of its more stereotypical side; "
        "or the same two sentences stand in opposite order elsewhere"
    ),
    "length_gap": (
        "the longer side has at least 3 words (6 characters in scripts without spaces) more "
        "than the shorter and the shorter less than three quarters of its length"
    ),
    "no_gender": (
        "no changed word is a known male or female word or first name against another gender, "
        "or stands in a masculine and a feminine form: the contrast is another one, such as "
        "trans/cis, or the lists lack the word (gender pairs only)"
    ),
    "non_minimal": (
        "the sides differ in more than gender words, first names and what agrees with them "
        "(gender pairs); or share less than half of their words (other pairs)"
    ),
}

_DAMAGE = re.compile(
    "\ufffd|[\x80-\x9f]|[ÂÃ][\u0080-\u00bf]|â€|ï¿½|[\ue000-\uf8ff]|&(?:[a-z]+|#\\d+);|@-@"
)


@dataclass(frozen=True)
class LabelledPair:
    """What `label_conflicts` and `duplicates` look at.

    `key` names sisters and is empty for none; `group` is where duplicates are looked for;
    `swapped` marks both genders on one side, which says nothing about the order of the sides.
    """

    key: str
    group: str
    direction: str
    gender_more: str
    swapped: bool
    more: str
    less: str


def audit_pair(
    more: str, less: str, words: GenderWords, *, gender: bool = True, repaired: bool = False
) -> set[str]:
    """The flags that one pair earns by itself; `gender` says that it should contrast genders."""
    flags = set()
    if repaired or _DAMAGE.search(more + less):
        flags.add("encoding")
    if _plain(more) == _plain(less):
        return flags | {"identical"}
    left, right = words.tokens(more), words.tokens(less)
    if _length_gap(left, right, words.language.spaced):
        flags.add("length_gap")
    if gender:
        return flags | _gender_flags(left, right, words.language.code)
    return flags | {"non_minimal"} if _mostly_different(left, right) else flags


def is_swapped(more: str, less: str, words: GenderWords) -> bool:
    """Whether one side has changed words of both genders: the flag `both_genders`."""
    regions = changed_tokens(words.tokens(more), words.tokens(less))
    return _both_genders(regions)


def duplicates(pairs: Sequence[LabelledPair]) -> set[int]:
    """Positions of pairs whose two sentences occur again in the same group, in any order."""
    places: dict[tuple[str, frozenset[str]], list[int]] = defaultdict(list)
    for position, pair in enumerate(pairs):
        places[pair.group, frozenset((_plain(pair.more), _plain(pair.less)))].append(position)
    return {at for group in places.values() if len(group) > 1 for at in group}


def label_conflicts(pairs: Sequence[LabelledPair]) -> set[int]:
    """Positions of pairs whose labels disagree with those of their sisters or of their twins."""
    sisters: dict[str, list[int]] = defaultdict(list)
    orders: dict[frozenset[str], dict[tuple[str, str], list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for position, pair in enumerate(pairs):
        if pair.key:
            sisters[pair.key].append(position)
        order = (_plain(pair.more), _plain(pair.less))
        orders[frozenset(order)][order].append(position)
    found = set()
    for positions in sisters.values():
        found |= _minority([(at, pairs[at].direction) for at in positions])
        clear = [at for at in positions if not pairs[at].swapped]
        found |= _outvoted([(at, pairs[at].gender_more) for at in clear])
    for by_order in orders.values():
        positions = [at for group in by_order.values() for at in group]
        same_key = len({pairs[at].key for at in positions}) == 1
        if len(by_order) > 1 and same_key:
            found |= _minority([(at, order) for order, group in by_order.items() for at in group])
        elif len(by_order) > 1:
            found |= set(positions)
    return found


def joined(flags: Iterable[str]) -> str:
    """Flags as the `audit` column holds them: sorted, with commas, empty when clean."""
    return ",".join(sorted(flags))


def _gender_flags(
    left: Sequence[GenderToken], right: Sequence[GenderToken], language: str
) -> set[str]:
    flags = set()
    regions = changed_tokens(left, right)
    sides = _sides(regions)
    listed = any(token.gender for side in _sides(contrasts(regions)) for token in side)
    if not listed and not gender_by_form(regions, language):
        flags.add("no_gender")
    if _both_genders(regions):
        flags.add("both_genders")
    for ours, theirs in regions:
        extra_ours = _unlicensed(ours, theirs, sides[1], language)
        extra_theirs = _unlicensed(theirs, ours, sides[0], language)
        if extra_ours or extra_theirs:
            flags.add("non_minimal")
        if extra_ours and extra_theirs and not _misspelt(extra_ours, extra_theirs):
            flags.add("attribute_changed")
    if _denials(left, language) != _denials(right, language):
        flags |= {"attribute_changed", "non_minimal"}
    return flags


def _both_genders(regions: Sequence[Region]) -> bool:
    sides = _sides(contrasts(regions))
    return any({"male", "female"} <= {token.gender for token in side} for side in sides)


def _denials(tokens: Sequence[GenderToken], language: str) -> int:
    return negations([fold(token.text) for token in tokens], language)


def _sides(regions: Sequence[Region]) -> tuple[list[GenderToken], list[GenderToken]]:
    return (
        [token for ours, _ in regions for token in ours],
        [token for _, theirs in regions for token in theirs],
    )


def _misspelt(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether the words differ by a slip of the pen only: another edit, not another attribute."""
    one, other = " ".join(ours), " ".join(theirs)
    return min(len(one), len(other)) > 3 and SequenceMatcher(None, one, other).ratio() >= 0.75


def _unlicensed(
    region: Sequence[GenderToken],
    opposite: Sequence[GenderToken],
    other_side: Sequence[GenderToken],
    language: str,
) -> list[str]:
    """Changed words that neither gender nor agreement accounts for."""
    if is_unlisted_name(region, opposite):
        return []
    elsewhere = [fold(token.text) for token in other_side]
    both_names = any(map(_capitalised, opposite))
    extra = []
    for token in region:
        word = fold(token.text)
        if token.gender or is_agreement_word(word, language) or is_identity_word(word):
            continue
        if any(agrees(word, other, language) for other in elsewhere):
            continue
        if _capitalised(token) and both_names:
            continue
        extra.append(word)
    return extra


def _capitalised(token: GenderToken) -> bool:
    """A listed name, or an unlisted word that starts like one."""
    return token.kind == "name" or (not token.gender and token.text[:1].isupper())


def _minority(labels: Sequence[tuple[int, object]]) -> set[int]:
    """Positions whose label is not that of the majority; all of them when there is none."""
    known = [(at, label) for at, label in labels if label]
    counts = Counter(label for _, label in known).most_common(2)
    if len(counts) < 2:
        return set()
    winner = counts[0][0] if counts[0][1] > counts[1][1] else None
    return {at for at, label in known if label != winner}


def _outvoted(labels: Sequence[tuple[int, str]]) -> set[int]:
    """Positions whose derived label at least three sisters, and three to one, contradict.

    The gender is derived and translators may have changed another word, so a bare majority
    says little.
    """
    known = [(at, label) for at, label in labels if label]
    counts = Counter(label for _, label in known)
    against = {label: len(known) - count for label, count in counts.items()}
    return {at for at, label in known if against[label] >= max(3, 3 * counts[label])}


def _length_gap(left: Sequence[GenderToken], right: Sequence[GenderToken], spaced: bool) -> bool:
    sizes = [
        len(side) if spaced else sum(len(token.text) for token in side) for side in (left, right)
    ]
    shorter, longer = min(sizes), max(sizes)
    return longer - shorter >= (3 if spaced else 6) and shorter < 0.75 * longer


def _mostly_different(left: Sequence[GenderToken], right: Sequence[GenderToken]) -> bool:
    if min(len(left), len(right)) < 4:
        return False
    one, other = [fold(token.text) for token in left], [fold(token.text) for token in right]
    return SequenceMatcher(None, one, other, autojunk=False).ratio() < 0.5


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).rstrip(" .!?。！？।")
