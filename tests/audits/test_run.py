"""An audit from end to end: the numbers of `score`, their parts, resuming, and what is refused."""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import sys
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import equimask
from equimask.audits import run
from equimask.audits import scoring as measuring
from equimask.audits.audited_models import AuditedModel
from equimask.audits.results import Audit
from equimask.audits.tasks import KeptCells, Scored
from equimask.core.embedded import embedded_model_path
from equimask.core.errors import EquimaskError, ModelError, OptionError
from equimask.core.options import Options
from equimask.core.progress import Lines, Tally, told_by
from equimask.core.signature import columns_hash
from equimask.evaluation import score
from equimask.inputs.packaged import packaged_table
from equimask.models.processes import Processes
from equimask.reports.html.rerun import command
from tests.audits.worlds import (
    QUICK,
    german_audit,
    kept_files,
    quick_audit,
    scores,
)


@pytest.mark.parametrize("cell", ["s_jsd", "cps", "aula", "aul", "sbm", "mbe", "dcbm"])
def test_a_cell_is_what_score_gives(german: Audit, cell: str) -> None:
    found = german.cell("de", cell)
    assert found is not None
    options = {**QUICK, "likelihood": "aul"} if cell == "aul" else QUICK
    metric = "aul" if cell == "aula" else cell
    alone = score(metric, language="de", model=str(embedded_model_path()), **options)
    assert found.result.value == pytest.approx(alone.value, abs=1e-6)
    assert found.result.signature == alone.signature
    assert (found.result.p_value, found.result.mde) == pytest.approx((alone.p_value, alone.mde))


def test_what_is_finished_is_not_scored_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = quick_audit(metrics=["cps", "aul"], out=tmp_path)
    written = kept_files(tmp_path)
    assert len(written) == 3
    monkeypatch.setattr(measuring, "Cached", None)  # nothing may be scored
    again = quick_audit(metrics=["cps", "aul"], out=tmp_path)
    assert again == first
    assert kept_files(tmp_path) == written
    assert Audit.from_dict(json.loads((tmp_path / "results.json").read_text())) == first


def test_a_table_is_hashed_once_and_its_tokens_are_not_counted_for_one_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both take minutes of a million rows."""
    hashed: list[tuple[str, ...]] = []

    def note(columns: list[list[str]]) -> str:
        hashed.append(tuple(columns[0]))
        return columns_hash(columns)

    monkeypatch.setattr("equimask.inputs.table.columns_hash", note)
    monkeypatch.setattr("equimask.audits.run.unit_cost", None)
    table = packaged_table("de").rows(range(4))
    quick_audit(data=table, metrics=["cps", "aul", "sbm"])
    assert hashed.count(tuple(sorted(table.columns))) == 1


def test_a_model_is_proved_on_some_of_many_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    proved: list[str] = []

    def load(*given: Any) -> None:
        proved.extend(given[-1])
        raise KeyboardInterrupt

    monkeypatch.setattr("equimask.audits.run.load_audited", load)
    table = packaged_table("de")
    with pytest.raises(KeyboardInterrupt):
        quick_audit(data=table.rows([row % 112 for row in range(1_200)]), metrics=["cps"])
    assert (len(proved), {*proved}) == (1_000, {*table.columns["male"]})


@pytest.mark.slow
def test_only_what_is_missing_is_scored(tmp_path: Path) -> None:
    whole = german_audit("cps", "s_jsd")
    quick_audit(metrics=["cps"], out=tmp_path)
    written = kept_files(tmp_path)
    rest = quick_audit(metrics=["cps", "s_jsd"], out=tmp_path)
    assert scores(rest) == scores(whole)
    assert written.items() < kept_files(tmp_path).items()
    assert len(kept_files(tmp_path)) == 3


@pytest.mark.slow
def test_a_run_that_dies_keeps_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = german_audit("cps", "s_jsd")
    usual, calls = KeptCells.write, []

    def dies(self: KeptCells, key: str, scored: Scored) -> None:
        calls.append(key)
        if len(calls) == 2:
            raise KeyboardInterrupt
        usual(self, key, scored)

    monkeypatch.setattr(KeptCells, "write", dies)
    with pytest.raises(KeyboardInterrupt):
        quick_audit(metrics=["cps", "s_jsd"], out=tmp_path)
    assert len(kept_files(tmp_path)) == 1
    assert not (tmp_path / "results.json").exists()
    monkeypatch.setattr(KeptCells, "write", usual)
    assert quick_audit(metrics=["cps", "s_jsd"], out=tmp_path) == whole


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"model": None}, "a model to audit"),
        ({"languages": ("xx",)}, "'xx'"),
        ({"metrics": ["latent_pmi"]}, "latent_pmi"),
        ({"likelihood": "aul"}, "an option of the audit"),
        ({"sed": 3}, "Did you mean 'seed'"),
        ({"language": "de"}, "Did you mean 'languages'"),
        ({"unit": "letter"}, "'letter'"),
        ({"model": "/no/such/folder"}, "no folder"),
    ],
)
def test_what_a_user_can_mend_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(EquimaskError, match=message):
        quick_audit(**arguments)


def test_a_model_that_gives_no_score_at_all_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Scored:
        raise ModelError(expected="finite logits", got="NaN", fix="Use dtype='float32'.")

    monkeypatch.setattr(measuring, "_score", fails)
    with pytest.raises(ModelError, match="finite logits"):
        quick_audit(metrics=["cps"])


def test_data_that_give_no_score_say_why_whatever_else_is_to_be_said() -> None:
    empty = {"sent_more": [""], "sent_less": ["b"]}
    with pytest.raises(
        ModelError, match=r"at least one score of 'lab_model'.* a non-empty string in every row"
    ):
        quick_audit(data=empty, metrics=["cps"], reliability=True)


def test_a_cell_that_is_not_as_it_was_written_is_scored_again(tmp_path: Path) -> None:
    whole = quick_audit(metrics=["dcbm"], out=tmp_path)
    (name,) = kept_files(tmp_path)
    written = (tmp_path / "cells" / name).read_bytes()
    (tmp_path / "cells" / name).write_text("{}")
    assert quick_audit(metrics=["dcbm"], out=tmp_path) == whole
    assert (tmp_path / "cells" / name).read_bytes() == written


def test_options_of_one_metric_are_refused_by_name() -> None:
    with pytest.raises(OptionError, match="perturb"):
        quick_audit(perturb="last_character")


@pytest.mark.slow
@pytest.mark.parametrize("first", ["import equimask", "import equimask.audits.results as _"])
def test_the_function_is_there_whatever_was_imported_before(first: str) -> None:
    code = f"{first}; import equimask; print(equimask.audit.__name__, callable(equimask.audit))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "audit True"
    assert "audit" in equimask.__all__


def test_shards_are_not_audited_by_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equimask.audits.run.in_shards", lambda _model: True)
    monkeypatch.setattr(Processes, "launched", lambda _device, _wait: Processes(2, 0))
    with pytest.raises(ModelError, match="BiasCallback"):
        equimask.audit("embedded", "en", "cps", progress=False)


def test_models_are_scored_one_after_another_and_one_that_fails_is_left_out(
    bert_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(bert_folder, broken)
    (broken / "model.safetensors").write_bytes(b"no weights")
    loaded: list[weakref.ref[Any]] = []
    usual = run.load_audited

    def load(options: Options, sentences: Sequence[str]) -> AuditedModel:
        gc.collect()
        assert all(reference() is None for reference in loaded)  # nobody holds the last one
        audited = usual(options, sentences)
        loaded.append(weakref.ref(audited.mlm.model))
        return audited

    monkeypatch.setattr(run, "load_audited", load)
    found = quick_audit([bert_folder, broken, "embedded"], metrics=["cps"])
    assert found.model_keys == ("tiny-bert", "lab_model")
    assert any("broken" in note and "left out" in note for note in found.notes)
    assert found.models[0].parameters > 1000


def test_a_model_that_is_not_there_is_said_before_any_is_scored(
    bert_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "load_audited", None)
    with pytest.raises(ModelError, match="no folder"):
        quick_audit([bert_folder, "./nowhere"], metrics=["cps"])


class Heard(Lines):
    """Keeps how far each job was at its end, and the titles on the way."""

    ends: ClassVar[list[tuple[float, float | None, float | None, str]]] = []
    titles: ClassVar[list[str]] = []
    shares: ClassVar[list[float]] = []

    def tell(self, tally: Tally) -> None:
        self.titles.append(tally.title)
        self.shares.append(tally.share or 0.0)

    def close(self, tally: Tally, finished: bool) -> None:
        self.ends.append((tally.count, tally.total, tally.share, tally.found))


@pytest.fixture
def heard() -> Iterator[type[Heard]]:
    for kept in (Heard.ends, Heard.titles, Heard.shares):
        kept.clear()
    with told_by(Heard):
        yield Heard


def test_an_audit_is_one_job_of_cells_weighed_by_their_cost(
    heard: type[Heard], tmp_path: Path
) -> None:
    table = packaged_table("de").rows(range(6))
    options: dict[str, Any] = {"data": {"de": table}, "out": tmp_path, "progress": True}
    quick_audit(metrics=["cps"], **options)
    assert [end[:3] for end in heard.ends] == [(1, 1, 1.0)]
    quick_audit(metrics=["cps", "sbm"], **options)
    assert [end[:3] for end in heard.ends[1:]] == [(2, 2, 1.0)]  # one of them was kept
    assert all("de" in title for title in heard.titles if title != "lab_model")
    assert heard.shares.count(0.0) < len(heard.shares)


def test_a_calibrated_audit_says_what_its_twins_took(heard: type[Heard]) -> None:
    table = packaged_table("de").rows(range(6))
    quick_audit(data={"mine": table}, metrics=["cps", "sbm"], calibrate=True, progress=True)
    ((count, total, share, found),) = heard.ends
    assert (count, total, share) == (2, 2, 1.0)
    assert found.startswith("with twins ")
    assert heard.shares == sorted(heard.shares)


def test_several_models_are_told_one_after_another(heard: type[Heard], tmp_path: Path) -> None:
    table = packaged_table("de").rows(range(6))
    copied = shutil.copytree(embedded_model_path(), tmp_path / "copied")
    quick_audit(["embedded", str(copied)], data={"mine": table}, metrics=["cps"], progress=True)
    assert [title for title in dict.fromkeys(heard.titles) if title.endswith("de")] == [
        "lab_model (1 of 2) mine de",
        "copied (2 of 2) mine de",
    ]


def test_single_metrics_can_be_calibrated(heard: type[Heard]) -> None:
    table = packaged_table("de").rows(range(12))
    found = quick_audit(
        data={"mine": table}, metrics=["cps", "dcbm"], calibrate_metrics=["dcbm"], progress=True
    )
    whole = quick_audit(data={"mine": table}, metrics=["cps", "dcbm"], calibrate=True)
    plain = quick_audit(data={"mine": table}, metrics=["cps", "dcbm"])
    for measure, other in (("cps", plain), ("dcbm", whole)):
        same, expected = found.cell("mine de", measure), other.cell("mine de", measure)
        assert same is not None and expected is not None
        assert same.result == replace(expected.result, verdict=same.result.verdict)
    assert found.options["calibrate_metrics"] == ["dcbm"]
    assert "--calibrate-metric dcbm" in command(found)
    assert "calibrate_metrics" not in plain.options


def test_a_metric_that_is_not_taken_cannot_be_calibrated() -> None:
    with pytest.raises(OptionError, match="calibrate_metrics among the metrics of the audit: cps"):
        quick_audit(metrics=["cps"], calibrate_metrics="mbe")
    with pytest.raises(EquimaskError, match="mbes"):
        quick_audit(metrics=["cps"], calibrate_metrics="mbes")
