"""What real models answered, as the authors of GEST released it: one number for every sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from builders.gest.sentences import CATEGORIES, Sentence, gender_of
from equimask.core.arrays import Floats
from equimask.core.errors import DataError
from equimask.measures.contrast import male_prevalence, stereotype_contrast

_NAME = re.compile(r".*/(?P<model>.+)_template-(?P<template>\d)\.txt")
_DECIMALS = 6

# model -> template -> figure -> value
Answers = dict[str, dict[str, dict[str, float]]]


def is_answers(name: str) -> bool:
    """Whether a source file holds the answers of a model."""
    return _NAME.fullmatch(name) is not None


def answer_table(files: Mapping[str, Path], sentences: Sequence[Sentence]) -> Answers:
    """Per model and template: prevalence, and the contrast by sentences and by stereotypes."""
    found: Answers = {}
    for name in sorted(files):
        match = _NAME.fullmatch(name)
        assert match is not None
        figures = _figures(read_answers(files[name], len(sentences)), sentences)
        found.setdefault(match["model"], {})[match["template"]] = figures
    return found


def read_answers(path: Path, n: int) -> Floats:
    """Log odds of the male word for the sentences in their order."""
    lines = path.read_text(encoding="utf-8").split()
    try:
        log_odds = np.array([float(line) for line in lines])
    except ValueError as error:
        raise DataError(
            expected=f"a number on every line of {path.name}",
            got=str(error),
            fix="Take the file of the authors.",
        ) from error
    if len(log_odds) != n or not np.isfinite(log_odds).all():
        raise DataError(
            expected=f"a finite number for each of {n} sentences in {path.name}",
            got=f"{int(np.isfinite(log_odds).sum())} of {len(log_odds)}",
            fix="Take answers and sentences of one edition.",
        )
    return log_odds


def _figures(log_odds: Floats, sentences: Sequence[Sentence]) -> dict[str, float]:
    stereotypes = np.array([sentence.stereotype for sentence in sentences])
    there = [number for number in CATEGORIES if (stereotypes == number).any()]
    means = np.array([log_odds[stereotypes == number].mean() for number in there])
    figures = {
        "prevalence": male_prevalence(log_odds),
        "contrast": stereotype_contrast(log_odds, [gender_of(s) for s in stereotypes]),
        "contrast_of_stereotypes": stereotype_contrast(means, [gender_of(s) for s in there]),
    }
    return {name: round(value, _DECIMALS) for name, value in figures.items()}
