"""What the exhibits share."""

from __future__ import annotations

from equimask.papers.request import Request


class Work:
    """All of it, computed when it is asked for."""

    def __init__(self, request: Request) -> None:
        self.request = request
