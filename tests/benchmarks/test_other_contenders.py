"""The engine beside itself without the cut, beside minicons, and on another device."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from rich.console import Console
from transformers import BertConfig

from benchmarks import __main__ as bench
from benchmarks import accelerator, beside_minicons, last_layer
from benchmarks.workload import random_model
from equimask.models import devices
from tests import tiny


def tiny_bert(vocabulary: int, layers: int = 2) -> BertConfig:
    config = tiny.bert_config(vocabulary)
    config.num_hidden_layers = layers
    return config


def test_the_cut_is_compared_at_two_depths_with_equal_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(last_layer, "bert_base", tiny_bert)
    monkeypatch.setattr(last_layer, "_VOCABULARY", 200)
    bench.main(["last_layer", "--cut-pairs", "4", "--cut-rounds", "1"])
    printed = capsys.readouterr().out
    assert "12" in printed
    assert "of 1.04" in printed
    assert "of 1.08" in printed
    found = last_layer.compare(2, 4, 1)
    assert found["largest_difference"] < 1e-4
    assert found["ratio"] > 0
    assert found["ratio_cpu"] > 0


def test_without_an_accelerator_it_is_said_that_nothing_was_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for backend in (torch.cuda, torch.xpu, torch.backends.mps):
        monkeypatch.setattr(backend, "is_available", lambda: False)
    assert devices.choose_device(None).type == "cpu"
    bench.main(["accelerator"])
    assert "nothing was measured" in " ".join(capsys.readouterr().out.split())


def test_on_a_device_the_same_baselines_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(accelerator, "bert_base", tiny_bert)
    found = accelerator.measured(torch.device("cpu"), [200], pairs=3, rounds=1)
    (run,) = found["vocabularies"]
    assert {"ratio_over_a", "ratio_over_b", "ratio_over_b_sdpa"} <= set(run)
    accelerator.show(found, Console())
    assert "Masked pass on cpu" in capsys.readouterr().out


FAKE = """
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer


class MaskedLMScorer:
    def __init__(self, folder, device):
        self.model = AutoModelForMaskedLM.from_pretrained(folder).eval()
        self.tokenizer = AutoTokenizer.from_pretrained(folder)

    @torch.no_grad()
    def token_score(self, sentences, PLL_metric):
        return [self.of_one(sentence, PLL_metric) for sentence in sentences]

    def of_one(self, sentence, metric):
        print("what a library prints is no answer")
        encoded = self.tokenizer(sentence, return_tensors="pt")
        ids, words = encoded["input_ids"][0], encoded.word_ids()
        scores = []
        for place in range(1, len(ids) - 1):
            row = ids.clone()
            row[place] = self.tokenizer.mask_token_id
            for later in range(place + 1, len(ids) - 1):
                if metric == "within_word_l2r" and words[later] == words[place]:
                    row[later] = self.tokenizer.mask_token_id
            logits = self.model(row[None]).logits[0, place]
            scores.append(("", float(logits.log_softmax(-1)[ids[place]])))
        return scores
"""


@pytest.mark.slow
def test_minicons_is_asked_through_a_pipe_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "minicons").mkdir()
    (tmp_path / "minicons" / "__init__.py").touch()
    (tmp_path / "minicons" / "scorer.py").write_text(FAKE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setattr(beside_minicons, "_CACHE", tmp_path / "cache")
    tokenizer = tiny.wordpiece_tokenizer()
    model = random_model(tiny_bert(len(tokenizer)))
    found = beside_minicons.measured(
        Path(sys.executable), model, tokenizer, "tiny", list(tiny.MORE), rounds=1
    )
    for unit in ("token", "word"):
        assert found["units"][unit]["largest_difference"] < 1e-4
        assert found["units"][unit]["ratio_over_called"] > 0
        assert found["units"][unit]["ratio_over_best_cpu"] > 0
    beside_minicons.show(found, Console())
    printed = " ".join(capsys.readouterr().out.split())
    assert "within_word_l2r" in printed
    assert "of 2.5" in printed


@pytest.mark.parametrize(
    "error",
    [
        subprocess.CalledProcessError(1, "pip", stderr="a\nERROR: No matching distribution found"),
        OSError("No matching distribution found"),
    ],
)
def test_where_minicons_cannot_be_installed_the_table_says_so(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Any) -> None:
        raise error

    monkeypatch.setattr(beside_minicons, "environment", fail)
    bench.main(["minicons"])
    printed = " ".join(capsys.readouterr().out.split())
    assert "minicons could not be installed" in printed
    assert "No matching distribution found" in printed
