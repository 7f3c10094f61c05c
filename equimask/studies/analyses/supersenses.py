"""Which kinds of adjectives and verbs a gender gets (the study's Figure 3), English only.

For each sentiment, the words of a gender's 100 largest deviations are sorted into classes, and each
class's share is compared between the two lists, taken as given; for a test of the counts behind
them see `chance`. The classes are read from the files of their authors:

- Adjectives: predictions of Tsvetkov et al. (2014), 13 classes, GPL-2. They come from a classifier
  and are wrong for some words: `abdominal` is called temporal.
- Verbs: the lexicographer files of WordNet 3.0, 15 classes, WordNet licence. A verb gets the class
  of its first sense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.drawing import GREY, Canvas
from equimask.core.errors import DataError, InputError, OptionError, shorten
from equimask.core.schema import GENDERS, SENTIMENTS
from equimask.measures.ranking import LIST_SIZE, MIN_COUNT, largest_words, said_often, ties_of
from equimask.studies.analyses.chance import ALPHA, N_SHUFFLES, class_difference_test
from equimask.studies.analyses.checks import check_counts_of, check_deviation, gender_index
from equimask.studies.analyses.display import (
    explain,
    line_panels,
    mark_shares,
    markdown_table,
    p_text,
)

VERB_HEADER = ("lemma", "first_sense", "all_senses")


def read_adjective_classes(path: str | PathLike[str]) -> dict[str, str]:
    """Adjective -> class, from lines of word, most probable class, all probabilities."""
    return _classes(_lines(path), path)


def read_verb_classes(path: str | PathLike[str]) -> dict[str, str]:
    """Verb -> class, from a TSV with a header; `verb.motion` becomes `motion`."""
    lines = _lines(path)
    if not lines or tuple(lines[0].split("\t")) != VERB_HEADER:
        raise DataError(
            expected=f"the header {', '.join(VERB_HEADER)} in {Path(path).name}",
            got=shorten(lines[0] if lines else ""),
            fix="Pass the table of WordNet verbs and their lexicographer files.",
        )
    found = _classes(lines[1:], path, first_line=2)
    return {word: name.removeprefix("verb.") for word, name in found.items()}


def _lines(path: str | PathLike[str]) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError as error:
        raise DataError(
            expected="a file of supersenses",
            got=f"no file at {str(path)!r}",
            fix="Download it from its authors; its licence keeps it out of this package.",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            expected=f"a text file in UTF-8 at {str(path)!r}",
            got=str(error),
            fix="Pass the file as its authors give it.",
        ) from error


def _classes(lines: list[str], path: str | PathLike[str], first_line: int = 1) -> dict[str, str]:
    classes: dict[str, str] = {}
    for number, line in enumerate(lines, first_line):
        word, _, rest = line.partition("\t")
        name = rest.partition("\t")[0].strip().lower()
        if not word or not name or classes.get(word, name) != name:
            raise DataError(
                expected=f"a word and its one class in line {number} of {Path(path).name}",
                got=shorten(line),
                fix="Mend the file: word, tab, class, and no word twice with different classes.",
            )
        classes[word] = name
    if not classes:
        raise DataError(
            expected=f"words in {Path(path).name}", got="none", fix="Pass a file that has some."
        )
    return classes


class SupersenseRow(NamedTuple):
    """One class within one sentiment; `significant` is after Bonferroni over the classes."""

    sentiment: str
    supersense: str
    male: float
    female: float
    difference: float
    p_value: float
    significant: bool


@dataclass(frozen=True)
class Supersenses:
    """The table, and what it rests on.

    `unclassified[sentiment][gender]` counts the words of a list that have no class. They stay in
    the list, so the shares of the classes may sum to less than 1. `tied_at_cut` counts in the same
    way the words left out although they equal the last one: their place is shared.
    """

    rows: tuple[SupersenseRow, ...]
    size: int
    n_classes: int
    unclassified: Mapping[str, Mapping[str, int]]
    tied_at_cut: Mapping[str, Mapping[str, int]]

    def markdown(self) -> str:
        """The table; * marks what passes Bonferroni."""
        headings = ("sentiment", "class", "male %", "female %", "difference", "p", "")
        return markdown_table(
            headings,
            [
                (
                    row.sentiment,
                    row.supersense,
                    f"{100 * row.male:.1f}",
                    f"{100 * row.female:.1f}",
                    f"{100 * row.difference:+.1f}",
                    p_text(row.p_value),
                    "*" if row.significant else "",
                )
                for row in self.rows
            ],
        )


def supersenses(
    deviation: npt.ArrayLike,
    words: Sequence[str],
    classes: Mapping[str, str],
    rng: np.random.Generator,
    *,
    counts: npt.ArrayLike | None = None,
    min_count: int = MIN_COUNT,
    size: int = LIST_SIZE,
    n_shuffles: int = N_SHUFFLES,
    genders: Sequence[str] = GENDERS,
    sentiments: Sequence[str] = SENTIMENTS,
) -> Supersenses:
    """Per sentiment and class: shares in both genders' lists, and a permutation test.

    With `counts` [words, genders] a gender's list has only words that were said of it at least
    `min_count` times. Without, as in the study, it may have words that were never said of it.
    """
    values = check_deviation(deviation, words, genders, sentiments)
    listed = np.ones((len(words), len(genders)), dtype=bool)
    if counts is not None:
        listed = said_often(check_counts_of(counts, words, genders), min_count)
    names = sorted(set(classes.values()))
    _check_shuffles(n_shuffles, len(names))
    places = {name: column for column, name in enumerate(names)}
    member = np.zeros((len(words), len(names)))
    for row, word in enumerate(words):
        found = classes.get(word.lower())
        if found is not None:
            member[row, places[found]] = 1.0
    if not member.any():
        raise InputError(
            expected="words that have a class",
            got=f"none of {len(words)}, such as {shorten(words[0])}",
            fix="The classes are English: pass English adjectives or verbs, as lemmas.",
        )
    rows: list[SupersenseRow] = []
    unclassified, ties = {}, {}
    for s, sentiment in enumerate(sentiments):
        ranked, lists, tied = {}, {}, {}
        for gender in GENDERS:
            g = gender_index(genders, gender)
            own = np.flatnonzero(listed[:, g])
            said = [words[row] for row in own.tolist()]
            ranked[gender] = largest_words(values[own, s, g], said, size)
            lists[gender] = ranked[gender].labels(member[own, None])
            tied[gender] = ties_of(ranked[gender], member[own, None])
        unclassified[sentiment] = {g: round(size - float(m.sum())) for g, m in lists.items()}
        ties[sentiment] = {gender: found.tied_at_cut for gender, found in ranked.items()}
        both = (tied["male"], tied["female"])
        test = class_difference_test(lists["male"], lists["female"], rng, n_shuffles, both)
        shares = {gender: found.mean(axis=0) for gender, found in lists.items()}
        rows.extend(
            SupersenseRow(
                sentiment,
                name,
                float(shares["male"][c]),
                float(shares["female"][c]),
                float(test.difference[c]),
                float(test.p_values[c]),
                bool(test.p_values[c] < ALPHA / len(names)),
            )
            for c, name in enumerate(names)
        )
    return Supersenses(tuple(rows), size, len(names), unclassified, ties)


def supersense_figure(found: Supersenses, format: str = "svg", title: str = "") -> bytes:
    """Per sentiment a panel: the share of each class in the men's and the women's list."""
    sentiments = list(dict.fromkeys(row.sentiment for row in found.rows))
    names = list(dict.fromkeys(row.supersense for row in found.rows))
    with Canvas(format) as canvas:
        height = 1.4 + 0.24 * len(names)
        figure, panels = line_panels(canvas, sentiments, names, range(len(names)), height, title)
        for axes, sentiment in zip(panels, sentiments, strict=True):
            rows = [row for row in found.rows if row.sentiment == sentiment]
            for place, row in enumerate(rows):
                shares = [100 * row.male, 100 * row.female]
                width = 3 if row.significant else 1
                axes.plot(shares, [place, place], color=GREY, linewidth=width, zorder=1)
                if row.significant:
                    axes.text(max(shares), place, "   *", va="center", fontweight="bold")
            for gender in GENDERS:
                shares = [100 * getattr(row, gender) for row in rows]
                mark_shares(axes, gender, shares, range(len(rows)))
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
        explain(
            figure,
            f"share of the {found.size} largest deviations (%)\n"
            f"* differs, p < {ALPHA:g}/{found.n_classes} (Bonferroni)",
        )
        return canvas.save(figure)


def _check_shuffles(n_shuffles: int, n_classes: int) -> None:
    smallest = 1.0 / (1 + n_shuffles)
    if smallest >= ALPHA / n_classes:
        raise OptionError(
            expected=f"enough shuffles for a p below {ALPHA:g}/{n_classes}",
            got=f"n_shuffles={n_shuffles}, whose smallest p is {smallest:.4f}",
            fix="Use 10,000.",
        )
