"""A word's sentiment keeps the grades of its lexicon, and weak words are neutral."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from builders.kit.builder import BuildOptions
from builders.sentiment_lexicon.lexica import LEXICA, read_lexicon
from equimask.studies.sentiment.observations import Kind, SourceLexicon
from equimask.studies.sentiment.settings import Fitted, Settings
from equimask.studies.sentiment.training import fit
from equimask.studies.sentiment.validation import gradation
from tests.studies.sentiment.packaged_seeds import packaged_seeds

WEAK, MIDDLE, STRONG = 0.15, 0.45, 0.8
GRADES = np.round(np.linspace(-1, 1, 41), 2)
weights = pytest.mark.parametrize("kl_weight", [0.0, 0.3, 1.0])


def graded_and_sided() -> tuple[list[SourceLexicon], dict[str, int]]:
    """A graded lexicon, of whose words a third stands in two lists of sides as well."""
    numbers = {f"w{i}": (float(GRADES[i % len(GRADES)]),) for i in range(6 * len(GRADES))}
    sided = {word: value for word, (value,) in numbers.items() if int(word[1:]) % 3 == 0 and value}
    seeds = {"w0": 0, "w3": 0, "w20": 1, "w61": 1, "w39": 2, "w36": 2}
    sides = {word: (float(value > 0),) for word, value in sided.items()}
    return [
        SourceLexicon("numbers", Kind.REAL, numbers),
        SourceLexicon("sides", Kind.BINARY, sides),
        SourceLexicon("more-sides", Kind.BINARY, dict(list(sides.items())[::2])),
    ], seeds


def published(fitted: Fitted) -> dict[str, np.ndarray]:
    """The shares with the decimals that a build keeps."""
    return dict(zip(fitted.words, fitted.sentiment.round(4), strict=True))


@weights
def test_words_of_one_graded_lexicon_differ_as_their_grades_do(kl_weight: float) -> None:
    lexica, seeds = graded_and_sided()
    found = published(fit(lexica, seeds, Settings(kl_weight=kl_weight)))
    only = {v: w for w, (v,) in lexica[0].values.items() if w not in lexica[1].values}
    polarity = [found[only[grade]][2] - found[only[grade]][0] for grade in sorted(only)]
    assert (np.diff(polarity) > 0).all()
    weak, middle, strong = (found[only[grade]] for grade in (WEAK, MIDDLE, STRONG))
    assert strong[2] - middle[2] > 0.01 < middle[2] - weak[2]
    assert weak.argmax() == 1
    assert strong.argmax() == 2


FEWEST, MOST = 0.1, 0.5
"""Of the words of a language with a graded lexicon, those whose largest share is neutral."""


@pytest.mark.parametrize("kl_weight", [0.0, 0.3])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_real_words_of_one_graded_lexicon_keep_its_order_and_neutral_ones_exist(
    lang: str, kl_weight: float, shared: Path
) -> None:
    folder = shared / "sources"
    declared = [lexicon for lexicon in LEXICA if lexicon.lang == lang]
    files = {name: folder / name for lexicon in declared for name in lexicon.files}
    if not all(path.is_file() for path in files.values()):
        pytest.skip("no sentiment lexica among the shared sources")
    read = [read_lexicon(lexicon, files, BuildOptions()) for lexicon in declared]
    lexica = [lexicon for lexicon in read if lexicon is not None]
    fitted = fit(lexica, packaged_seeds(lang), Settings(kl_weight=kl_weight))
    found = published(fitted)
    assert FEWEST < np.mean([shares.argmax() == 1 for shares in found.values()]) < MOST
    n_sources = dict(zip(fitted.words, fitted.n_sources, strict=True))
    polarity = {word: float(shares[2] - shares[0]) for word, shares in found.items()}
    for lexicon in lexica:
        if lexicon.is_graded:
            spearman = gradation(lexicon, n_sources, polarity).spearman
            assert spearman is not None and spearman > 0.99
    graded = next(lexicon for lexicon in lexica if lexicon.name == "ml-senticon")
    only = sorted(word for word in graded.values if n_sources[word] == 1)
    middle, strong = (
        min(only, key=lambda word: abs(graded.polarity(word) - level)) for level in (MIDDLE, STRONG)
    )
    assert found[strong][2] - found[middle][2] > 0.01
