"""Settings for all tests of the door, and the tokenizers that most of them read with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from transformers import PreTrainedTokenizerFast, RoCBertTokenizer

from tests import tiny
from tests.models.slow_tokenizers import roc_bert_tokenizer


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> Iterator[None]:
    """Models this small lose time to threads, the more so on a busy machine."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def tokenizer() -> PreTrainedTokenizerFast:
    return tiny.wordpiece_tokenizer()


@pytest.fixture(scope="module")
def roc_tokenizer(
    tokenizer: PreTrainedTokenizerFast, tmp_path_factory: pytest.TempPathFactory
) -> RoCBertTokenizer:
    """RoCBERT's own, which gives a model three kinds of ids."""
    return roc_bert_tokenizer(tmp_path_factory.mktemp("roc"), tokenizer.get_vocab())
