"""One scoring job: what is scored, by which model, how, and the signature of its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from equimask.core.options import Options
from equimask.core.schema import PAIR_ID
from equimask.core.signature import Signature, columns_hash
from equimask.models import MaskedLM
from equimask.version import __version__

# Beside `unit` and `protocol`, which always stand there, a signature names the options that the
# metric reads, where they differ from the default.
_SIGNED = {
    "s_jsd": ("perturb",),
    "b_s_jsd": ("perturb",),
    "cps": ("perturb",),
    "aul": ("perturb", "likelihood"),
    "sbm": ("perturb", "likelihood"),
    "dcbm": ("min_probability",),
    "mbe": ("likelihood", "weights", "min_similarity", "length_matched"),
    "shf": ("likelihood",),
    "latent_pmi": ("rebalance", "add_k"),
}
_SIGNED_ALWAYS = ("n_resamples", "confidence_level")


@dataclass(frozen=True)
class DataJob:
    """Checked columns of a metric that runs no model; `data` is `name@version`, or not named."""

    metric: str
    columns: Mapping[str, list[str]]
    options: Options
    data: str | None
    language: str | None

    def sign(self, n: int, skipped: int, own: Mapping[str, str]) -> str:
        """The signature; `own` are the fields that only this metric has."""
        fields = {
            "equimask": __version__,
            "model": "none",
            "data": str(self.data),
            "lang": self.language or "und",
            "protocol": self.options.protocol,
            **own,
            "n": str(n),
            "skipped": str(skipped),
            "seed": str(self.options.seed),
            **_signed_options(self.options, (*_SIGNED[self.metric], *_SIGNED_ALWAYS)),
        }
        return str(Signature(self.metric, tuple(fields.items())))


@dataclass(frozen=True)
class Job:
    """Checked columns and a loaded model; `data` is `name@version`."""

    metric: str
    columns: Mapping[str, list[str]]
    mlm: MaskedLM
    options: Options
    data: str
    language: str | None
    gender_more: Sequence[str] | None = None

    def sign(self, n: int, skipped: int) -> str:
        """The signature: all that moves the number, nothing that does not."""
        fields = {
            "equimask": __version__,
            **self.mlm.signature,
            "data": self.data,
            "lang": self.language or "und",
            "unit": self.options.unit,
            "protocol": self.options.protocol,
            "dtype": self.mlm.dtype,
            "n": str(n),
            "skipped": str(skipped),
            "seed": str(self.options.seed),
        }
        if PAIR_ID in self.columns:  # they move the error bar
            fields["pairs"] = columns_hash([self.columns[PAIR_ID]])
        names = (*_SIGNED[self.metric], "calibrate", *_SIGNED_ALWAYS)
        if self.options.calibrate:
            names = (*names, "n_twins")
        fields |= _signed_options(self.options, names)
        return str(Signature(self.metric, tuple(fields.items())))


def _signed_options(given: Options, names: Iterable[str]) -> dict[str, str]:
    """Those of the named options that differ from their defaults."""
    options, defaults = (
        replace(some, weights=some.effective_weights)  # 'cosine' said or not is the same
        for some in (given, Options(protocol=given.protocol))
    )
    return {
        name: str(getattr(options, name))
        for name in names
        if getattr(options, name) != getattr(defaults, name)
    }
