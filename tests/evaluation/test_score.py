"""Any metric by name: its data, its signature, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from equimask.core.errors import DataError, InputError, OptionError
from equimask.core.progress import Lines, Tally, told_by
from equimask.core.result import BiasResult
from equimask.core.signature import Signature
from equimask.evaluation import score
from tests.evaluation.worlds import PAIRS


def test_an_unknown_gender_label_is_refused_with_its_row(live: dict[str, object]) -> None:
    with pytest.raises(InputError, match="'man' in row 1"):
        score("cps", PAIRS, gender_more=["male", "man", "", "", ""], **live)


def test_packaged_pairs_are_the_default_data(bert_folder: Path) -> None:
    result = score("cps", language="de", model=str(bert_folder), progress=False)
    signature = Signature.parse(result.signature)
    assert signature["data"].startswith("equimask_pairs@")
    assert signature["lang"] == "de"
    assert result.n + sum(result.skipped.values()) >= 40
    assert result.details["n_gendered"] == result.n


def test_signature_does_not_depend_on_batching_but_on_every_choice(bert_folder: Path) -> None:
    def sign(**options: object) -> str:
        return score("cps", PAIRS, model=str(bert_folder), progress=False, **options).signature

    assert sign() == sign(batch_tokens=7, device="cpu", return_rows=False)
    different = [
        sign(unit="word"),
        sign(protocol="published"),
        sign(seed=1),
        sign(dtype="float64"),
        sign(n_resamples=99),
        sign(confidence_level=0.9),
        sign(perturb="last_character"),
        sign(where={"sent_more": [*PAIRS["sent_more"]]}),
        sign(columns={"sent_more": "sent_less", "sent_less": "sent_more"}),
        sign(language="de"),
    ]
    assert len({sign(), *different}) == 1 + len(different)
    assert str(bert_folder) not in sign()


def test_a_missing_model_and_an_unknown_metric_are_named() -> None:
    with pytest.raises(OptionError, match="model=None"):
        score("cps", PAIRS)
    with pytest.raises(OptionError, match="Did you mean 's_jsd'"):
        score("s_jd", PAIRS, model="x")


def test_result_dict_has_the_contract_keys(live: dict[str, object]) -> None:
    result: BiasResult = score("s_jsd", PAIRS, **live)
    wanted = {
        "s_jsd", "b_s_jsd", "stderr", "ci_low", "ci_high", "p_value", "test", "neutral", "n",
        "n_ties", "skipped", "mde", "rows", "signature",
    }  # fmt: skip
    assert wanted <= set(result.as_dict())
    assert "rows" not in result.as_dict(rows=False)
    assert set(result.rows) == {"s_jsd", "b_s_jsd", "n_shared"}


@pytest.mark.parametrize(
    ("language", "code"),
    [("sv", "sv"), ("eu", "eu"), ("pt_br", "pt-BR"), ("zh-hant", "zh-Hant"), ("es-AR", "es-AR")],
)
@pytest.mark.parametrize("metric", ["cps", "s_jsd", "aul"])
def test_own_columns_are_scored_in_any_language(
    metric: str, language: str, code: str, live: dict[str, object]
) -> None:
    result = score(metric, PAIRS, language=language, **live)
    assert Signature.parse(result.signature)["lang"] == code
    assert result.value == score(metric, PAIRS, **live).value


def test_without_columns_a_language_needs_packaged_pairs(live: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"packaged pairs \(ar, de, .*'sv'.* data of your own"):
        score("cps", language="sv", **live)
    with pytest.raises(DataError, match=r"'pt-BR'\. Take 'pt', or bring data of your own"):
        score("cps", language="pt-br", **live)
    with pytest.raises(OptionError, match="Did you mean 'de'"):
        score("cps", PAIRS, language="german", **live)


class Told(Lines):
    """Hears every step of every job, as if each took half a minute."""

    steps: ClassVar[list[tuple[float, float | None, str, str]]] = []

    def tell(self, tally: Tally) -> None:
        self.steps.append((tally.count, tally.total, tally.unit, tally.note))

    def close(self, tally: Tally, finished: bool) -> None:
        self.steps.append((tally.count, tally.total, tally.found, str(tally.share)))


def test_a_calibrated_score_is_one_job_with_its_twins(bert_folder: Path) -> None:
    Told.steps.clear()
    options: dict[str, Any] = {"model": str(bert_folder), "n_resamples": 9, "batch_tokens": 64}
    with told_by(Told):
        score("cps", PAIRS, calibrate=True, n_twins=3, **options)
    first, *_, last = Told.steps
    assert first[3] == "4 times the work of the score alone, for 3 untrained twins"
    assert last[0] == last[1]  # all masks of all passes, as was planned
    assert last[3] == "1.0"
    assert re.fullmatch(r"with twins \d+\.\d times as long as without", last[2])
    totals = {step[1] for step in Told.steps[1:]}
    assert len(totals) == 1
    alone = len(Told.steps)
    with told_by(Told):
        score("cps", PAIRS, **options)
    assert Told.steps[-1][0] * 4 == last[0]
    assert Told.steps[-1][2] == Told.steps[alone][3] == ""


def test_groups_are_told_by_what_their_texts_cost(bert_folder: Path) -> None:
    Told.steps.clear()
    data = {**PAIRS, "source": ["a"] + ["b"] * (len(PAIRS["sent_more"]) - 1)}
    with told_by(Told):
        score("cps", data, group="source", model=str(bert_folder), n_resamples=9)
    assert {step[1] for step in Told.steps} == {2}
    assert [step[0] for step in Told.steps][-1] == 2


def test_no_progress_is_none_at_all(bert_folder: Path) -> None:
    Told.steps.clear()
    with told_by(Told):
        score("cps", PAIRS, model=str(bert_folder), n_resamples=9, progress=False)
    assert Told.steps == []
