"""The paper's two figures, drawn from the statistics of a build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from equimask.core.drawing import Canvas
from equimask.core.errors import DataError

_COLOURS = {"lexicon": "#4c72b0", "model": "#dd8452", "listed": "#c8c8c8"}


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
            axes.plot(steps, [100 * s for s in shares], marker="o", label=lang)
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

    `words[lang][source][gender]`, with the sources `listed`, `lexicon` and `model`.
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
            label = "in the lexicon" if source == "listed" else f"{source}-based pairs"
            axes.bar(places, heights, width, label=label, color=_COLOURS[source])
        names = [f"{lang}\n{gender}" for lang, gender in groups]
        axes.set_xticks(range(len(groups)), names, fontsize=7)
        axes.set_ylabel("different gender words")
        axes.legend()
        return canvas.save(figure)
