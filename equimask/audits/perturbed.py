"""Pairs with a small change that should not matter: is a score the same without a full stop?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from equimask.evaluation.perturbation import perturb
from equimask.gender.lexicon.records import load_names
from equimask.gender.swap.languages.fr.elision import elides
from equimask.inputs.pairs import Pair


def perturbed_pairs(pairs: list[Pair], kind: str, language: str, seed: int) -> list[Pair]:
    """As many pairs in the same order; one that cannot be changed so stays as it is."""
    return PERTURBATIONS[kind](pairs, language, seed)


def _without_last_character(pairs: list[Pair], language: str, seed: int) -> list[Pair]:
    """A gender word at the end would become another word: such a pair stays."""
    male, female = (
        perturb([getattr(pair, side) for pair in pairs], "last_character")
        for side in ("male", "female")
    )
    return [
        replace(pair, male=m, female=f) if pair.male_word in m and pair.female_word in f else pair
        for pair, m, f in zip(pairs, male, female, strict=True)
    ]


def _in_lower_case(pairs: list[Pair], language: str, seed: int) -> list[Pair]:
    """Changes nothing in a script without case."""
    names = ("male", "female", "male_word", "female_word")
    return [
        replace(pair, **{name: getattr(pair, name).lower() for name in names}) for pair in pairs
    ]


def _with_other_names(pairs: list[Pair], language: str, seed: int) -> list[Pair]:
    """Every pair that has first names gets those of another one, drawn by the seed.

    French names go where names of the same kind were, so that "d'Anne" does not become "d'Marc".
    """
    known = load_names(language)
    groups: dict[tuple[bool, ...], list[int]] = {}
    for i, pair in enumerate(pairs):
        words = pair.male_word, pair.female_word
        if (known.get(words[0]), known.get(words[1])) == ("male", "female"):
            kind = tuple(elides(word) for word in words) if language == "fr" else ()
            groups.setdefault(kind, []).append(i)
    changed = list(pairs)
    rng = np.random.default_rng(seed)
    for places in groups.values():
        names = sorted({(pairs[i].male_word, pairs[i].female_word) for i in places})
        rng.shuffle(names)
        following = {tuple(name): tuple(names[k - 1]) for k, name in enumerate(names)}
        for i in places:
            changed[i] = _renamed(pairs[i], following[pairs[i].male_word, pairs[i].female_word])
    return changed


def _renamed(pair: Pair, names: tuple[str, ...]) -> Pair:
    male, female = names
    return replace(
        pair,
        male=pair.male.replace(pair.male_word, male, 1),
        female=pair.female.replace(pair.female_word, female, 1),
        male_word=male,
        female_word=female,
    )


PERTURBATIONS: dict[str, Callable[[list[Pair], str, int], list[Pair]]] = {
    "last_character": _without_last_character,
    "casing": _in_lower_case,
    "name_swap": _with_other_names,
}
