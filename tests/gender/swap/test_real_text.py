"""Real sentences: every pair is its edits and nothing else.

The first 300 lines of every file; all lines with EQUIMASK_ALL=1.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from unicodedata import normalize

import pytest

from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.affixes import spellings
from equimask.gender.lexicon.folding import lowered
from equimask.gender.swap import GenderLexicon, Swap, apply, revert

LANGUAGES = ("de", "en", "es", "fr", "pt", "zh")
LINES = None if os.environ.get("EQUIMASK_ALL") == "1" else 300


def sentences(folder: Path, lang: str) -> Iterator[str]:
    """The side of that language; English from the files that go with German."""
    other = "de" if lang == "en" else lang
    files = sorted({*folder.glob(f"*/en-{other}.tsv.gz"), *folder.glob(f"*/en-{other}-*.tsv.gz")})
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in islice(file, LINES):
                yield line.rstrip("\n").split("\t")[0 if lang == "en" else 1]


@pytest.fixture(scope="module")
def parallel(shared: Path) -> Path:
    folder = shared / "sources" / "parallel"
    if not folder.is_dir():
        pytest.skip("no parallel text: set EQUIMASK_SHARED")
    return folder


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pair_is_its_edits(parallel: Path, lang: str) -> None:
    lexicon = GenderLexicon.load(lang)
    pairs = 0
    for sentence in sentences(parallel, lang):
        swap = lexicon.swap(sentence)
        if swap is not None:
            check(lexicon, sentence, swap)
            pairs += 1
    assert pairs > 0


def check(lexicon: GenderLexicon, sentence: str, swap: Swap) -> None:
    ours, other = (swap.male, swap.female) if swap.origin == "male" else (swap.female, swap.male)
    assert ours == sentence
    assert revert(swap).encode() == sentence.encode()
    assert apply(sentence, swap.edits) == other != sentence
    finder = GenderWords.load(lexicon.lang)
    ours_word, their_word = swap.male_word, swap.female_word
    if swap.origin == "female":
        ours_word, their_word = their_word, ours_word
    word = next(w for w in finder.find(sentence) if w.text == ours_word)
    counterpart = next(w for w in finder.find(other) if w.text == their_word)
    assert word.gender == swap.origin != counterpart.gender
    assert lowered(normalize("NFC", word.text)) in {
        lowered(spelling)
        for pair in word.pairs
        for spelling in spellings(pair.side(word.gender), lexicon.lang)
    }
    assert_no_substring(lexicon.lang, sentence, word.start, word.end)
    assert_same_outside(sentence, other, swap)


def assert_same_outside(sentence: str, other: str, swap: Swap) -> None:
    at, there = 0, 0
    for edit in swap.edits:
        gap = edit.start - at
        assert gap >= 0
        assert sentence[at : edit.start] == other[there : there + gap]
        assert sentence[edit.start : edit.end] == edit.old
        assert other[there + gap : there + gap + len(edit.new)] == edit.new
        at, there = edit.end, there + gap + len(edit.new)
    assert sentence[at:] == other[there:]


def assert_no_substring(lang: str, sentence: str, start: int, end: int) -> None:
    if lang == "zh":
        return
    assert start == 0 or not sentence[start - 1].isalnum()
    assert end == len(sentence) or not sentence[end].isalnum()
