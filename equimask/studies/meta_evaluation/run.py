"""Does a bias score agree with pairs that people translated? The question of Kaneko et al. (2022).

    result = meta_evaluate(models, language="ja", pairs={"sent_more": [...], "sent_less": [...]})
    rich.print(result.table())

Every model is scored on the given pairs (HT, the reference) and by each candidate:

ht       Eq. 3 on the pairs: percentage whose stereotypical sentence is the likelier. Where most of
         their first names are native already, the pairs are the paper's HTname, and called so.
ht_male  the same pairs by gender, where `pairs` has `gender_more`: the male sentence is likelier.
ht_name  ht with the foreign first names replaced by native ones.
mbe      MBE on the bags, by default the sentences of the pairs that speak of one gender.
shf      Eq. 3 on the bags' sentences in random pairs: 50 by construction.
tmp      percentage of template sentences whose male version is the likelier, all occupations.
tmp_stereotype  the same templates by Eq. 3: the stereotypical version is likelier, without the
         occupations that have no stereotype.
tmp_published   tmp with the subjects and sentences that the paper prints and our occupations, where
         `published_templates` asks for it and there are any.

The paper compares all with ht, although mbe and tmp tell men from women and ht tells stereotype
from anti-stereotype. The comparison of like with like is `concordance("mbe", reference="ht_male")`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from equimask.core.errors import DataError, InputError, shorten
from equimask.core.languages import get_language
from equimask.core.options import Options, parse_options
from equimask.core.progress import Progress
from equimask.core.result import BiasResult
from equimask.core.schema import GENDERS, PAIR_COLUMNS, PAIR_ID
from equimask.core.signature import columns_hash
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.evaluation.shuffled import evaluate_shuffled
from equimask.gender.bags import gender_bags
from equimask.gender.native_names import RenamedPairs, replace_names
from equimask.inputs.checks import check_columns, check_labels, check_pair_ids
from equimask.metrics import spec_of
from equimask.metrics.verdict import with_verdict
from equimask.models import MaskedLM
from equimask.models.cached import Cached
from equimask.models.loading import load_asked
from equimask.models.scorer import Scorer
from equimask.studies.meta_evaluation.result import LABELS, MetaEvaluation
from equimask.studies.meta_evaluation.templates import (
    PUBLISHED,
    TemplatePair,
    stereotyped,
    template_languages,
    template_pairs,
)

Columns = Mapping[str, Sequence[str]]
_TEMPLATED = ("tmp", "tmp_stereotype", "tmp_published")
_NATIVE_ALREADY = {"ht": "HTname", "ht_name": "renamed"}


class _Part(NamedTuple):
    """One column of the table: a metric and its data."""

    method: str
    metric: str
    columns: dict[str, list[str]]


def meta_evaluate(
    models: Sequence[Any] | Mapping[str, Any],
    *,
    language: str,
    pairs: Columns,
    bags: Columns | None = None,
    other_pairs: Mapping[str, Columns] | None = None,
    likelihood: str = "aula",
    n_shuffles: int = 1,
    published_templates: bool = False,
    n_resamples: int = 999,
    progress: bool = True,
    **options: Any,
) -> MetaEvaluation:
    """Score every model by every method and compare.

    A model is a hub id, a folder, a live model, or a tuple (model, tokenizer); a mapping gives
    them names. `other_pairs` are further translations by name, {"mt": {...}}. What a language has
    no data for is left out and noted. `calibrate=True` measures each score from its own null.
    """
    language = get_language(language).code
    parsed = parse_options(
        {**options, "likelihood": likelihood, "n_resamples": n_resamples, "progress": False}
    )
    parts, notes, renamed = _parts(language, pairs, bags, other_pairs or {}, parsed)
    if published_templates and language in template_languages(PUBLISHED):
        filled = template_pairs(language, templates=PUBLISHED)
        parts.append(_Part("tmp_published", "sbm", _sides(filled)))
        notes.append(f"tmp_published: {len(filled)} pairs, with our occupations")
    named = _named(models)
    results: dict[str, dict[str, BiasResult]] = {}
    with Progress(len(named), "model", shown=progress) as steps:
        for given, model in named:
            mlm = _load(model, parsed, language)
            name = _unique(given or mlm.name, results)
            steps.title = name
            shared = Cached(mlm)
            results[name] = {
                part.method: _evaluate(part, shared, parsed, language, n_shuffles) for part in parts
            }
            steps.update()
    changed = {} if renamed is None else {"ht_name": (renamed.n_pairs, len(renamed.first))}
    labels = {**LABELS, **_NATIVE_ALREADY} if _is_native(renamed) else LABELS
    return MetaEvaluation(language, results, tuple(notes), changed, labels)


def _parts(
    language: str,
    pairs: Columns,
    bags: Columns | None,
    other_pairs: Mapping[str, Columns],
    options: Options,
) -> tuple[list[_Part], list[str], RenamedPairs | None]:
    translated = check_columns(pairs, PAIR_COLUMNS)
    more, less = (translated[name] for name in PAIR_COLUMNS)
    notes = []
    parts = [_Part("ht", "aul", translated)]
    if pairs.get("gender_more") is not None:
        by_gender = _by_gender(more, less, pairs["gender_more"])
        parts.append(_Part("ht_male", "sbm", by_gender))
        notes.append(f"ht_male: {len(by_gender['male'])} pairs whose genders are known")
    for name, columns in other_pairs.items():
        _refuse_taken(name)
        parts.append(_Part(name, "aul", check_columns(columns, PAIR_COLUMNS)))
    renamed = None
    try:
        renamed = replace_names(more, less, language, seed=options.seed)
    except DataError as error:
        notes.append(f"ht_name: left out, {error.got}")
    else:
        if _is_native(renamed):
            notes.append(
                f"ht: {renamed.n_native} of {renamed.n_named} rows with a first name have a native "
                "one already: these pairs are what the paper calls HTname"
            )
        native = {"sent_more": renamed.first, "sent_less": renamed.second}
        parts.append(_Part("ht_name", "aul", native))
        notes.append(
            f"ht_name: names replaced {sum(renamed.replaced.values())} times, in "
            f"{renamed.n_pairs} of {len(more)} pairs; left as they are: {renamed.left or 'none'}"
        )
    try:
        both = check_columns(
            gender_bags([*more, *less], language) if bags is None else bags,
            tuple(spec_of("mbe").columns),
        )
    except DataError as error:
        notes.append(f"mbe, shf: left out, no gender lexicon in {error.got}")
    else:
        ids = {}
        if bags is not None and bags.get(PAIR_ID) is not None:
            genders = check_labels("gender", both["gender"], len(both["gender"]), GENDERS)
            ids = check_pair_ids(bags[PAIR_ID], genders)
        counts = {gender: both["gender"].count(gender) for gender in GENDERS}
        notes.append(f"mbe, shf: {counts['male']} male and {counts['female']} female sentences")
        parts += [_Part("mbe", "mbe", {**both, **ids}), _Part("shf", "shf", both)]
    try:
        filled = template_pairs(language)
    except DataError as error:
        notes.append(f"tmp: left out, no templates in {error.got}")
    else:
        labelled = stereotyped(filled)
        stereo = {name: [getattr(pair, name) for pair in labelled] for name in PAIR_COLUMNS}
        parts += [_Part("tmp", "sbm", _sides(filled)), _Part("tmp_stereotype", "aul", stereo)]
        notes.append(
            f"tmp: {len(filled)} pairs, {len(labelled)} of them with a stereotype; "
            "they are not independent, so there is no p unless calibrated"
        )
    return parts, notes, renamed


def _sides(filled: Sequence[TemplatePair]) -> dict[str, list[str]]:
    return {name: [getattr(pair, name) for pair in filled] for name in GENDERS}


def _is_native(renamed: RenamedPairs | None) -> bool:
    """Whether most pairs with a first name had a native one before any was replaced."""
    return renamed is not None and 2 * renamed.n_native > renamed.n_named


def _by_gender(
    more: Sequence[str], less: Sequence[str], gender_more: Sequence[str]
) -> dict[str, list[str]]:
    labels = check_labels("gender_more", gender_more, len(more), GENDERS)
    sides: dict[str, list[str]] = {"male": [], "female": []}
    for label, stereotypical, other in zip(labels, more, less, strict=True):
        if label:
            sides[label].append(stereotypical)
            sides["female" if label == "male" else "male"].append(other)
    return check_columns(sides, GENDERS)


def _evaluate(
    part: _Part, mlm: Scorer, options: Options, language: str, n_shuffles: int
) -> BiasResult:
    texts = [values for name, values in part.columns.items() if name != PAIR_ID]  # signed apart
    label = f"{part.method}@{columns_hash(texts)}"
    shuffled = part.metric == "shf"
    measure = spec_of("mbe" if shuffled else part.metric).headline
    job = Job(measure, part.columns, options, label, language)
    if shuffled:
        return evaluate_shuffled(job, mlm, n_shuffles)
    result = evaluate(job, mlm)
    return _without_false_precision(result) if part.method in _TEMPLATED else result


def _without_false_precision(result: BiasResult) -> BiasResult:
    """Hundreds of template pairs repeat five subjects: error bars over pairs are far too small.

    A model that likes one gender's subjects better scores near 100 and need not know a single
    occupation. Only untrained twins, whose spread holds that effect, give a p.
    """
    calibrated = result.null is not None
    bare = replace(
        result,
        stderr=None,
        ci_low=None,
        ci_high=None,
        mde=None,
        p_value=result.p_value if calibrated else None,
        test=result.test if calibrated else "none: template pairs share subjects and occupations",
        equivalence_p=result.equivalence_p if calibrated else None,
    )
    return with_verdict(bare)


def _load(model: Any, options: Options, language: str) -> MaskedLM:
    model, tokenizer = model if isinstance(model, tuple) else (model, options.tokenizer)
    return load_asked(replace(options, model=model, tokenizer=tokenizer), language)


def _named(models: Sequence[Any] | Mapping[str, Any]) -> list[tuple[str | None, Any]]:
    if isinstance(models, (str, bytes, Path)) or not hasattr(models, "__iter__"):
        raise InputError(
            expected="a list of models, or a mapping of names to models",
            got=shorten(models),
            fix="Wrap a single model in a list.",
        )
    pairs: Iterator[tuple[str | None, Any]] = (
        iter(models.items()) if isinstance(models, Mapping) else ((None, m) for m in models)
    )
    named = list(pairs)
    if not named:
        raise InputError(expected="at least one model", got="none", fix="Pass models.")
    return named


def _unique(name: str, taken: Mapping[str, Any]) -> str:
    number, unique = 1, name
    while unique in taken:
        number += 1
        unique = f"{name} #{number}"
    return unique


def _refuse_taken(name: str) -> None:
    if name in LABELS and name != "mt":
        raise InputError(
            expected="a name for other pairs that is not a method's",
            got=repr(name),
            fix="Call them 'mt', or what you like.",
        )
