"""The figures that Kaneko et al. (2022) print in their meta-evaluation, to stand beside ours.

As printed, misprints included: Table 4 gives MT large-char the difference 9.93, which is -9.93.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from equimask.lexicon.data import read_word_list

_FOLDER = files("equimask") / "data" / "published"


class PublishedScore(NamedTuple):
    """A cell of Tables 4-6: a bias score and its printed difference from HT (None for HT)."""

    table: str
    language: str
    model: str
    method: str
    score: float
    difference: float | None
    significant: bool


class PublishedAgreement(NamedTuple):
    """A cell of Table 3: agreement over eleven English models with CrowS-Pairs or StereoSet."""

    table: str
    language: str
    data: str
    method: str
    statistic: str
    value: float
    significant: bool


def published_scores() -> list[PublishedScore]:
    """Tables 4 (Japanese), 5 (Russian) and 6 (native names)."""
    text = (_FOLDER / "mbe_meta_evaluation.tsv").read_text(encoding="utf-8")
    return [
        PublishedScore(
            row["table"],
            row["language"],
            row["model"],
            row["method"],
            float(row["score"]),
            float(row["difference"]) if row["difference"] else None,
            row["significant"] == "yes",
        )
        for row in read_word_list(text, PublishedScore._fields)
    ]


def published_agreement() -> list[PublishedAgreement]:
    """Table 3."""
    text = (_FOLDER / "mbe_agreement.tsv").read_text(encoding="utf-8")
    return [
        PublishedAgreement(
            row["table"],
            row["language"],
            row["data"],
            row["method"],
            row["statistic"],
            float(row["value"]),
            row["significant"] == "yes",
        )
        for row in read_word_list(text, PublishedAgreement._fields)
    ]
