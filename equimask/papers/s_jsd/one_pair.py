"""Figure 1 and the pair of section 5: which tokens a pair shares, and what each contributes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from equimask.core.drawing import BLUE, VERMILION, Canvas
from equimask.core.languages import get_language
from equimask.evaluation.masked_pairs import run_masked_pass
from equimask.inputs.table import Table
from equimask.measures import cps, s_jsd
from equimask.measures.shared_span import SharedSpanScores
from equimask.models import MaskedLM
from equimask.models.loading import load_asked
from equimask.papers.exhibit import Cell, Exhibit, ExhibitFigure, NotMade, table
from equimask.papers.request import PaperModel
from equimask.papers.s_jsd.published import published_pairs
from equimask.papers.s_jsd.work import Work
from equimask.plans.alignment import shared_span
from equimask.plans.masks import Encoded

_WIDTH, _LINE, _GAP = 7.0, 0.34, 6.0  # inches, those of a line; pixels between two tokens
_SIZE, _APART = 11.0, 0.5  # points of a token; of a line, that lies between the two sentences
_HANDIWORK = "steinborn-892"  # the id of the pair that section 5 looks at


@dataclass(frozen=True)
class Side:
    """A sentence as its tokens, and which of them the other one has too."""

    tokens: tuple[str, ...]
    shared: tuple[bool, ...]

    @property
    def in_both(self) -> tuple[str, ...]:
        """The shared tokens."""
        return tuple(t for t, shared in zip(self.tokens, self.shared, strict=True) if shared)


@dataclass(frozen=True)
class ReadPair:
    """A pair as a model reads it."""

    more: Side
    less: Side
    pieces: int
    """How many of the shared tokens are parts of a longer word."""
    scores: SharedSpanScores


def masked_tokens(work: Work) -> Exhibit | NotMade:
    """Figure 1: a drawing in the paper; here a pair of the data, as the first model reads it."""
    model = next((one for one in work.request.models if one.speaks("en")), work.request.models[0])
    one = next((t for t in work.tables if model.speaks(t.language or "")), None)
    if one is None:
        return NotMade(f"There are no pairs in a language of {model.label}: name others by -l.")
    chosen = next((t for t in work.tables if t.language == "en" and model.speaks("en")), one)
    read = _read(work, model, chosen, 0)
    sides = (read.scores.log_p_more, read.scores.log_p_less)
    more, less = map(s_jsd.js_distance, sides)
    columns = (*map(np.exp, sides), more, less, more - less)
    rows: list[tuple[Cell, ...]] = [
        (word, *(float(column[i]) for column in columns))
        for i, word in enumerate(read.more.in_both)
    ]
    headings = (
        "masked token", "P, more stereotypical", "P, less", "distance, more", "distance, less",
        "difference",
    )  # fmt: skip
    title = f"{model.label}, {get_language(chosen.language or 'en').name}: each shared token masked"
    value = 1e3 * float(s_jsd.row_scores(read.scores).s_jsd[0])
    told = f"{value:.2f}".replace("-", "−")
    alt = (
        "Two sentences as tokens, the more stereotypical one on top. Blue tokens stand in both and "
        "are masked one at a time; red ones, in bold, tell the gender and stay in sight."
    )
    notes = (
        f"The mean of the differences is the pair's S_JSD: {told} thousandths. The "
        "distance is Jensen-Shannon's, from the prediction to the true token.",
        *work.data_notes,
    )
    figure = ExhibitFigure("", _drawn(read), alt)
    return Exhibit((table("", title, headings, rows),), (figure,), notes)


def in_two_languages(work: Work) -> Exhibit | NotMade:
    """Of section 5: one pair in English and in German, how much of it are pieces of words."""
    rows: list[tuple[Cell, ...]] = [
        (
            get_language(one.language).name, "mBERT", "published",
            one.shared, one.pieces, one.cps, one.s_jsd, one.difference,
        )
        for one in published_pairs()
    ]  # fmt: skip
    place = _same_pair(work)
    if place is None:
        return NotMade(
            "The data have no pair in both English and German. Pass --data with pairs whose `id` "
            "is the same in both, as crows_pairs_multilingual has them."
        )
    for model in work.request.models:
        for language, (one, row) in place.items():
            if model.speaks(language):
                found = _told(_read(work, model, one, row))
                rows.append((get_language(language).name, model.label, "ours", *found))
    headings = (
        "language", "model", "figures", "shared tokens", "of them pieces of words", "CPS",
        "S_JSD", "log-likelihood, more minus less",
    )  # fmt: skip
    told = "the pair of the paper" if _is_theirs(place) else "the first pair that both have"
    notes = (
        f"Ours: {told}. The published German S_JSD is printed with a sign that its renderings give "
        "differently; CPS 0 and the negative difference ask for a positive one.",
        *work.data_notes,
    )
    return Exhibit((table("", "One pair in two languages", headings, rows),), notes=notes)


def _told(read: ReadPair) -> tuple[Cell, ...]:
    """Tokens, and what both measures say of them."""
    sums = cps.row_scores(read.scores)
    score = float(s_jsd.row_scores(read.scores).s_jsd[0])
    difference = float(sums.pll_more[0] - sums.pll_less[0])
    return int(read.scores.counts[0]), read.pieces, float(sums.cps[0]), score, difference


def _same_pair(work: Work) -> dict[str, tuple[Table, int]] | None:
    """The same item in both languages: the paper's where it is there, else the first."""
    tables = {one.language: one for one in work.whole_tables}
    if not {"en", "de"} <= {*tables} or any("id" not in one.columns for one in tables.values()):
        return None
    ids = {code: tables[code].columns["id"] for code in ("en", "de")}
    both = [item for item in ids["en"] if item in set(ids["de"])]
    if not both:
        return None
    item = _HANDIWORK if _HANDIWORK in both else both[0]
    return {code: (tables[code], own.index(item)) for code, own in ids.items()}


def _is_theirs(place: dict[str, tuple[Table, int]]) -> bool:
    one, row = place["en"]
    return bool(one.columns["id"][row] == _HANDIWORK)


def _read(work: Work, model: PaperModel, one: Table, row: int) -> ReadPair:
    options = replace(work.request.options, model=model.model, progress=False)
    mlm = load_asked(options, one.language)
    more, less = (str(one.columns[name][row]) for name in ("sent_more", "sent_less"))
    first, second = mlm.encode([more, less])
    span = shared_span(first.ids, second.ids, first.special, second.special)
    scores = run_masked_pass(mlm, [more], [less], options).scores
    sides = _side(mlm, first, span.more), _side(mlm, second, span.less)
    return ReadPair(*sides, _pieces(first, span.more), scores)


def _side(mlm: MaskedLM, encoded: Encoded, span: tuple[int, ...]) -> Side:
    places = [i for i, special in enumerate(encoded.special) if not special]
    tokens = tuple(mlm.encode.tokenizer.decode([encoded.ids[i]]).strip() for i in places)
    return Side(tokens, tuple(i in span for i in places))


def _pieces(encoded: Encoded, span: tuple[int, ...]) -> int:
    """Shared tokens whose word has more than one."""
    words = encoded.words
    return sum(words.count(words[i]) > 1 for i in span)


def _drawn(read: ReadPair) -> bytes:
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(_WIDTH, _LINE)
        axes.axis("off")
        figure.set_layout_engine("none")
        axes.set_position((0.0, 0.0, 1.0, 1.0))
        renderer, width = figure.canvas.get_renderer(), figure.bbox.width
        sides = [_lines(axes, renderer, side, width) for side in (read.more, read.less)]
        height = sum(map(len, sides)) + _APART
        figure.set_figheight(height * _LINE)
        top = height - 0.5
        for lines in sides:
            for line in lines:
                for x, text in line:
                    text.set_position((x / width, top / height))
                top -= 1
            top -= _APART
        return canvas.save(figure)


def _lines(axes: Any, renderer: Any, side: Side, width: float) -> list[list[tuple[float, Any]]]:
    """Tokens beside each other, with their places, in as many lines as they need."""
    lines: list[list[tuple[float, Any]]] = [[]]
    x = _GAP
    for token, shared in zip(side.tokens, side.shared, strict=True):
        box = {"facecolor": BLUE if shared else VERMILION, "edgecolor": "none", "pad": _SIZE / 3}
        text = axes.text(
            0, 0, token or "␣", transform=axes.transAxes, fontsize=_SIZE, va="center",
            color="white", fontweight="normal" if shared else "bold", bbox=box,
        )  # fmt: skip
        taken = text.get_window_extent(renderer).width + _GAP + _SIZE / 1.5
        if lines[-1] and x + taken > width:
            lines.append([])
            x = _GAP
        lines[-1].append((x, text))
        x += taken
    return lines
