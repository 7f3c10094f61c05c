"""One scoring job: what is scored, by which model, how, and the signature of its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from equimask.mlm import MaskedLM
from equimask.options import Options
from equimask.signature import Signature
from equimask.version import __version__

# Beside `unit` and `protocol`, which always stand there, a signature names the options that the
# metric reads, where they differ from the default.
_SIGNED = {
    "s_jsd": ("perturb",),
    "cps": ("perturb",),
    "aul": ("perturb", "likelihood"),
    "sbm": ("perturb", "likelihood"),
    "dcbm": ("min_probability",),
    "mbe": ("likelihood", "weights", "min_similarity", "length_matched"),
    "shf": ("likelihood",),
}
_SIGNED_ALWAYS = ("calibrate", "n_resamples", "confidence_level")


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
        options, defaults = (
            replace(given, weights=given.effective_weights)  # 'cosine' said or not is the same
            for given in (self.options, Options(protocol=self.options.protocol))
        )
        names = (*_SIGNED[self.metric], *_SIGNED_ALWAYS)
        for name in (*names, "n_twins") if options.calibrate else names:
            if getattr(options, name) != getattr(defaults, name):
                fields[name] = str(getattr(options, name))
        return str(Signature(self.metric, tuple(fields.items())))
