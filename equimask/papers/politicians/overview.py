"""How the study goes, and whom it asks: Figures 1 and 2, Table 2."""

from __future__ import annotations

from collections import Counter

from equimask.core.drawing import GREY, Canvas
from equimask.core.embedded import EMBEDDED, embedded_model_path
from equimask.core.languages import get_language
from equimask.papers.exhibit import (
    Cell,
    Estimate,
    Exhibit,
    ExhibitFigure,
    NotMade,
    table,
)
from equimask.papers.politicians.families import published_model
from equimask.papers.politicians.people import FIRST_NAMES, genders_of_names
from equimask.papers.politicians.sentiments import NO_LEXICON
from equimask.papers.politicians.words import ADJECTIVES
from equimask.papers.politicians.work import Work
from equimask.studies.analyses.model_table import ModelSize, model_sizes
from equimask.studies.published import published_models

EXAMPLES = 5
NODES = {"g": (0.3, 0.85), "s": (0.3, 0.15), "w": (0.85, 0.5)}
EDGES = (("g", "s"), ("g", "w"), ("s", "w"))
_MEANINGS = {"g": "gender", "s": "sentiment", "w": "word"}


def procedure(work: Work) -> Exhibit | NotMade:
    """Figure 1: names, the words said beside them, and their sentiments, step by step."""
    rows: list[list[Cell]] = []
    for language in work.languages(work.words.models):
        names, spoken = genders_of_names(work, language) or Counter(), get_language(language).name
        told = ", ".join(f"{names[gender]:,} {gender}" for gender in sorted(names))
        rows.append([spoken, "1 names", told or None])
        said = work.words.pooled(work.words.models, language, ADJECTIVES)
        if said is None:
            continue
        entries = work.lexicon(language) or {}
        for gender in said.genders:
            times = said.counts[:, said.genders.index(gender)]
            top = sorted(zip((-times).tolist(), said.words, strict=True))[:EXAMPLES]
            rows.append(
                [
                    spoken,
                    f"2 words said most of {gender} people",
                    ", ".join(word for _, word in top),
                ]
            )
        total = said.counts.sum(axis=1)
        known = [word for _, word in sorted(zip((-total).tolist(), said.words, strict=True))]
        shown = [word for word in known if word in entries][:EXAMPLES]
        values = "; ".join(
            f"{word} ({', '.join(f'{value:.2f}' for value in entries[word])})" for word in shown
        )
        rows.append([spoken, "3 sentiment: negative, neutral, positive", values or None])
    if not rows:
        return NotMade("No model has words. Ask one.")
    notes = list(work.words.told)
    if work.brought.politicians is None:
        notes.append(FIRST_NAMES)
    notes += work.told_of_sentiments
    if work.brought.lexicon is None and not work.told_of_sentiments:
        notes.append(NO_LEXICON)
    notes.append("The paper draws the steps with three politicians; here nobody is named.")
    headings = ("language", "step", "what it gave")
    return Exhibit((table("steps", "The three steps", headings, rows),), notes=tuple(notes))


def graphical_model(work: Work) -> Exhibit:
    """Figure 2: what the latent-variable model says depends on what; the same for all data."""
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(4.2, 2.6)
        colours = {"g": "lightgrey", "s": "white", "w": "lightgrey"}
        for start, end in EDGES:
            axes.annotate(
                "",
                NODES[end],
                NODES[start],
                arrowprops={"arrowstyle": "-|>", "color": GREY, "shrinkA": 16, "shrinkB": 16},
            )
        for name, (x, y) in NODES.items():
            axes.scatter(x, y, s=750, facecolor=colours[name], edgecolor="black", zorder=2)
            axes.text(x, y, name, ha="center", va="center", zorder=3, style="italic")
            axes.text(x - 0.1, y, _MEANINGS[name], ha="right", va="center", fontsize=9)
        axes.set(xlim=(0, 1), ylim=(-0.05, 1))
        axes.axis("off")
        svg = canvas.save(figure)
    alt = "Arrows from gender to sentiment, from gender to word, and from sentiment to word."
    return Exhibit(
        figures=(ExhibitFigure("model", svg, alt),),
        notes=(
            "p(w, g, s) = p(w | s, g) p(s | g) p(g), as fitted for Tables 4 and 6; the sentiment "
            "is latent, and white. Drawn, not measured.",
        ),
    )


def sizes_of_models(work: Work) -> Exhibit:
    """Table 2: the models as printed, and what their configurations count."""
    asked = {model.label: model for model in work.request.models}
    counted = {label: _size(model.model) for label, model in asked.items()}
    of_paper = {
        known.hub_id: label
        for label, model in asked.items()
        if (known := published_model(model.model)) is not None
    }
    rows: list[list[Cell]] = []
    for one in published_models():
        size = counted.get(of_paper.get(one.hub_id, ""))
        printed = Estimate(one.parameters / 1e6, published=True)
        rows.append([one.setup, one.name, printed, one.hub_id, _millions(size), one.training_data])
    rows += [
        ["ours", label, None, None, _millions(size), None]
        for label, size in counted.items()
        if label not in of_paper.values()
    ]
    headings = (
        *("setup", "model", "published, million", "id on the Hub", "counted, million"),
        "training data",
    )
    why = [f"{name}: {size.why}" for name, size in counted.items() if size.parameters is None]
    return Exhibit(
        (table("models", "Models and their parameters", headings, rows),),
        notes=(
            "The paper gives no ids: they are our reading. The printed sizes of XLM-RoBERTa are "
            "those of English RoBERTa. Only models that were asked are counted, from their "
            "configurations.",
            *why,
        ),
    )


def _size(model: object) -> ModelSize:
    """Of a live model by its numbers; else no weights are read."""
    if hasattr(model, "parameters"):
        return ModelSize("live", sum(one.numel() for one in model.parameters()))
    place = str(embedded_model_path()) if model == EMBEDDED else str(model)
    return model_sizes([place])[0]


def _millions(size: ModelSize | None) -> Cell:
    return None if size is None or size.parameters is None else size.parameters / 1e6
