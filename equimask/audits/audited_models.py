"""Who is audited: one model or several, one of them perhaps the baseline of the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from equimask.audits.results import ModelEntry
from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import OptionError, shorten
from equimask.core.options import Options
from equimask.inputs.pairs import pair_languages
from equimask.models import MaskedLM
from equimask.models.loading import load_asked


@dataclass(frozen=True, eq=False)
class AskedModel:
    """A model as it was asked for."""

    model: Any
    tokenizer: Any
    revision: str | None
    is_baseline: bool = False
    is_listed: bool = True
    """Whether it was named among the models, and not as the baseline alone."""

    def options(self, shared: Options) -> Options:
        """How it is loaded and scored."""
        return replace(shared, model=self.model, tokenizer=self.tokenizer, revision=self.revision)

    def is_same(self, other: AskedModel) -> bool:
        """Whether both ask for the same."""
        names = ("model", "tokenizer", "revision")
        return all(_is_same(getattr(self, one), getattr(other, one)) for one in names)


@dataclass(frozen=True)
class AuditedModel:
    """A loaded model, and its signature as it is now: the weights stay while it is audited."""

    mlm: MaskedLM
    signature: Mapping[str, str]

    @property
    def identity(self) -> dict[str, str]:
        """What it is, whatever it is called: weights or commit, tokenizer, precision."""
        return {**self.signature, "dtype": self.mlm.dtype}

    def entry(self, taken: Collection[str]) -> ModelEntry:
        """As the audit calls it: by its name, unless another has that."""
        signed = self.signature["model"]
        keys = [self.mlm.name, signed]
        keys += [f"{signed} ({number})" for number in range(2, len(taken) + 3)]
        key = next(key for key in keys if key not in taken)
        parameters = sum(one.numel() for one in self.mlm.model.parameters())
        return ModelEntry(key, signed, self.mlm.dtype, parameters)


def asked_models(
    models: Any, baseline: Any, baseline_revision: str | None, options: Options
) -> list[AskedModel]:
    """All of them in the order in which they are loaded; a baseline that is not listed comes last.

    A model is a name, a folder or a live model, or a tuple of one and its tokenizer.
    """
    listed = list(models) if isinstance(models, list) else [models]
    if not listed:
        raise OptionError(
            expected="a model to audit, or a list of them", got="an empty list", fix=_ANY_OF
        )
    if len(listed) > 1 and (options.tokenizer is not None or options.revision is not None):
        name = "revision" if options.tokenizer is None else "tokenizer"
        raise OptionError(
            expected=f"one model beside {name}=…",
            got=f"{len(listed)} models",
            fix="Write NAME@REVISION."
            if name == "revision"
            else "Pass (model, tokenizer) in the place of a model.",
        )
    found = [_asked(model, options.tokenizer, options.revision) for model in listed]
    for number, one in enumerate(found):
        if any(one.is_same(earlier) for earlier in found[:number]):
            raise OptionError(
                expected="models that differ",
                got=f"{shorten(one.model)} twice",
                fix="Name each once.",
            )
    if baseline is None:
        return found
    named = _asked(baseline, None, baseline_revision)
    named = replace(named, is_baseline=True, is_listed=False)
    same = [one.is_same(named) for one in found]
    if not any(same) or len(found) == 1:  # one model beside itself is a check that some make
        return [*found, named]
    return [replace(one, is_baseline=is_it) for one, is_it in zip(found, same, strict=True)]


def load_audited(options: Options, sentences: Sequence[str]) -> AuditedModel:
    """A model that is proved on some of the sentences that are scored, before it signs."""
    mlm = load_asked(options)
    mlm.prove_on(mlm.encode(sentences))
    return AuditedModel(mlm, mlm.signature)


def languages_of(asked: Sequence[AskedModel]) -> tuple[str, ...]:
    """Those of the packaged pairs; of the embedded model alone, those that it was taught."""
    known = all(_is_embedded(one.model) for one in asked if one.is_listed)
    return tuple(embedded_languages() if known else pair_languages())


_ANY_OF = f"Pass a hub id, a folder, a live model, or {EMBEDDED!r}."


def _asked(given: Any, tokenizer: Any, revision: str | None) -> AskedModel:
    model = given
    if isinstance(given, tuple):
        if len(given) != 2:
            raise OptionError(
                expected="(model, tokenizer)",
                got=f"a tuple of {len(given)}",
                fix="Pass several models as a list.",
            )
        model, tokenizer = given
    if model is None:
        raise OptionError(expected="a model to audit", got="None", fix=_ANY_OF)
    return AskedModel(model, tokenizer, revision)


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, str | Path) and isinstance(other, str | Path):
        return str(one) == str(other)
    return one is other


def _is_embedded(model: Any) -> bool:
    return isinstance(model, str) and model == EMBEDDED
