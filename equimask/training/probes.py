"""What a bias curve asks at every evaluation: fixed before the training, always the same rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.languages import get_language, is_language
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.sampling import priorities, sentence_hash
from equimask.core.schema import PAIR_ID
from equimask.core.signature import columns_hash
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.inputs.checks import checked_rows
from equimask.inputs.packaged_rows import rows_of
from equimask.inputs.pairs import load_pairs
from equimask.metrics import all_specs, spec_of
from equimask.models.scorer import Scorer


@dataclass(frozen=True)
class Probe:
    """One metric on one set of rows, under a name; `data` is `name@version`, for the signature."""

    metric: str
    name: str
    columns: Mapping[str, list[str]]
    data: str
    language: str | None

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
        return Job(spec_of(self.metric).headline, self.columns, options, self.data, self.language)


def choose_probes(
    metrics: Sequence[str] | str,
    languages: Sequence[str] | str | None,
    columns: Mapping[str, Any] | None,
    max_pairs: int,
    seed: int,
) -> list[Probe]:
    """Every metric on the packaged pairs of every language, and on every table that fits."""
    metrics, tables = _names(metrics), dict(columns or {})
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
        languages = () if tables else ("en",)
    languages = tuple(dict.fromkeys(get_language(tag).code for tag in _names(languages)))
    for name in tables:
        if not isinstance(name, str) or not name or name in languages:
            raise OptionError(
                expected="own `columns` under names that are not among the languages",
                got=shorten(name),
                fix="The name tells the keys apart, as in `eval_s_jsd_mine`.",
            )
    probes = packaged_probes(metrics, languages, max_pairs, seed)
    probes += own_probes(metrics, tables, max_pairs, seed)
    if not probes:
        raise OptionError(
            expected="at least one metric, and a language or own `columns`",
            got=f"metrics={list(metrics)}, languages={list(languages)}",
            fix="Leave them out for S_JSD and CPS on the English pairs.",
        )
    return probes


def packaged_probes(
    metrics: Sequence[str], languages: Sequence[str], max_pairs: int, seed: int
) -> list[Probe]:
    """On the packaged pairs; the same ones of every language, for their ids are parallel."""
    probes = []
    for language in languages:
        pairs = load_pairs(language)
        genders = [pair.gender_more for pair in pairs]
        chosen = balanced_sample([pair.id for pair in pairs], genders, max_pairs, seed)
        for metric in metrics:
            columns, data = rows_of(spec_of(metric), [pairs[row] for row in chosen])
            probes.append(Probe(metric, language, columns, data, language))
    return probes


def own_probes(
    metrics: Sequence[str], tables: Mapping[str, Any], max_pairs: int, seed: int
) -> list[Probe]:
    """On tables of the caller's own: of each, the metrics that it has the columns for."""
    probes = []
    for name, table in tables.items():
        names = _column_names(name, table)
        fitting = [metric for metric in metrics if names.issuperset(spec_of(metric).columns)]
        if not fitting:
            raise InputError(
                expected=f"the columns of a metric: {_wanted(metrics)}",
                got=f"{', '.join(sorted(names))} in {name!r}",
                fix="Rename the columns, or choose other metrics.",
            )
        for metric in fitting:
            spec = spec_of(metric)
            read = names & {*spec.columns, *spec.options}
            checked = checked_rows(spec, {column: table[column] for column in read}, Options())
            rows = ["\n".join(row) for row in zip(*(checked[c] for c in spec.columns), strict=True)]
            genders = checked.get("gender", checked.get("gender_more", [""] * len(rows)))
            known = checked.get(PAIR_ID, rows)  # versions of one sentence are chosen together
            rows = [own or row for own, row in zip(known, rows, strict=True)]
            # bags hold sentences, two of which make what the others call a pair
            most = 2 * max_pairs if spec.rows_from == "bags" else max_pairs
            chosen = balanced_sample(rows, genders, most, seed)
            columns = {key: _picked(cells, chosen) for key, cells in checked.items()}
            data = f"{name}@{columns_hash([columns[column] for column in spec.columns])}"
            probes.append(Probe(metric, name, columns, data, _language_of(name)))
    return probes


def balanced_sample(names: Sequence[str], groups: Sequence[str], most: int, seed: int) -> list[int]:
    """At most `most` rows, of all groups equally many as far as they go; by hash, not by place."""
    hashes = np.array([sentence_hash(name) for name in names], dtype=np.uint64)
    turns = Counter[str]()
    queue = []
    for row in np.argsort(priorities(hashes, seed), kind="stable").tolist():
        queue.append((turns[groups[row]], groups[row], row))
        turns[groups[row]] += 1
    return sorted(row for _, _, row in sorted(queue)[:most])


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


def _language_of(name: str) -> str | None:
    """The language that a table is named after, as a tag is written: `sv`, `pt-BR`.

    Many words are codes of three letters (`new`, `dev`), and `my` is somebody's own before it is
    Burmese, which is `my-MM` too.
    """
    is_code = len(name.partition("-")[0]) == 2 and name != "my"
    return name if is_code and is_language(name) else None


def _picked(cells: Sequence[str], rows: Sequence[int]) -> list[str]:
    return [cells[row] for row in rows]


def _names(given: Sequence[str] | str) -> tuple[str, ...]:
    """Each once; a single name may stand for itself."""
    return tuple(dict.fromkeys([given] if isinstance(given, str) else given))


def _column_names(name: str, table: Any) -> set[str]:
    """Of a mapping or of a dataset."""
    names = table if isinstance(table, Mapping) else getattr(table, "column_names", None)
    if not isinstance(names, (Mapping, list)):  # a DatasetDict has a dictionary there
        raise InputError(
            expected="`columns` to be tables under names: {'mine': {'sent_more': [...], ...}}",
            got=f"{shorten(table)} under {name!r}",
            fix="The name becomes part of the keys, as in `eval_s_jsd_mine`; a table is a "
            "dictionary of columns or one split of a dataset.",
        )
    return set(names)


def _wanted(metrics: Sequence[str]) -> str:
    return "; ".join(f"{metric}: {', '.join(spec_of(metric).columns)}" for metric in metrics)
