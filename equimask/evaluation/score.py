"""Any metric by name, on given columns or on the packaged data of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from equimask.core.errors import OptionError
from equimask.core.languages import get_language
from equimask.core.options import parse_options
from equimask.core.result import BiasResult
from equimask.core.signature import columns_hash
from equimask.evaluation.bags import evaluate_bags
from equimask.evaluation.decided_rows import evaluate_rows
from equimask.evaluation.filled_masks import read_filled_masks
from equimask.evaluation.job import Job
from equimask.evaluation.likelihood_pairs import evaluate_likelihood_pairs
from equimask.evaluation.masked_pairs import read_masked_pairs
from equimask.evaluation.word_counts import evaluate_word_counts
from equimask.inputs.checks import checked_rows
from equimask.inputs.packaged_rows import Data, packaged_rows
from equimask.metrics import Measure, spec_of
from equimask.models import load_mlm
from equimask.models.scorer import Scorer

# By what a spec names as its `evaluation`: the pass that it reads.
_PASSES: dict[str, Callable[[Job, Scorer], BiasResult]] = {
    "masked_pairs": partial(evaluate_rows, read=read_masked_pairs),
    "likelihood_pairs": evaluate_likelihood_pairs,
    "filled_masks": partial(evaluate_rows, read=read_filled_masks),
    "bags": evaluate_bags,
}


MASKED, UNMASKED, FILLED = "masked", "unmasked", "filled"
_SHARED_PASSES = {
    "masked_pairs": MASKED,
    "likelihood_pairs": UNMASKED,
    "bags": UNMASKED,
    "filled_masks": FILLED,
}


def pass_of(measure: Measure) -> str:
    """Measures of one pass ask the model the same, and can share what it answers."""
    return _SHARED_PASSES[spec_of(measure.metric).evaluation]


def evaluate(job: Job, scorer: Scorer) -> BiasResult:
    """The job's measure of a model."""
    return _PASSES[job.spec.evaluation](job, scorer)


def score(
    metric: str,
    columns: Mapping[str, Any] | None = None,
    *,
    language: str | None = None,
    data: str | None = None,
    **options: Any,
) -> BiasResult:
    """Score a model: `score("s_jsd", language="de", model="xlm-roberta-base")`.

    `latent_pmi` reads words that a model has given already, and needs no model itself.
    Without `columns` the packaged data of the language (English by default) are scored.
    `data` names the columns' origin in the signature, with its version: "my_pairs@1.0.0".
    """
    spec = spec_of(metric)
    parsed = parse_options(options, tuple(spec.columns))
    if language is not None:
        get_language(language)
    if columns is None:
        language = language or "en"
        rows = packaged_rows(spec, language)
    else:
        checked = checked_rows(spec, columns, parsed)
        texts = [checked[name] for name in spec.columns]
        named = data or (f"custom@{columns_hash(texts)}" if spec.needs_model else "")
        rows = Data(checked, named)
    if parsed.model is None and spec.needs_model:
        raise OptionError(
            expected="a model to score",
            got="model=None",
            fix="Pass model='bert-base-multilingual-cased', a local folder, or a live model.",
        )
    job = Job(spec.headline, rows.columns, parsed, rows.label, language)
    if not spec.needs_model:
        return evaluate_word_counts(job)
    scorer = load_mlm(
        parsed.model,
        parsed.tokenizer,
        revision=parsed.revision,
        device=parsed.device,
        dtype=parsed.dtype,
        language=language,
        trust_remote_code=parsed.trust_remote_code,
    )
    return evaluate(job, scorer)
