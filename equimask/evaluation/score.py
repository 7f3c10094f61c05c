"""Any metric by name, on given columns or on the packaged data of a language."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from equimask.core.errors import InputError, OptionError
from equimask.core.languages import get_language
from equimask.core.options import options_in, parse_options
from equimask.core.result import BiasResult
from equimask.core.signature import columns_hash
from equimask.evaluation.bags import evaluate_bags
from equimask.evaluation.decided_rows import evaluate_rows
from equimask.evaluation.filled_masks import read_filled_masks
from equimask.evaluation.job import Job
from equimask.evaluation.likelihood_pairs import evaluate_likelihood_pairs
from equimask.evaluation.masked_pairs import read_masked_pairs
from equimask.evaluation.shown import refuse_special_tokens, unknown_note, with_notes
from equimask.evaluation.word_counts import evaluate_word_counts
from equimask.inputs.checks import checked_rows
from equimask.inputs.packaged_rows import Data, packaged_rows
from equimask.metrics import Measure, measure_named, spec_of
from equimask.models.loading import load_asked
from equimask.models.scorer import Scorer

MASKED, UNMASKED, FILLED = "masked", "unmasked", "filled"


class _Evaluation(NamedTuple):
    run: Callable[[Job, Scorer], BiasResult]
    reads: str


# By what a spec that needs a model names as its `evaluation`.
_EVALUATIONS = {
    "masked_pairs": _Evaluation(partial(evaluate_rows, read=read_masked_pairs), MASKED),
    "likelihood_pairs": _Evaluation(evaluate_likelihood_pairs, UNMASKED),
    "bags": _Evaluation(evaluate_bags, UNMASKED),
    "filled_masks": _Evaluation(partial(evaluate_rows, read=read_filled_masks), FILLED),
}
# And by what one names that reads what models have said already.
_MODEL_FREE = {"word_counts": evaluate_word_counts}


def pass_of(measure: Measure) -> str:
    """Measures of one pass ask the model the same, and can share what it answers."""
    return _EVALUATIONS[spec_of(measure.metric).evaluation].reads


def evaluate(job: Job, scorer: Scorer) -> BiasResult:
    """The job's measure of a model; a text that its tokenizer does not know is warned of."""
    result = evaluate_part(job, scorer)
    if note := unknown_note(result):
        warnings.warn(note, stacklevel=2)
    return result


def evaluate_part(job: Job, scorer: Scorer) -> BiasResult:
    """The same without a warning: of some of the rows of a job that has warned already."""
    refuse_special_tokens(job, scorer.encode)
    return with_notes(_EVALUATIONS[job.spec.evaluation].run(job, scorer), scorer)


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
    measure = measure_named(metric)
    spec = spec_of(measure.metric)
    parsed = replace(parse_options(options, tuple(spec.columns)), **measure.options)
    language = None if language is None else get_language(language).code
    if columns is None:
        beside = [name for name in options_in("column") if getattr(parsed, name) is not None]
        if beside:
            raise InputError(
                expected=f"the columns {' and '.join(f'`{name}`' for name in spec.columns)}",
                got=f"`{beside[0]}` alone, which belongs to rows of your own",
                fix=f"Pass the columns too, or leave `{beside[0]}` out.",
            )
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
    job = Job(measure, rows.columns, parsed, rows.label, language)
    if not spec.needs_model:
        return _MODEL_FREE[spec.evaluation](job)
    return evaluate(job, load_asked(parsed, language))
