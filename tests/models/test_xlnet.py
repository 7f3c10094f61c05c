"""XLNet fills gaps by its query stream, and refuses what needs a masked language model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import XLNetLMHeadModel

from equimask.core.errors import ModelError
from equimask.evaluation import score
from equimask.models import MaskedLM, families, load_mlm
from equimask.models.head import TwoStreamLogits
from equimask.plans.masks import plan_masks
from tests import tiny
from tests.models.tiny_xlnet import tiny_xlnet, xlnet_tokenizer

NOISE = 1e-4  # of float32 in logits: other batches add up in another order
SENTENCES = ("The nurse helped her patient.", "James repaired the engine.", "Olivia cooked.")


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return xlnet_tokenizer()


@pytest.fixture(scope="module")
def mlm(tokenizer: Any) -> MaskedLM:
    return load_mlm(tiny_xlnet(len(tokenizer)), tokenizer, device="cpu")


def all_positions(mlm: MaskedLM, ids: list[int], hidden: int) -> torch.Tensor:
    """The slow way: a query at every position of one sentence, with one token hidden from all."""
    length = len(ids)
    perm_mask = torch.zeros(1, length, length)
    for reader in range(length):
        perm_mask[0, reader, hidden] = 1.0
    segments = [2 if token == mlm.tokenizer.cls_token_id else 0 for token in ids]
    with torch.no_grad():
        logits: torch.Tensor = mlm.model(
            input_ids=torch.tensor([ids]),
            token_type_ids=torch.tensor([segments]),
            perm_mask=perm_mask,
            target_mapping=torch.eye(length)[None],
        ).logits
    return logits[0]


def gap_logits(mlm: MaskedLM, ids: list[int], target: int) -> torch.Tensor:
    rows = torch.tensor([ids])
    extra = families.extra_inputs(mlm.model, mlm.tokenizer, None, rows)
    with torch.no_grad():
        return TwoStreamLogits(mlm.model, mlm.encode.mask_id)(
            {"input_ids": rows, **extra}, torch.tensor([target])
        )[0]


def test_a_gap_is_what_the_query_at_its_place_says(mlm: MaskedLM) -> None:
    ids = list(mlm.encode(SENTENCES[:1])[0].ids)
    for target in range(len(ids) - 2):
        slow = all_positions(mlm, ids, target)[target]
        assert float(slow.std()) > 0.1
        torch.testing.assert_close(gap_logits(mlm, ids, target), slow, atol=NOISE, rtol=0)


def test_the_token_in_the_gap_is_not_seen_and_every_other_one_is(mlm: MaskedLM) -> None:
    ids = list(mlm.encode(SENTENCES[:1])[0].ids)
    target = 2
    before = gap_logits(mlm, ids, target)
    for token in (mlm.encode.mask_id, 20, 40, 60):
        other = [token if i == target else old for i, old in enumerate(ids)]
        assert torch.equal(gap_logits(mlm, other, target), before)
    for place in (0, 1, 3, len(ids) - 3):
        changed = [70 if i == place else old for i, old in enumerate(ids)]
        assert float((gap_logits(mlm, changed, target) - before).abs().max()) > 1e-3


def test_every_masked_place_is_hidden_not_only_the_one_asked_for(mlm: MaskedLM) -> None:
    ids = list(mlm.encode(SENTENCES[:1])[0].ids)
    ids[3] = mlm.encode.mask_id
    perm_mask = torch.zeros(1, len(ids), len(ids))
    perm_mask[:, :, [2, 3]] = 1.0
    target_mapping = torch.zeros(1, 1, len(ids))
    target_mapping[0, 0, 2] = 1.0
    rows = torch.tensor([ids])
    with torch.no_grad():
        slow = mlm.model(
            input_ids=rows,
            token_type_ids=2 * (rows == mlm.tokenizer.cls_token_id).long(),
            perm_mask=perm_mask,
            target_mapping=target_mapping,
        ).logits[0, 0]
    torch.testing.assert_close(gap_logits(mlm, ids, 2), slow, atol=NOISE, rtol=0)


def test_ranked_gaps_do_not_depend_on_the_batch(mlm: MaskedLM) -> None:
    encoded = mlm.encode(SENTENCES)
    plan = plan_masks(encoded, [range(len(sentence.ids) - 2) for sentence in encoded])
    together = mlm.rank_masks(encoded, plan, 10)
    alone = mlm.rank_masks(encoded, plan, 10, batch_tokens=1)
    np.testing.assert_array_equal(together.ids, alone.ids)
    np.testing.assert_allclose(together.log_probs, alone.log_probs, atol=NOISE)
    for row, (sentence, target) in enumerate(zip(plan.sentences, plan.targets, strict=True)):
        slow = all_positions(mlm, list(encoded[sentence].ids), int(target))[target].double()
        best = slow.log_softmax(-1).topk(10)
        assert together.ids[row].tolist() == best.indices.tolist()
        np.testing.assert_allclose(together.log_probs[row], best.values.numpy(), atol=NOISE)


def test_the_closing_token_has_the_segment_that_its_tokenizer_gives(mlm: MaskedLM) -> None:
    own = mlm.tokenizer(SENTENCES[0], return_tensors="pt", return_token_type_ids=True)
    extra = families.extra_inputs(mlm.model, mlm.tokenizer, None, own["input_ids"])
    assert own["token_type_ids"].tolist()[0][-1] == 2
    assert extra["token_type_ids"].tolist() == own["token_type_ids"].tolist()


def test_a_checkpoint_is_loaded_with_its_own_class(tmp_path: Path, mlm: MaskedLM) -> None:
    folder = tiny.save(tmp_path / "tiny-xlnet", mlm.model, mlm.tokenizer)
    loaded = load_mlm(folder, device="cpu")
    assert isinstance(loaded.model, XLNetLMHeadModel)
    encoded = loaded.encode(SENTENCES)
    assert [sentence.ids for sentence in encoded] == [s.ids for s in mlm.encode(SENTENCES)]
    plan = plan_masks(encoded, [[1], [1], [1]])
    np.testing.assert_array_equal(
        loaded.rank_masks(encoded, plan, 5).ids, mlm.rank_masks(encoded, plan, 5).ids
    )


def test_an_xlnet_without_its_head_is_refused(tmp_path: Path, mlm: MaskedLM) -> None:
    folder = tiny.save(tmp_path / "headless", mlm.model, mlm.tokenizer)
    mlm.model.transformer.save_pretrained(folder)
    with pytest.raises(ModelError, match=r"missing.*lm_loss"):
        load_mlm(folder)


@pytest.mark.parametrize("changes", [{"attn_type": "uni"}, {"bi_data": True}])
def test_an_xlnet_that_reads_one_side_only_is_refused(
    tokenizer: Any, changes: dict[str, Any]
) -> None:
    with pytest.raises(ModelError, match=r"type 'xlnet'.*both sides"):
        load_mlm(tiny_xlnet(len(tokenizer), **changes), tokenizer)


@pytest.mark.parametrize(
    ("metric", "columns"),
    [
        ("cps", {"sent_more": tiny.MORE, "sent_less": tiny.LESS}),
        ("s_jsd", {"sent_more": tiny.MORE, "sent_less": tiny.LESS}),
        ("sbm", {"male": tiny.MORE, "female": tiny.LESS}),
        ("mbe", {"sentence": [*tiny.MORE, *tiny.LESS], "gender": ["male", "female"] * 5}),
        (
            "dcbm",
            {
                "masked_sentence": ["[MASK] cooked dinner.", "The nurse helped [MASK]."],
                "male_word": ["James", "him"],
                "female_word": ["Olivia", "her"],
            },
        ),
    ],
)
def test_the_metrics_that_compare_sentences_refuse_an_xlnet(
    mlm: MaskedLM, metric: str, columns: dict[str, Any]
) -> None:
    with pytest.raises(
        ModelError, match=r"an XLNet\. .*permuted orders.*equimask\.studies\.completions"
    ):
        score(metric, columns, model=mlm.model, tokenizer=mlm.tokenizer, progress=False)
