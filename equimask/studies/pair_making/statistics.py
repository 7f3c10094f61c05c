"""What pair making found, kept and lost: the paper's Tables 1, 2, 3 and 5 and its two figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from equimask.core.drawing import Canvas
from equimask.core.errors import DataError
from equimask.core.schema import GENDERS
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.reliability import is_doubtful, reliable
from equimask.gender.lexicon.types import WordPair
from equimask.gender.swap import GenderLexicon, GenderWord, Refusal
from equimask.studies.pair_making.records import LONGEST_SWEEP, GenderPair, Prediction

_COLOURS = {
    "lexicon": "#4c72b0",
    "published": "#55a868",
    "model": "#dd8452",
    "listed": "#c8c8c8",
}
_LABELS = {
    "lexicon": "lexicon-based pairs",
    "published": "plain replacement",
    "model": "model-based pairs",
    "listed": "in the lexicon",
}


class Coverage:
    """Table 1: of the sentences whose English side has a gender word, how many have one too."""

    def __init__(self) -> None:
        self.sentences = self.sure = self.listed = 0

    def add(self, english: Iterable[GenderWord], translation: Iterable[GenderWord]) -> None:
        """One aligned pair, by the gender words of its sides."""
        if not any(map(_is_sure, english)):
            return
        words = list(translation)
        self.sentences += 1
        self.listed += bool(words)
        self.sure += any(map(_is_sure, words))

    def summary(self) -> dict[str, Any]:
        """Counts and shares; `listed` counts words that the lexicon doubts as well."""
        return {
            "sentences": self.sentences,
            "sure": self.sure,
            "listed": self.listed,
            "sure_share": share(self.sure, self.sentences),
            "listed_share": share(self.listed, self.sentences),
        }


class PairCounts:
    """The pairs that one method gave; `total` are the sentences that it was tried on."""

    def __init__(self) -> None:
        self.rows = self.agreement = 0
        self.origins: Counter[str] = Counter()
        self.words: dict[str, set[str]] = {gender: set() for gender in GENDERS}

    def add(self, pair: GenderPair) -> None:
        """One more row."""
        self.rows += 1
        self.agreement += pair.agreement
        self.origins[pair.origin] += 1
        self.words["male"].add(lowered(pair.male_word))
        self.words["female"].add(lowered(pair.female_word))

    def summary(self, total: int) -> dict[str, Any]:
        """Tables 2 and 5: rows, and the share of sentences that gave none; different words."""
        return {
            "rows": self.rows,
            "origins": {gender: self.origins[gender] for gender in GENDERS},
            "agreement": self.agreement,
            "agreement_share": share(self.agreement, self.rows),
            "truncation": share(total - self.rows, total),
            "words": {gender: len(words) for gender, words in self.words.items()},
        }


class PredictionCounts:
    """What a model predicted at the masks: Table 3 and the coverage against k."""

    def __init__(self) -> None:
        self.sides: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.unmasked: Counter[str] = Counter()
        self.first_ranks: Counter[int] = Counter()
        self.pairs = PairCounts()

    def add(self, result: Prediction | Refusal) -> None:
        """The result of one sentence."""
        if isinstance(result, Refusal):
            self.unmasked[result.reason] += 1
            return
        self.sides[result.sides] += 1
        if result.first_rank is not None:
            self.first_ranks[result.first_rank] += 1
        if isinstance(result.result, GenderPair):
            self.pairs.add(result.result)
        elif result.sides != "none":
            self.refusals[result.result.detail] += 1

    def summary(self) -> dict[str, Any]:
        """All counts; shares are of the masked sentences."""
        masked = self.sides.total()
        return {
            "sentences": masked + self.unmasked.total(),
            "masked": masked,
            "unmasked": dict(sorted(self.unmasked.items())),
            "sides": {name: self.sides[name] for name in ("none", "one", "both")},
            "shares": {name: share(self.sides[name], masked) for name in ("none", "one", "both")},
            "agreement_refused": self.refusals.total(),
            "refusals": dict(sorted(self.refusals.items())),
            "coverage_by_k": self.coverage_by_k(),
            **self.pairs.summary(masked + self.unmasked.total()),
        }

    def coverage_by_k(self) -> list[float]:
        """For k from 1 to 15: sentences with a gender word of p >= .01 among the top k."""
        masked, covered, shares = self.sides.total(), 0, []
        for k in range(1, LONGEST_SWEEP + 1):
            covered += self.first_ranks[k]
            shares.append(share(covered, masked))
        return shares


def lexicon_size(lexicon: GenderLexicon) -> dict[str, int]:
    """How many different sure words each side of the lexicon has."""
    return {
        "male": len({lowered(p.male) for p in lexicon.pairs if not is_doubtful(p, "male")}),
        "female": len({lowered(p.female) for p in lexicon.pairs if not is_doubtful(p, "female")}),
    }


def share(part: int, whole: int) -> float:
    """The part of the whole to four digits; 0 of nothing."""
    return round(part / whole, 4) if whole else 0.0


def _is_sure(word: GenderWord) -> bool:
    pairs: tuple[WordPair, ...] = reliable(word.pairs, word.gender)
    return bool(pairs)


def coverage_figure(coverage: Mapping[str, Sequence[float]], format: str = "svg") -> bytes:
    """Per language, the share of masked sentences with a gender word against k."""
    if not coverage:
        raise DataError(
            expected="the coverage of at least one model",
            got="none",
            fix="Make model-based pairs first.",
        )
    with Canvas(format) as canvas:
        figure, axes = canvas.new(6, 4)
        for lang, shares in coverage.items():
            steps = range(1, len(shares) + 1)
            axes.plot(steps, [100 * s for s in shares], marker="o", label=lang, clip_on=False)
        axes.set_xlabel("k (most probable words looked at)")
        axes.set_ylabel("sentences with a gender word of p ≥ .01 (%)")
        axes.set_xticks(list(steps))
        axes.set_ylim(0, 100)
        axes.legend(title="language")
        return canvas.save(figure)


def words_figure(
    words: Mapping[str, Mapping[str, Mapping[str, int]]], format: str = "svg"
) -> bytes:
    """Per language and gender, how many different words the lexicon and each method have.

    `words[lang][source][gender]`, with the sources `listed`, `lexicon`, `published` and `model`.
    """
    if not words:
        raise DataError(
            expected="the words of at least one language", got="none", fix="Make pairs first."
        )
    with Canvas(format) as canvas:
        figure, axes = canvas.new(max(6, 1.2 * len(words)), 4)
        sources = [s for s in _COLOURS if any(s in counts for counts in words.values())]
        width = 0.8 / len(sources)
        groups = [(lang, gender) for lang in words for gender in ("male", "female")]
        for position, source in enumerate(sources):
            heights = [words[lang].get(source, {}).get(gender, 0) for lang, gender in groups]
            places = [i + width * (position - (len(sources) - 1) / 2) for i in range(len(groups))]
            axes.bar(places, heights, width, label=_LABELS[source], color=_COLOURS[source])
        names = [f"{lang}\n{gender}" for lang, gender in groups]
        axes.set_xticks(range(len(groups)), names, fontsize=7)
        axes.set_ylabel("different gender words")
        axes.legend()
        return canvas.save(figure)
