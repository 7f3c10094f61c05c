"""Any metric by name, on given columns or on the packaged data of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from equimask.errors import OptionError, near_matches
from equimask.evaluation import pairs as pair_results
from equimask.evaluation.inputs import check_columns, check_labels
from equimask.evaluation.masked_pass import run_masked_pass
from equimask.evaluation.perturbation import perturb
from equimask.languages import get_language
from equimask.mlm import MaskedLM, load_mlm
from equimask.options import Options, parse_options
from equimask.pairs import DATASET, load_pairs, pairs_version
from equimask.result import BiasResult
from equimask.schema import GENDERS, METRIC_COLUMNS
from equimask.signature import Signature, columns_hash
from equimask.version import __version__

_PAIR_RESULTS: dict[str, Callable[..., BiasResult]] = {
    "s_jsd": pair_results.s_jsd_result,
    "cps": pair_results.cps_result,
}


def score(
    metric: str,
    columns: Mapping[str, Any] | None = None,
    *,
    language: str | None = None,
    data: str | None = None,
    **options: Any,
) -> BiasResult:
    """Score a model: `score("s_jsd", language="de", model="xlm-roberta-base")`.

    Without `columns` the packaged data of the language (English by default) are scored.
    `data` names the columns' origin in the signature, with its version: "my_pairs@1.0.0".
    """
    if metric not in _PAIR_RESULTS:
        raise OptionError(
            expected="the name of a metric",
            got=repr(metric),
            fix=near_matches(metric, _PAIR_RESULTS),
        )
    parsed = parse_options(options)
    if parsed.model is None:
        raise OptionError(
            expected="a model to score",
            got="model=None",
            fix="Pass model='bert-base-multilingual-cased', a local folder, or a live model.",
        )
    if language is not None:
        get_language(language)
    gender_more = parsed.gender_more
    if columns is None:
        language = language or "en"
        packaged = load_pairs(language)
        columns = {
            "sent_more": [pair.sent_more for pair in packaged],
            "sent_less": [pair.sent_less for pair in packaged],
        }
        gender_more = [pair.gender_more for pair in packaged]
        data = f"{DATASET}@{pairs_version(packaged)}"
    checked = check_columns(columns, METRIC_COLUMNS[metric])
    more, less = (perturb(checked[name], parsed.perturb) for name in METRIC_COLUMNS[metric])
    if gender_more is not None:
        gender_more = check_labels("gender_more", gender_more, len(more), GENDERS)
    mlm = load_mlm(
        parsed.model,
        parsed.tokenizer,
        revision=parsed.revision,
        device=parsed.device,
        dtype=parsed.dtype,
        language=language,
        trust_remote_code=parsed.trust_remote_code,
    )
    result = run_masked_pass(mlm, more, less, parsed)
    data = data or f"custom@{columns_hash(list(checked.values()))}"
    signature = _sign(
        metric, mlm, parsed, data, language, len(result.kept), sum(result.skipped.values())
    )
    return _PAIR_RESULTS[metric](result, parsed, str(signature), gender_more)


def _sign(
    metric: str,
    mlm: MaskedLM,
    options: Options,
    data: str,
    language: str | None,
    n: int,
    skipped: int,
) -> Signature:
    fields = {
        "equimask": __version__,
        **mlm.signature,
        "data": data,
        "lang": language or "und",
        "unit": options.unit,
        "protocol": options.protocol,
        "dtype": mlm.dtype,
        "n": str(n),
        "skipped": str(skipped),
        "seed": str(options.seed),
    }
    defaults = Options()
    for name in ("perturb", "n_resamples", "confidence_level"):
        if getattr(options, name) != getattr(defaults, name):
            fields[name] = str(getattr(options, name))
    return Signature(metric, tuple(fields.items()))
