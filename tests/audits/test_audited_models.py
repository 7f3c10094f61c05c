"""Who is audited, and in which languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from equimask.audits.audited_models import AskedModel, asked_models, languages_of
from equimask.audits.run import audit
from equimask.core.embedded import embedded_languages, embedded_model_path
from equimask.core.errors import OptionError
from equimask.core.options import Options
from equimask.inputs.pairs import pair_languages
from tests import tiny
from tests.audits.worlds import (
    QUICK,
    kept_files,
    quick_audit,
    scores,
)


def asked(models: Any, baseline: Any = None, **options: Any) -> list[AskedModel]:
    return asked_models(models, baseline, None, Options(**options))


def test_the_embedded_model_is_audited_in_the_languages_that_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("equimask.audits.audited_models.pair_languages", lambda: ["fi"])
    assert set(pair_languages()) > {"fi"}
    assert list(languages_of(asked("embedded"))) == embedded_languages()
    assert languages_of(asked(embedded_model_path())) == ("fi",)
    assert languages_of(asked(["embedded", "lab/other"])) == ("fi",)
    assert audit(embedded_model_path(), metrics=["dcbm"], **QUICK).languages == ("fi",)


def test_what_was_the_model_may_be_the_baseline(tmp_path: Path, bert_folder: Path) -> None:
    before = quick_audit(bert_folder, metrics=["cps"], out=tmp_path)
    after = quick_audit("embedded", metrics=["cps"], out=tmp_path, baseline=bert_folder)
    assert len(kept_files(tmp_path)) == 2
    key = before.models[0].key
    assert after.baseline == key and after.models[1] == before.models[0]
    assert scores(after)[key, "de", "cps"] == scores(before)[key, "de", "cps"]
    assert len(after.comparisons) == 1


@pytest.mark.slow
def test_a_live_model_is_audited_as_it_is_and_stays_so() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer)).train()
    found = quick_audit(model, metrics=["cps", "aul"], tokenizer=tokenizer)
    assert model.training
    assert found.models[0].signed.startswith("live@")
    baseline = tiny.tiny_bert(len(tokenizer), seed=1)
    both = quick_audit(model, metrics=["cps"], tokenizer=tokenizer, baseline=(baseline, tokenizer))
    assert scores(both)["live", "de", "cps"] == scores(found)["live", "de", "cps"]
    assert both.baseline == both.models[1].signed != both.models[0].signed


def test_a_baseline_may_be_one_of_the_models_or_another() -> None:
    among = asked(["a", "b"], "b")
    assert [(one.model, one.is_baseline, one.is_listed) for one in among] == [
        ("a", False, True),
        ("b", True, True),
    ]
    beside = asked(["a", "b"], "c")
    assert [(one.model, one.is_baseline, one.is_listed) for one in beside] == [
        ("a", False, True),
        ("b", False, True),
        ("c", True, False),
    ]


@pytest.mark.parametrize(
    ("models", "options", "told"),
    [
        ([], {}, "empty list"),
        (None, {}, "None"),
        (["a", None], {}, "None"),
        (["a", "b", "a"], {}, "twice"),
        (["a", "b"], {"revision": "main"}, "NAME@REVISION"),
        (["a", "b"], {"tokenizer": "t"}, r"\(model, tokenizer\)"),
        (("a", "b", "c"), {}, "a list"),
    ],
)
def test_models_that_nobody_can_mean_are_refused(
    models: Any, options: dict[str, Any], told: str
) -> None:
    with pytest.raises(OptionError, match=told):
        asked(models, **options)
