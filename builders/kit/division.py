"""Which share of a job one of several processes does, whoever has started them."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Division:
    """One share of so many; `index` counts from 0, people count from 1."""

    index: int = 0
    count: int = 1

    @property
    def whole(self) -> bool:
        """Whether it is all of the job."""
        return self.count == 1

    @property
    def label(self) -> str:
        """As files are named by it: `3-of-7`, nothing for the whole."""
        return "" if self.whole else f"{self.index + 1}-of-{self.count}"

    def takes(self, number: int) -> bool:
        """Whether a piece belongs to it: every n-th, because neighbours take equally long."""
        return number % self.count == self.index

    def within(self, index: int, count: int) -> Division:
        """A share of this share."""
        return Division(self.index + self.count * index, self.count * count)

    def __str__(self) -> str:
        return f"{self.index + 1}/{self.count}"


def part(text: str) -> Division:
    """`I/N` of the command line, as argparse wants it."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(
            f"expected I/N with I from 1 to N, such as 3/7, got {text!r}"
        )
    return Division(int(found[1]) - 1, int(found[2]))
