"""A model proves itself at its first use, once for the same weights."""

from __future__ import annotations

from pathlib import Path
from types import MethodType
from typing import Any

import numpy as np
import pytest
import torch
from equimask.inputs.packaged_rows import packaged_rows
from transformers import BertForMaskedLM

from equimask.core.embedded import embedded_model_path
from equimask.core.errors import ModelError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.metrics import spec_of
from equimask.models import load_mlm, masked_lm
from equimask.models.checking import check
from equimask.models.proof import Finding, Proof
from equimask.plans.masks import plan_masks
from tests import tiny

COLUMNS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}


@pytest.fixture(autouse=True)
def _nothing_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masked_lm, "_PROOFS", {})


def counted(model: BertForMaskedLM) -> list[int]:
    """How many rows every forward was given."""
    rows: list[int] = []
    model.register_forward_pre_hook(
        lambda _module, _args, given: rows.append(len(given["input_ids"])), with_kwargs=True
    )
    return rows


def test_the_same_weights_are_proved_once_however_often_they_are_wrapped(tokenizer: Any) -> None:
    model, twin = tiny.tiny_bert(len(tokenizer)), tiny.tiny_bert(len(tokenizer))
    first = counted(model)
    load_mlm(model, tokenizer, device="cpu").proof  # noqa: B018
    assert 0 < sum(first) < 60, "a few sentences"
    seen, second = len(first), counted(twin)
    load_mlm(model, tokenizer, device="cpu").signature  # noqa: B018
    load_mlm(twin, tokenizer, device="cpu").proof  # noqa: B018
    assert len(first) == seen
    assert not second


def test_other_weights_and_another_tokenizer_are_proved_anew(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    rows = counted(model)
    load_mlm(model, tokenizer, device="cpu").proof  # noqa: B018
    seen = len(rows)
    with torch.no_grad():
        model.cls.predictions.bias[7] += 1
    load_mlm(model, tokenizer, device="cpu").proof  # noqa: B018
    assert len(rows) == 2 * seen
    load_mlm(model, tiny.wordpiece_tokenizer(300), device="cpu").proof  # noqa: B018
    assert len(rows) > 2 * seen


def test_the_configuration_is_a_part_of_the_signature(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    other = tiny.tiny_bert(len(tokenizer))
    other.config.num_attention_heads = 2
    rebuilt = BertForMaskedLM(other.config).eval()
    rebuilt.load_state_dict(model.state_dict())
    signatures = [load_mlm(one, tokenizer).signature["model"] for one in (model, rebuilt)]
    assert signatures[0] != signatures[1]


def behind(model: Any) -> Any:
    """The model, with every answer one place to the left of where it stood."""
    straight = model.forward

    def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
        output = straight(*args, **kwargs)
        output["logits"] = output.logits.roll(-1, dims=1)
        return output

    model.forward = MethodType(forward, model)
    return model


@pytest.mark.parametrize("metric", ["s_jsd", "aul", "dcbm"])
def test_a_model_that_answers_to_the_left_scores_as_if_it_did_not(metric: str) -> None:
    straight, shifted = (
        BertForMaskedLM.from_pretrained(embedded_model_path()).eval() for _ in range(2)
    )
    tokenizer = load_mlm("embedded").tokenizer
    rows = packaged_rows(spec_of(metric), "en").columns
    columns = {name: rows[name][:6] for name in spec_of(metric).columns}
    options: dict[str, Any] = {"n_resamples": 99, "progress": False, "tokenizer": tokenizer}
    expected = score(metric, columns, model=straight, **options)
    # a live forward is no part of the weights, by which proofs are known
    masked_lm._PROOFS.clear()
    found = score(metric, columns, model=behind(shifted), **options)
    assert found.value == pytest.approx(expected.value, abs=1e-6)
    assert Signature.parse(found.signature)["shift"] == "1"
    assert "shift" not in dict(Signature.parse(expected.signature).fields)
    assert any("to the left" in note for note in found.notes)


SYLLABLES = ("bakelo", "dimofu", "gupira", "hasowe", "jutemi", "kolapu", "nifeda", "ruvosi")


def memorised(shift: int) -> tuple[BertForMaskedLM, Any, list[str]]:
    """A model that knows eight sentences of no language by heart."""
    rng = np.random.default_rng(0)
    words = [f"{a[:3]}{b[3:]}" for a in SYLLABLES for b in SYLLABLES]
    tokenizer = tiny.wordpiece_of(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words])
    sentences = [" ".join(rng.choice(words, 6, replace=False)) for _ in range(8)]
    config = tiny.bert_config(len(tokenizer))
    config.initializer_range, config.hidden_dropout_prob = 0.05, 0.0
    torch.manual_seed(0)
    model = BertForMaskedLM(config).train()
    ids = torch.tensor([tokenizer(sentence)["input_ids"] for sentence in sentences])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    generator = torch.Generator().manual_seed(0)
    for _ in range(120):
        hidden = torch.rand(ids.shape, generator=generator) < 0.3
        hidden[:, 0] = hidden[:, -1] = False
        logits = model(input_ids=ids.masked_fill(hidden, 4)).logits.roll(shift, dims=1)
        torch.nn.functional.cross_entropy(logits[hidden], ids[hidden]).backward()
        optimizer.step()
        optimizer.zero_grad()
    return model.eval(), tokenizer, sentences


@pytest.mark.parametrize("shift", [0, 1])
def test_the_sentences_at_hand_show_what_the_packaged_ones_do_not(shift: int) -> None:
    model, tokenizer, sentences = memorised(shift)
    mlm = load_mlm(model, tokenizer, device="cpu")
    assert not mlm.proof.settled, "no packaged sentence is of this language"
    encoded = mlm.encode(sentences)
    plan = plan_masks(encoded, [[3]] * len(encoded))
    log_probs = mlm.answer_masks(encoded, plan).log_probs
    assert mlm.signature.get("shift", "0") == str(shift)
    assert log_probs.mean() > -2.0, "read where it answers"


def test_a_live_model_may_forget_its_words(tokenizer: Any) -> None:
    model = BertForMaskedLM.from_pretrained(embedded_model_path()).eval()
    own = load_mlm("embedded").tokenizer
    rows = packaged_rows(spec_of("cps"), "en").columns
    columns = {name: rows[name][:6] for name in spec_of("cps").columns}
    score("cps", columns, model=model, tokenizer=own, progress=False)
    torch.manual_seed(0)
    with torch.no_grad():
        for weights in model.parameters():
            weights.add_(2 * weights.std(correction=0) * torch.randn_like(weights))
    result = score("cps", columns, model=model, tokenizer=own, progress=False)
    assert any("better than chance" in note for note in result.notes)
    assert any("less likely than chance" in note for note in result.notes)


def test_an_untrained_model_is_scored_and_it_is_said(tokenizer: Any) -> None:
    result = score("cps", COLUMNS, model=tiny.tiny_bert(len(tokenizer)), tokenizer=tokenizer)
    assert any("better than chance" in note for note in result.notes)


def test_a_check_tells_what_a_score_would_refuse(tmp_path: Path, tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    model.config.is_decoder = True
    folder = tiny.save(tmp_path / "decoder", model, tokenizer)
    findings = {one.what: one for one in check(str(folder))}
    assert findings["direction"].verdict == "refused"
    assert "is_decoder" in findings["direction"].fix
    with pytest.raises(ModelError, match="only what stands before"):
        score("cps", COLUMNS, model=folder)


def test_a_check_of_what_does_not_load_says_so_and_what_to_do(tmp_path: Path) -> None:
    (one,) = check(str(tmp_path))
    assert one.verdict == "refused"
    assert one.fix


def test_a_refusal_is_repeated_as_often_as_one_asks(
    tokenizer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(proof: Proof, *_: Any) -> Proof:
        return Proof(0, (Finding("tokenizer", "refused", "another", "Pass the right one."),))

    monkeypatch.setattr(masked_lm, "settle", refused)
    mlm = load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer, device="cpu")
    sentences = mlm.encode(tiny.MORE)
    for _ in range(2):
        with pytest.raises(ModelError, match="another"):
            mlm.read_sentences(sentences)


def test_a_wrapper_of_a_model_in_training_proves_it_anew(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    mlm = load_mlm(model, tokenizer, device="cpu")
    rows = counted(model)
    before, seen = mlm.signature, len(rows)
    assert mlm.signature == before
    assert len(rows) == seen
    with torch.no_grad():
        model.cls.predictions.bias[7] += 1
    assert mlm.signature != before
    assert len(rows) == 2 * seen
