"""The same class of words in many models, one beside the other (the study's Figure 3).

The study shows two classes, negative adjectives of feeling and positive ones of mind, and of them
the models whose lists differ. Which classes differ is a matter of the models, so they can be
chosen, or taken from the results: `differing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from equimask.core.drawing import GREY, Canvas
from equimask.core.errors import InputError
from equimask.core.schema import GENDERS
from equimask.studies.analyses.chance import ALPHA
from equimask.studies.analyses.display import (
    explain,
    line_panels,
    mark_shares,
    markdown_table,
    p_text,
)
from equimask.studies.analyses.supersenses import SupersenseRow, Supersenses

# Sentiment and class of the study's two panels.
FIGURE_3 = (("negative", "feeling"), ("positive", "mind"))

Class = tuple[str, str]


def differing(found: Mapping[str, Supersenses]) -> list[Class]:
    """The sentiments and classes in which at least one model differs, most models first."""
    rows = [row for one in found.values() for row in one.rows if row.significant]
    classes = [(row.sentiment, row.supersense) for row in rows]
    return sorted(dict.fromkeys(classes), key=lambda one: (-classes.count(one), one))


def supersense_models_markdown(
    found: Mapping[str, Supersenses], classes: Sequence[Class] = FIGURE_3
) -> str:
    """A line per class and model: both shares, their difference, p; * passes Bonferroni."""
    return markdown_table(
        ("sentiment", "class", "model", "male %", "female %", "difference", "p", ""),
        [
            (
                *wanted,
                model,
                f"{100 * row.male:.1f}",
                f"{100 * row.female:.1f}",
                f"{100 * row.difference:+.1f}",
                p_text(row.p_value),
                "*" if row.significant else "",
            )
            for wanted in classes
            for model, row in _rows(found, wanted).items()
        ],
    )


def supersense_models_figure(
    found: Mapping[str, Supersenses],
    classes: Sequence[Class] = FIGURE_3,
    format: str = "svg",
    title: str = "",
) -> bytes:
    """A panel per class, in it a line per model: the share in the men's and the women's list."""
    rows = [_rows(found, wanted) for wanted in classes]
    if not rows:
        raise InputError(
            expected="classes to show", got="none", fix="Pass pairs such as ('negative', 'mind')."
        )
    models = list(found)
    headings = [f"{supersense}, {sentiment}" for sentiment, supersense in classes]
    with Canvas(format) as canvas:
        height = 1.5 + 0.26 * len(models)
        figure, panels = line_panels(canvas, headings, models, range(len(models)), height, title)
        for axes, of_class in zip(panels, rows, strict=True):
            for place, row in enumerate(of_class.values()):
                shares = [100 * row.male, 100 * row.female]
                width = 3 if row.significant else 1
                axes.plot(shares, [place, place], color=GREY, linewidth=width, zorder=1)
                if row.significant:
                    axes.text(max(shares), place, "   *", va="center", fontweight="bold")
            for gender in GENDERS:
                shares = [100 * getattr(row, gender) for row in of_class.values()]
                mark_shares(axes, gender, shares, range(len(models)))
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
        sizes = sorted({one.size for one in found.values()})
        numbers = sorted({one.n_classes for one in found.values()})
        explain(
            figure,
            f"share of the {' or '.join(map(str, sizes))} largest deviations (%)\n"
            f"* differs, p < {ALPHA:g}/{'|'.join(map(str, numbers))} (Bonferroni over the classes)",
        )
        return canvas.save(figure)


def _rows(found: Mapping[str, Supersenses], wanted: Class) -> dict[str, SupersenseRow]:
    """The row of a class in every model."""
    if not found:
        raise InputError(
            expected="the supersenses of at least one model", got="none", fix="Fit one first."
        )
    rows = {}
    for model, one in found.items():
        own = [row for row in one.rows if (row.sentiment, row.supersense) == wanted]
        if not own:
            classes = sorted({row.supersense for row in one.rows})
            raise InputError(
                expected=f"the class {wanted[1]!r} of the sentiment {wanted[0]!r} in every model",
                got=f"none for {model}",
                fix=f"There are {', '.join(classes)}.",
            )
        rows[model] = own[0]
    return rows
