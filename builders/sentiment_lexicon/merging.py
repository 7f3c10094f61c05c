"""The entries of one lexicon to one value per word; what is left out or joined is counted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from builders.kit.options import BuildOptions
from builders.sentiment_lexicon.lexica import Lexicon
from builders.sentiment_lexicon.words import spelled, why_not
from equimask.studies.sentiment.observations import Kind, SourceLexicon, Value

MALFORMED = "malformed line or unknown value"
BOTH_SIDES = "on both sides of the lexicon"
JOINED = "entries of one word joined"


def read_lexicon(
    lexicon: Lexicon, files: Mapping[str, Path], options: BuildOptions
) -> SourceLexicon | None:
    """The lexicon, or None when not all of its files are at hand."""
    if not all(name in files for name in lexicon.files):
        return None
    subject = f"{lexicon.name} {lexicon.lang}"
    found: dict[str, list[list[Value]]] = {}
    for place, (name, read) in enumerate(lexicon.files.items()):
        for entry, value in read(files[name].read_bytes()):
            word = spelled(entry)
            reason = why_not(word, lexicon.lang) if value is not None else MALFORMED
            if reason or value is None:
                options.note("dropped", subject, reason)
                continue
            found.setdefault(word, [[] for _ in lexicon.files])[place].append(value)
    values: dict[str, Value] = {}
    for word, by_file in found.items():
        value = _joined(lexicon.kind, by_file)
        options.note("repaired", subject, JOINED, sum(map(len, by_file)) > 1)
        if value is None:
            options.note("dropped", subject, BOTH_SIDES)
        else:
            values[word] = value
    return SourceLexicon(lexicon.name, lexicon.kind, values, lexicon.levels)


def _joined(kind: Kind, by_file: list[list[Value]]) -> Value | None:
    """Sides must agree; votes are added; numbers are averaged.

    The two lists of InSet are the two sides of a pair: averaged each, then put together.
    """
    every = [value for group in by_file for value in group]
    if kind is Kind.BINARY:
        return every[0] if len(set(every)) == 1 else None
    if kind is Kind.COUNTS:
        return tuple(map(sum, zip(*every, strict=True)))
    means = [_mean(group) for group in by_file if group]
    return tuple(map(sum, zip(*means, strict=True)))


def _mean(values: list[Value]) -> Value:
    return tuple(sum(column) / len(values) for column in zip(*values, strict=True))
