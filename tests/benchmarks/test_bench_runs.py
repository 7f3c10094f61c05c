"""The benchmark runs and compares like with like. Timing is never asserted."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from torch.utils.flop_counter import FlopCounterMode

from benchmarks import __main__ as bench
from benchmarks import masked_pass
from benchmarks.machine import encoder_flops
from benchmarks.masked_pass import CONTENDERS, ENGINE
from benchmarks.workload import bert_base, draw_pairs, random_model, wrap
from equimask.plans.masks import plan_masks
from tests import tiny


def test_all_contenders_give_the_same_log_probs():
    work, model = draw_pairs(3, 200), random_model(tiny.bert_config(200))
    ours = CONTENDERS[ENGINE].run(model, work)
    assert len(ours) == work.masks > 0
    assert np.ptp(ours) > 1.0
    for name, contender in CONTENDERS.items():
        np.testing.assert_allclose(contender.run(model, work), ours, atol=1e-4, err_msg=name)
    assert model.config._attn_implementation == "sdpa"  # the eager baseline puts it back


def test_the_printout_and_the_json_hold_every_ratio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(masked_pass, "bert_base", tiny.bert_config)
    file = tmp_path / "bench.json"
    bench.main(
        ["masked", "--vocabulary", "200", "--pairs", "3", "--no-memory", "--json", str(file)]
    )
    (run,) = json.loads(file.read_text(encoding="utf-8"))["masked"]["vocabularies"]
    for name in ("a", "b", "b_sdpa"):
        assert run[f"ratio_over_{name}"] > 0
        assert run[f"ratio_over_{name}_cpu"] > 0
        assert len(run[f"ratio_over_{name}_range"]) == 2
    assert set(run["tokens_per_second"]) == set(CONTENDERS)
    assert run["matmul_gflops"] > 0
    assert run["encoder_share"] > 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "as released" in printed


@pytest.mark.slow
def test_peak_memory_is_measured_in_fresh_processes():
    peaks = masked_pass._peaks(tiny.bert_config(200), draw_pairs(2, 200))
    assert set(peaks) == set(CONTENDERS)
    assert all(peak >= 0 for peak in peaks.values())


def test_the_pairs_look_like_crows_pairs_and_not_like_the_vocabulary():
    small, large = draw_pairs(200, 30_522), draw_pairs(200, 250_002)
    lengths = [len(s.ids) for s in small.sentences]
    assert lengths == [len(s.ids) for s in large.sentences]
    assert 17 <= np.mean(lengths) <= 20
    assert max(lengths) <= 42
    content = sum(len(s.ids) - 2 for s in small.sentences)
    assert 0.7 <= small.masks / content <= 0.95


def test_the_encoder_work_of_bert_base():
    per_token = 12 * (4 * 768**2 + 2 * 768 * 3072) * 2
    assert encoder_flops(bert_base(30_522), 1, 1) == per_token + 12 * 4 * 768


def test_what_is_left_out_of_the_last_layer_is_not_counted_as_work():
    model = random_model(tiny.bert_config(200))
    model.set_attn_implementation("eager")  # the counter does not know the fused one
    sentences = draw_pairs(2, 200).sentences[:1]
    plan = plan_masks(sentences, [[1, 2, 3]])
    wrap(model).answer_masks(sentences, plan)  # the check
    with FlopCounterMode(display=False) as counter:
        wrap(model).answer_masks(sentences, plan)
    head = 2 * 3 * model.config.hidden_size * (model.config.hidden_size + 200)
    encoder = encoder_flops(model.config, 3, len(sentences[0].ids))
    assert counter.get_total_flops() == encoder + head


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        bench.parse(["maskd"])
    assert "choose from masked" in capsys.readouterr().err
