"""How many digits of a number are printed: as many as its error leaves a meaning."""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import Protocol

_WITHOUT_ERROR = 1  # decimals
_OF_THE_ERROR = 2  # significant digits
_MOST = 6  # decimals: more are noise, however small the error


class Found(Protocol):
    """A number with an error bar."""

    @property
    def stderr(self) -> float | None:
        """Its standard error, where it is known."""

    @property
    def ci_low(self) -> float | None:
        """Of its interval, where it has one."""

    @property
    def ci_high(self) -> float | None:
        """The other end."""


def decimals(error: float | None) -> int:
    """Such that the error has two significant digits: 2 for 0.31, 1 for 3.1, 0 for 31."""
    if error is None or not isfinite(error) or error <= 0.0:
        return _WITHOUT_ERROR
    # 0.0996 is printed as 0.10
    magnitude = floor(log10(float(f"{error:.{_OF_THE_ERROR - 1}e}")))
    return min(max(0, _OF_THE_ERROR - 1 - magnitude), _MOST)


def decimals_of(found: Found, factor: float) -> int:
    """Of a score, its interval and all that stands in one line with it."""
    error = found.stderr
    if error is None and found.ci_low is not None and found.ci_high is not None:
        error = (found.ci_high - found.ci_low) / 4.0
    return decimals(None if error is None else error * factor)


def number(value: float | None, factor: float = 1.0, digits: int = _WITHOUT_ERROR) -> str:
    """As it is printed; a dash where there is none, and never a minus before 0."""
    if value is None:
        return "–"
    text = f"{value * factor:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def interval(found: Found, factor: float, between: str = "…") -> str:
    """Its ends in the digits of the number; a dash where there are none."""
    if found.ci_low is None or found.ci_high is None:
        return number(None)
    digits = decimals_of(found, factor)
    return between.join(number(end, factor, digits) for end in (found.ci_low, found.ci_high))


def around(value: float | None, factor: float, digits: int) -> str:
    """A distance to both sides."""
    return number(None) if value is None else f"±{number(value, factor, digits)}"
