"""Figure 2: whether translations keep the gender of their English sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from equimask.core.drawing import GENDER_COLOURS, Canvas
from equimask.core.languages import get_language
from equimask.core.packaged import packaged_text
from equimask.core.schema import GENDERS
from equimask.gender.preservation import Preservation, PronounPreservation
from equimask.papers.exhibit import Cell, Exhibit, ExhibitFigure, NotMade, table
from equimask.papers.mbe.corpora import no_bags, not_the_corpora
from equimask.papers.mbe.published import published_preservation
from equimask.papers.mbe.sources import Bags, rows_of
from equimask.papers.mbe.work import Work

_ALT = (
    "Two panels with a line for each language and corpus: of the sentences about men (dots) and "
    "about women (squares), the share whose translation keeps the gender; on the left by the word "
    "for he or she, on the right by any gender word."
)
_WIDTH, _LINE, _MARGIN = 9.0, 0.32, 1.3


class Kept(NamedTuple):
    """Of one language and corpus: the paper's reading and ours, by gender."""

    language: str
    corpus: str
    pronouns: dict[str, dict[str, Any]]
    """Sentences and share of them by the word for "he" or "she"; empty where there is no such."""
    lexicon: dict[str, dict[str, dict[str, float]]]
    """Shares by the whole lexicon, by reading."""


def kept_gender(bags: Bags) -> Kept:
    """Both readings, from a built dataset, packaged pairs or parallel text."""
    lexicon = packaged_text("gender_lexicon", f"{bags.language}.tsv")
    words, pronouns = (
        Preservation(bags.language, lexicon),
        PronounPreservation(bags.language, lexicon),
    )
    for row in rows_of(bags):
        words.count(row.gender, row.sentence)
        pronouns.count(bags.corpus, row.gender, row.words, row.sentence)
    return Kept(bags.language, bags.corpus, pronouns.summary(), words.summary())


def preserved(work: Work) -> Exhibit | NotMade:
    """Figure 2."""
    found = [kept_gender(bags) for bags in work.bags]
    if not found:
        return no_bags(work)
    theirs = {row.language: f"{row.bound} {row.percent:g}" for row in published_preservation()}
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        for gender in GENDERS:
            pronoun = one.pronouns.get(gender, {})
            by_word = one.lexicon["sure"][gender], one.lexicon["listed"][gender]
            rows.append(
                (
                    get_language(one.language).name,
                    one.corpus,
                    "he" if gender == "male" else "she",
                    theirs.get(one.language, "–"),
                    pronoun.get("sentences"),
                    _percent(pronoun.get("kept")),
                    *(_percent(shares["same"]) for shares in by_word),
                    _percent(by_word[0]["none"]),
                )
            )
    headings = ("language", "corpus", "English word", "published, %", "sentences with it",
                "its word is there, %", "a sure gender word, %", "any listed gender word, %",
                "no sure gender word, %")  # fmt: skip
    silent = [get_language(one.language).name for one in found if not one.pronouns]
    notes = [
        "Published: what the text says of the bars, which have no figures; GlobalVoices alone.",
        "By he and she, as in the paper: of the English sentences with the word, those whose "
        "translation has a pronoun of the third person singular of that gender, in any case, even "
        "where it is doubtful otherwise. A lower bound: a noun in its place does not count.",
        "By the whole lexicon: all sentences of the gender, whose translation shows it by a word "
        "of which the lexicon is sure, or by any that it lists. Names do not count.",
    ]
    if silent:
        told = ", ".join(dict.fromkeys(silent))
        notes.append(f"No word for he that is not one for she, in the lexicon: {told}.")
    figure = ExhibitFigure("", _figure(found), _ALT)
    title = "Sentences that keep the gender"
    return Exhibit((table("", title, headings, rows),), (figure,), (*notes, *not_the_corpora(work)))


def _figure(found: Sequence[Kept]) -> bytes:
    with Canvas("svg") as canvas:
        height = _MARGIN + _LINE * len(found)
        figure, panels = canvas.new(_WIDTH, height, 1, 2, sharey=True, sharex=True)
        several = len({one.corpus for one in found}) > 1
        labels = [
            " ".join((get_language(one.language).name, *((one.corpus,) if several else ())))
            for one in found
        ]
        places = range(len(found))
        for axes, heading, shares in (
            (panels[0], "by “he” and “she”", [_of_pronouns(one) for one in found]),
            (panels[1], "by any listed gender word", [_of_words(one) for one in found]),
        ):
            axes.set_title(heading)
            axes.grid(axis="x", linewidth=0.4, alpha=0.5)
            for gender, marker, size in (("female", "s", 44), ("male", "o", 16)):
                points = [
                    (100 * known, place)
                    for place, share in zip(places, shares, strict=True)
                    if (known := share[gender]) is not None
                ]
                colour = GENDER_COLOURS[gender]
                face = colour if gender == "male" else "none"
                x, y = zip(*points, strict=True) if points else ((), ())
                axes.scatter(x, y, marker=marker, s=size, edgecolor=colour, facecolor=face,
                             linewidth=1.5, label=gender)  # fmt: skip
        printed = {row.language: row for row in published_preservation()}
        for place, one in zip(places, found, strict=True):
            if row := printed.get(one.language):
                panels[0].plot([row.percent] * 2, [place - 0.4, place + 0.4], "k:", linewidth=1.2)
        panels[0].set_yticks(list(places), labels)
        panels[0].set_ylim(len(found) - 0.4, -0.6)
        panels[0].set_xlim(-3, 103)
        figure.supxlabel("% of the sentences; dotted: what the paper says of its bars", fontsize=9)
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside upper right", ncols=2)
        return canvas.save(figure)


def _of_pronouns(one: Kept) -> dict[str, float | None]:
    return {gender: one.pronouns.get(gender, {}).get("kept") for gender in GENDERS}


def _of_words(one: Kept) -> dict[str, float | None]:
    return {gender: one.lexicon["listed"][gender]["same"] for gender in GENDERS}


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 2)
