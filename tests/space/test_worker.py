"""What the scoring process makes of a job: a result, or an error, whatever breaks."""

from __future__ import annotations

import logging
from itertools import count
from typing import Any

import pytest

from equimask.core.embedded import EMBEDDED
from equimask.core.progress import Progress
from equimask.space import worker
from equimask.space.scoring import Fields

GIGABYTE = 10**9


class PanicException(BaseException):  # as pyo3 calls its own
    """No `Exception`: it goes through every `except Exception`."""


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Any:
    def fail_with(error: BaseException) -> str:
        def fail(*_: Any) -> None:
            raise error

        monkeypatch.setattr(worker, "measure", fail)
        return worker.answer("cps", Fields(EMBEDDED, "en"), GIGABYTE)

    return fail_with


def test_what_a_models_own_code_raises_is_logged_and_not_shown(
    failing: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        shown = failing(TypeError("'EncoderDecoderCache' object is not subscriptable"))
    assert "TypeError while it was read" in shown
    assert "EncoderDecoderCache" not in shown and "EncoderDecoderCache" in caplog.text


def test_a_tokenizers_panic_is_an_error_like_others(failing: Any) -> None:
    shown = failing(PanicException("called `Result::unwrap()` on an `Err` value"))
    assert "PanicException while it was read" in shown


@pytest.mark.parametrize(
    "error",
    [MemoryError(), RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory")],
)
def test_too_little_memory_is_told_in_the_visitors_words(
    failing: Any, error: BaseException
) -> None:
    assert "a job of at most 1 GB of memory" in failing(error)


def test_who_ends_the_process_is_not_held_up(failing: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        failing(KeyboardInterrupt())


def test_progress_goes_out_as_a_line_and_a_share() -> None:
    said: list[dict[str, Any]] = []
    clock = count(0.0, 1.0).__next__
    with Progress(4, "mask", "cps", voice=worker.Piped(said.append), clock=clock) as steps:
        steps.update(1)
    assert said and said[-1]["share"] == 0.25
    assert said[-1]["line"].startswith("cps: 1 of 4 masks")
