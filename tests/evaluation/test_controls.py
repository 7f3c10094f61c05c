"""Score minus control: what is the names' own goes, what is the context's stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from equimask import stats
from equimask.core.errors import InputError, OptionError
from equimask.core.options import Options
from equimask.core.schema import CLUSTER
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.evaluation.decided_rows import evaluate_rows
from equimask.evaluation.job import Job
from equimask.evaluation.score import evaluate, job_of
from equimask.gender.lexicon.records import load_names
from equimask.inputs.packaged import packaged_table
from equimask.metrics import measure_of
from equimask.models import MaskedLM, load_mlm
from equimask.models.scorer import QUIET, Encoder, Encodings, How, MaskedAnswers, SentenceReadings
from equimask.plans.masks import MaskPlan

OPTIONS = Options(n_resamples=199, progress=False)
KEYS = {"control", "minus_control"}
FURTHER = {"stderr", "ci_low", "ci_high"}


class Fake:
    """Answers by the text of a sentence alone: the likelier, the more it likes it."""

    def __init__(self, model: MaskedLM, likes: Callable[[str], float]) -> None:
        self._model, self._likes = model, likes
        self.signature, self.notes, self.dtype = model.signature, (), model.dtype
        self.max_tokens, self.encode = model.max_tokens, _Remembered(model.encode)

    def _liking(self, ids: tuple[int, ...]) -> float:
        return self._likes(self.encode.text_of[ids])

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        liked = [self._liking(sentences[k].ids) for k in np.asarray(plan.sentences)]
        return MaskedAnswers(np.array(liked) - 5.0, np.zeros(len(liked), dtype=bool))

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        counts = np.array([len(one.special) - sum(one.special) for one in sentences])
        liked = np.repeat([self._liking(one.ids) - 5.0 for one in sentences], counts)
        return SentenceReadings(
            liked,
            np.zeros(len(liked), dtype=bool),
            np.repeat(1.0 / counts, counts),
            counts,
            np.zeros((len(counts), 1), dtype=np.float32),
        )

    def untrained_twin(self, seed: int) -> Fake:
        return Fake(self._model, lambda text: float(len(text) * (seed + 1) % 7) / 10)


class _Remembered:
    """An encoder that knows the text of what it has encoded."""

    def __init__(self, encode: Encoder) -> None:
        self._encode = encode
        self.text_of: dict[tuple[int, ...], str] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encode, name)

    def __call__(self, sentences: Any) -> Any:
        return self._kept(sentences, self._encode(sentences))

    def with_masks(self, sentences: Any) -> Any:
        return self._kept(sentences, self._encode.with_masks(sentences))

    def _kept(self, sentences: Any, encoded: Any) -> Any:
        self.text_of |= {one.ids: text for one, text in zip(encoded, sentences, strict=True)}
        return encoded


@pytest.fixture(scope="module")
def embedded() -> MaskedLM:
    return load_mlm("embedded")


def job(metric: str, language: str = "de", **options: Any) -> Job:
    return job_of(measure_of(metric), packaged_table(language), replace(OPTIONS, **options))


def with_anna() -> dict[str, list[str]]:
    """Packaged pairs that are about women, each of whom is called Anna."""
    names, table = load_names("de"), packaged_table("de")
    columns = ("gender_more", "sent_more", "sent_less", "female_word")
    rows = [
        (more.replace(word, "Anna"), less)
        for gender, more, less, word in zip(*(table.columns[n] for n in columns), strict=True)
        if gender == "female" and word in names
    ]
    return {"sent_more": [more for more, _ in rows], "sent_less": [less for _, less in rows]}


def packaged_rows(table: Any) -> list[tuple[str, str, str]]:
    names = ("gender_more", "male_word", "female_word")
    return list(zip(*(table.columns[name] for name in names), strict=True))


def loves_anna(text: str) -> float:
    return 1.0 if "Anna" in text else 0.0


def loves_the_stereotype(language: str = "de") -> Callable[[str], float]:
    stereotypes = {*packaged_table(language).columns["sent_more"]}
    return lambda text: 1.0 if text in stereotypes else 0.0


@pytest.mark.parametrize("metric", ["cps", "s_jsd", "aul", "b_s_jsd"])
def test_what_a_name_makes_is_gone_without_its_control(metric: str, embedded: MaskedLM) -> None:
    asked = replace(job(metric, control="neutral"), columns=with_anna())
    found = evaluate(asked, Fake(embedded, loves_anna))
    assert found.neutral is not None and found.p_value is not None
    assert abs(found.value - found.neutral) > 0.01 * measure_of(metric).limits[1]
    assert found.p_value <= 0.01
    assert found.details["control"] == pytest.approx(found.value)
    assert found.details["minus_control"] == pytest.approx(0.0, abs=1e-12)
    assert found.details["minus_control_p_value"] > 0.5


def test_half_of_what_a_name_makes_is_seen_beside_names_of_its_gender(embedded: MaskedLM) -> None:
    """Anna beside another woman wins; the man beside another man does not."""
    asked = replace(job("cps", control="names"), columns=with_anna())
    assert evaluate(asked, Fake(embedded, loves_anna)).details["control"] == 75.0


@pytest.mark.parametrize("kind", ["neutral", "names"])
@pytest.mark.parametrize("metric", ["cps", "s_jsd", "aul"])
def test_what_the_context_makes_stays(metric: str, kind: str, embedded: MaskedLM) -> None:
    found = evaluate(job(metric, control=kind), Fake(embedded, loves_the_stereotype()))
    details, neutral = found.details, found.neutral
    assert neutral is not None
    if kind == "neutral":
        assert details["control"] == pytest.approx(neutral)
        assert details["minus_control"] == pytest.approx(found.value - neutral)
    else:  # its own sentence is preferred to one under another name, where it is the stereotype
        assert (details["minus_control"]) * measure_of(metric).direction > 0
    assert details["minus_control_p_value"] < 0.05


def test_a_man_who_is_always_likelier_is_the_names_own_part_of_sbm_and_dcbm(
    embedded: MaskedLM,
) -> None:
    men = {name for name, gender in load_names("de").items() if gender == "male"}
    women = {name for name, gender in load_names("de").items() if gender == "female"}

    def likes(text: str) -> float:
        words = {*text.replace(".", " ").replace(",", " ").split()}
        return float(bool(words & men)) - float(bool(words & women))

    for metric in ("sbm", "dcbm"):
        by_names = evaluate(job(metric, control="neutral"), Fake(embedded, likes)).details
        assert by_names["control"] == 100.0
        assert by_names["minus_control"] == 0.0
        by_gender = evaluate(job(metric, control="names"), Fake(embedded, likes)).details
        assert by_gender["control"] == 50.0  # no gender differs
        assert by_gender["minus_control"] == 50.0


@pytest.mark.parametrize("metric", ["cps", "s_jsd", "aul", "sbm", "dcbm"])
def test_the_score_itself_does_not_move(metric: str, embedded: MaskedLM) -> None:
    plain = score(metric, language="de", model="embedded", n_resamples=99, progress=False)
    beside = score(
        metric, language="de", model="embedded", n_resamples=99, progress=False, control="names"
    )
    told = {name: value for name, value in beside.as_dict().items() if "control" not in name}
    told["signature"] = plain.signature
    assert told == plain.as_dict()
    assert Signature.parse(beside.signature)["control"] == "names"
    assert "control" not in dict(Signature.parse(plain.signature).fields)
    expected = {f"{key}_{name}" for key in KEYS for name in FURTHER} | KEYS
    expected |= {"control_kind", "n_control", "control_left_out", "minus_control_p_value"}
    assert expected <= {*beside.details}


def test_rows_are_paired_and_counted(embedded: MaskedLM) -> None:
    whole = evaluate(job("cps", control="neutral"), embedded)
    details, bits = whole.details, whole.row_values["cps"]
    assert details["n_control"] + sum(details["control_left_out"].values()) == whole.n
    assert details["control_left_out"] == {"no_name": 36}
    named = [
        row
        for row, (_, male, female) in enumerate(packaged_rows(packaged_table("de")))
        if {male, female} <= {*load_names("de")}
    ]
    of_same_rows = 100 * float(np.mean(bits[named]))
    assert details["control"] + details["minus_control"] == pytest.approx(of_same_rows)


def test_the_control_of_a_row_is_the_mean_over_its_pairs(embedded: MaskedLM) -> None:
    """Oracle: the control pairs scored as rows of one's own."""
    from equimask.inputs.controls import control_rows

    asked = job("cps", control="neutral")
    asked = replace(asked, columns={n: c for n, c in asked.columns.items() if n != CLUSTER})
    made = control_rows("pairs", asked.columns, "de", "neutral")
    alone = score(
        "cps", made.columns, language="de", model=embedded.model, tokenizer=embedded.tokenizer,
        progress=False, n_resamples=99,
    ).rows["cps"]  # fmt: skip
    by_row: dict[int, list[float]] = {}
    for row, value in zip(made.rows, alone, strict=True):
        by_row.setdefault(row, []).append(value)
    control = 100 * np.array([np.mean(values) for values in by_row.values()])
    whole = evaluate(asked, embedded)
    rows = 100 * np.array([whole.rows["cps"][row] for row in by_row])
    paired = stats.paired_bootstrap(rows, control, 0.95, OPTIONS.n_resamples, 0)
    details = whole.details
    assert details["control"] == pytest.approx(control.mean())
    assert details["minus_control"] == pytest.approx(paired.difference)
    assert details["minus_control_stderr"] == pytest.approx(paired.interval.stderr)
    assert details["minus_control_p_value"] == paired.p_value


def test_clusters_are_those_of_the_score(embedded: MaskedLM) -> None:
    asked = job("cps", control="neutral")
    n = len(asked.columns["sent_more"])
    in_clusters = replace(
        asked, columns={**asked.columns, "cluster": [(str(row // 4),) for row in range(n)]}
    )
    one, other = evaluate(asked, embedded).details, evaluate(in_clusters, embedded).details
    assert one["minus_control"] == other["minus_control"]
    assert one["minus_control_stderr"] != other["minus_control_stderr"]
    assert one["control_stderr"] != other["control_stderr"]


def test_a_few_rows_beyond_their_control_have_no_interval(embedded: MaskedLM) -> None:
    asked = job("s_jsd", control="neutral")
    few = {name: column[:5] for name, column in asked.columns.items() if name != CLUSTER}
    found = evaluate(replace(asked, columns=few), embedded).details
    assert found["n_control"] < 6 and found["minus_control_p_value"] > 0.05
    assert found["minus_control_stderr"] is not None
    ends = [found[f"{name}_ci_{end}"] for name in KEYS for end in ("low", "high")]
    assert ends == [None] * 4


def test_further_measures_have_their_own_control(embedded: MaskedLM) -> None:
    beside = evaluate(job("s_jsd", control="neutral"), embedded).details
    own = evaluate(job("b_s_jsd", control="neutral"), embedded).details
    for name in (*KEYS, "minus_control_stderr", "control_ci_low", "minus_control_p_value"):
        assert beside[f"b_s_jsd_{name}"] == own[name]


def test_twins_are_asked_about_the_rows_alone(embedded: MaskedLM) -> None:
    fake = Fake(embedded, loves_anna)
    plain = evaluate(job("cps", calibrate=True, n_twins=2), fake)
    beside = evaluate(job("cps", calibrate=True, n_twins=2, control="neutral"), fake)
    assert (plain.null, plain.p_value) == (beside.null, beside.p_value)
    assert beside.details["control"] is not None


def test_the_same_call_gives_the_same_control(embedded: MaskedLM) -> None:
    asked = job("aul", control="names")
    assert evaluate(asked, embedded) == evaluate(asked, embedded)


def test_rows_without_names_are_refused(live: dict[str, Any]) -> None:
    pairs = {"sent_more": ["My aunt cooks."], "sent_less": ["My uncle cooks."]}
    with pytest.raises(InputError, match=r"one listed first name each.*1 rows.*no_name.*Leave"):
        score("cps", pairs, language="en", control="neutral", **live)


def test_controls_that_are_one_to_the_model_are_refused(embedded: MaskedLM) -> None:
    asked = job("cps", "de", control="neutral")

    def read(one: Job, scorer: Any) -> Any:
        from equimask.evaluation.masked_pairs import read_masked_pairs

        if not one.options.control:
            one = replace(one, columns={name: ["Anna"] for name in one.columns})
        return read_masked_pairs(one, scorer)

    with pytest.raises(InputError, match=r"neutral control pairs that the model can score.*ident"):
        evaluate_rows(asked, embedded, read)


def test_mbe_says_that_it_has_no_rows_to_control(live: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"mean over rows \(s_jsd, cps.*with mbe.*sbm reads"):
        score("mbe", language="en", control="names", **live)


def test_a_kind_that_nobody_knows_is_refused(live: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"control='' or 'neutral' or 'names'"):
        score("cps", language="en", control="random", **live)
