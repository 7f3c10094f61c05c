"""Any metric by name, on data of any kind or on the packaged pairs of a language."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, overload

from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.languages import get_language
from equimask.core.options import Options, options_in, parse_options
from equimask.core.progress import Part, Progress, times_the_first
from equimask.core.result import BiasResult, ResultsApart
from equimask.core.schema import CLUSTER
from equimask.evaluation.bags import evaluate_bags
from equimask.evaluation.decided_rows import evaluate_rows
from equimask.evaluation.filled_masks import read_filled_masks
from equimask.evaluation.finishing import finished
from equimask.evaluation.job import Job
from equimask.evaluation.likelihood_pairs import evaluate_likelihood_pairs
from equimask.evaluation.masked_pairs import read_masked_pairs
from equimask.evaluation.shown import refuse_special_tokens, unknown_note, with_notes
from equimask.evaluation.word_counts import evaluate_word_counts
from equimask.gender.bag_words import dominant_words
from equimask.inputs.checks import checked_rows, cluster_columns
from equimask.inputs.forms import refuse_idle, rows_of
from equimask.inputs.live import OWN, is_split_by_name, ordered
from equimask.inputs.packaged import packaged_for
from equimask.inputs.reading import read_groups
from equimask.inputs.specification import Choice, parse_choice, text_of
from equimask.inputs.table import Table, check_lengths, crossed_cells
from equimask.metrics import Measure, MetricSpec, measure_named, spec_of
from equimask.metrics.texts import OF_DATA
from equimask.models.loading import load_asked
from equimask.models.scorer import Scorer

_GROUP = "group"  # the column of labels that come beside others

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
    result = _EVALUATIONS[job.spec.evaluation].run(job, scorer)
    told = with_notes(replace(result, notes=(*job.notes, *result.notes)), scorer)
    return finished(job, told)


@overload
def score(
    metric: str,
    data: Any = None,
    *,
    language: str | None = None,
    columns: Any = None,
    where: Any = None,
    template: str | None = None,
    group: None = None,
    **options: Any,
) -> BiasResult: ...


@overload
def score(
    metric: str,
    data: Any = None,
    *,
    language: str | None = None,
    columns: Any = None,
    where: Any = None,
    template: str | None = None,
    group: str | Sequence[str] | None,
    **options: Any,
) -> BiasResult | ResultsApart: ...


def score(
    metric: str,
    data: Any = None,
    *,
    language: str | None = None,
    columns: Any = None,
    where: Any = None,
    template: str | None = None,
    group: str | Sequence[str] | None = None,
    **options: Any,
) -> BiasResult | ResultsApart:
    """Score a model: `score("s_jsd", language="de", model="xlm-roberta-base")`.

    `data` are a file, a folder that a builder has built, a dataset of the Hub
    (`NAME[:CONFIG][@REVISION][/SPLIT]`), a frame, a `Dataset`, a mapping of columns or a list of
    records. Without them the packaged pairs of the language (English by default) are scored.

    `columns` maps the names that the metric reads to those in the data, {"sent_more": "A_x"};
    `where` says which rows, {"bias_type": "gender"}. Sources, corpora and the like are not pooled:
    choose one by `where`, or name them as `group` for results apart, by name. `template` puts cells
    into a sentence, '[He|She] said: "{sentence}"', and gives what sbm, mbe and dcbm read.

    `latent_pmi` reads words that a model has given already, and needs no model itself.
    """
    measure = measure_named(metric)
    spec = spec_of(measure.metric)
    _refuse_columns_as_options(spec, options)
    parsed = replace(parse_options(options, (*spec.columns, *OF_DATA)), **measure.options)
    if language is not None:
        language = get_language(language).code
    if data is None:
        given = {"columns": columns, "where": where, "template": template, "group": group}
        _refuse_without_rows(spec, parsed, given)
        tables = [packaged_for(spec, language or "en")]
    else:
        group, beside = _labels(data, group)
        choice = parse_choice(columns, where, group, template)
        tables, parsed = read_for(spec, data, choice, language, parsed, beside)
        for table in tables:
            refuse_idle(spec, table)
    jobs = {table.group: job_of(measure, table, parsed) for table in tables}
    if parsed.model is None and spec.needs_model:
        raise OptionError(
            expected="a model to score",
            got="model=None",
            fix="Pass model='bert-base-multilingual-cased', a local folder, or a live model.",
        )
    results = dict(zip(jobs, scored(list(jobs.values()), parsed), strict=True))
    return ResultsApart(results) if group else results[""]


def read_for(
    spec: MetricSpec,
    data: Any,
    choice: Choice,
    language: str | None,
    options: Options,
    beside: Mapping[str, list[Any]],
) -> tuple[list[Table], Options]:
    """The tables that are chosen of the data; columns among the options are chosen with them."""
    if choice.where or choice.group:  # what is known of every row goes with it
        known = _known(spec, options)
        nothing: dict[str, Any] = dict.fromkeys(known)
        options, beside = replace(options, **nothing), {**beside, **known}
    return read_groups(data, choice, language, beside), options


def _refuse_columns_as_options(spec: MetricSpec, options: Mapping[str, Any]) -> None:
    """Modules take columns by name, `score` takes them as data."""
    if named := [name for name in spec.columns if name in options]:
        columns = ", ".join(f"{name!r}: [...]" for name in spec.columns)
        raise InputError(
            expected="the columns as one mapping",
            got=f"{named[0]}={shorten(options[named[0]], 40)}",
            fix=f"Pass score({spec.name!r}, {{{columns}}}, ...).",
        )


def _labels(data: Any, group: Any) -> tuple[Any, dict[str, list[Any]]]:
    """`group` may be a label for every row, and not the names of columns: no name comes twice."""
    if group is None or isinstance(group, str) or not isinstance(group, Iterable):
        return group, {}
    given = ordered(_GROUP, group) or []
    texts = [text_of(one) for one in given]
    are_names = len({*texts}) == len(texts)
    if isinstance(data, Mapping) and not is_split_by_name(data):
        are_names = are_names and {*texts} <= {*data}
    return (given, {}) if are_names else (_GROUP, {_GROUP: given})


def _known(spec: MetricSpec, options: Options) -> dict[str, list[Any]]:
    """The columns that come as options of the metric."""
    given = {name: getattr(options, name) for name in options_in("column") if name in spec.options}
    known = {n: ordered(n, cells) or [] for n, cells in given.items() if cells is not None}
    if CLUSTER in known and len(columns := cluster_columns(known[CLUSTER])) > 1:
        check_lengths(Table(OWN, {str(i): column for i, column in enumerate(columns)}))
        known[CLUSTER] = crossed_cells(*columns)
    return known


def job_of(measure: Measure, table: Table, options: Options) -> Job:
    """The rows of a table that the measure reads, checked."""
    spec = spec_of(measure.metric)
    rows = rows_of(spec, table, options.published)
    checked = checked_rows(spec, rows.columns, options)
    label = rows.label if spec.needs_model or table.name != OWN else ""
    notes = _carried(table) if spec.rows_from == "bags" else ()
    return Job(measure, checked, options, label, table.language, table.chosen, notes)


def _carried(table: Table) -> tuple[str, ...]:
    """What is to be said where one word is the reason for a large share of a bag."""
    if not {"words", "gender"} <= set(table.columns):
        return ()
    words, genders = (list(map(text_of, table.columns[name])) for name in ("words", "gender"))
    return tuple(
        f"{one.word!r} is in {100 * one.share:.0f} % of the {one.gender} sentences: the score is "
        "in part one of this word"
        for one in dominant_words(words, genders)
        if not one.is_pronoun
    )


def scored(jobs: Sequence[Job], options: Options) -> Iterator[BiasResult]:
    """The results of all jobs; the model is loaded once."""
    if not jobs[0].spec.needs_model:
        run = _MODEL_FREE[jobs[0].spec.evaluation]
        yield from (finished(job, run(job)) for job in jobs)
        return
    mlm = load_asked(options, jobs[0].language)
    costs = [float(_characters(job)) for job in jobs]
    several = len(jobs) > 1
    with Progress(
        len(jobs) if several else None,
        "group",
        f"{jobs[0].measure.name} of {mlm.name}",
        cost=sum(costs),
        note=twins_note(options.n_twins, passes_of(options)),
        shown=options.progress is True,
    ) as whole:
        parts = []
        for job, cost in zip(jobs, costs, strict=True):
            with whole.part(cost, passes_of(options)) as part:
                told = replace(job, options=replace(job.options, progress=part))
                result = evaluate(told, mlm.in_language(job.language))
            whole.update(several, 0)
            parts.append(part)
            yield result
        whole.tally.found = twins_found(parts) if options.calibrate else ""


def passes_of(options: Options) -> int:
    """How often the rows are read: by the model, and by every twin."""
    return 1 + (options.n_twins if options.calibrate else 0)


def twins_note(n_twins: int, times: float) -> str:
    """What twins do to the time; nothing where there are none."""
    if times == 1:
        return ""
    return f"{times:.3g} times the work of the score alone, for {n_twins} untrained twins"


def twins_found(parts: Sequence[Part]) -> str:
    """The same as it was measured; nothing where other passes came between."""
    times = times_the_first(parts)
    return "" if times is None else f"with twins {times:.1f} times as long as without"


def _characters(job: Job) -> int:
    """Of all texts: about what they cost before they are tokens."""
    return sum(len(text) for name in job.spec.columns for text in job.columns[name])


def _refuse_without_rows(spec: MetricSpec, options: Options, given: Mapping[str, Any]) -> None:
    """What belongs to rows of one's own says nothing about the packaged ones."""
    beside = [name for name in options_in("column") if getattr(options, name) is not None]
    beside += [name for name, value in given.items() if value is not None]
    if beside:
        raise InputError(
            expected=f"the columns {' and '.join(f'`{name}`' for name in spec.columns)}",
            got=f"`{beside[0]}` alone, which belongs to rows of your own",
            fix=f"Pass the columns too, or leave `{beside[0]}` out.",
        )
