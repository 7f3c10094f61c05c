"""Processes hear each other's items and failures; here they are threads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equimask.models.processes import (
    FailedElsewhereError,
    Processes,
    is_main_process,
    leave_processes,
)
from tests.models.threads import together


def test_without_a_launcher_there_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WORLD_SIZE", "RANK", "LOCAL_RANK"):
        monkeypatch.delenv(name, raising=False)
    processes = Processes.launched(None)
    assert (processes.count, processes.index, processes.is_main) == (1, 0, True)
    assert processes.gather("a") == ["a"]
    assert processes.agree(lambda: "b") == "b"
    assert processes.device("cuda:1") == "cuda:1"
    assert processes.device(None) is None
    assert is_main_process()
    leave_processes()  # there is nothing to leave


def test_a_process_takes_its_own_accelerator_unless_told_otherwise() -> None:
    second = Processes(2, 1, "cuda:1")
    assert not second.is_main
    assert (second.device(None), second.device("cpu")) == ("cuda:1", "cpu")


def test_all_hear_the_items_of_all_in_order() -> None:
    found = together(3, lambda processes: processes.gather([processes.index] * processes.index))
    assert found == [[[], [1], [2, 2]]] * 3


def test_all_agree_on_what_the_first_one_found() -> None:
    found = together(3, lambda processes: processes.agree(lambda: processes.index + 10))
    assert found == [10, 10, 10]


@settings(deadline=None, max_examples=30)
@given(
    st.integers(2, 4).flatmap(
        lambda count: st.tuples(
            st.just(count),
            st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, 3)), min_size=1),
        )
    )
)
def test_wherever_some_fail_all_fail_and_nobody_waits(
    case: tuple[int, list[tuple[int, int]]],
) -> None:
    count, failures = case

    def work(processes: Processes) -> None:
        def steps() -> None:
            for step in range(4):
                if (processes.index, step) in failures:
                    raise ZeroDivisionError(f"step {step}")
                processes.gather(step)

        processes.agree(steps)

    outcomes = together(count, work)
    first = min(step for _, step in failures)
    for index, outcome in enumerate(outcomes):
        if (index, first) in failures:
            assert isinstance(outcome, ZeroDivisionError)
        else:
            assert isinstance(outcome, FailedElsewhereError)
            assert f"ZeroDivisionError: 'step {first}'" in str(outcome)
