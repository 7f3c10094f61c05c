"""Who is audited: the model and, where there is one, the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from equimask.audits.results import BASELINE, MODEL
from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import OptionError
from equimask.core.languages import get_language
from equimask.core.options import Options
from equimask.inputs.pairs import pair_languages
from equimask.models import MaskedLM
from equimask.models.loading import load_asked


@dataclass(frozen=True)
class AuditedModel:
    """A loaded model, and its signature as it is now: the weights stay while it is audited."""

    mlm: MaskedLM
    signature: Mapping[str, str]

    @property
    def identity(self) -> dict[str, str]:
        """What it is, whatever it is called: weights or commit, tokenizer, precision."""
        return {**self.signature, "dtype": self.mlm.dtype}


def load_models(
    model: Any,
    baseline: Any,
    baseline_revision: str | None,
    options: Options,
    sentences: Sequence[str] = (),
) -> dict[str, AuditedModel]:
    """By role. The tokenizer and the revision of `options` are the model's own.

    `sentences` are some of those that are scored: a model is proved on them before it signs.
    """
    if model is None:
        raise OptionError(
            expected="a model to audit",
            got="None",
            fix=f"Pass a hub id, a folder, a live model, or {EMBEDDED!r}.",
        )
    models = {MODEL: _load(model, options, sentences)}
    if baseline is not None:
        baseline, tokenizer = baseline if isinstance(baseline, tuple) else (baseline, None)
        own = replace(options, tokenizer=tokenizer, revision=baseline_revision)
        models[BASELINE] = _load(baseline, own, sentences)
    return models


def languages_of(model: Any, asked: Sequence[str] | str | None) -> tuple[str, ...]:
    """Those asked for, or those that there are: of the embedded model, those that it knows."""
    if asked:
        tags = [asked] if isinstance(asked, str) else asked
        return tuple(dict.fromkeys(get_language(tag).code for tag in tags))
    return tuple(embedded_languages() if _is_embedded(model) else pair_languages())


def _is_embedded(model: Any) -> bool:
    return isinstance(model, str) and model == EMBEDDED


def _load(model: Any, options: Options, sentences: Sequence[str]) -> AuditedModel:
    mlm = load_asked(replace(options, model=model))
    mlm.prove_on(mlm.encode(sentences))
    return AuditedModel(mlm, mlm.signature)
