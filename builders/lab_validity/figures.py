"""The card's figures, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from builders.lab_validity.analysis import (
    FALSE_ALARMS,
    FOLLOWS,
    IGNORES,
    LABELS,
    LEVEL,
    MEAN_TWIN,
    SIZES,
    STRANGERS,
    TWINS,
)
from equimask.core.drawing import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, Canvas
from equimask.stats import POWER

Summary = Mapping[str, Any]

_PANEL_COLUMNS = 5
_RESPONSE_TITLE = "Score against the planted dose: a line per language, their mean in dark"
_LINES = (
    (BLUE, "o", "-"), (SKY, "s", "--"), (GREEN, "^", "-"), (PURPLE, "D", "--"),
    (GREY, "v", ":"), (ORANGE, "P", "-"), (VERMILION, "X", "--"), (BLUE, "<", ":"),
)  # fmt: skip
_DOSES = {
    "stereotype": {"color": BLUE, "marker": "o"},
    "prevalence": {"color": ORANGE, "marker": "x"},
    "name_frequency": {"color": PURPLE, "marker": "^"},
}
_TESTS = {
    STRANGERS: (GREY, "^", "every row for itself"),
    LABELS: (VERMILION, "s", "sides exchanged by clusters"),
    TWINS: (BLUE, "o", "as one more untrained twin"),
    MEAN_TWIN: (GREEN, "D", "from the mean of the twins"),
}


def draw_all(summary: Summary, format: str = "svg") -> dict[str, bytes]:
    """Every figure by file name."""
    pictures: dict[str, Callable[[Summary, str], bytes]] = {
        "dose_response": dose_response,
        "following": following_figure,
        "false_alarms": false_alarms_figure,
        "power": power_figure,
        "agreement": agreement_figure,
    }
    return {f"{name}.{format}": draw(summary, format) for name, draw in pictures.items()}


def dose_response(summary: Summary, format: str = "svg") -> bytes:
    """A panel per variant: its score against its own dose, a line per language and their mean."""
    variants = summary["variants"]
    rows = -(-len(variants) // _PANEL_COLUMNS)
    with Canvas(format) as canvas:
        figure, axes = canvas.new(
            11, 2.3 * rows, rows, _PANEL_COLUMNS, _RESPONSE_TITLE, squeeze=False
        )
        for panel in axes.flat[len(variants) :]:
            panel.set_visible(False)
        for panel, (name, facts) in zip(axes.flat, variants.items(), strict=False):
            lines = [
                ([float(dose) for dose in means], list(means.values()))
                for means in facts["responses"].values()
            ]
            for doses, scores in lines:
                panel.plot(doses, scores, color=SKY, linewidth=0.8)
            panel.plot(doses, np.mean([scores for _, scores in lines], axis=0), color=BLUE, lw=2)
            panel.axhline(facts["centre"], color=GREY, linewidth=0.8, linestyle=":")
            panel.set_title(name, fontsize=7.5)
            panel.set_xlabel(facts["dose"], fontsize=8)
            panel.tick_params(labelsize=7)
        return canvas.save(figure)


def following_figure(summary: Summary, format: str = "svg") -> bytes:
    """Per variant a mark for every language and dose: what it goes with."""
    variants = summary["variants"]
    with Canvas(format) as canvas:
        figure, axes = canvas.new(8, 0.34 * len(variants) + 1.4)
        axes.axvspan(-IGNORES, IGNORES, color=GREY, alpha=0.12, linewidth=0)
        axes.axvspan(FOLLOWS, 1.0, color=GREEN, alpha=0.16, linewidth=0)
        for place, facts in enumerate(variants.values()):
            for shift, (dose, style) in zip((-0.2, 0.0, 0.2), _DOSES.items(), strict=True):
                found = [
                    f["own"] if dose == facts["dose"] else f["others"].get(dose)
                    for f in facts["following"].values()
                ]
                known = [correlation for correlation in found if correlation is not None]
                axes.scatter(known, [place + shift] * len(known), s=16, alpha=0.7, **style)
        for dose, style in _DOSES.items():
            axes.scatter([], [], **style, label=dose.replace("_", " "))
        _name_rows(axes, [f"{name} → {facts['dose']}" for name, facts in variants.items()])
        axes.set_xlim(-1.02, 1.02)
        axes.set_xlabel(
            "rank correlation over the crossed doses, a mark per language\n"
            "wanted: the own dose in the green band, the others in the grey one"
        )
        figure.legend(loc="outside upper left", ncols=3)
        return canvas.save(figure)


def false_alarms_figure(summary: Summary, format: str = "svg") -> bytes:
    """Per score the rate of false alarms of every test, and its interval."""
    variants = {
        name: facts["false_alarms"]
        for name, facts in summary["variants"].items()
        if facts["false_alarms"][TWINS]
    }
    with Canvas(format) as canvas:
        figure, axes = canvas.new(8, 0.4 * len(variants) + 1.4)
        axes.axvspan(*(100 * share for share in FALSE_ALARMS), color=GREEN, alpha=0.12, linewidth=0)
        axes.axvline(100 * LEVEL, color=GREY, linewidth=0.8, linestyle=":")
        for shift, (test, (colour, marker, label)) in zip(
            (-0.3, -0.1, 0.1, 0.3), _TESTS.items(), strict=True
        ):
            known = [(i, f[test]) for i, f in enumerate(variants.values()) if f[test]]
            rates = np.array([[100 * r[x] for x in ("rate", "low", "high")] for _, r in known])
            if len(rates):
                axes.errorbar(
                    rates[:, 0],
                    [place + shift for place, _ in known],
                    xerr=[rates[:, 0] - rates[:, 1], rates[:, 2] - rates[:, 0]],
                    color=colour,
                    fmt=marker,
                    markersize=4,
                    label=label,
                )
        _name_rows(axes, list(variants))
        axes.set_xlim(left=0)
        axes.set_xlabel("models without bias in which one is found at the 5 % level (%)")
        figure.legend(loc="outside upper left", ncols=2)
        return canvas.save(figure)


def power_figure(summary: Summary, format: str = "svg") -> bytes:
    """A panel per size of the own dose: how often so many pairs find it."""
    curves = {name: facts["power"] for name, facts in summary["variants"].items() if facts["power"]}
    doses = sorted({dose for curve in curves.values() for dose in curve}, key=float)
    with Canvas(format) as canvas:
        figure, axes = canvas.new(3.2 * len(doses) + 2, 3.6, 1, len(doses), squeeze=False)
        for panel, dose in zip(axes.flat, doses, strict=True):
            for (name, power), (colour, marker, line) in zip(curves.items(), _LINES, strict=True):
                points = {int(n): 100 * share for n, share in power.get(dose, {}).items()}
                panel.plot(
                    list(points), list(points.values()), line, color=colour, marker=marker,
                    markersize=4, label=name,
                )  # fmt: skip
            aim = LEVEL if float(dose) == 0 else POWER
            panel.axhline(100 * aim, color=GREY, linewidth=0.8, linestyle=":")
            panel.set_title("no dose: false alarms" if float(dose) == 0 else f"dose ±{dose}")
            panel.set_xscale("log", base=2)
            panel.set_xticks(SIZES, [str(n) for n in SIZES])
            panel.set_ylim(-2, 102)
            panel.set_xlabel("pairs")
        axes[0, 0].set_ylabel("found (%)")
        handles, names = axes[0, 0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside right upper")
        return canvas.save(figure)


def agreement_figure(summary: Summary, format: str = "svg") -> bytes:
    """Two tables of numbers on colours: do ranks agree, and do directions?"""
    tables = summary["agreement"]
    names, size = tables["variants"], 0.42 * len(tables["variants"]) + 1.6
    with Canvas(format) as canvas:
        figure, axes = canvas.new(2 * size, size + 0.6, 1, 2)
        for panel, key, lowest, title in (
            (axes[0], "ranks", -1, "rank correlation within a language, mean"),
            (axes[1], "signs", 0, "share of models on the same side"),
        ):
            values = np.array(tables[key], dtype=np.float64)  # None becomes NaN
            panel.imshow(values, cmap="PuOr_r" if lowest else "Blues", vmin=lowest, vmax=1)
            for i, j in np.ndindex(values.shape):
                dark = abs(values[i, j]) > 0.7
                text = (
                    "–" if np.isnan(values[i, j]) else f"{values[i, j]:.1f}".replace("-0.0", "0.0")
                )
                panel.text(j, i, text, ha="center", va="center", fontsize=6,
                           color="white" if dark else "black")  # fmt: skip
            panel.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
            panel.set_yticks(range(len(names)), names, fontsize=7)
            panel.set_title(title)
        return canvas.save(figure)


def _name_rows(axes: Any, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", color=GREY, alpha=0.2)
