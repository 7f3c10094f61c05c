"""Any metric by name, on given columns or on the packaged data of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from equimask.core.errors import OptionError, near_matches
from equimask.core.languages import get_language
from equimask.core.options import parse_options
from equimask.core.result import BiasResult
from equimask.core.schema import GENDERS, METRIC_COLUMNS, PAIR_COLUMNS, PAIR_ID
from equimask.core.signature import columns_hash
from equimask.evaluation.dcbm import evaluate_dcbm
from equimask.evaluation.job import DataJob, Job
from equimask.evaluation.latent_pmi import evaluate_latent_pmi
from equimask.evaluation.likelihood_pairs import evaluate_likelihood_pairs
from equimask.evaluation.mbe import evaluate_mbe
from equimask.evaluation.pairs import evaluate_pairs
from equimask.inputs.checks import check_columns, check_labels, check_pair_ids
from equimask.inputs.packaged_rows import default_data
from equimask.models import load_mlm

EVALUATIONS: dict[str, Callable[[Job], BiasResult]] = {
    "s_jsd": evaluate_pairs,
    "cps": evaluate_pairs,
    "aul": evaluate_likelihood_pairs,
    "sbm": evaluate_likelihood_pairs,
    "mbe": evaluate_mbe,
    "dcbm": evaluate_dcbm,
}
MODEL_FREE: dict[str, Callable[[DataJob], BiasResult]] = {"latent_pmi": evaluate_latent_pmi}


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
    if metric not in {*EVALUATIONS, *MODEL_FREE}:
        raise OptionError(
            expected="the name of a metric",
            got=repr(metric),
            fix=near_matches(metric, (*EVALUATIONS, *MODEL_FREE)),
        )
    parsed = parse_options(options)
    if parsed.model is None and metric not in MODEL_FREE:
        raise OptionError(
            expected="a model to score",
            got="model=None",
            fix="Pass model='bert-base-multilingual-cased', a local folder, or a live model.",
        )
    if language is not None:
        get_language(language)
    gender_more = parsed.gender_more
    pair_id = parsed.pair_id
    if columns is None:
        language = language or "en"
        columns, data, gender_more = default_data(metric, language)
        pair_id = None  # theirs, never those of other sentences
    pair_id = columns.get(PAIR_ID) if pair_id is None else pair_id
    checked = check_columns(columns, METRIC_COLUMNS[metric])
    if metric in MODEL_FREE:
        return MODEL_FREE[metric](DataJob(metric, checked, parsed, data, language))
    n = len(next(iter(checked.values())))
    if METRIC_COLUMNS[metric] != PAIR_COLUMNS:
        gender_more = None  # an option of the pair metrics; others ignore it
    if gender_more is not None:
        gender_more = check_labels("gender_more", gender_more, n, GENDERS)
    mlm = load_mlm(
        parsed.model,
        parsed.tokenizer,
        revision=parsed.revision,
        device=parsed.device,
        dtype=parsed.dtype,
        language=language,
        trust_remote_code=parsed.trust_remote_code,
    )
    data = data or f"custom@{columns_hash(list(checked.values()))}"
    if metric == "mbe" and pair_id is not None:
        checked |= check_pair_ids(pair_id, check_labels("gender", checked["gender"], n, GENDERS))
    job = Job(metric, checked, mlm, parsed, data, language, gender_more)
    return EVALUATIONS[metric](job)
