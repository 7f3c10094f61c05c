"""On a device with memory of its own: large batches, few transfers, one wait for each batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from transformers import XLMRobertaConfig

from equimask.core.errors import ModelError
from equimask.models import MaskedLM, identity, load_mlm, transfers
from equimask.models import masked_lm as masked_lm_module
from equimask.models import policy as policy_module
from equimask.models.policy import PROCESSOR, Policy, accelerator_policy, policy_of
from equimask.models.proof import Proof
from equimask.models.residence import settled
from equimask.models.scorer import How
from equimask.plans.masks import Encoded, MaskPlan, plan_masks
from tests import tiny
from tests.models.simulated_device import DEVICE, GB, SimulatedDevice

XLM_R_BASE = XLMRobertaConfig(vocab_size=250_002)  # 12 layers of 768
XLM_R_BASE_BYTES = 4 * 278_000_000
CPU = torch.device("cpu")


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedDevice]:
    device = SimulatedDevice(24 * GB)
    monkeypatch.setattr(torch, "inference_mode", torch.no_grad)  # wrapped tensors cannot do it
    monkeypatch.setattr(policy_module, "free_memory", lambda _: device.free)
    with device:
        yield device


def named(tokenizer: Any, device: torch.device = DEVICE, seed: int = 0) -> MaskedLM:
    """As if it had been loaded by name; nothing is left to be proved."""
    model = tiny.tiny_bert(len(tokenizer), seed=seed)
    return MaskedLM(model, tokenizer, name="tiny", device=device, proof=Proof(0, ()))


def sentences_of(lengths: list[int], seed: int = 0) -> list[Encoded]:
    draw = np.random.default_rng(seed).integers
    rows = [(2, *draw(6, 700, size=length - 2).tolist(), 3) for length in lengths]
    return [
        Encoded(ids, (True, *[False] * (len(ids) - 2), True), tuple(range(len(ids))))
        for ids in rows
    ]


def masks_of(sentences: list[Encoded]) -> MaskPlan:
    return plan_masks(sentences, [range(1, len(s.ids) - 1) for s in sentences])


SENTENCES = sentences_of([20] * 4 + [12] * 3 + [7] * 5)
MASKS = masks_of(SENTENCES)
PASSES: dict[str, Callable[[MaskedLM], Any]] = {
    "answer": lambda mlm: mlm.answer_masks(SENTENCES, MASKS, How(batch_tokens=400)),
    "rank": lambda mlm: mlm.rank_masks(SENTENCES, MASKS, 5, batch_tokens=400),
    "read": lambda mlm: mlm.read_sentences(SENTENCES, True, How(batch_tokens=40)),
    "read without attention": lambda mlm: mlm.read_sentences(
        SENTENCES, False, How(batch_tokens=40)
    ),
}


def launches(mlm: MaskedLM, log: list[str]) -> list[int]:
    """Tokens of every run of the encoder, which are also noted in `log`."""
    tokens: list[int] = []

    def count(_module: Any, args: Any, _kwargs: Any) -> None:
        tokens.append(args[0].shape[:2].numel())
        log.append("launch")

    encoder: Any = mlm.model.base_model.encoder
    encoder.register_forward_pre_hook(count, with_kwargs=True)
    return tokens


def test_xlm_r_base_on_24_gb_reads_16000_tokens_in_a_forward(
    simulated: SimulatedDevice, tokenizer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = simulated.memory - XLM_R_BASE_BYTES
    policy = accelerator_policy(free, XLM_R_BASE, torch.float32)
    monkeypatch.setattr(masked_lm_module, "policy_of", lambda *_: policy)
    mlm = named(tokenizer)
    mlm.encode.vocabulary_size = XLM_R_BASE.vocab_size  # what bounds the head
    sentences = sentences_of([20] * 150 + [30] * 80)
    plan = masks_of(sentences)
    mlm.answer_masks(sentences[:1], masks_of(sentences[:1]))  # its check
    tokens = launches(mlm, simulated.waits)
    simulated.waits.clear()
    found = mlm.answer_masks(sentences, plan)
    assert len(found.log_probs) == 150 * 18 + 80 * 28
    left_over = 2  # of each length the last batch holds what is left
    assert len([n for n in tokens if n < 16_000]) <= left_over
    assert len([n for n in tokens if n >= 16_000]) >= 2
    assert simulated.waits.count("fetch") == simulated.waits.count("launch") == len(tokens)
    assert policy.head_rows(XLM_R_BASE.vocab_size) >= 512
    assert policy.softmax // XLM_R_BASE.vocab_size >= 64


@pytest.mark.parametrize("kind", PASSES)
def test_a_batch_goes_over_once_and_is_waited_for_once(
    kind: str, simulated: SimulatedDevice, tokenizer: Any
) -> None:
    mlm = named(tokenizer)
    mlm.answer_masks(SENTENCES, MASKS)  # the check looks at numbers
    simulated.waits.clear()
    simulated.sent.clear()
    batches = launches(mlm, simulated.waits)
    PASSES[kind](mlm)
    assert len(batches) > 3
    waits = [wait for wait in simulated.waits if wait != "launch"]
    if kind == "read":  # finds out at its first batch how the model shows its attention
        del waits[: waits.index("fetch")]
        assert len(batches) > len(waits) > 3
        assert set(waits) == {"fetch"}
        return
    assert waits == ["fetch"] * len(batches)
    assert simulated.sent["torch.int64"] <= len(batches) + 1  # the ranked tokens' ids, once
    assert simulated.sent.total() == simulated.sent["torch.int64"]


@pytest.mark.parametrize("kind", ["answer", "rank", "read without attention"])
def test_a_batch_is_fetched_when_the_next_one_is_under_way(
    kind: str, simulated: SimulatedDevice, tokenizer: Any
) -> None:
    mlm = named(tokenizer)
    mlm.answer_masks(SENTENCES, MASKS)
    simulated.waits.clear()
    batches = launches(mlm, simulated.waits)
    PASSES[kind](mlm)
    one_ahead = ["launch", *["launch", "fetch"] * (len(batches) - 1), "fetch"]
    assert simulated.waits == one_ahead


class QueuedEvent:
    """As of a device that copies while it computes."""

    log: list[str]

    def record(self, stream: str) -> None:
        assert stream == f"stream of {DEVICE}"
        self.log.append("queue")

    def synchronize(self) -> None:
        self.log.append("wait")


def test_a_device_with_a_queue_copies_before_the_next_batch_and_is_waited_for_after_it(
    simulated: SimulatedDevice, tokenizer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlm = named(tokenizer)
    mlm.answer_masks(SENTENCES, MASKS)
    QueuedEvent.log = []
    monkeypatch.setattr(transfers, "_QUEUES", (DEVICE.type,))
    runtime = SimpleNamespace(
        Event=QueuedEvent, device=nullcontext, current_stream=lambda device: f"stream of {device}"
    )
    monkeypatch.setattr(torch, DEVICE.type, runtime, raising=False)
    monkeypatch.setattr(torch.Tensor, "pin_memory", lambda tensor: tensor)
    batches = launches(mlm, QueuedEvent.log)
    queued = PASSES["answer"](mlm)
    one_ahead = ["launch", "queue", *["launch", "queue", "wait"] * (len(batches) - 1), "wait"]
    assert QueuedEvent.log == one_ahead
    here = PASSES["answer"](named(tokenizer, CPU))
    np.testing.assert_allclose(queued.log_probs, here.log_probs, rtol=1e-5)


@pytest.mark.parametrize("kind", PASSES)
def test_the_numbers_are_those_of_the_processor(
    kind: str, simulated: SimulatedDevice, tokenizer: Any
) -> None:
    there, here = PASSES[kind](named(tokenizer)), PASSES[kind](named(tokenizer, CPU))
    for found, expected in zip(there, here, strict=True):
        assert (found is None) == (expected is None)
        if expected is not None:
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def count_moves(model: torch.nn.Module) -> list[str]:
    moves: list[str] = []
    move = model.to

    def to(device: Any) -> Any:
        moves.append(str(device))
        return move(device)

    model.to = to  # type: ignore[method-assign, assignment]
    return moves


def test_a_named_model_moves_once_for_ten_calls(
    simulated: SimulatedDevice, bert_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "weights_hash", lambda _: "0")  # for it, 'meta' is on a disk
    moves = count_moves(load_mlm(bert_folder, device=str(DEVICE)).model)
    for _ in range(5):
        mlm = load_mlm(bert_folder, device=str(DEVICE))
        sentences = mlm.encode(tiny.MORE)
        mlm.answer_masks(sentences, plan_masks(sentences, [[1, 2]] * len(sentences)))
        mlm.read_sentences(sentences)
    assert moves == [str(DEVICE)]
    on_processor = load_mlm(bert_folder, device="cpu")
    assert on_processor.model is mlm.model
    on_processor.read_sentences(on_processor.encode(tiny.MORE[:1]))
    assert moves == [str(DEVICE), "cpu"]


def test_a_live_model_comes_home_after_every_call(
    simulated: SimulatedDevice, tokenizer: Any
) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    moves = count_moves(model)
    mlm = MaskedLM(model, tokenizer, name="", device=DEVICE, live=True, proof=Proof(0, ()))
    for _ in range(2):
        mlm.answer_masks(SENTENCES, MASKS)
    assert moves == [str(DEVICE), "cpu"] * 2


def size_of(model: Any) -> int:
    weights = {id(p): int(p.nbytes) for p in model.parameters()}
    # the simulated device keeps a second copy of what is tied
    return sum(weights.values()) + int(model.get_output_embeddings().weight.nbytes)


def test_a_model_that_nobody_uses_goes_home_when_another_needs_the_room(
    simulated: SimulatedDevice, tokenizer: Any
) -> None:
    first, second = named(tokenizer), named(tokenizer, seed=1)
    first.answer_masks(SENTENCES, MASKS)
    simulated.memory = simulated.used + size_of(second.model) // 2
    second_moves, moves = count_moves(second.model), count_moves(first.model)
    simulated_answers = second.answer_masks(SENTENCES, MASKS)
    assert moves == ["cpu"]
    assert set(second_moves) == {str(DEVICE)}
    expected = named(tokenizer, CPU, seed=1).answer_masks(SENTENCES, MASKS)
    np.testing.assert_allclose(simulated_answers.log_probs, expected.log_probs, rtol=1e-5)
    first.answer_masks(SENTENCES, MASKS)
    assert moves == ["cpu", str(DEVICE), str(DEVICE)]  # tried, room was made, tried again
    assert second_moves[-1] == "cpu"


def test_a_model_in_use_is_not_sent_home(simulated: SimulatedDevice, tokenizer: Any) -> None:
    first, second = named(tokenizer), named(tokenizer, seed=1)
    with settled(first.model, DEVICE):
        simulated.memory = simulated.used + size_of(second.model) // 2
        with pytest.raises(ModelError, match=r"out of memory while it was moved.*device_map"):
            second.answer_masks(SENTENCES, MASKS)
    assert next(first.model.parameters()).device == DEVICE
    assert {p.device for p in second.model.parameters()} == {CPU}


@pytest.mark.parametrize("tells", [True, False])
def test_idle_models_go_before_batches_are_made_smaller(
    tells: bool, simulated: SimulatedDevice, tokenizer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not tells:  # then it shows when memory runs out
        monkeypatch.setattr(policy_module, "free_memory", lambda _: 24 * GB)
    idle, used = named(tokenizer), named(tokenizer, seed=1)
    idle.answer_masks(SENTENCES, MASKS)
    used.answer_masks(SENTENCES, MASKS)
    simulated.peak = 0
    used.answer_masks(SENTENCES, MASKS)
    tokens = launches(used, [])
    simulated.memory = simulated.peak - size_of(idle.model) // 2
    used.answer_masks(SENTENCES, MASKS)
    assert next(idle.model.parameters()).device == CPU
    if not tells:
        assert max(tokens) == 4 * 18 * 20


@pytest.mark.parametrize("kind", PASSES)
def test_a_device_with_less_room_than_it_said_gives_the_same_numbers(
    kind: str, simulated: SimulatedDevice, tokenizer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlm = named(tokenizer)
    run = PASSES[kind]
    roomy = run(mlm)
    monkeypatch.setattr(policy_module, "free_memory", lambda _: 24 * GB)
    simulated.memory = simulated.used + 1_200_000
    for found, expected in zip(run(mlm), roomy, strict=True):
        if expected is not None:
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_what_runs_out_of_memory_is_halved_head_and_softmax_too() -> None:
    policy = Policy(tokens=1000, logits=64, softmax=16)
    assert policy.halved(300) == Policy(tokens=300, logits=32, softmax=8)
    assert policy.halved(5000).tokens == 1000


def test_processors_keep_their_constants(tokenizer: Any) -> None:
    model = tiny.tiny_bert(len(tokenizer))
    assert policy_of(model, CPU) == PROCESSOR == Policy(2048, 32_000_000, 1_000_000)
    assert PROCESSOR.head_rows(250_002) == 127


@pytest.mark.parametrize("free", [GB // 4, GB, 4 * GB, 8 * GB, 80 * GB])
def test_a_policy_leaves_half_of_what_is_free(free: int) -> None:
    policy = accelerator_policy(free, XLM_R_BASE, torch.float32)
    states = policy.tokens * 4 * (8 * 768 + 2 * 3072 + 3 * 12 * 512)
    assert states + 8 * policy.logits + 32 * policy.softmax <= free / 2
    half = accelerator_policy(free, XLM_R_BASE, torch.float16)
    assert half.logits >= 2 * policy.logits - 1


def test_a_device_that_does_not_tell_its_memory_is_given_little(tokenizer: Any) -> None:
    unknown = policy_of(tiny.tiny_bert(len(tokenizer)), torch.device("hpu"))
    assert unknown == accelerator_policy(4 * GB, tiny.bert_config(800), torch.float32)
