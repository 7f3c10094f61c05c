"""Starts commands at the price of a fork: it has all libraries loaded and no thread of its own.

    python -m tests.chaos.starter

Orders come as lines of JSON on standard input: `{"run": ...}` starts a command and answers with its
process, `{"wait": PROCESS, "seconds": S}` answers with its exit code, or null while it runs.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
import traceback
from typing import Any

# What the commands import on their way, loaded once.
LOADED = (
    "builders.politician_completions.build",
    "builders.politicians.build",
    "equimask.audits.run",
    "equimask.cli.main",
    "equimask.evaluation.score",
    "equimask.hub.publish",
    "equimask.models.loading",
    "equimask.reports.html",
    "transformers.models.bert.modeling_bert",
    "transformers.models.bert.tokenization_bert",
)


def main() -> None:
    from importlib import import_module

    for name in LOADED:
        try:
            import_module(name)
        except ModuleNotFoundError:  # it is loaded when it is needed, then
            continue
    _say({"ready": True})
    for line in sys.stdin:
        order = json.loads(line)
        _say(_start(order["run"]) if "run" in order else _wait(order["wait"], order["seconds"]))


def _say(answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def _start(order: dict[str, Any]) -> int:
    process = os.fork()
    if process == 0:
        code = 1
        try:
            code = _run(order)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return process


def _run(order: dict[str, Any]) -> int:
    os.setsid()
    heard = os.open(order["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(heard, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if order.get("largest") is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a full disk is an error, not a signal
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["largest"],) * 2)
    program, *arguments = order["command"]
    try:
        if program == "builders":
            from builders.__main__ import main as build

            return int(build(arguments) or 0)
        from equimask.cli.main import app

        app(arguments, prog_name="equimask")
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else int(exit_.code is not None)
    return 0


def _wait(process: int, seconds: float) -> int | None:
    until = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until:
            return None
        time.sleep(0.002)


if __name__ == "__main__":
    main()
