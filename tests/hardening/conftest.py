"""The figure of a run: how many random inputs went through without an unhandled exception."""

from __future__ import annotations

from typing import Any

from tests.hardening import examples


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if examples.seen:  # of one process: none where the tests are shared out to workers
        terminalreporter.write_line(f"hardening: {examples.seen} random inputs passed")
