"""A model in shards is known as such, keeps its name, and is asked for equally much everywhere."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch.distributed.fsdp import FSDPModule
from transformers import BertForMaskedLM

from equimask.models.devices import borrowed, stays_put
from equimask.models.identity import weights_hash
from equimask.models.policy import PROCESSOR, policy_of
from equimask.models.shards import computing_dtype, in_shards, own_class, sharded_forward
from tests import tiny


class FSDPBertForMaskedLM(FSDPModule, BertForMaskedLM):  # type: ignore[misc]
    """What `fully_shard` makes of the class of a model; its weights are whole here."""

    __module__ = FSDPModule.__module__  # no code of the model's own

    def reshard(self) -> None:
        pass


@pytest.fixture
def sharded() -> Any:
    model = tiny.tiny_bert(60)
    model.__class__ = FSDPBertForMaskedLM
    return model


def test_it_is_known_whether_its_weights_are_gathered_just_now_or_not(sharded: Any) -> None:
    assert in_shards(sharded)
    assert in_shards(torch.nn.Sequential(torch.nn.Linear(1, 1), sharded))
    assert not in_shards(tiny.tiny_bert(60))


def test_its_class_and_hash_are_those_of_the_whole_model(sharded: Any) -> None:
    assert own_class(sharded) is BertForMaskedLM
    assert weights_hash(sharded) == weights_hash(tiny.tiny_bert(60))


def test_it_is_not_moved(sharded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharded, "to", lambda *_: pytest.fail("moved"))
    assert stays_put(sharded)
    with borrowed(sharded, torch.device("meta")):
        pass


def test_what_it_is_given_at_once_depends_on_nobodys_memory(
    sharded: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: pytest.fail("asked for memory"))
    assert policy_of(sharded, torch.device("cuda")) == PROCESSOR


def test_a_whole_model_computes_in_its_own_dtype_by_its_own_forward() -> None:
    model = tiny.tiny_bert(60).to(torch.bfloat16)
    assert computing_dtype(model) == torch.bfloat16
    assert sharded_forward(model.forward, model, model) == model.forward
