"""What becomes of a language's sentences on the way to pairs, counted here or by the builder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from equimask.core.schema import GENDERS
from equimask.gender.swap import GenderLexicon, Refusal
from equimask.papers.receipts import told_of_languages
from equimask.studies.pair_making.records import NOT_ONE_WORD, GenderPair, balanced, pair_of
from equimask.studies.pair_making.statistics import Coverage, PairCounts, lexicon_size


@dataclass(frozen=True)
class Facts:
    """Of one language; the summaries are those of `studies.pair_making.statistics`."""

    sentences: int
    with_gender_word: int
    one_word: int
    one_word_origins: Mapping[str, int]
    swapped_origins: Mapping[str, int]
    listed: Mapping[str, int]
    """Different words of each side of the lexicon."""
    coverage: Mapping[str, Any] | None
    """Of sentences whose English side has a gender word; None without English sides."""
    lexicon: Mapping[str, Any]
    """The balanced lexicon-based pairs."""


def counted(
    lexicon: GenderLexicon, sentences: Sequence[str], english: Sequence[str] | None
) -> tuple[Facts, list[GenderPair]]:
    """Of sentences that are at hand; with the balanced pairs that they give."""
    in_english = GenderLexicon.load("en")
    coverage, counts = Coverage(), PairCounts()
    outcomes, origins, swapped = Counter[str](), Counter[str](), Counter[str]()
    pairs = []
    with_word = 0
    for i, sentence in enumerate(sentences):
        words = lexicon.find(sentence)
        with_word += bool(words)
        if english is not None:
            coverage.add(in_english.find(english[i]), words)
        pair = pair_of(lexicon, sentence)
        reason = pair.reason if isinstance(pair, Refusal) else ""
        outcomes[reason] += 1
        if reason not in NOT_ONE_WORD and words:
            origins[words[0].gender] += 1
        if isinstance(pair, GenderPair):
            swapped[pair.origin] += 1
            pairs.append(pair)
    kept = balanced(pairs)
    for pair in kept:
        counts.add(pair)
    found = Facts(
        sentences=len(sentences),
        with_gender_word=with_word,
        one_word=origins.total(),
        one_word_origins={gender: origins[gender] for gender in GENDERS},
        swapped_origins={gender: swapped[gender] for gender in GENDERS},
        listed=lexicon_size(lexicon),
        coverage=coverage.summary() if coverage.sentences else None,
        lexicon=counts.summary(origins.total()),
    )
    return found, kept


def facts_of_build(folder: str | Path) -> dict[str, Facts]:
    """Of every language of a built `ted_gender_pairs`, from its receipt; nothing without one."""
    return told_of_languages(Path(folder), _facts)


def _facts(told: Mapping[str, Any]) -> Facts:
    return Facts(
        sentences=sum(told["lines"].values()),
        with_gender_word=told["with_gender_word"],
        one_word=told["one_word"],
        one_word_origins=told["one_word_origins"],
        swapped_origins=told["swapped_origins"],
        listed=told["lexicon_size"],
        coverage=told["coverage"],
        lexicon=told["lexicon"],
    )
