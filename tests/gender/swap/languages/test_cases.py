"""Hand-checked swaps: every table in cases/ is tried in both directions."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from equimask.gender.swap import GenderLexicon, Refusal, apply, revert

TABLES = sorted((Path(__file__).parent / "cases").glob("*.tsv"))
MINIMUM = {
    "en": 40, "de": 40, "es": 40, "pt": 40, "fr": 40, "zh": 30, "ru": 25,
    "ja": 12, "th": 12, "id": 12, "fi": 12,
}  # fmt: skip


class Case(NamedTuple):
    lang: str
    sentence: str
    expected: str
    reason: str
    note: str


def read(path: Path) -> list[Case]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Case(path.stem, row["sentence"], row["expected"], row["reason"], row["note"])
            for row in rows
        ]


@lru_cache(maxsize=32)
def lexicon(lang: str) -> GenderLexicon:
    return GenderLexicon.load(lang)


CASES = [case for path in TABLES for case in read(path)]
SWAPS = [case for case in CASES if case.expected]
REFUSED = [case for case in CASES if not case.expected]


def name(case: Case) -> str:
    return f"{case.lang}: {case.sentence[:60]}"


def other_side(lang: str, sentence: str) -> str:
    swap = lexicon(lang).try_swap(sentence)
    assert not isinstance(swap, Refusal), f"refused: {swap}"
    assert sentence == (swap.male if swap.origin == "male" else swap.female)
    other = swap.female if swap.origin == "male" else swap.male
    assert apply(sentence, swap.edits) == other
    assert revert(swap) == sentence
    return other


@pytest.mark.parametrize("case", SWAPS, ids=name)
def test_the_other_side_is_as_expected(case: Case) -> None:
    assert other_side(case.lang, case.sentence) == case.expected


@pytest.mark.parametrize("case", [c for c in SWAPS if "one-way" not in c.note], ids=name)
def test_the_other_side_swaps_back(case: Case) -> None:
    assert other_side(case.lang, case.expected) == case.sentence


@pytest.mark.parametrize("case", REFUSED, ids=name)
def test_what_cannot_be_swapped_is_refused_for_its_reason(case: Case) -> None:
    refusal = lexicon(case.lang).try_swap(case.sentence)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == case.reason


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_no_sentence_stands_twice(path: Path) -> None:
    sentences = [case.sentence for case in read(path)]
    assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_case_is_a_swap_or_a_refusal_with_its_reason(path: Path) -> None:
    assert all(bool(case.expected) != bool(case.reason) for case in read(path))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_there_are_enough_swaps(path: Path) -> None:
    swaps = sum(bool(case.expected) for case in read(path))
    assert swaps >= MINIMUM.get(path.stem, 0)
