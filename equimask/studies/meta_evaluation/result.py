"""What a meta-evaluation returns: all scores of all models, and how they agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.errors import check_choice
from equimask.core.randomness import Seed
from equimask.core.result import BiasResult
from equimask.core.terminal import TextTable, lines_shown
from equimask.measures import concordance as measure
from equimask.measures.concordance import FEWEST_MODELS, Concordance

LABELS = {
    "ht": "HT",
    "ht_male": "HTmale",
    "ht_name": "HTname",
    "mt": "MT",
    "mbe": "MBE",
    "shf": "Shf",
    "tmp": "Tmp",
    "tmp_stereotype": "TmpStereo",
    "tmp_published": "TmpPaper",
}
_TOO_FEW_CHANGED = 0.1  # scores of nearly the same pairs agree, which says nothing


@dataclass(frozen=True)
class MetaEvaluation:
    """`results[model][method]` is a full result, with interval, p and signature.

    `changed` says of a method that scores the pairs of `ht` anew how many it changed, and of how
    many.
    """

    language: str
    results: Mapping[str, Mapping[str, BiasResult]]
    notes: tuple[str, ...] = ()
    changed: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=lambda: LABELS)

    @property
    def models(self) -> list[str]:
        """Names of the models, in the order given."""
        return list(self.results)

    @property
    def methods(self) -> list[str]:
        """Names of the methods; `ht` is the first."""
        return list(next(iter(self.results.values())))

    def scores(self, method: str) -> npt.NDArray[np.float64]:
        """One score per model."""
        return np.array([result.value for result in self._column(method)])

    def nulls(self, method: str) -> npt.NDArray[np.float64]:
        """Each model's own null where it was calibrated, 50 elsewhere."""
        return np.array([50.0 if r.null is None else r.null for r in self._column(method)])

    def differences(self, method: str, reference: str = "ht") -> npt.NDArray[np.float64]:
        """Candidate minus reference, model by model."""
        return measure.differences(self.scores(reference), self.scores(method))

    def concordance(self, method: str, reference: str = "ht", seed: Seed = 0) -> Concordance:
        """Spearman, Pearson, direction and difference over models; needs three of them."""
        return measure.concordance(
            self.scores(reference),
            self.scores(method),
            reference_null=self.nulls(reference),
            candidate_null=self.nulls(method),
            seed=seed,
        )

    def table(self, reference: str = "ht") -> TextTable:
        """One line per model, one column per method, and the agreement with the reference below.

        A cell holds the score, a * where it differs from its null at p < .05, and the difference
        from the reference.
        """
        table = TextTable(f"Meta-evaluation, {self.language}")
        self._column(reference)
        methods = [reference, *(method for method in self.methods if method != reference)]
        table.add_column("model", overflow="fold")
        for method in methods:
            table.add_column(self._label(method), justify="right", no_wrap=True)
        differences = {method: self.differences(method, reference) for method in methods}
        for row, (model, results) in enumerate(self.results.items()):
            cells = [_cell(results[reference])]
            for method in methods[1:]:
                cells.append(f"{_cell(results[method])} {differences[method][row]:+.2f}")
            table.add_row(model, *cells)
        table.add_section()
        for name, cells in self._agreement(methods, reference):
            table.add_row(name, "", *cells)
        told = "\n".join((*self._explanations(reference), *self.notes))
        table.caption = lines_shown(told, "table.caption")
        return table

    def as_dict(self, reference: str = "ht", rows: bool = False) -> dict[str, Any]:
        """All figures as plain numbers and strings; `concordance` is None below three models."""
        enough = len(self.results) >= FEWEST_MODELS
        return {
            "language": self.language,
            "reference": reference,
            "results": {
                model: {method: result.as_dict(rows) for method, result in results.items()}
                for model, results in self.results.items()
            },
            "differences": {
                method: dict(
                    zip(self.models, self.differences(method, reference).tolist(), strict=True)
                )
                for method in self._candidates(reference)
            },
            "concordance": {
                method: _plain(self.concordance(method, reference))
                for method in self._candidates(reference)
            }
            if enough
            else None,
            "changed": {method: list(counts) for method, counts in self.changed.items()},
            "labels": {method: self._label(method) for method in self.methods},
            "notes": list(self.notes),
        }

    def _candidates(self, reference: str) -> list[str]:
        return [method for method in self.methods if method != reference]

    def _column(self, method: str) -> list[BiasResult]:
        check_choice(method, self.methods, "a method of this meta-evaluation")
        return [results[method] for results in self.results.values()]

    def _agreement(self, methods: list[str], reference: str) -> list[tuple[str, list[str]]]:
        base = self.scores(reference)
        gaps = [measure.mean_absolute_difference(base, self.scores(m)) for m in methods[1:]]
        rows = [("mean |difference|", [f"{gap:.2f}" for gap in gaps])]
        if len(self.results) < FEWEST_MODELS:
            return rows
        found = [self.concordance(method, reference) for method in methods[1:]]
        same = [self._nearly_the_same(method, reference) for method in methods[1:]]
        told = list(zip(same, found, strict=True))
        return [
            ("Spearman (p)", [few or _correlation(c.spearman) for few, c in told]),
            ("Pearson (p)", ["–" if few else _correlation(c.pearson) for few, c in told]),
            ("same direction", [f"{c.n_same_direction} of {c.n}" for c in found]),
            *rows,
        ]

    def _nearly_the_same(self, method: str, reference: str) -> str:
        """What stands in place of a correlation between nearly the same pairs; else nothing."""
        step = reference if method == "ht" else method
        changed, of = self.changed.get(step, (1, 1))
        if "ht" not in (method, reference) or changed >= _TOO_FEW_CHANGED * of:
            return ""
        return f"changes {changed} of {of} pairs" if changed else "changes nothing"

    def _label(self, method: str) -> str:
        return self.labels.get(method, method)

    def _explanations(self, reference: str) -> list[str]:
        asked = {
            "% stereotype preferred": ("ht", "ht_name", "tmp_stereotype"),
            "% male preferred": ("ht_male", "mbe", "tmp", "tmp_published"),
        }
        there = {what: [m for m in some if m in self.methods] for what, some in asked.items()}
        read = [f"{', '.join(map(self._label, ms))}: {what}" for what, ms in there.items() if ms]
        lines = [
            f"*: a preference is shown; then the difference from {self._label(reference)}",
            "; ".join(read),
        ]
        if len(self.results) < FEWEST_MODELS:
            lines.append(f"correlations need {FEWEST_MODELS} models")
        elif all(result.null is None for result in self._column("mbe")):
            lines.append("direction: from 50; with calibrate=True, from each score's own null")
        return lines


def _cell(result: BiasResult) -> str:
    shown = result.verdict is not None and result.verdict.is_finding
    return f"{result.value:.2f}{'*' if shown else ' '}"


def _correlation(found: measure.Correlation) -> str:
    if found.value is None or found.p_value is None:
        return "–"
    return f"{found.value:.2f} ({found.p_value:.2f})"


def _plain(found: Concordance) -> dict[str, Any]:
    return {
        **found._asdict(),
        "spearman": found.spearman._asdict(),
        "pearson": found.pearson._asdict(),
    }
