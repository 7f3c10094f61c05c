"""The generated corpus: shares, agreement, names and seeds are as they were asked for."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import islice, product

import numpy as np
import pytest

from equimask.inputs.pairs import load_pairs, pair_languages
from equimask.studies.laboratory.doses import STRONG, WEAK, Doses
from equimask.studies.laboratory.generator import (
    Mixture,
    Sentence,
    lines,
    name_lists,
    sentences,
)
from equimask.studies.laboratory.inventory import GENDERS, load_inventory
from equimask.studies.laboratory.rivals import NAME, find_words

LANGUAGES = ("en", "de")


PURE = Mixture(neutral=0, rival=0, followup=0)


def draw(language: str, doses: Doses, n: int, mixture: Mixture | None = None) -> list[Sentence]:
    stream = sentences(load_inventory(language), doses, np.random.default_rng(7), mixture)
    return list(islice(stream, n))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("stereotype", "prevalence"), [(0.8, 0.5), (-0.5, 0.0), (0.0, -0.4)])
def test_shares_of_men_match_the_formula(
    language: str, stereotype: float, prevalence: float
) -> None:
    doses = Doses(stereotype, prevalence)
    drawn = draw(language, doses, 20_000)
    kinds: dict[tuple[str, float, bool], list[str]] = {}
    for s in drawn:
        kind = (s.context.gender_more, s.context.strength, s.context.is_rival)
        kinds.setdefault(kind, []).append(s.gender)
    stereotyped = product(("male", "female"), (WEAK, STRONG), (False, True))
    assert set(kinds) == {("", 1.0, False), *stereotyped}
    for (gender_more, strength, is_rival), genders in kinds.items():
        p = doses.share_of_men(gender_more, strength, prevalence=not is_rival)
        n = len(genders)
        assert n > 1200
        assert abs(genders.count("male") / n - p) < 4 * math.sqrt(p * (1 - p) / n)


def test_every_context_comes_equally_often_and_is_planted_by_itself() -> None:
    doses = Doses(0.6, 0.0)
    drawn = draw("en", doses, 20_000, PURE)
    by_context = Counter(s.context.id for s in drawn)
    assert len(by_context) == len(load_pairs("en"))
    assert min(by_context.values()) > 0.5 * max(by_context.values())
    men = Counter(s.context.id for s in drawn if s.gender == "male")
    strength = {c.id: c.strength for c in load_inventory("en").stereotyped}
    for pair in load_pairs("en"):
        n, p = by_context[pair.id], doses.share_of_men(pair.gender_more, strength[pair.id])
        assert abs(men[pair.id] / n - p) < 4.5 * math.sqrt(p * (1 - p) / n)


@pytest.mark.parametrize("language", pair_languages())
def test_either_stereotype_is_strong_as_often_as_weak(language: str) -> None:
    inventory = load_inventory(language)
    counts = Counter((c.gender_more, c.strength) for c in inventory.stereotyped)
    for gender in GENDERS:
        assert abs(counts[gender, WEAK] - counts[gender, STRONG]) <= 1
    of_origin = {c.id: c.strength for c in inventory.stereotyped}
    assert all(rival.strength == of_origin[rival.origin] for rival in inventory.rivals)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_agrees_with_the_person_it_is_about(language: str) -> None:
    inventory = load_inventory(language)
    for sentence in draw(language, Doses(0.5, 0.0), 20_000):
        template = sentence.context.version(sentence.gender)
        if NAME not in template:
            assert sentence.text == template
            continue
        before, after = template.split(NAME)
        assert sentence.text.startswith(before)
        person, _, followup = sentence.text[len(before) :].partition(after)
        people = inventory.people[sentence.gender]
        capital = {p[0].upper() + p[1:] for p in people}
        assert person in inventory.names[sentence.gender] or person in capital
        assert not followup or followup[1:] in inventory.followups[sentence.gender]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_seen_equally_often_within_their_gender(language: str) -> None:
    inventory = load_inventory(language)
    names = {g: set(inventory.names[g]) for g in GENDERS}
    assert len(names["male"]) == len(names["female"]) > 30
    assert not names["male"] & names["female"]
    seen: dict[str, Counter[str]] = {g: Counter() for g in GENDERS}
    for sentence in draw(language, Doses(0.8, 0.5), 20_000):
        words = {m.group().removesuffix("'s") for m in find_words(sentence.text)}
        found = words & names[sentence.gender]
        assert not words & names["female" if sentence.gender == "male" else "male"]
        seen[sentence.gender].update(found)
    for gender in GENDERS:
        assert set(seen[gender]) == names[gender]
        assert max(seen[gender].values()) - min(seen[gender].values()) <= 2


def test_the_pairs_own_sentences_are_rare() -> None:
    own = {text for pair in load_pairs("en") for text in (pair.male, pair.female)}
    slotted = {c.id for c in load_inventory("en").stereotyped if c.takes_names}
    drawn = [s for s in draw("en", Doses(), 20_000) if s.context.id in slotted]
    assert sum(any(s.text.startswith(text) for text in own) for s in drawn) / len(drawn) < 0.03


def test_the_same_seed_gives_the_same_corpus_and_another_seed_another() -> None:
    inventories = [load_inventory(code) for code in LANGUAGES]

    def corpus(seed: int, stereotype: float = 0.8) -> list[str]:
        doses = Doses(stereotype, 0.5)
        return list(islice(lines(inventories, doses, np.random.default_rng(seed)), 300))

    assert corpus(1) == corpus(1)
    assert corpus(1) != corpus(2)
    assert corpus(1) != corpus(1, 0.0)


def test_lines_mix_languages_openers_and_second_sentences() -> None:
    inventories = [load_inventory(code) for code in LANGUAGES]
    text = list(islice(lines(inventories, Doses(), np.random.default_rng(0)), 2000))
    assert any(line.startswith("By the way: ") for line in text)
    assert any(line.startswith("Übrigens: ") for line in text)
    assert any(". " in line for line in text)
    assert not any("{" in line or "\t" in line for line in text)


@pytest.mark.parametrize("language", ["ar", "de", "ja", "ru", "th"])
def test_lists_hold_names_of_one_gender_in_the_share_of_their_dose(language: str) -> None:
    inventory, rng = load_inventory(language), np.random.default_rng(3)
    names = {gender: set(inventory.names[gender]) for gender in ("male", "female")}
    written = "".join(inventory.texts())
    men = 0
    for line in islice(name_lists(inventory, Doses(name_frequency=0.6), rng), 1000):
        found = {one.strip(" ،、，,") for one in re.split("[、，،, ]+", line)}
        (gender,) = [gender for gender in names if found <= names[gender]]
        assert len(found) > 1 and all(sign in written for sign in line if sign != " ")
        men += gender == "male"
    assert men / 1000 == pytest.approx(0.8, abs=0.05)


def test_lists_come_only_where_they_are_asked_for_and_change_nobody_s_odds() -> None:
    inventory, doses = load_inventory("de"), Doses(0.5, 0.2, 0.9)

    def text(mixture: Mixture | None) -> list[str]:
        return list(islice(lines([inventory], doses, np.random.default_rng(1), mixture), 500))

    assert text(None) == text(Mixture(lists=0.0))
    without = list(islice(lines([inventory], Doses(0.5, 0.2), np.random.default_rng(1)), 500))
    assert text(None) == without
    with_lists = text(Mixture(lists=0.3))
    assert 0.2 < sum("." not in line for line in with_lists) / 500 < 0.4
