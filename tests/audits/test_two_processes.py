"""Two processes: the numbers of one; one that is killed ends both, and a rerun goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from equimask.audits.run import audit
from tests.audits.worlds import close, kept_files

LAUNCH = (
    sys.executable, "-m", "accelerate.commands.launch", "--multi_gpu", "--num_processes", "2",
    "--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no",
    "--main_process_port", "0", "-m",
)  # fmt: skip
AUDIT = ("equimask", "audit", "embedded", "-l", "de", "-l", "en", "--device", "cpu", "--out")
PATIENCE = 500
pytestmark = pytest.mark.slow  # second processes


def launched(out: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*LAUNCH, *AUDIT, str(out)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("alone")
    audit("embedded", ["de", "en"], device="cpu", progress=False, out=out)
    return json.loads((out / "results.json").read_text(encoding="utf-8"))


def workers(launcher: psutil.Process) -> list[psutil.Process]:
    """The processes that score: those that know their rank."""
    return [child for child in launcher.children(recursive=True) if "audit" in child.cmdline()]


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def ended() -> Iterator[list[subprocess.Popen[str]]]:
    """Launchers that are ended with all their children, whatever a test does."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for launcher in started:
        if launcher.poll() is None:
            for process in psutil.Process(launcher.pid).children(recursive=True):
                process.kill()
            launcher.kill()
        launcher.communicate()


@pytest.mark.timeout(3 * PATIENCE)  # two jobs, each with two processes to start
def test_a_killed_worker_ends_the_job_and_a_rerun_goes_on(
    tmp_path: Path, alone: Any, ended: list[subprocess.Popen[str]]
) -> None:
    job = launched(tmp_path)
    ended.append(job)
    wait_for(lambda: kept_files(tmp_path) or job.poll() is not None)
    scoring = workers(psutil.Process(job.pid))
    assert len(scoring) == 2
    os.kill(scoring[1].pid, signal.SIGKILL)
    job.communicate(timeout=PATIENCE)
    assert job.returncode != 0
    assert not any(worker.is_running() for worker in scoring)
    assert not (tmp_path / "results.json").exists()
    done = kept_files(tmp_path)
    assert 0 < len(done) < 16

    again = launched(tmp_path)
    ended.append(again)
    printed, _ = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, printed
    assert done.items() < kept_files(tmp_path).items()  # not scored again
    together = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert close(together, alone, 1e-6)
    assert printed.count("preferred") == 1  # one process reports
    assert (tmp_path / "report.html").is_file()
