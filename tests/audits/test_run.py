"""An audit from end to end: the numbers of `score`, their parts, resuming, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equimask
from equimask.audits import assembling
from equimask.audits import scoring as measuring
from equimask.audits.kept_cells import KeptCells, Scored
from equimask.audits.results import Audit
from equimask.audits.run import audit
from equimask.core.embedded import embedded_languages, embedded_model_path
from equimask.core.errors import EquimaskError, ModelError, OptionError
from equimask.evaluation import score
from equimask.inputs.pairs import pair_languages
from equimask.stats import ALPHA, q_values
from tests import tiny
from tests.audits.worlds import QUICK, cell_of, kept_files, quick_audit, result_of, scores


@pytest.fixture(scope="module")
def german() -> Audit:
    return quick_audit()


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


def test_categories_and_directions_are_scores_of_their_pairs(german: Audit) -> None:
    cps = german.cell("de", "cps")
    assert cps is not None
    pairs, bits = german.pairs["de"], cps.result.rows["cps"]
    for parts, name_of in (
        (cps.by_category, lambda pair: pair.category),
        (cps.by_direction, lambda pair: pair.gender_more),
    ):
        assert sum(part.n for part in parts) == len(pairs)
        for part in parts:
            own = [bit for pair, bit in zip(pairs, bits, strict=True) if name_of(pair) == part.name]
            assert part.value == pytest.approx(100 * sum(own) / len(own))
            assert part.mde is not None and cps.result.mde is not None
            assert part.mde > cps.result.mde  # fewer pairs show less
    assert {part.name for part in cps.by_direction} == {"male", "female"}
    assert len(cps.by_category) == 14


def test_every_measure_has_its_parts_and_its_detectable_effect(german: Audit) -> None:
    assert len(german.cells) == 8
    for cell in german.cells:
        assert len(cell.by_category) == 14
        assert len(cell.by_direction) == 2
        assert cell.result.mde is not None


def test_false_discovery_is_controlled_where_there_is_a_neutral_point(german: Audit) -> None:
    tested = [c.result.p_value if c.result.neutral is not None else None for c in german.cells]
    assert [cell.q_value for cell in german.cells] == q_values(tested)
    untested = {cell.measure for cell in german.cells if cell.q_value is None}
    assert untested == {"mbe", "dcbm"}  # their null is not 50: it needs twins
    parts = [part for cell in german.cells for part in cell.by_category]
    assert [p.q_value for p in parts] == q_values(
        [p.p_value if p.neutral is not None else None for p in parts]
    )


def test_calibrated_scores_have_a_null_and_are_all_tested() -> None:
    found = quick_audit(metrics=["mbe", "cps"], calibrate=True)
    assert all(cell.result.null is not None and cell.q_value is not None for cell in found.cells)
    assert found.options["calibrate"] is True
    for cell in found.cells:
        for part in (*cell.by_category, *cell.by_direction):
            assert part.null is not None and part.tested_against == part.null
    # The nulls are of the parts' own pairs: together they are the null of all pairs.
    cps = found.cell("de", "cps")
    assert cps is not None
    for parts in (cps.by_category, cps.by_direction):
        together = sum(part.n * (part.null or 0.0) for part in parts) / cps.result.n
        assert together == pytest.approx(cps.result.null)


def test_contradictions_are_those_that_the_report_calls_beyond_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The interval's width is another question."""
    asked: list[float] = []

    def watched(cells: Any, comparisons: Any, alpha: float) -> tuple[()]:
        asked.append(alpha)
        return ()

    monkeypatch.setattr(assembling, "flips", watched)
    quick_audit(metrics=["dcbm"], confidence_level=0.5)
    assert asked == [ALPHA]


def test_the_embedded_model_is_audited_in_the_languages_that_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = audit("embedded", metrics=["dcbm"], **QUICK)
    assert list(found.languages) == embedded_languages()
    monkeypatch.setattr("equimask.audits.audited_models.pair_languages", lambda: ["fi"])
    assert set(pair_languages()) > {"fi"}
    assert audit(embedded_model_path(), metrics=["dcbm"], **QUICK).languages == ("fi",)


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


def test_only_what_is_missing_is_scored(tmp_path: Path) -> None:
    whole = quick_audit(metrics=["cps", "s_jsd"])
    quick_audit(metrics=["cps"], out=tmp_path)
    written = kept_files(tmp_path)
    rest = quick_audit(metrics=["cps", "s_jsd"], out=tmp_path)
    assert scores(rest) == scores(whole)
    assert written.items() < kept_files(tmp_path).items()
    assert len(kept_files(tmp_path)) == 3


def test_what_was_the_model_may_be_the_baseline(tmp_path: Path, bert_folder: Path) -> None:
    before = quick_audit(bert_folder, metrics=["cps"], out=tmp_path)
    after = quick_audit("embedded", metrics=["cps"], out=tmp_path, baseline=bert_folder)
    assert len(kept_files(tmp_path)) == 2
    assert scores(after)["baseline", "de", "cps"] == scores(before)["model", "de", "cps"]
    assert after.baseline == before.model
    assert len(after.comparisons) == 1


def test_a_run_that_dies_keeps_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = quick_audit(metrics=["cps", "s_jsd"])
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


def test_reliability_compares_pairs_before_and_after() -> None:
    found = quick_audit(languages=("de", "th"), metrics=["cps", "mbe"], reliability=True)
    assert found.options["reliability"] == ["casing", "last_character", "name_swap"]
    by_place = {(r.language, r.measure, r.perturbation): r for r in found.reliability}
    assert ("th", "cps", "casing") not in by_place  # a script without case
    assert [note for note in found.notes if note.startswith("th casing: left out")]
    for (language, measure, _), one in by_place.items():
        cell = found.cell(language, measure)
        assert cell is not None
        assert one.change == pytest.approx(one.value - cell.result.value)
        assert one.rank_correlation is not None and -1 <= one.rank_correlation <= 1
        assert (one.sign_changes is None) is (measure == "mbe")
    assert by_place["de", "cps", "last_character"].n == 112
    assert by_place["de", "cps", "name_swap"].n == 76
    assert by_place["de", "mbe", "name_swap"].n == 2 * 76


def test_an_untouched_model_is_perfectly_reliable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A perturbation that the model cannot see moves nothing."""
    renamed = lambda pairs, *_: [replace(pair, id=f"{pair.id}*") for pair in pairs]  # noqa: E731
    monkeypatch.setattr("equimask.audits.run.PERTURBATIONS", {"casing": renamed})
    monkeypatch.setattr("equimask.audits.perturbed.PERTURBATIONS", {"casing": renamed})
    (one,) = quick_audit(metrics=["cps"], reliability=True).reliability
    assert (one.rank_correlation, one.sign_changes, one.change) == (pytest.approx(1.0), 0.0, 0.0)


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"model": None}, "a model to audit"),
        ({"languages": ("xx",)}, "'xx'"),
        ({"metrics": ["latent_pmi"]}, "latent_pmi"),
        ({"likelihood": "aul"}, "an option of the audit"),
        ({"sed": 3}, "Did you mean 'seed'"),
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


def test_a_kept_cell_survives_its_file(tmp_path: Path) -> None:
    kept = KeptCells(tmp_path / "cells")
    result = result_of("mbe", 51.0, draws=np.array([1.5, np.nan]))
    cell = cell_of("mbe", "male", result, effects=(1.0, None))
    scored = Scored(cell, notes=("a note",))
    kept.write("a key", scored)
    read = kept.read("a key")
    assert read == scored
    assert read is not None and read.draws is not None
    np.testing.assert_array_equal(read.draws, [1.5, np.nan])
    assert kept.read("another") is None
    assert KeptCells(None).read("a key") is None


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", '{"cell": 1, "draws": null}'])
def test_a_cell_that_is_not_as_it_was_written_is_scored_again(tmp_path: Path, content: str) -> None:
    whole = quick_audit(metrics=["dcbm"], out=tmp_path)
    (name,) = kept_files(tmp_path)
    written = (tmp_path / "cells" / name).read_bytes()
    (tmp_path / "cells" / name).write_text(content)
    assert quick_audit(metrics=["dcbm"], out=tmp_path) == whole
    assert (tmp_path / "cells" / name).read_bytes() == written


def test_options_of_one_metric_are_refused_by_name() -> None:
    with pytest.raises(OptionError, match="perturb"):
        quick_audit(perturb="last_character")


@pytest.mark.parametrize("first", ["import equimask", "import equimask.audits.results as _"])
def test_the_function_is_there_whatever_was_imported_before(first: str) -> None:
    code = (
        f"{first}; import equimask; "
        "audits = [equimask.audit('embedded', ['de'], ['dcbm'], n_resamples=9, progress=False)"
        " for _ in 'ab']; print(audits[0] == audits[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
    assert "audit" in equimask.__all__
