"""The completions benchmark runs and compares like with like. Timing is never asserted."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from transformers import pipeline

from benchmarks import __main__ as bench
from benchmarks import completions
from benchmarks.completions import made_up_names, made_up_tokenizer
from benchmarks.workload import random_model
from equimask.models import load_mlm
from tests import tiny


def test_the_pipeline_gives_the_same_words_and_probabilities():
    tokenizer, names = made_up_tokenizer(500), made_up_names(6)
    mlm = load_mlm(random_model(tiny.bert_config(500)), tokenizer, device="cpu")
    lists = completions.word_lists(tokenizer)
    (found,) = completions.chunks(mlm, lists, names)
    fill = pipeline("fill-mask", model=mlm.model, tokenizer=tokenizer, top_k=500, device="cpu")
    for row, answers in enumerate(fill([f"[MASK] {name}" for name in names])):
        for name, vocabulary in lists.items():
            allowed = set(vocabulary.ids.tolist())
            kept = [a for a in answers if a["token"] in allowed][: vocabulary.k]
            assert found.ids[name][row].tolist() == [answer["token"] for answer in kept]
            np.testing.assert_allclose(
                found.probs[name][row], [answer["score"] for answer in kept], rtol=1e-4
            )


def test_the_printout_and_the_json_hold_every_ratio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(completions, "bert_base", tiny.bert_config)
    file = tmp_path / "bench.json"
    options = ["--name-count", "12", "--word-vocabulary", "500", "--no-flatness"]
    bench.main(["completions", *options, "--json", str(file)])
    (run,) = json.loads(file.read_text(encoding="utf-8"))["completions"]["vocabularies"]
    for name in ("called", "best"):
        assert run[f"ratio_over_{name}"] > 0
        assert run[f"ratio_over_{name}_cpu"] > 0
    assert set(run["names_per_second"]) == {"engine", "called", "best"}
    assert run["names_per_second"]["best"] == max(run["batch_sizes"].values())
    assert "times faster than the pipeline" in " ".join(capsys.readouterr().out.split())


def test_peak_memory_is_measured_on_a_small_model():
    peak = completions._peak(50)
    assert peak["process"] > peak["grown"] >= 0


@pytest.mark.parametrize("vocabulary", [500, 30_522])
def test_the_made_up_vocabulary_has_its_size_and_knows_the_names(vocabulary: int):
    tokenizer = made_up_tokenizer(vocabulary)
    assert sorted(tokenizer.get_vocab().values()) == list(range(vocabulary))
    pieces = [tokenizer.tokenize(name) for name in made_up_names(200)]
    assert not any("[UNK]" in name for name in pieces)
    assert len(set(map(tuple, pieces))) > 190
    assert 4 <= np.mean([len(name) for name in pieces]) <= 9
