"""The bias curve: scores at every evaluation of a `Trainer`, beside its loss."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from transformers import Trainer, TrainerCallback, TrainerControl, TrainerState, TrainingArguments

from equimask.core.errors import InputError, OptionError, shorten
from equimask.core.options import Options, options_in, parse_options
from equimask.core.result import BiasResult
from equimask.inputs.specification import Choice, parse_choice
from equimask.metrics import all_specs
from equimask.reports.verdicts import told
from equimask.training.choosing import best_key, warn_of_choice
from equimask.training.keys import PREFIX, language_keys, score_keys
from equimask.training.live import LiveModel
from equimask.training.probes import Probe, choose_probes, read_best
from equimask.training.rounds import Rounds

MAX_PAIRS = 128  # more than the packaged pairs of a language
_LOG = logging.getLogger(__name__)


class BiasCallback(TrainerCallback):
    """A bias curve beside the loss: `trainer.add_callback(BiasCallback(trainer))`.

    Whenever the trainer evaluates, the model is scored as it is then, and the numbers join the
    evaluation's own: in what `evaluate` returns, in `log_history`, in every tracker of
    `report_to`, and for `metric_for_best_model`. Per metric and language, under the prefix of the
    evaluation:

    - `eval_s_jsd_en`: the score, and `eval_s_jsd_en_stderr`, its standard error;
    - `eval_s_jsd_en_distance`: how far it is from neutral. MBE and DCBM have no neutral point that
      is known beforehand, and no distance.

    Per language, from the same passes: `eval_lm_accuracy_en`, the share of masked tokens that the
    model puts first, and `eval_lm_surprisal_en`, nats per masked token (where no metric masks
    anything, of tokens in sight, which is easier). A model that knows no language prefers nobody:
    by the distance alone the least trained checkpoint wins. Of those that know the language about
    as well as the best, `least_biased(trainer.state.log_history)` gives the one with the least
    distance. What `metric_for_best_model` would choose amiss is warned of; transformers' default
    for all of these keys is `greater_is_better=True`.

    `eval_bias_runtime` are the seconds that all of it took. With several evaluation datasets the
    model is scored once, with the first of them. `results` holds the last scores with intervals,
    tests, rows and signatures; `verdicts` says of each in a word what it shows, which is logged
    too. (`hyperparameter_search` adds up all metrics unless it is given a
    `compute_objective`.)

    `languages` are those of the packaged pairs: English, unless own `data` are given. These are
    what `score` takes (a file, a folder, a dataset of the Hub, a frame, a `Dataset`, columns or
    records), one of them, a list, or under names of yours: `{"mine": "pairs.csv"}`. Every metric
    takes what it can read. Languages, sources and corpora are scored apart, and keys name them:
    `eval_s_jsd_mine`, `eval_s_jsd_crows_pairs_multilingual_en_steinborn`. `columns`, `where` and
    `template` are those of `score`, for all data that have such columns. `max_pairs` bounds the
    cost: of more rows, always the same are asked, of both genders equally many. Further options
    are those of `score`.

    The training is not touched: no random number is drawn, modes are restored, and the weights are
    the same with and without the callback. Scores are computed in the precision of the weights, not
    under the trainer's autocast, whose rounding is as large as many a bias. Several processes share
    the questions and get the same numbers, so all of them keep the same checkpoint.

    Weights in shards of FSDP2 are gathered by every forward: each process asks everything, in the
    precision that the shards are gathered in, which the signature names. A process that runs out of
    memory in such a forward leaves the others waiting, as in the training itself. FSDP1 and ZeRO-3
    are refused; score the saved checkpoints instead.

    What can be known to be wrong is raised here. Once the training runs, a score that fails costs a
    warning and its point on the curve, never the training; where the best checkpoint is chosen by
    it, this one is passed over (its value is NaN there, and nowhere else).
    """

    def __init__(
        self,
        trainer: Trainer,
        metrics: Sequence[str] | str = ("s_jsd", "cps"),
        languages: Sequence[str] | str | None = None,
        *,
        data: Any = None,
        columns: Any = None,
        where: Any = None,
        template: str | None = None,
        max_pairs: int = MAX_PAIRS,
        tokenizer: Any = None,
        **options: Any,
    ) -> None:
        if not isinstance(trainer, Trainer):
            raise OptionError(
                expected="a transformers Trainer",
                got=shorten(trainer),
                fix="Make the trainer first, then "
                "trainer.add_callback(equimask.BiasCallback(trainer)).",
            )
        self.trainer = trainer
        self.options = _parse(options)
        choice = _choice(data, columns=columns, where=where, template=template)
        self.probes = choose_probes(metrics, languages, data, choice, max_pairs, self.options)
        self.results: dict[str, BiasResult] = {}
        self._model = LiveModel(trainer, tokenizer)
        self._model.try_out(self.probes, self.options)
        self._rounds = Rounds(trainer)
        warn_of_choice(trainer.args, self.probes)

    @property
    def verdicts(self) -> dict[str, str]:
        """What each of the last scores shows: `{"s_jsd_en": "none shown"}`."""
        return {key: told(result) for key, result in self.results.items()}

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Go to the front: early stopping must find the scores among the metrics it is shown."""
        callbacks = self.trainer.callback_handler.callbacks
        if self in callbacks:
            callbacks.remove(self)
            callbacks.insert(0, self)

    def on_evaluate(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        metrics: dict[str, float] | None = None,
        **kwargs: Any,
    ) -> None:
        """Score once per round of evaluation, into its metrics and into the logs."""
        prefix = self._rounds.take_turn()
        if prefix is None or metrics is None:
            return
        start = time.perf_counter()
        try:
            self.results = self._model.answer(self.probes, self.options)
        except Exception as error:  # days of training are worth more than a point on a curve
            self.results = {}
            if state.is_world_process_zero:
                _LOG.warning(
                    "No bias scores at step %d. %s", state.global_step, error, exc_info=True
                )
            metrics.update(self._passed_over(args))
            return
        numbers = {
            f"{prefix}_{key}": number for key, number in _numbers(self.probes, self.results).items()
        }
        numbers[f"{prefix}_bias_runtime"] = time.perf_counter() - start
        if state.is_world_process_zero:
            words = "; ".join(f"{key}: {word}" for key, word in self.verdicts.items())
            _LOG.info("Bias at step %d. %s", state.global_step, words)
        metrics.update(numbers)
        self.trainer.log(numbers)  # the evaluation's own metrics were logged before

    def _passed_over(self, args: TrainingArguments) -> dict[str, float]:
        """No number, where the trainer would stop for want of one; NaN is never the best."""
        best = best_key(args)
        ours = any(
            best in (*score_keys(probe.metric, probe.name), *language_keys(probe.name))
            for probe in self.probes
        )
        return {f"{PREFIX}_{best}": math.nan} if ours else {}


def _numbers(probes: Sequence[Probe], results: Mapping[str, BiasResult]) -> dict[str, float]:
    """All points of a round."""
    numbers: dict[str, float | None] = {}
    for probe in probes:
        result, keys = results[probe.key], score_keys(probe.metric, probe.name)
        numbers |= {keys.score: result.value, keys.stderr: result.stderr}
        if result.neutral is not None:
            numbers[keys.distance] = abs(result.value - result.neutral)
    for name, result in read_best(probes, results).items():
        own = result.lm_accuracy, result.lm_surprisal
        numbers |= zip(language_keys(name), own, strict=True)
    return {key: number for key, number in numbers.items() if number is not None}


def _choice(data: Any, **given: Any) -> Choice:
    """What belongs to data of one's own says nothing about the packaged pairs."""
    for name, value in given.items():
        if data is None and value is not None:
            raise InputError(
                expected="own `data`: a file, a folder, a dataset, columns …",
                got=f"`{name}` alone, which belongs to them",
                fix=f"Pass data={{'mine': ...}} too, or leave `{name}` out.",
            )
    return parse_choice(**given)


def _parse(options: Mapping[str, Any]) -> Options:
    """What moves a score; the null is left to audits, since twins would cost nine times as much."""
    specs = [spec for spec in all_specs().values() if spec.needs_model]
    read = {name for spec in specs for name in spec.options}
    read.discard("control")  # a curve has no place for it, and it costs four passes
    known = [name for name in options_in("scoring") if name in read]
    known += [*options_in("statistics"), "batch_tokens"]
    return replace(
        parse_options(options, known=known, what="an option of the bias curve"), progress=False
    )
