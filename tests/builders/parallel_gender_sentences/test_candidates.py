"""Duplicates, sentences of both genders and the balance, beside a naive way with strings."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builders.parallel_gender_sentences.candidates import Candidates, sentence_hash
from equimask.core.schema import GENDERS

CORPORA = ["news", "news", "talks"]
FOUND = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(GENDERS), st.integers(0, 2)), max_size=40
)


def filled(found: list[tuple[str, str, int]]) -> Candidates:
    candidates = Candidates(CORPORA)
    for line, (sentence, gender, file) in enumerate(sorted(found, key=lambda f: f[2]), 1):
        candidates.add(sentence, gender, file, line)
    return candidates


def naive(found: list[tuple[str, str, int]]) -> dict[tuple[str, str], list[int]]:
    """Lines that are left per corpus and gender before balancing."""
    ordered = sorted(found, key=lambda f: f[2])
    genders = defaultdict(set)
    for sentence, gender, _ in ordered:
        genders[sentence].add(gender)
    seen, left = set(), defaultdict(list)
    for line, (sentence, gender, file) in enumerate(ordered, 1):
        if len(genders[sentence]) == 1 and sentence not in seen:
            left[CORPORA[file], gender].append(line)
        seen.add(sentence)
    return left


@given(FOUND)
def test_what_is_left_equals_the_naive_way(found: list[tuple[str, str, int]]):
    choice = filled(found).choose(seed=0, balance=False)
    left = naive(found)
    for file, corpus in enumerate(CORPORA):
        lines, genders = choice.lines[file]
        assert lines.tolist() == sorted(lines.tolist())
        for line, gender in zip(lines.tolist(), genders.tolist(), strict=True):
            assert line in left[corpus, GENDERS[gender]]
    assert sum(len(lines) for lines, _ in choice.lines.values()) == sum(map(len, left.values()))


@given(FOUND, st.integers(0, 5))
def test_balanced_sets_are_equal_parts_of_what_is_left(
    found: list[tuple[str, str, int]], seed: int
):
    left = naive(found)
    choice = filled(found).choose(seed=seed, balance=True)
    for corpus in set(CORPORA):
        counts = choice.counts[corpus]
        sizes = [len(left[corpus, gender]) for gender in GENDERS]
        assert [counts[gender]["before balancing"] for gender in GENDERS] == sizes
        assert [counts[gender]["rows"] for gender in GENDERS] == [min(sizes)] * 2
    for counts in choice.counts.values():
        for one in counts.values():
            removed = one["in both sets"] + one["duplicates"]
            assert one["found"] == removed + one["before balancing"]


def sample(seed: int, order: int = 1) -> set[str]:
    candidates = Candidates(["news"])
    sentences = [f"sentence {n}" for n in range(1000)][::order]
    for line, sentence in enumerate(sentences, 1):
        candidates.add(sentence, "male", 0, line)
    for line in range(2001, 2201):
        candidates.add(f"other {line}", "female", 0, line)
    lines, genders = candidates.choose(seed=seed, balance=True).lines[0]
    return {sentences[line - 1] for line in lines[genders == 0].tolist()}


def test_the_sample_depends_on_the_seed_and_not_on_the_order():
    assert sample(1) == sample(1, order=-1)
    assert len(sample(1)) == 200
    # two samples of a fifth share about a fifth
    assert 15 <= len(sample(1) & sample(2)) <= 70


def test_every_sentence_is_as_likely_as_any_other():
    counts = np.zeros(1000)
    for seed in range(60):
        for sentence in sample(seed):
            counts[int(sentence.split()[1])] += 1
    # binomial(60, 0.2): mean 12, standard deviation 3.1
    assert abs(counts.mean() - 12) < 1e-9
    assert 2.5 < counts.std() < 3.7


def test_normal_forms_of_one_sentence_are_one():
    text = "Zoë läuft."
    assert sentence_hash(text) == sentence_hash(unicodedata.normalize("NFD", text))
    assert sentence_hash(text) != sentence_hash(text.upper())
