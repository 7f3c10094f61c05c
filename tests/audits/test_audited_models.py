"""Who is audited, and in which languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from equimask.audits.audited_models import languages_of
from equimask.audits.run import audit
from equimask.core.embedded import embedded_languages, embedded_model_path
from equimask.inputs.pairs import pair_languages
from tests import tiny
from tests.audits.worlds import (
    QUICK,
    kept_files,
    quick_audit,
    scores,
)


def test_the_embedded_model_is_audited_in_the_languages_that_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("equimask.audits.audited_models.pair_languages", lambda: ["fi"])
    assert set(pair_languages()) > {"fi"}
    assert list(languages_of("embedded", None)) == embedded_languages()
    assert languages_of(embedded_model_path(), None) == ("fi",)
    assert audit(embedded_model_path(), metrics=["dcbm"], **QUICK).languages == ("fi",)


def test_languages_are_those_asked_for_each_once() -> None:
    assert languages_of("embedded", "de") == ("de",)
    assert languages_of("embedded", ["de", "fi", "de"]) == ("de", "fi")


def test_what_was_the_model_may_be_the_baseline(tmp_path: Path, bert_folder: Path) -> None:
    before = quick_audit(bert_folder, metrics=["cps"], out=tmp_path)
    after = quick_audit("embedded", metrics=["cps"], out=tmp_path, baseline=bert_folder)
    assert len(kept_files(tmp_path)) == 2
    assert scores(after)["baseline", "de", "cps"] == scores(before)["model", "de", "cps"]
    assert after.baseline == before.model
    assert len(after.comparisons) == 1


@pytest.mark.slow
def test_a_live_model_is_audited_as_it_is_and_stays_so() -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer)).train()
    found = quick_audit(model, metrics=["cps", "aul"], tokenizer=tokenizer)
    assert model.training
    assert found.model.startswith("live@")
    baseline = tiny.tiny_bert(len(tokenizer), seed=1)
    both = quick_audit(model, metrics=["cps"], tokenizer=tokenizer, baseline=(baseline, tokenizer))
    assert scores(both)["model", "de", "cps"] == scores(found)["model", "de", "cps"]
    assert both.baseline != both.model
