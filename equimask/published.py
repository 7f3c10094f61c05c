"""The figures that the papers print, to stand beside ours; as printed, misprints included.

Kaneko et al. (2022), meta-evaluation: Table 4 gives MT large-char the difference 9.93, which is
-9.93. Stanczak et al. (2023), politicians: in Tables 5 and 8 seven rows cannot be right, because
shares sum to 1 (`PublishedEffect.consistent`).
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


class PublishedEffect(NamedTuple):
    """A row of Tables 5 (English models) and 8 (multilingual ones) of the politicians study.

    Coefficients of one gender's shares; they must sum to 0 over the sentiments, the intercepts to
    1. `consistent` says whether they do, as far as the printed digits allow; None in the row of
    overall p-values.
    """

    table: str
    factor: str
    level: str
    gender: str
    negative: float
    neutral: float
    positive: float
    consistent: bool | None


class PublishedWord(NamedTuple):
    """A word of Tables 3 (PMI), 4 and 6 (deviation by sentiment) of the politicians study.

    `block` is `contrast` or `non-binary` in Table 3, `deviation` in the others.
    """

    table: str
    language: str
    upos: str
    block: str
    gender: str
    sentiment: str
    rank: int
    word: str
    value: float


# What the effects of a table are measured from, in the form that `anova` takes.
PUBLISHED_REFERENCES = {
    "5": {"architecture": "ALBERT", "size": "base"},
    "8": {"architecture": "m-BERT", "size": "base", "language": "ar"},
}


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


def published_effects() -> list[PublishedEffect]:
    """Tables 5 and 8 of the politicians study."""
    text = (_FOLDER / "politicians_anova.tsv").read_text(encoding="utf-8")
    return [
        PublishedEffect(
            row["table"],
            row["factor"],
            row["level"],
            row["gender"],
            float(row["negative"]),
            float(row["neutral"]),
            float(row["positive"]),
            row["consistent"] == "yes" if row["consistent"] else None,
        )
        for row in read_word_list(text, PublishedEffect._fields)
    ]


def published_words() -> list[PublishedWord]:
    """Tables 3, 4 and 6 of the politicians study."""
    text = (_FOLDER / "politicians_words.tsv").read_text(encoding="utf-8")
    return [
        PublishedWord(
            row["table"],
            row["language"],
            row["upos"],
            row["block"],
            row["gender"],
            row["sentiment"],
            int(row["rank"]),
            row["word"],
            float(row["value"]),
        )
        for row in read_word_list(text, PublishedWord._fields)
    ]
