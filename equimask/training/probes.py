"""What a bias curve asks at every evaluation: fixed before the training, always the same rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.languages import get_language
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.evaluation.sampled import sampled_job
from equimask.inputs.forms import can_read
from equimask.inputs.packaged import packaged_table
from equimask.inputs.specification import Choice
from equimask.inputs.table import Table
from equimask.metrics import all_specs, spec_of
from equimask.models.scorer import Scorer
from equimask.training.keys import score_keys
from equimask.training.own_data import Own, read_own


@dataclass(frozen=True)
class Probe:
    """One metric on one set of rows, under a name; `data` and `chosen` are for the signature.

    `notes` are what is to be said of all the rows that these were drawn from.
    """

    metric: str
    name: str
    columns: Mapping[str, list[Any]]
    data: str
    language: str | None
    chosen: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of its points on the curve."""
        return f"{self.metric}_{self.name}"

    def texts(self, n: int) -> list[str]:
        """The first `n` of its first column."""
        return next(iter(self.columns.values()))[:n]

    def ends(self, n: int) -> Probe:
        """Only its first and last `n` rows; MBE's male and female sentences lie apart."""
        few = {name: rows[:n] + rows[n:][-n:] for name, rows in self.columns.items()}
        return replace(self, columns=few)

    def job(self, options: Options) -> Job:
        """What is to be evaluated."""
        measure = spec_of(self.metric).headline
        return Job(
            measure, self.columns, options, self.data, self.language, self.chosen, self.notes
        )


def choose_probes(
    metrics: Sequence[str] | str,
    languages: Sequence[str] | str | None,
    data: Any,
    choice: Choice,
    max_pairs: int,
    options: Options,
) -> list[Probe]:
    """Every metric on the packaged pairs of every language, and on all own data that it reads."""
    metrics = _names(metrics)
    known = [name for name, spec in all_specs().items() if spec.needs_model]
    for metric in metrics:
        spec_of(metric, known, what="a metric that scores a model")
    if not isinstance(max_pairs, int) or max_pairs < 2:
        raise OptionError(
            expected="max_pairs to be a whole number of at least 2",
            got=shorten(max_pairs),
            fix="Change max_pairs.",
        )
    if languages is None:
        languages = ("en",) if data is None else ()
    languages = tuple(dict.fromkeys(get_language(tag).code for tag in _names(languages)))
    tables = [(language, packaged_table(language)) for language in languages]
    for own in [] if data is None else read_own(data, choice):
        _refuse_unread(own, metrics)
        tables += own.tables
    _refuse_same_names([name for name, _ in tables])
    probes = [
        sampled_probe(metric, name, table, max_pairs, options)
        for name, table in tables
        for metric in metrics
        if can_read(spec_of(metric), table)
    ]
    if not probes:
        raise OptionError(
            expected="at least one metric, and a language or own `data`",
            got=f"metrics={list(metrics)}, languages={list(languages)}",
            fix="Leave them out for S_JSD and CPS on the English pairs.",
        )
    return probes


def sampled_probe(metric: str, name: str, table: Table, max_pairs: int, options: Options) -> Probe:
    """A metric on a table, of which at most so many pairs are asked; all rows are checked."""
    with naming(f"{metric}_{name}"):
        job = sampled_job(spec_of(metric).headline, table, max_pairs, options)
    return Probe(metric, name, job.columns, job.data, job.language, job.chosen, job.notes)


@contextmanager
def naming(key: str) -> Iterator[None]:
    """Of several data: say which of them cannot be scored."""
    try:
        yield
    except InputError as error:
        got = f"{error.got}, for `{key}`"
        raise InputError(expected=error.expected, got=got, fix=error.fix) from error


def _refuse_same_names(names: Sequence[str]) -> None:
    """Keys that could not be told apart."""
    keys = Counter(key.removeprefix("_") for name in names for key in score_keys("", name))
    for key, times in keys.items():
        if times > 1:
            raise OptionError(
                expected="a name of its own for all that is scored: names tell the keys apart",
                got=f"{key!r} twice",
                fix="Name your data, and not after one of `languages`: "
                "data={'mine': ..., 'other': ...}, as in `eval_s_jsd_mine`.",
            )


def _refuse_unread(own: Own, metrics: Sequence[str]) -> None:
    """Data that no metric reads were not meant so."""
    tables = [table for _, table in own.tables]
    fits = [can_read(spec_of(metric), table) for metric in metrics for table in tables]
    if not metrics or any(fits):
        return
    wanted = "; ".join(f"{metric}: {', '.join(spec_of(metric).columns)}" for metric in metrics)
    there = dict.fromkeys(name for table in tables for name in table.there)
    raise InputError(
        expected=f"the columns of a metric in {shorten(own.shown)} ({wanted})",
        got=", ".join(there) or "no columns",
        fix="Name them: columns={'sent_more': NAME, …}, or choose other metrics.",
    )


def answer(
    probes: Sequence[Probe],
    model_in: Callable[[str | None], Scorer],
    options: Options,
    run: Callable[[Job, Scorer], BiasResult] = evaluate,
) -> dict[str, BiasResult]:
    """The result of every probe; probes of one set share the model that `model_in` gives for it."""
    models: dict[str, Scorer] = {}
    results = {}
    for probe in probes:
        if probe.name not in models:
            models[probe.name] = model_in(probe.language)
        results[probe.key] = run(probe.job(options), models[probe.name])
    return results


def read_best(probes: Sequence[Probe], results: Mapping[str, BiasResult]) -> dict[str, BiasResult]:
    """Of every set of rows the result that says most of how well the model knows the language.

    Masked tokens say more than masked gender words, and these more than tokens in sight.
    """
    order = {"masked_pairs": 0, "filled_masks": 1}
    ranked = sorted(probes, key=lambda one: order.get(spec_of(one.metric).evaluation, len(order)))
    best: dict[str, BiasResult] = {}
    for probe in ranked:
        best.setdefault(probe.name, results[probe.key])
    return best


def _names(given: Sequence[str] | str) -> tuple[str, ...]:
    """Each once; a single name may stand for itself."""
    return tuple(dict.fromkeys([given] if isinstance(given, str) else given))
