"""One scoring job: which measure of which rows, how, and the signature of its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from equimask.core.options import OPTIONS, Options
from equimask.core.schema import CLUSTER, PAIR_ID
from equimask.core.signature import Signature, columns_hash
from equimask.metrics import Measure, MetricSpec, spec_of
from equimask.models.scorer import Scorer
from equimask.version import __version__


@dataclass(frozen=True)
class Job:
    """Checked columns of a measure; `data` is `name@version`, `chosen` which part of it that is."""

    measure: Measure
    columns: Mapping[str, list[Any]]
    options: Options
    data: str
    language: str | None
    chosen: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What is to be said of the rows."""

    @property
    def spec(self) -> MetricSpec:
        """The metric that the measure belongs to."""
        return spec_of(self.measure.metric)

    @property
    def ties(self) -> Literal["half", "zero"]:
        """What a tie is worth; in the released scripts it is a loss."""
        return "zero" if self.options.published else "half"

    @property
    def clusters(self) -> list[tuple[str, ...]] | None:
        """Of every row its label, or its labels where several columns are crossed."""
        given = self.columns.get(CLUSTER)
        if given is None:
            return None
        return [(cell,) if isinstance(cell, str) else tuple(cell) for cell in given]

    def sign(
        self,
        scorer: Scorer | None,
        n: int,
        skipped: int,
        own: Mapping[str, str] | None = None,
    ) -> str:
        """The signature: all that moves the number, nothing that does not.

        `own` are the fields that only this metric has.
        """
        options = self.options
        model = {"model": "none"} if scorer is None else scorer.signature
        read = {} if scorer is None else {"unit": options.unit}
        precision = {} if scorer is None else {"dtype": scorer.dtype}
        fields = {
            "equimask": __version__,
            **model,
            "data": self.data,
            **self.chosen,
            "lang": self.language or "und",
            **read,
            "protocol": options.protocol,
            **precision,
            **(own or {}),
            "n": str(n),
            "skipped": str(skipped),
            "seed": str(options.seed),
        }
        if PAIR_ID in self.columns:  # they move the error bar
            fields["pairs"] = columns_hash([self.columns[PAIR_ID]])
        if self.clusters is not None:
            fields["clusters"] = columns_hash(list(zip(*self.clusters, strict=True)))
        if "origin" in self.columns and options.published:
            fields["origin"] = columns_hash([self.columns["origin"]])
        names = [*self.spec.signed]
        if scorer is not None:
            names.append("calibrate")
        names += ["n_resamples", "confidence_level", "equivalence"]
        if scorer is not None and options.calibrate:
            names.append("n_twins")
        fields |= options_off_default(options, names)
        return str(Signature(self.measure.key, tuple(fields.items())))


def options_off_default(given: Options, names: Iterable[str]) -> dict[str, str]:
    """Those of the named options that differ from their defaults, as text."""
    # 'cosine' said or not is the same
    options, defaults = given.effective, Options(protocol=given.protocol).effective
    return {
        name: OPTIONS[name].written(getattr(options, name))
        for name in names
        if getattr(options, name) != getattr(defaults, name)
    }
