"""What the exhibits share: the data, and what models say of them, asked once and kept."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from equimask.core.errors import EquimaskError
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.schema import PAIR_COLUMNS
from equimask.core.signature import columns_hash
from equimask.evaluation.score import evaluate_part, job_of
from equimask.gender.native_names import RenamedPairs, replace_names, with_english_names
from equimask.metrics import measure_named
from equimask.models import MaskedLM
from equimask.models.cached import Cached
from equimask.models.loading import load_asked
from equimask.papers.keeping import Kept
from equimask.papers.mbe.models import is_of_table
from equimask.papers.mbe.sources import Bags, Pairs, Sources, packaged_bags, packaged_pairs
from equimask.papers.request import PaperModel, Request, study_options
from equimask.studies.meta_evaluation.result import MetaEvaluation
from equimask.studies.meta_evaluation.run import meta_evaluate

LANGUAGES = ("de", "ja", "ar", "es", "pt", "ru", "id", "zh")
"""Those of Tables 1 and 2, in the paper's order."""
TRANSLATED = ("ja", "ru")
"""Those of Tables 4 to 6."""
NATIVE = "native"
"""The method that scores pairs as they came, where they came with native names."""

OTHER_WAYS: Mapping[str, Mapping[str, Any]] = {
    "released code": {"protocol": "published"},
    "no weights": {"weights": "none"},
    "norm_aula": {"likelihood": "norm_aula"},
}
"""In which the same sentences are scored beside the formula of the paper."""
_UNKNOWN = ".*unknown to the model's tokenizer"
_IDLE = ("device", "batch_tokens", "device_map", "max_memory", "progress")
"""Options that move no number."""
_QUICK_TWINS = 3
_FEW_RESAMPLES = 999
_SOURCE_OF = {"en": "crows", "ja": "kaneko", "ru": "kaneko"}
"""Which of several sources of pairs in a language is the paper's."""


class Scored(NamedTuple):
    """MBE of a model on the sentences of a corpus."""

    ours: BiasResult
    others: Mapping[str, BiasResult]
    """By the names of `OTHER_WAYS`."""


class Work:
    """All of it is computed when it is asked for."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.languages = request.languages or LANGUAGES
        self._kept = Kept(request.kept_in("mbe"))
        self._failed: dict[tuple[str, str], str] = {}
        self._found: dict[tuple[str, str], Any] = {}

    @cached_property
    def sources(self) -> Sources:
        """What the data of the request are."""
        return Sources(
            self.request.data, tuple(dict.fromkeys((*self.languages, *TRANSLATED, "en")))
        )

    @cached_property
    def bags(self) -> tuple[Bags, ...]:
        """All sentences of every language and corpus; without such data those of the pairs."""
        given = [one for one in self.sources.bags if one.language in self.languages]
        found = given or [one for tag in self.languages if (one := packaged_bags(tag))]
        return tuple(sorted(found, key=lambda one: self.languages.index(one.language)))

    def pairs(self, language: str) -> Pairs | None:
        """The paper's pairs, else whatever there is, else what is packaged."""
        given = [one for one in self.sources.pairs if one.language == language]
        own = [one for one in given if one.source == _SOURCE_OF.get(language)]
        found = next(iter((*own, *given)), None) or packaged_pairs(language)
        return None if found is None else found.first(self.request.rows)

    @cached_property
    def stereoset(self) -> Pairs | None:
        """If somebody has it."""
        found = self.sources.stereoset
        return None if found is None else found.first(self.request.rows)

    def machine(self, language: str) -> Pairs | None:
        """The same, translated by a machine."""
        found = next((one for one in self.sources.machine if one.language == language), None)
        return None if found is None else found.first(self.request.rows)

    def models(self, table: str, language: str) -> tuple[PaperModel, ...]:
        """Those asked for in the language, without the paper's own of other tables."""
        asked = self.request.in_language(language)
        return tuple(one for one in asked if is_of_table(str(one.model), table))

    def failures(self, *languages: str) -> tuple[str, ...]:
        """What could not be asked of a model in these languages, and why."""
        return tuple(text for (_, tag), text in self._failed.items() if tag in languages)

    def sample(self, bags: Bags) -> Bags:
        """The sentences that are scored: as many of either gender, few unless all are asked for."""
        size = None if self.request.rows is None else self.request.rows // 2
        return bags.thinned(size, self.request.options.seed)

    def scored(self, bags: Bags, model: PaperModel) -> Scored | None:
        """MBE with its null, and in other ways without one; None if the model cannot be asked."""
        options = self.request.options
        twins = options.n_twins if self.request.full else min(options.n_twins, _QUICK_TWINS)
        draws = options.n_resamples if self.request.full else self._few_resamples
        own = replace(options, calibrate=True, n_twins=twins, n_resamples=draws, return_rows=False)
        plain = replace(own, calibrate=False)
        table = self.sample(bags).table

        def compute(mlm: MaskedLM) -> list[dict[str, Any]]:
            shared = Cached(mlm, mlm.signature)
            ways = (own, *(replace(plain, **change) for change in OTHER_WAYS.values()))
            jobs = (job_of(measure_named("mbe"), table, way) for way in ways)
            return [evaluate_part(job, shared).as_dict(rows=False) for job in jobs]

        comes_from = {"data": table.content, "n_twins": twins, "n_resamples": draws}
        name = f"mbe {bags.language} {bags.corpus}"
        found = self.ask(name, model, bags.language, comes_from, compute)
        if found is None:
            return None
        ours, *others = map(BiasResult.from_dict, found)
        return Scored(ours, dict(zip(OTHER_WAYS, others, strict=True)))

    def meta_evaluated(self, pairs: Pairs, table: str) -> MetaEvaluation | None:
        """By all methods, over the models of the table; None if none can be asked."""
        results: dict[str, dict[str, BiasResult]] = {}
        told: dict[str, Any] = {
            "notes": (),
            "changed": {},
        }  # of the pairs: all models have the same
        for model in self.models(table, pairs.language):
            found = self._meta_of(pairs, model)
            if found is not None:
                own = found["results"][model.label].items()
                results[model.label] = {name: BiasResult.from_dict(one) for name, one in own}
                told = found
        if not results:
            return None
        changed = {name: (changed, of) for name, (changed, of) in told["changed"].items()}
        return MetaEvaluation(pairs.language, results, tuple(told["notes"]), changed)

    def _meta_of(self, pairs: Pairs, model: PaperModel) -> Any:
        language = pairs.language
        others = {}
        if (machine := self.machine(language)) is not None:
            others["mt"] = machine.columns
        if (named := self.named_as_translated(pairs)) is not None:
            others[NATIVE] = pairs.columns
            renamed = {"sent_more": named.first, "sent_less": named.second}
            pairs = replace(pairs, columns={**pairs.columns, **renamed})
        asked = {**self._options, "n_resamples": self._few_resamples}
        bags = pairs.bags()
        read = [*pairs.columns.values(), *(bags or {}).values()]
        read += [one[name] for one in others.values() for name in PAIR_COLUMNS]
        return self.ask(
            f"meta {language} {pairs.source}",
            model,
            language,
            {
                "data": columns_hash(read),
                "methods": sorted(others),
                "n_resamples": asked["n_resamples"],
            },
            lambda _: meta_evaluate(
                {model.label: model.model},
                language=language,
                pairs=pairs.columns,
                bags=bags,
                other_pairs=others,
                published_templates=True,
                **asked,
            ).as_dict(),
        )

    def named_as_translated(self, pairs: Pairs) -> RenamedPairs | None:
        """With transliterated English names, as HT has them, where most are native.

        The pairs that the authors released are those of HTname.
        """
        if pairs.language not in TRANSLATED:
            return None
        more, less = (pairs.columns[name] for name in PAIR_COLUMNS)
        found = with_english_names(more, less, pairs.language, seed=self.request.options.seed)
        # What a native name replaces there is counted as native here.
        native = replace_names(more, less, pairs.language, seed=self.request.options.seed)
        return found if 2 * native.n_native > native.n_named else None

    @property
    def _few_resamples(self) -> int:
        """Fewer than by default, or what was asked for."""
        asked = self.request.options.n_resamples
        return _FEW_RESAMPLES if asked == Options().n_resamples else asked

    @property
    def _options(self) -> dict[str, Any]:
        options = self.request.options
        return {name: getattr(options, name) for name in study_options()}

    def ask(
        self,
        name: str,
        model: PaperModel,
        language: str,
        parts: Mapping[str, Any],
        compute: Callable[[MaskedLM], Any],
    ) -> Any:
        """A model that cannot be asked stops no other: `failures` tells of it."""
        key = name, str((model.label, model.languages))
        if key not in self._found:
            self._found[key] = self._tried(name, model, language, parts, compute)
        return self._found[key]

    def _tried(
        self,
        name: str,
        model: PaperModel,
        language: str,
        parts: Mapping[str, Any],
        compute: Callable[[MaskedLM], Any],
    ) -> Any:
        options = self.request.options
        try:
            mlm = load_asked(replace(options, model=model.model), language)
            settled = {k: v for k, v in self._options.items() if k not in _IDLE}
            comes_from = {**mlm.signature, "dtype": mlm.dtype, **settled, **parts}
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", _UNKNOWN)  # a sign beside the verdict says it
                return self._kept.once(f"{name} {model.label}", comes_from, lambda: compute(mlm))
        except EquimaskError as error:
            self._failed[model.label, language] = f"{model.label} in {language}: {error}"
            return None
