"""Every family of AutoModelForMaskedLM: scored right, or refused with a reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from transformers import BertConfig, BertForMaskedLM, PreTrainedModel, RoCBertTokenizer
from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES

from equimask.core.errors import ModelError, OptionError
from equimask.models import MaskedLM, families, load_mlm
from equimask.models.head import RowLogits
from equimask.models.scorer import How
from equimask.plans.masks import Encoded, MaskPlan, plan_masks
from tests.models.tiny_families import CANNOT_BE_TINY, CONFIGS, tiny_model

REFUSED = {
    "bart": "encoder-decoder",
    "mbart": "encoder-decoder",
    "mra": "CUDA kernel",
    "mvp": "encoder-decoder",
    "tapas": "tables",
}
SUPPORTED = sorted(set(CONFIGS) - set(REFUSED))
SENTENCES = (
    "The nurse helped her patient before the long night shift ended.",
    "James repaired the engine.",
    "The patient.",
    "Die Ärztin sprach mit dem König über seine Gesundheit.",
    "Olivia cooked dinner while James repaired the engine for the guests and the nurse helped.",
)


def load(family: str, tokenizer: Any, **changes: Any) -> MaskedLM:
    model = tiny_model(family, len(tokenizer), **changes)
    return load_mlm(model, tokenizer, device="cpu", language="de")


@pytest.fixture(scope="module", params=SUPPORTED)
def mlm(request: pytest.FixtureRequest, tokenizer: Any, roc_tokenizer: Any) -> MaskedLM:
    """One tiny model of every supported family, used by several tests: the door leaves it be."""
    family: str = request.param
    return load(family, roc_tokenizer if family == "roc_bert" else tokenizer)


def every_third_token(sentences: list[Encoded]) -> MaskPlan:
    content = [[i for i, special in enumerate(s.special) if not special][::3] for s in sentences]
    return plan_masks(sentences, content)


def row_inputs(mlm: MaskedLM, sentences: list[Encoded], plan: MaskPlan, row: int) -> Any:
    ids = list(sentences[plan.sentences[row]].ids)
    ids[plan.targets[row]] = mlm.encode.mask_id
    input_ids = torch.tensor([ids])
    extra = families.extra_inputs(mlm.model, mlm.tokenizer, mlm.language, input_ids)
    return {"input_ids": input_ids, **extra}


def one_row_at_a_time(
    mlm: MaskedLM, sentences: list[Encoded], plan: MaskPlan
) -> npt.NDArray[np.float64]:
    answers = []
    # Longest first, as the door does: BigBird changes its attention at the first short row.
    lengths = [len(sentences[s].ids) for s in plan.sentences]
    with torch.no_grad(), families.attention_kept(mlm.model):
        for row in np.argsort(-np.array(lengths), kind="stable"):
            target = int(plan.targets[row])
            gold = sentences[plan.sentences[row]].ids[target]
            logits = mlm.model(**row_inputs(mlm, sentences, plan, int(row))).logits[0, target]
            answers.append((row, float(torch.log_softmax(logits.double(), -1)[gold])))
    return np.array([value for _, value in sorted(answers)])


def test_every_family_of_the_installed_transformers_is_accounted_for() -> None:
    known = set(CONFIGS) | set(CANNOT_BE_TINY)
    assert set(MODEL_FOR_MASKED_LM_MAPPING_NAMES) - known == set(), "a new family: add it"
    assert not set(CONFIGS) & set(CANNOT_BE_TINY)


def test_support_does_not_shrink_in_silence() -> None:
    assert len(SUPPORTED) >= 46
    assert set(REFUSED) == {"bart", "mbart", "mra", "mvp", "tapas"}


def test_the_gathered_head_equals_full_logits(mlm: MaskedLM) -> None:
    sentence = mlm.encode(SENTENCES[:1])[0]
    ids = torch.tensor([sentence.ids] * 5)
    positions = torch.tensor([1, 2, 3, len(sentence.ids) - 1, 0])
    ids[torch.arange(5), positions] = mlm.encode.mask_id
    extra = families.extra_inputs(mlm.model, mlm.tokenizer, "de", ids)
    rows = RowLogits(mlm.model)
    with torch.no_grad(), families.attention_kept(mlm.model):
        gathered = rows({"input_ids": ids, **extra}, positions)
        full = mlm.model(input_ids=ids, **extra).logits[torch.arange(5), positions]
    assert rows.gathers is True
    assert float(full.std()) > 0.3, "flat logits would agree whatever row was gathered"
    torch.testing.assert_close(gathered, full, atol=1e-4, rtol=0)


def test_batched_answers_equal_one_row_at_a_time(mlm: MaskedLM) -> None:
    sentences = mlm.encode([*SENTENCES, "Maximilian repaired the engine.", SENTENCES[2]])
    plan = every_third_token(sentences)
    batched = mlm.answer_masks(sentences, plan).log_probs
    alone = mlm.answer_masks(sentences, plan, How(batch_tokens=1)).log_probs
    naive = one_row_at_a_time(mlm, sentences, plan)
    assert naive.std() > 0.1
    np.testing.assert_allclose(batched, naive, atol=1e-5, rtol=0)
    np.testing.assert_allclose(alone, naive, atol=1e-5, rtol=0)


def test_a_live_model_trains_on_right_after_scoring(mlm: MaskedLM) -> None:
    sentences = mlm.encode(SENTENCES[1:3])
    mlm.model.train()
    before = mlm.model.config.to_dict()
    mlm.answer_masks(sentences, every_third_token(sentences))
    assert all(module.training for module in mlm.model.modules())
    assert mlm.model.config.to_dict() == before
    ids = torch.arange(6, 14)[None]  # 8 tokens: Reformer trains on whole chunks only
    extra = families.extra_inputs(mlm.model, mlm.tokenizer, "de", ids)
    logits = mlm.model(input_ids=ids, **extra).logits
    logits.float().logsumexp(-1).sum().backward()
    assert any(p.grad is not None and bool(p.grad.any()) for p in mlm.model.parameters())
    mlm.model.eval()


def test_the_longest_sentence_allowed_can_be_read(mlm: MaskedLM) -> None:
    longest = min(families.longest_input(mlm.model, Unlimited()), 200)
    sentence = Encoded((7,) * longest, (False,) * longest, tuple(range(longest)))
    plan = plan_masks([sentence], [[0, longest - 1]])
    assert np.isfinite(mlm.answer_masks([sentence], plan).log_probs).all()


class Unlimited:
    """A tokenizer that knows no limit, as many on the Hub."""

    model_max_length = int(1e30)


@pytest.mark.parametrize("family", sorted(REFUSED))
def test_a_refused_family_is_named_with_its_reason(family: str, tokenizer: Any) -> None:
    with pytest.raises(ModelError, match=f"(?s)type '{family}'.*{REFUSED[family]}"):
        load(family, tokenizer)


@pytest.mark.parametrize(
    ("family", "changes", "reason"),
    [
        ("reformer", {"attn_layers": ["local", "lsh"]}, "random"),
        ("yoso", {"use_expectation": False}, "sampled"),
        ("nystromformer", {"segment_means_seq_len": 64}, "mixes the rows"),
    ],
)
def test_settings_that_make_a_score_unstable_are_refused(
    family: str, changes: dict[str, Any], reason: str, tokenizer: Any
) -> None:
    with pytest.raises(ModelError, match=f"(?s)type '{family}'.*{reason}"):
        load(family, tokenizer, **changes)


def twice(model: PreTrainedModel, ids: torch.Tensor) -> float:
    with torch.no_grad():
        return float((model(input_ids=ids).logits - model(input_ids=ids).logits).abs().max())


def test_the_reasons_for_refusal_are_facts() -> None:
    ids = torch.randint(5, 300, (4, 64), generator=torch.Generator().manual_seed(0))
    reformer = tiny_model("reformer", 300, attn_layers=["local", "lsh"])
    assert twice(reformer, ids) > 1e-2
    landmarks = tiny_model("nystromformer", 300, segment_means_seq_len=64)
    mra = tiny_model("mra", 300)
    other = ids.clone()
    other[:, -1] = 5
    with torch.no_grad():
        batch = landmarks(input_ids=ids).logits
        alone = torch.cat([landmarks(input_ids=row[None]).logits for row in ids])
        unseen = mra(input_ids=ids).logits[:, 0] - mra(input_ids=other).logits[:, 0]
    assert float((batch - alone).abs().max()) > 1e-2
    if not torch.cuda.is_available():
        assert float(unseen.abs().max()) == 0.0


def test_flaubert_that_transformers_cannot_run_is_reported(tokenizer: Any) -> None:
    mlm = load("flaubert", tokenizer, pre_norm=True)
    sentences = mlm.encode(SENTENCES[1:2])
    try:
        mlm.model(input_ids=torch.tensor([sentences[0].ids]))
    except TypeError:
        pass
    else:
        pytest.skip("this version of transformers runs FlauBERT with pre_norm")
    with pytest.raises(ModelError, match=r"TypeError in its own code.*'flaubert'") as caught:
        mlm.answer_masks(sentences, every_third_token(sentences))
    assert isinstance(caught.value.__cause__, TypeError)


def test_big_bird_scores_long_rows_sparsely_every_time(tokenizer: Any) -> None:
    mlm = load("big_bird", tokenizer)
    long_and_short = mlm.encode([" ".join(SENTENCES[:4]), SENTENCES[2]])
    assert len(long_and_short[0].ids) > 28 > len(long_and_short[1].ids)
    plan = every_third_token(long_and_short)
    first = mlm.answer_masks(long_and_short, plan).log_probs
    naive = one_row_at_a_time(mlm, long_and_short, plan)
    np.testing.assert_allclose(first, naive, atol=1e-5, rtol=0)
    mlm.model.base_model.set_attention_type("original_full")
    full = mlm.answer_masks(long_and_short, plan).log_probs
    assert np.abs(full - first).max() > 1e-2
    mlm.model.base_model.set_attention_type("block_sparse")
    mlm.answer_masks(long_and_short, plan)
    assert mlm.model.base_model.attention_type == "block_sparse"
    np.testing.assert_array_equal(mlm.answer_masks(long_and_short, plan).log_probs, first)


@pytest.mark.parametrize("family", ["xlm", "xmod"])
def test_a_language_the_model_depends_on_is_asked_for(family: str, tokenizer: Any) -> None:
    model = tiny_model(family, len(tokenizer))
    sentences = load_mlm(model, tokenizer, device="cpu").encode(SENTENCES[:1])
    plan = every_third_token(sentences)
    answers = {}
    for language in ("de", "en"):
        mlm = load_mlm(model, tokenizer, device="cpu", language=language)
        answers[language] = mlm.answer_masks(sentences, plan).log_probs
    assert np.abs(answers["de"] - answers["en"]).max() > 1e-3
    for language in (None, "fr", "sv", "lb"):
        with pytest.raises(OptionError, match=r"de.*en"):
            load_mlm(model, tokenizer, device="cpu", language=language).answer_masks(
                sentences, plan
            )
    near = load_mlm(model, tokenizer, device="cpu", language="de-AT")
    np.testing.assert_array_equal(near.answer_masks(sentences, plan).log_probs, answers["de"])
    if family == "xmod":
        model.set_default_language("en_XX")
        mlm = load_mlm(model, tokenizer, device="cpu")
        np.testing.assert_array_equal(mlm.answer_masks(sentences, plan).log_probs, answers["en"])


def test_xlm_without_language_embeddings_needs_no_language(tokenizer: Any) -> None:
    model = tiny_model("xlm", len(tokenizer), use_lang_emb=False)
    mlm = load_mlm(model, tokenizer, device="cpu")
    sentences = mlm.encode(SENTENCES[:1])
    assert np.isfinite(mlm.answer_masks(sentences, every_third_token(sentences)).log_probs).all()


def test_roc_bert_reads_what_its_own_tokenizer_gives(
    tokenizer: Any, roc_tokenizer: RoCBertTokenizer
) -> None:
    model = tiny_model("roc_bert", len(tokenizer))
    encoding = roc_tokenizer(["The nurse [MASK] helped."], return_tensors="pt")
    extra = families.extra_inputs(model, roc_tokenizer, None, encoding["input_ids"])
    for name in ("input_shape_ids", "input_pronunciation_ids"):
        assert extra[name].tolist() == encoding[name].tolist()
        assert len(set(extra[name][0].tolist())) > 1
    with pytest.raises(ModelError, match="RoCBert"):
        families.extra_inputs(model, tokenizer, None, encoding["input_ids"])


def test_a_head_costs_as_much_as_its_weights_beside_those_that_read_a_token() -> None:
    config = BertConfig(
        vocab_size=700, hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=40,
    )  # fmt: skip
    tied = BertForMaskedLM(config)
    body = sum(p.numel() for p in tied.parameters()) - 700 * 32
    assert families.head_cost(tied) == pytest.approx(700 * 32 / body)
    config.tie_word_embeddings = False
    apart = BertForMaskedLM(config)
    assert families.head_cost(apart) == pytest.approx(families.head_cost(tied), rel=0.05)
