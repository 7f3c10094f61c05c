"""Processes whose partners do not come, or fail alone: nobody waits in silence."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # second processes

AUDIT = ("-l", "de", "-m", "cps", "--device", "cpu")


def started(
    out: Path, rank: int, port: int, *options: str, model: str = "embedded"
) -> subprocess.Popen[str]:
    """As a cluster's launcher starts a process, which ends nobody where one of them fails."""
    return subprocess.Popen(
        [sys.executable, "-m", "equimask", "audit", model, *AUDIT, "--out", str(out), *options],
        env={
            **os.environ,
            "WORLD_SIZE": "2", "RANK": str(rank), "LOCAL_RANK": str(rank),
            "LOCAL_WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port),
            "OMP_NUM_THREADS": "1", "ACCELERATE_USE_CPU": "1",
        },
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.parametrize("rank", [0, 1])
def test_a_process_whose_partner_does_not_come_says_so_and_ends(tmp_path: Path, rank: int) -> None:
    begin = time.monotonic()
    job = started(tmp_path, rank, free_port(), "--wait", "3")
    _, told = job.communicate(timeout=120)
    assert job.returncode == 2, told
    assert "Expected 2 processes, as WORLD_SIZE says" in told
    assert "Traceback" not in told
    assert time.monotonic() - begin < 60


def test_a_model_that_one_process_cannot_load_ends_both_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    port = free_port()
    jobs = [
        started(tmp_path / "a", 0, port, "--wait", "60"),
        started(tmp_path / "b", 1, port, "--wait", "60", model=str(tmp_path)),
    ]
    told = [job.communicate(timeout=200)[1] for job in jobs]
    assert [job.returncode for job in jobs] == [2, 2], told
    assert all("error: Expected" in one and "Traceback" not in one for one in told), told


@pytest.mark.parametrize("killed", [0, 1])
def test_a_process_whose_partner_is_killed_says_so_and_ends(tmp_path: Path, killed: int) -> None:
    port = free_port()
    jobs = [started(tmp_path, rank, port, "-l", "en", "--wait", "12") for rank in (0, 1)]
    deadline = time.monotonic() + 200
    while not (tmp_path / "cells").exists():  # they have come together
        assert time.monotonic() < deadline and jobs[1 - killed].poll() is None
        time.sleep(0.01)
    jobs[killed].kill()
    jobs[killed].communicate()
    _, told = jobs[1 - killed].communicate(timeout=200)
    assert jobs[1 - killed].returncode == 2, told
    assert "lost" in told and "goes on with what is kept" in told and "Traceback" not in told
    assert not (tmp_path / "results.json").exists()
