"""How far a job is: lines off a terminal, a bar on one, text in a notebook; by a fake clock."""

from __future__ import annotations

import io
import multiprocessing
import re
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core import progress
from equimask.core.progress import (
    BETWEEN,
    LONG,
    Bar,
    Lines,
    NotebookText,
    Progress,
    Silent,
    counted,
    duration,
    fitting_voice,
    is_told,
    quantity,
    roughly,
    times_the_first,
    told_by,
    tracked,
)


class FakeClock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Heard(io.StringIO):
    """A stream that notes when it was written to."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self.clock, self.times = clock, []

    def write(self, text: str) -> int:
        if text.strip():
            self.times.append(self.clock.now - 1000.0)
        return super().write(text)

    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()


def job(clock: FakeClock, stream: io.StringIO, total: float | None, **more: Any) -> Progress:
    return Progress(total, "mask", "cps", voice=Lines(stream), clock=clock, **more)


def run(seconds: list[float], costs: list[float] | None = None, total: bool = True) -> Heard:
    clock = FakeClock()
    heard = Heard(clock)
    costs = costs or [1.0] * len(seconds)
    with job(
        clock, heard, len(seconds) if total else None, cost=sum(costs) if total else None
    ) as b:
        for second, cost in zip(seconds, costs, strict=True):
            clock.now += second
            b.update(1, cost)
    return heard


def test_a_short_job_says_nothing_off_a_terminal() -> None:
    assert run([1.0] * 20).lines == []


def test_a_long_job_says_first_how_long_it_will_take() -> None:
    heard = run([1.0] * 720)
    assert heard.times[0] == 3.0  # after the first step and two seconds more
    assert heard.lines[0] == ("about 12 min: cps: 3 of 720 masks (0 %), 1 masks/s, ETA 11 min 57 s")
    assert heard.lines[1] == "cps: 33 of 720 masks (5 %), 1 masks/s, ETA 11 min 27 s"
    assert heard.lines[-1] == "cps: 720 masks, done in 12 min"
    assert all(map(is_told, heard.lines))


def test_a_job_of_less_than_a_minute_speaks_after_half_of_it() -> None:
    heard = run([1.0] * 45)
    assert heard.times == [30.0, 45.0]
    assert heard.lines[0] == "cps: 30 of 45 masks (67 %), 1 masks/s, ETA 15 s"


def test_what_the_first_step_pays_once_is_not_taken_for_the_rate() -> None:
    heard = run([20.0] + [1.0] * 99)
    assert heard.times[0] == 22.0
    assert heard.lines[0].startswith("about 2 min: ")
    assert heard.lines[0].endswith("ETA 1 min 37 s")


def test_an_estimate_goes_by_what_steps_cost_not_by_their_number() -> None:
    # ten long sentences, then ninety that cost a tenth: 190 seconds in all
    heard = run([10.0] * 10 + [1.0] * 90, [10.0] * 10 + [1.0] * 90)
    assert heard.lines[0] == (
        "about 3 min: cps: 2 of 100 masks (11 %), 6 masks/min, ETA 2 min 50 s"
    )


def test_without_a_total_there_are_a_count_and_a_rate() -> None:
    assert run([1.0] * 40, total=False).lines[0] == "cps: 30 masks, 1 masks/s"


@given(st.lists(st.floats(0.0, 200.0), min_size=1, max_size=60), st.booleans())
def test_there_is_at_most_one_line_in_half_a_minute(seconds: list[float], total: bool) -> None:
    heard = run(seconds, total=total)
    *spoken, last = heard.times or [0.0]
    assert all(b - a >= BETWEEN - 1e-9 for a, b in pairwise(spoken))
    assert bool(heard.lines) == bool(heard.times)
    if heard.lines:
        assert "done in" in heard.lines[-1]
        assert last == pytest.approx(sum(seconds))
        assert not any("done in" in one for one in heard.lines[:-1])
    else:
        assert sum(seconds) < BETWEEN


@given(st.lists(st.floats(0.1, 20.0), min_size=2, max_size=60))
def test_a_steady_job_is_foretold_exactly(costs: list[float]) -> None:
    clock = FakeClock()
    with job(clock, io.StringIO(), len(costs), cost=sum(costs)) as b:
        for k, cost in enumerate(costs):
            clock.now += 3 * cost
            b.update(1, cost)
            assert b.tally.whole == pytest.approx(3 * sum(costs))
            assert b.tally.remaining == pytest.approx(3 * sum(costs[k + 1 :]), abs=1e-6)


def test_what_an_earlier_run_has_done_takes_no_time() -> None:
    clock = FakeClock()
    heard = Heard(clock)
    with job(clock, heard, 1000) as b:
        b.know(900)
        for _ in range(100):
            clock.now += 1.0
            b.update()
    assert heard.lines[0].startswith("about 2 min: cps: 903 of 1,000 masks (90 %), 1 masks/s")
    assert heard.lines[0].endswith("ETA 1 min 37 s")


def test_a_job_that_fails_does_not_say_that_it_is_done() -> None:
    clock = FakeClock()
    heard = Heard(clock)

    def fail() -> None:
        with job(clock, heard, 1000) as b:
            for _ in range(100):
                clock.now += 1.0
                b.update()
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    assert heard.lines
    assert "done" not in heard.getvalue()


def test_passes_fill_their_share_of_a_job() -> None:
    clock = FakeClock()
    heard = Heard(clock)
    planned = job(clock, heard, None, cost=1.0, note="9 times the work")
    with planned as whole, whole.part(1.0, passes=9) as part:
        for _ in range(9):
            with counted(10, "mask", "model", cost=100.0, shown=part) as one:
                for cost in (40.0, 20.0, *[5.0] * 8):
                    clock.now += cost / 5
                    one.update(1, cost)
    assert heard.lines[0] == (
        "about 3 min, 9 times the work: cps: 2 of 90 masks (7 %), 10 masks/min, ETA 2 min 48 s"
    )
    assert heard.lines[-1] == "cps: 90 masks, done in 3 min"
    assert times_the_first([part]) == pytest.approx(9.0)


def test_parts_weigh_what_was_planned_and_are_full_at_their_end() -> None:
    clock = FakeClock()
    with job(clock, io.StringIO(), 3, cost=100.0) as whole:
        with whole.part(90.0, passes=2) as part:
            with counted(4, "mask", "", shown=part) as one:
                one.update(2)
            assert whole.tally.share == pytest.approx(0.225)
        assert whole.tally.share == pytest.approx(0.9)
        assert times_the_first([part]) is None  # a pass is missing
        with whole.part(10.0) as part:
            for _ in range(5):  # more passes than were planned
                with counted(1, "mask", "", shown=part) as one:
                    one.update()
            assert whole.tally.share == pytest.approx(1.0)
        assert whole.tally.count == 0  # cells are counted by who has planned them
        whole.update(3, 0)
        assert whole.tally.count == 3


def test_a_part_names_what_it_works_on() -> None:
    clock = FakeClock()
    with job(clock, io.StringIO(), 2, cost=2.0) as whole, whole.part(1.0, title="de") as part:
        assert whole.title == "cps"
        with counted(1, "mask", "", shown=part):
            assert whole.title == "de"


def test_steps_are_tracked_when_the_next_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []

    class Counting(Silent):
        def tell(self, tally: progress.Tally) -> None:
            told.append(tally.count)

    monkeypatch.setattr(progress, "fitting_voice", Counting)
    assert list(tracked("abc", 3, "letter")) == ["a", "b", "c"]
    assert told == [0, 1, 2, 3]


def test_nothing_is_said_where_nothing_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    clock = FakeClock()
    loud = Lines()
    for shown in (True, False):
        with Progress(100, "mask", shown=shown, voice=loud, clock=clock) as b:
            for _ in range(100):
                clock.now += 10.0
                b.update()
        assert bool(capsys.readouterr().err) == shown


def test_lines_go_to_stderr_alone(capsys: pytest.CaptureFixture[str]) -> None:
    clock = FakeClock()
    with Progress(80, "mask", voice=Lines(), clock=clock) as b:
        for _ in range(80):
            clock.now += 1.0
            b.update()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("about 80 s: 3 of 80 masks")


@pytest.mark.parametrize(("terminal", "kind"), [(True, Bar), (False, Lines)])
def test_the_voice_fits_where_it_is_heard(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, kind: type
) -> None:
    monkeypatch.setattr("sys.stderr", SimpleNamespace(isatty=lambda: terminal))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert isinstance(fitting_voice(), kind)


@pytest.mark.parametrize(("shell", "kind"), [({"kernel": object()}, NotebookText), ({}, Lines)])
def test_a_kernel_is_a_notebook_and_a_terminal_s_ipython_is_none(
    monkeypatch: pytest.MonkeyPatch, shell: dict[str, Any], kind: type
) -> None:
    known = SimpleNamespace(get_ipython=lambda: SimpleNamespace(**shell))
    monkeypatch.setitem(sys.modules, "IPython", known)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert isinstance(fitting_voice(), kind)


def test_a_process_that_was_started_by_another_keeps_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "parent_process", object)
    assert isinstance(fitting_voice(), Silent)


def test_a_voice_can_be_chosen_for_all_that_runs_inside() -> None:
    with told_by(Bar):
        assert isinstance(fitting_voice(), Bar)
    assert not isinstance(fitting_voice(), Bar)


def test_a_terminal_shows_a_bar_and_above_it_how_long_a_long_job_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, clock = io.StringIO(), FakeClock()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(progress, "_SHORT", 0)
    with Progress(500, "mask", "cps", cost=1000.0, voice=Bar(), clock=clock) as b:
        for _ in range(500):
            clock.now += 1.0
            b.update(1, 2.0)
    shown = screen.getvalue()
    assert "about 8 min" in shown
    assert re.search(r"cps: 100%\|[█#]+\| 500 of 500 masks", shown)


def test_a_notebook_shows_text_that_is_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[str] = []
    clock = FakeClock()

    class Handle:
        def update(self, content: dict[str, str], raw: bool) -> None:
            assert raw
            shown[-1] = content["text/plain"]

    def display(content: dict[str, str], *, raw: bool, display_id: bool) -> Handle:
        assert raw
        assert display_id
        shown.append(content["text/plain"])
        return Handle()

    seen = []
    with Progress(100, "mask", "cps", voice=NotebookText(display), clock=clock) as b:
        for _ in range(100):
            clock.now += 0.4
            b.update()
            seen += shown[-1:]
    assert len(shown) == 1
    assert shown == ["cps: 100 masks, done in 40 s"]
    assert seen[0] == "█" + "░" * 29 + " cps: 3 of 100 masks (3 %), 2.5 masks/s, ETA 39 s"
    assert len(set(seen)) < 60  # not at every step
    assert capsys.readouterr() == ("", "")


def test_a_short_job_leaves_nothing_in_a_notebook() -> None:
    clock = FakeClock()
    with Progress(2, "mask", voice=NotebookText(pytest.fail), clock=clock) as b:
        clock.now += 0.9
        b.update(2)


@pytest.mark.parametrize(
    ("seconds", "exact", "rough"),
    [
        (0.4, "0 s", "0 s"),
        (59.4, "59 s", "60 s"),
        (59.9, "1 min", "60 s"),
        (74, "1 min 14 s", "70 s"),
        (680, "11 min 20 s", "11 min"),
        (3599.9, "1 h", "1 h"),
        (7500, "2 h 5 min", "2 h 5 min"),
    ],
)
def test_durations_are_read_at_a_glance(seconds: float, exact: str, rough: str) -> None:
    assert duration(seconds) == exact
    assert roughly(seconds) == rough


@pytest.mark.parametrize(
    ("count", "unit", "text"),
    [
        (51_000, "mask", "51,000 masks"),
        (1, "cell", "1 cell"),
        (12, "people", "12 people"),
        (3, "pass", "3 passes"),
        (3.21e9, "B", "3.21 GB"),
        (999, "B", "999 B"),
        (5e13, "B", "50 TB"),
    ],
)
def test_quantities_have_units(count: float, unit: str, text: str) -> None:
    assert quantity(count, unit) == text


def test_a_minute_is_long() -> None:
    assert LONG == 60.0
    assert run([1.0] * 60).times[0] == 30.0
    assert run([1.0] * 61).times[0] == 3.0


def test_an_error_tells_no_progress() -> None:
    assert not is_told("error: expected rows, got none. The ETA is unknown")


def test_nobody_else_draws_bars() -> None:
    root = Path(__file__).parents[2]
    folders = [root / name for name in ("equimask", "builders", "benchmarks")]
    drawing = re.compile(r"^\s*(from|import) (tqdm|rich\.progress)", re.MULTILINE)
    found = {
        file.name
        for folder in folders
        for file in folder.rglob("*.py")
        if drawing.search(file.read_text(encoding="utf-8"))
    }
    assert found == {"progress.py"}
