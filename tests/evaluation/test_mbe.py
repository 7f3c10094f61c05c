"""MBE, AUL pairs and SBM through the engine; calibration against untrained twins."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
import torch
from scipy.stats import mannwhitneyu

from equimask.core.errors import InputError, ModelError
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.inputs.pairs import load_pairs
from equimask.measures import mbe
from tests import tiny

PAIRS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}
PACKAGED = [pair for pair in load_pairs("en") if len(pair.male) < 55][:20]
BAGS = {
    "sentence": [pair.male for pair in PACKAGED] + [pair.female for pair in PACKAGED],
    "gender": ["male"] * len(PACKAGED) + ["female"] * len(PACKAGED),
}


@pytest.fixture(scope="module")
def live() -> dict[str, Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    return {"model": model, "tokenizer": tokenizer, "progress": False, "n_resamples": 200}


def naive(live: dict[str, Any], sentence: str) -> tuple[float, float, float, np.ndarray]:
    """Oracle: one forward, all attentions at once, special tokens known to be first and last."""
    inputs = live["tokenizer"](sentence, return_tensors="pt")
    model = live["model"]
    model.set_attn_implementation("eager")
    with torch.no_grad():
        output = model(**inputs, output_attentions=True, output_hidden_states=True)
    model.set_attn_implementation("sdpa")
    ids = inputs["input_ids"][0]
    log_p = output.logits[0].double().log_softmax(-1)[torch.arange(len(ids)), ids]
    weights = torch.stack(output.attentions).double().mean(dim=(0, 2, 3))[0]
    assert float(weights.sum()) == pytest.approx(1.0, abs=1e-6)
    log_p, weights = log_p[1:-1], weights[1:-1]
    vector = output.hidden_states[-1][0, 1:-1].mean(0)
    return (
        float(log_p.mean()),
        float((weights * log_p).mean()),
        float((weights * log_p).sum() / weights.sum()),
        vector.numpy(),
    )


@pytest.mark.parametrize(("index", "likelihood"), enumerate(["aul", "aula", "norm_aula"]))
def test_sentence_scores_and_mbe_equal_a_naive_reimplementation(
    live: dict[str, Any], index: int, likelihood: str
) -> None:
    result = score("mbe", BAGS, likelihood=likelihood, **live)
    expected = [naive(live, sentence) for sentence in BAGS["sentence"]]
    assert result.rows["score"] == pytest.approx([row[index] for row in expected], abs=1e-5)
    male = np.array(BAGS["gender"]) == "male"
    scores, vectors = np.array([row[index] for row in expected]), np.array([r[3] for r in expected])
    value = mbe.total(scores[male], scores[~male], vectors[male], vectors[~male])
    assert result.value == pytest.approx(value, abs=1e-3)


def test_unweighted_mbe_is_the_auc_and_lengths_are_reported(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, weights="none", **live)
    male = np.array(BAGS["gender"]) == "male"
    values, lengths = np.array(result.rows["score"]), np.array(result.rows["n_tokens"])
    pairs = male.sum() * (~male).sum()
    expected = 100 * mannwhitneyu(values[male], values[~male]).statistic / pairs
    ties = (values[male][:, None] == values[~male]).sum()  # SciPy gives them half credit
    assert result.value == pytest.approx(expected - 50 * ties / pairs)
    by_length = 100 * mannwhitneyu(lengths[male], lengths[~male]).statistic / pairs
    assert result.details["length_auc"] == pytest.approx(by_length)


def test_protocols_differ_in_weights_and_test(live: dict[str, Any]) -> None:
    published = score("mbe", BAGS, protocol="published", **live)
    assert published.value == pytest.approx(score("mbe", BAGS, weights="dot", **live).value)
    assert published.test == "McNemar test against random labels"
    corrected = score("mbe", BAGS, **live)
    assert corrected.test == "label permutation test"
    assert corrected.value != pytest.approx(published.value, abs=1e-9)


def test_mbe_has_no_fixed_neutral_point_until_it_is_calibrated(live: dict[str, Any]) -> None:
    plain = score("mbe", BAGS, **live)
    assert plain.neutral is None
    assert "null" not in plain.as_dict()
    calibrated = score("mbe", BAGS, calibrate=True, n_twins=3, **live)
    assert calibrated.value == plain.value
    assert calibrated.null == calibrated.neutral
    assert len(calibrated.details["twins"]) == 3
    assert calibrated.null == pytest.approx(np.mean(calibrated.details["twins"]))
    assert calibrated.details["distance_from_null"] == pytest.approx(plain.value - calibrated.null)
    assert calibrated.p_value is not None
    assert 0 <= calibrated.p_value <= 1


def test_twins_are_untrained_seeded_and_leave_the_model_alone(live: dict[str, Any]) -> None:
    state = torch.get_rng_state()
    first = score("cps", PAIRS, calibrate=True, n_twins=2, **live)
    again = score("cps", PAIRS, calibrate=True, n_twins=2, **live)
    other = score("s_jsd", PAIRS, calibrate=True, n_twins=2, seed=5, **live)
    assert first == again
    assert torch.equal(state, torch.get_rng_state())
    assert first.details["twins"] == again.details["twins"]
    assert other.details["twins"][0] != other.details["twins"][1]
    assert "|calibrate:True|" in first.signature


def test_length_matching_compares_only_sentences_of_one_length(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, weights="none", length_matched=True, **live)
    male = np.array(BAGS["gender"]) == "male"
    values, lengths = np.array(result.rows["score"]), np.array(result.rows["n_tokens"])
    same = lengths[male][:, None] == lengths[~male]
    wins = values[male][:, None] > values[~male]
    assert result.value == pytest.approx(100 * (same & wins).sum() / same.sum())


def test_batching_changes_no_sentence_score(live: dict[str, Any]) -> None:
    reference = score("mbe", BAGS, **live).rows["score"]
    for batch_tokens in (1, 30, 10_000):
        rows = score("mbe", BAGS, batch_tokens=batch_tokens, **live).rows["score"]
        assert rows == pytest.approx(reference, abs=1e-6)


def test_attention_implementation_is_given_back_also_after_an_error(live: dict[str, Any]) -> None:
    model = live["model"]
    score("mbe", BAGS, **live)
    assert model.config._attn_implementation == "sdpa"
    with pytest.raises(InputError, match="sentences of both genders"):
        score("mbe", {"sentence": ["The nurse."], "gender": ["male"]}, **live)
    assert model.config._attn_implementation == "sdpa"
    assert not model.bert._forward_hooks


def test_an_unknown_gender_is_named_with_its_row(live: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="'man' in row 1"):
        score("mbe", {"sentence": ["a b", "c d"], "gender": ["male", "man"]}, **live)


def test_a_family_without_attention_offers_aul(live: dict[str, Any]) -> None:
    from transformers import FNetConfig, FNetForMaskedLM

    config = FNetConfig(
        vocab_size=len(live["tokenizer"]), hidden_size=32, num_hidden_layers=2, intermediate_size=64
    )
    options = {**live, "model": FNetForMaskedLM(config)}
    with pytest.raises(ModelError, match="likelihood='aul'"):
        score("mbe", BAGS, **options)
    assert score("mbe", BAGS, likelihood="aul", **options).n == len(BAGS["sentence"])


@pytest.mark.parametrize(("metric", "columns"), [("aul", PAIRS), ("sbm", None)])
def test_pairs_are_decided_by_the_likelier_sentence(
    live: dict[str, Any], metric: str, columns: dict[str, list[str]] | None
) -> None:
    table = columns or {"male": list(tiny.LESS), "female": list(tiny.MORE)}
    first, second = table.values()
    result = score(metric, table, **live)
    expected = [naive(live, a)[1] > naive(live, b)[1] for a, b in zip(first, second, strict=True)]
    assert result.value == pytest.approx(100 * np.mean(expected))
    names = [name for name in result.rows if name.startswith("score_")]
    assert names == [f"score_{name}" for name in table]
    assert result.neutral == 50.0


def test_pairs_with_one_unreadable_side_are_skipped_whole(live: dict[str, Any]) -> None:
    table = {"male": ["word " * 200, *tiny.MORE], "female": ["short", *tiny.LESS]}
    result = score("sbm", table, **live)
    assert result.skipped == {"too_long": 1}
    assert result.rows["sbm"][0] is None
    assert result.n == len(tiny.MORE)


def test_signature_names_only_options_that_the_metric_reads(live: dict[str, Any]) -> None:
    cps = score("cps", PAIRS, likelihood="aul", weights="none", **live)
    assert "likelihood" not in cps.signature
    signature = Signature.parse(
        score("mbe", BAGS, likelihood="aul", weights="none", **live).signature
    )
    assert (signature["likelihood"], signature["weights"]) == ("aul", "none")


def test_default_data_are_the_two_sides_of_the_packaged_pairs(live: dict[str, Any]) -> None:
    result = score("mbe", language="de", **live)
    assert result.details["n_male"] == result.details["n_female"]
    assert "equimask_pairs@" in result.signature


def test_min_similarity_reaches_the_error_bar_and_the_test(live: dict[str, Any]) -> None:
    options = {**live, "n_resamples": 400}
    plain = score("mbe", BAGS, **options)
    everything = score("mbe", BAGS, min_similarity=-1.0, **options)
    assert everything.value == pytest.approx(plain.value)
    assert everything.stderr == pytest.approx(plain.stderr, rel=1e-4)
    assert everything.p_value == pytest.approx(plain.p_value)
    similar = score("mbe", BAGS, min_similarity=0.9, **options)
    assert similar.stderr is not None
    assert plain.stderr is not None
    assert similar.stderr > 1.05 * plain.stderr  # fewer pairs, a wider error bar


def test_min_similarity_and_length_matching_hold_together(live: dict[str, Any]) -> None:
    matched = score("mbe", BAGS, length_matched=True, **live)
    both = score("mbe", BAGS, length_matched=True, min_similarity=-1.0, **live)
    assert both.value == pytest.approx(matched.value)


def test_one_sentence_a_bag_claims_nothing(live: dict[str, Any]) -> None:
    table = {"sentence": ["The nurse was here.", "A man is here."], "gender": ["female", "male"]}
    result = score("mbe", table, **live)
    assert (result.stderr, result.ci_low, result.ci_high, result.mde) == (None, None, None, None)
    assert result.p_value is not None
    assert result.p_value > 0.5


def test_an_option_said_as_the_default_has_it_changes_no_signature(live: dict[str, Any]) -> None:
    plain = score("mbe", BAGS, **live).signature
    assert score("mbe", BAGS, weights="cosine", **live).signature == plain
    assert score("mbe", BAGS, n_twins=5, **live).signature == plain  # nothing was calibrated
    published = score("mbe", BAGS, protocol="published", **live).signature
    assert score("mbe", BAGS, protocol="published", weights="dot", **live).signature == published
    calibrated = score("mbe", BAGS, calibrate=True, n_twins=2, **live).signature
    assert calibrated.endswith("|calibrate:True|n_resamples:200|n_twins:2")


@pytest.mark.parametrize("likelihood", ["aula", "aul"])
def test_broken_weights_are_not_blamed_on_the_family(live: dict[str, Any], likelihood: str) -> None:
    broken = copy.deepcopy(live["model"])
    with torch.no_grad():
        broken.bert.encoder.layer[0].output.dense.weight.fill_(float("nan"))
    with pytest.raises(ModelError, match="whose weights are finite"):
        score("mbe", BAGS, likelihood=likelihood, **{**live, "model": broken})
