"""Sentiment by language and model, men beside women (the study's Figure 6).

`sentiment_shares.sentiment_figure` shows the differences alone; here the shares themselves stand,
so that a language whose words are negative for everybody can be told from one that is for men.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any, NamedTuple

import numpy as np

from equimask.core.drawing import GREY, Canvas
from equimask.core.errors import InputError
from equimask.core.schema import GENDERS
from equimask.studies.analyses.chance import ALPHA, ClassDifference
from equimask.studies.analyses.checks import gender_index
from equimask.studies.analyses.display import explain, mark_shares, markdown_table, p_text
from equimask.studies.analyses.sentiment_shares import SentimentShares

FIGURE_6 = ("negative", "positive")  # the sentiments of its two panels
_WIDTH = 0.7  # of a language's models, where languages are 1 apart
_LETTERS = 75  # in a line below the figure


class ModelShares(NamedTuple):
    """The lists of one model in one language, and whether they differ."""

    shares: SentimentShares
    difference: ClassDifference

    def share(self, gender: str, sentiment: str) -> float:
        """How much of a gender's list has the sentiment."""
        row = self.shares.shares[gender_index(self.shares.genders, gender)]
        return float(row[self.shares.sentiments.index(sentiment)])

    def p_value(self, sentiment: str) -> float:
        """Of the difference between men and women."""
        return float(self.difference.p_values[self.shares.sentiments.index(sentiment)])


Found = Mapping[str, Mapping[str, ModelShares]]  # by language, then by model


def language_records(found: Found) -> list[dict[str, Any]]:
    """One row per language, model and sentiment."""
    return [
        {
            "language": language,
            "model": model,
            "sentiment": sentiment,
            **{gender: one.share(gender, sentiment) for gender in GENDERS},
            "p_value": one.p_value(sentiment),
        }
        for language, models in found.items()
        for model, one in models.items()
        for sentiment in one.shares.sentiments
    ]


def language_markdown(found: Found) -> str:
    """The records as a table, in percent; * marks what differs."""
    return markdown_table(
        ("language", "model", "sentiment", "male %", "female %", "p", ""),
        [
            (
                row["language"],
                row["model"],
                row["sentiment"],
                f"{100 * row['male']:.1f}",
                f"{100 * row['female']:.1f}",
                p_text(row["p_value"]),
                "*" if row["p_value"] < ALPHA else "",
            )
            for row in language_records(found)
        ],
    )


def language_figure(
    found: Found,
    sentiments: Sequence[str] = FIGURE_6,
    format: str = "svg",
    title: str = "",
) -> bytes:
    """A panel per sentiment, a group per language, in it a line per model from men to women."""
    models = list(dict.fromkeys(model for one in found.values() for model in one))
    if not models:
        raise InputError(
            expected="the shares of at least one model", got="none", fix="Fit one first."
        )
    places = {
        (language, model): at + _WIDTH * ((i + 0.5) / len(models) - 0.5)
        for at, (language, own) in enumerate(found.items())
        for i, model in enumerate(models)
        if model in own
    }
    with Canvas(format) as canvas:
        size = (max(6.0, 1.5 + 1.1 * len(found)), 1.4 + 2.3 * len(sentiments))
        figure, panels = canvas.new(*size, len(sentiments), 1, title, sharex=True, squeeze=False)
        for axes, sentiment in zip(panels[:, 0], sentiments, strict=True):
            for (language, model), x in places.items():
                one = found[language][model]
                ends = [100 * one.share(gender, sentiment) for gender in GENDERS]
                axes.plot([x, x], ends, color=GREY, linewidth=1, zorder=1)
                if one.p_value(sentiment) < ALPHA:
                    axes.annotate(
                        "×",
                        (x, max(ends)),
                        xytext=(0, 4),
                        textcoords="offset points",
                        ha="center",
                        fontweight="bold",
                    )
            for gender in GENDERS:
                shares = [100 * found[lang][m].share(gender, sentiment) for lang, m in places]
                mark_shares(axes, gender, list(places.values()), shares)
            axes.set_ylabel(f"{sentiment} (%)")
            highest = axes.get_ylim()[1]
            # from 0 on, else a point of difference fills the panel; marks at the top stay whole
            axes.set_ylim(-0.05 * highest, 1.15 * highest)
            axes.grid(axis="y", linewidth=0.4, alpha=0.5)
            for edge in np.arange(len(found) - 1) + 0.5:
                axes.axvline(edge, color=GREY, linewidth=0.4)
        lowest, order = panels[-1][0], f"in every language from left to right: {', '.join(models)}"
        lowest.set_xticks(range(len(found)), list(found))
        if len(found) == 1:
            order = next(iter(found))
            lowest.set_xticks(list(places.values()), [model for _, model in places])
            lowest.tick_params("x", rotation=30)
        lowest.set_xlim(-0.5, len(found) - 0.5)
        figure.legend(*panels[0][0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
        explain(
            figure,
            f"share of a sentiment among a gender's largest deviations; × differs, p < {ALPHA:g}\n"
            + fill(order, _LETTERS),
        )
        return canvas.save(figure)
