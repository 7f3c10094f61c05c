"""The pictures of a card: listed in the receipt, kept with the build that drew them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from builders.kit.run import figures_of, write_figures

PAINTER = SimpleNamespace(figures=lambda receipt: {"b.svg": b"<b/>", "a.svg": b"<a/>"})


def test_the_receipt_lists_what_was_drawn() -> None:
    receipt: dict[str, Any] = {}
    assert set(figures_of(PAINTER, receipt)) == {"a.svg", "b.svg"}
    assert receipt == {"figures": ["a.svg", "b.svg"]}


def test_a_builder_that_draws_nothing_lists_nothing() -> None:
    receipt: dict[str, Any] = {}
    assert figures_of(SimpleNamespace(), receipt) == {}
    assert receipt == {}


def test_pictures_of_an_earlier_build_are_taken_away(tmp_path: Path) -> None:
    write_figures(tmp_path / "figures", {"old.svg": b"<old/>", "a.svg": b"<a/>"})
    write_figures(tmp_path / "figures", {"a.svg": b"<new/>"})
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["a.svg"]
    assert (tmp_path / "figures" / "a.svg").read_bytes() == b"<new/>"
