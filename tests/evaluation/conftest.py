"""A model that is given live, as most of these tests score one."""

from __future__ import annotations

from typing import Any

import pytest

from tests import tiny


@pytest.fixture(scope="session")
def live() -> dict[str, Any]:
    """Options of `score`; a test that changes the model builds its own."""
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    return {"model": model, "tokenizer": tokenizer, "progress": False, "n_resamples": 200}
