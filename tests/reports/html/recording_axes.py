"""An axis that is not drawn."""

from __future__ import annotations

from typing import Any


class Axes:
    """Remembers what is drawn on it."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.spines = {"left": self}
        self.figure = self

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **options: self.drawn.append((name, args, options))
