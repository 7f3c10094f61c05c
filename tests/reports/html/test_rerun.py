"""The command under a report asks for what was asked for."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from equimask.audits.measures import scoring_options
from equimask.audits.places import Place
from equimask.audits.results import Audit, ModelEntry
from equimask.cli.main import app
from equimask.core.embedded import embedded_model_path
from equimask.models import load_mlm
from equimask.reports.html.rerun import command, folders
from tests.reports.html.fake_audit import fake_audit

OFF_DEFAULT: dict[str, Any] = {
    "unit": "word", "protocol": "published", "weights": "cosine", "min_similarity": 0.5,
    "length_matched": True, "balanced_draws": 3, "min_probability": 0.25, "control": "names",
    "calibrate": True,
    "n_twins": 4, "confidence_level": 0.9, "n_resamples": 99, "seed": 7, "dtype": "float64",
    "equivalence": 5.0,
}  # fmt: skip


def _entry(key: str, signed: str) -> ModelEntry:
    return ModelEntry(key, signed, "float32", 10)


def test_the_command_repeats_what_was_asked_for(audit: Audit) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    asked = replace(
        audit,
        models=(_entry("lab/my model", f"lab/my model@{commit}"), audit.models[1]),
        options={**audit.options, "unit": "word", "seed": 3},
    )
    assert command(asked) == (
        f"equimask audit 'lab/my model@{commit}' --language ar --language de "
        "--metric s_jsd --metric mbe --baseline lab/other-bert --unit word --calibrate --seed 3"
    )


def test_a_baseline_is_named_among_the_models_where_it_was() -> None:
    audit = fake_audit(("de",), calibrate=False, reliability=True)
    last = audit.models[-1].key
    assert last == audit.baseline and {one.model for one in audit.reliability} != {last}
    own = tuple(one for one in audit.reliability if one.model != last)
    assert _models(replace(audit, reliability=own)) == ["lab/tiny-bert"]
    changed = replace(own[0], model=last)  # what is not listed is not scored with changes
    assert _models(replace(audit, reliability=(*own, changed))) == ["lab/tiny-bert", last]
    first = replace(audit, models=audit.models[::-1])
    assert _models(first) == [last, "lab/tiny-bert"]  # not listed, it would come last


def test_a_model_beside_itself_is_named_once_as_each(audit: Audit) -> None:
    entry = audit.models[0]
    twice = replace(audit, models=(entry, replace(entry, key="again")), baseline="again")
    words = command(twice).split()  # twice among the models would be refused
    assert _models(twice) == ["lab/tiny-bert"]
    assert words[words.index("--baseline") + 1] == "lab/tiny-bert"


def _models(audit: Audit) -> list[str]:
    words = command(audit).split()[2:]
    return words[: words.index("--language")]


def test_the_embedded_model_is_asked_for_by_its_own_word(audit: Audit) -> None:
    embedded = load_mlm(embedded_model_path()).signature["model"]
    asked = replace(audit, models=(_entry("embedded", embedded),), baseline=None)
    assert command(asked).startswith("equimask audit embedded --language")
    assert folders(asked) == []


def test_a_model_beside_itself_is_listed_once(audit: Audit) -> None:
    twice = (_entry("one", "lab/one@1a"), _entry("lab/one@1a", "lab/one@1a"))
    asked = command(replace(audit, models=twice, baseline="lab/one@1a"))
    assert asked.startswith("equimask audit lab/one --language") and "--baseline lab/one" in asked


def test_a_model_that_no_name_brings_back_is_told(audit: Audit) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    assert folders(audit) == ["lab/tiny-bert", "lab/other-bert"]
    models = (_entry("lab/one", f"lab/one@{commit}"), _entry("live", "live@1a2b"))
    assert folders(replace(audit, models=models, baseline="live")) == ["live"]


def test_all_metrics_need_no_naming() -> None:
    audit = fake_audit(("de",), baseline=None, calibrate=False, reliability=True)
    assert command(audit) == "equimask audit lab/tiny-bert --language de --reliability"


def test_own_data_are_asked_for_in_the_languages_that_were_scored() -> None:
    audit = fake_audit(("de",), baseline=None, calibrate=False, reliability=False)
    parts = [Place(f"mine {tag}", f"mine, {tag}", tag, "mine") for tag in ("de", "pt-BR")]
    chosen = {**audit.options, "where": ["source=a", "source=b c"], "columns": ["sent_more=A"]}
    own = replace(audit, places=tuple(parts), options=chosen)
    assert command(own) == (
        "equimask audit lab/tiny-bert --language de --language pt-BR --data mine "
        "--columns sent_more=A --where source=a --where 'source=b c'"
    )
    assert folders(own) == ["lab/tiny-bert", "mine"]
    unknown = replace(own, places=(*parts, Place("other", "other", None, "other")))
    assert command(unknown).startswith("equimask audit lab/tiny-bert --data mine --data other ")


def test_every_option_that_moves_a_number_is_repeated_and_understood(
    audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(OFF_DEFAULT) == {*scoring_options(), "dtype"}
    understood: dict[str, Any] = {}

    def record(models: list[str], languages: list[str], metrics: list[str], **options: Any) -> None:
        understood.update(options, models=models, languages=languages, metrics=metrics)
        raise KeyboardInterrupt

    monkeypatch.setattr("equimask.audits.run.audit", record)
    asked = replace(audit, options={**audit.options, **OFF_DEFAULT})
    _, *words = shlex.split(command(asked))
    assert CliRunner().invoke(app, words).exit_code == 130
    assert {name: understood[name] for name in OFF_DEFAULT} == OFF_DEFAULT
    assert understood["models"] == ["lab/tiny-bert"]
    assert understood["baseline"] == "lab/other-bert"
    assert (understood["languages"], understood["metrics"]) == (["ar", "de"], ["s_jsd", "mbe"])


@pytest.mark.parametrize(("protocol", "usual"), [("corrected", "cosine"), ("published", "dot")])
def test_weights_that_go_without_saying_are_not_said(
    audit: Audit, protocol: str, usual: str
) -> None:
    options = {**audit.options, "protocol": protocol, "weights": usual}
    assert "--weights" not in command(replace(audit, options=options))
    assert "--weights none" in command(replace(audit, options={**options, "weights": "none"}))


@pytest.mark.parametrize(("protocol", "usual"), [("corrected", 0.0), ("published", 0.01)])
def test_a_threshold_that_goes_without_saying_is_not_said(
    audit: Audit, protocol: str, usual: float
) -> None:
    options = {**audit.options, "protocol": protocol, "min_probability": usual}
    said = command(replace(audit, options=options))
    assert "--min-probability" not in said
    assert ("--protocol published" in said) == (protocol == "published")
    other = {**options, "min_probability": 0.01 - usual}
    assert f"--min-probability {0.01 - usual}" in command(replace(audit, options=other))
