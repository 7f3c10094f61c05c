"""An audit asks every sentence and every mask once, by whichever measure, also of twins."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import BertForMaskedLM

from equimask.audits.audited_models import AuditedModel, load_audited
from equimask.audits.measures import choose_measures
from equimask.audits.places import packaged_place
from equimask.audits.run import audit
from equimask.audits.scoring import measure_tasks
from equimask.audits.tasks import Task
from equimask.core.options import Options
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.evaluation.score import MASKED, UNMASKED, pass_of
from equimask.inputs.packaged import packaged_table

GERMAN = packaged_table("de")
QUICK = Options(n_resamples=99, progress=False)
FAST: dict[str, Any] = {"n_resamples": 99, "progress": False}


@contextmanager
def counted_tokens(model: torch.nn.Module) -> Iterator[list[int]]:
    """How many tokens each forward reads."""
    counts: list[int] = []
    hook = model.base_model.register_forward_pre_hook(
        lambda _module, args, kwargs: counts.append((args or (kwargs["input_ids"],))[0].numel()),
        with_kwargs=True,
    )
    try:
        yield counts
    finally:
        hook.remove()


@pytest.fixture
def audited(bert_folder: Path) -> AuditedModel:
    return load_audited(replace(QUICK, model=bert_folder), [])


def tasks(sharing: str, *only: str) -> list[Task]:
    return [
        Task("model", packaged_place("de"), measure.name)
        for measure in choose_measures(None)
        if pass_of(measure) == sharing and (not only or measure.name in only)
    ]


@pytest.mark.parametrize(("sharing", "dearest"), [(MASKED, "s_jsd"), (UNMASKED, "aula")])
def test_all_measures_of_a_kind_read_what_one_of_them_reads(
    audited: AuditedModel, sharing: str, dearest: str
) -> None:
    encode = audited.mlm.encode  # MBE also reads the sides of pairs that are one to the model
    sides = zip(*(encode(GERMAN.columns[side]) for side in ("male", "female")), strict=True)
    different = [row for row, (male, female) in enumerate(sides) if male.ids != female.ids]
    pairs = GERMAN.rows(different[:40])
    list(measure_tasks(tasks(sharing), pairs.rows(range(2)), audited, QUICK))  # it proves itself
    read = []
    for chosen in (tasks(sharing, dearest), tasks(sharing)):
        with counted_tokens(audited.mlm.model) as counts:
            found = list(measure_tasks(chosen, pairs, audited, QUICK))
        assert all(scored.cell is not None for _, scored in found)
        read.append(sum(counts))
    assert len(tasks(sharing)) > 2
    assert read[0] == read[1] > 0


def test_a_family_without_attention_still_has_aul(
    audited: AuditedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("equimask.models.unmasked._is_attention", lambda *_: False)
    found = dict(measure_tasks(tasks(UNMASKED), GERMAN.rows(range(8)), audited, QUICK))
    given = {task.measure: scored.cell is not None for task, scored in found.items()}
    assert given == {"aula": False, "aul": True, "sbm": False, "mbe": False}
    (note,) = next(scored.notes for scored in found.values() if scored.cell is None)
    assert note.startswith("model de aula: left out.") and "cannot give AULA" in note


@pytest.mark.slow
def test_twins_are_those_of_score_and_leave_no_weights(
    bert_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("equimask.models.masked_lm._SMALL_TWIN", 0)  # small ones are kept
    options: dict[str, Any] = {"n_resamples": 99, "n_twins": 3, "progress": False}
    alone = score("cps", language="de", model=str(bert_folder), calibrate=True, **options)
    passes = Options(calibrate=True, **options)
    audited = load_audited(replace(passes, model=bert_folder), [])
    gc.collect()
    before = _models_alive()
    peak = 0
    for task, scored in measure_tasks(tasks(MASKED), GERMAN, audited, passes):
        gc.collect()
        peak = max(peak, _models_alive())
        assert scored.cell is not None
        if task.measure == "cps":
            assert scored.cell.result.details["twins"] == pytest.approx(alone.details["twins"])
            assert scored.cell.result.null == pytest.approx(alone.null)
    assert peak - before <= 1


def _models_alive() -> int:
    return sum(isinstance(thing, BertForMaskedLM) for thing in gc.get_objects())


def test_twins_are_asked_once_for_all_measures(audited: AuditedModel) -> None:
    options = Options(calibrate=True, n_twins=2, n_resamples=99, progress=False)
    made = []

    class Counted(BertForMaskedLM):  # type: ignore[misc]
        def __init__(self, config: Any) -> None:
            made.append(1)
            super().__init__(config)

    audited.mlm.model.__class__ = Counted
    try:
        list(measure_tasks(tasks(MASKED), GERMAN.rows(range(16)), audited, options))
    finally:
        audited.mlm.model.__class__ = BertForMaskedLM
    assert len(made) == 2


def test_unknown_words_are_warned_of_once_per_cell_and_not_for_its_parts(
    audited: AuditedModel,
) -> None:
    with pytest.warns(UserWarning, match="unknown to the model's tokenizer") as caught:
        ((_, scored),) = measure_tasks(
            [Task("model", packaged_place("de"), "cps")], GERMAN.rows(range(40)), audited, QUICK
        )
    assert len(caught) == 1
    assert scored.cell is not None and scored.cell.by_category
    assert scored.cell.result.notes[-1] == str(caught[0].message)


def test_an_audit_has_the_controls_of_the_measures_that_take_them() -> None:
    found = audit("embedded", ["de"], ["cps", "mbe"], control="neutral", **FAST)
    cells = {cell.measure: cell.result for cell in found.cells}
    alone = score("cps", language="de", model="embedded", control="neutral", **FAST)
    assert cells["cps"].details["minus_control"] == alone.details["minus_control"]
    assert cells["cps"].signature == alone.signature
    assert "control_kind" not in cells["mbe"].details
    assert found.options["control"] == "neutral"
    by_category = next(cell.by_category for cell in found.cells if cell.measure == "cps")
    assert {part.name for part in by_category} == {*GERMAN.columns["category"]}


def test_rows_that_have_no_control_are_scored_and_the_audit_says_so() -> None:
    pairs = [{"sent_more": "My aunt cooks.", "sent_less": "My uncle cooks."}] * 3
    found = audit("embedded", ["en"], ["cps"], data=pairs, control="neutral", **FAST)
    assert "control" not in dict(Signature.parse(found.cells[0].result.signature).fields)
    assert any("no control. Expected rows whose two sides differ" in note for note in found.notes)
