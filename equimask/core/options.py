"""The options that all metrics share: one name, one default, one check each."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from equimask.core.errors import OptionError, near_matches, shorten

_CHOICES: dict[str, tuple[str | None, ...]] = {
    "dtype": ("float32", "float16", "bfloat16", "float64"),
    "unit": ("token", "word"),
    "protocol": ("corrected", "published"),
    "likelihood": ("aula", "aul", "norm_aula"),
    "weights": (None, "cosine", "dot", "none"),
    "perturb": (None, "last_character"),
}


@dataclass(frozen=True)
class Options:
    """How a score is computed; a metric ignores what it does not use, so `combine` works."""

    model: Any = None
    tokenizer: Any = None
    revision: str | None = None
    device: str | None = None
    dtype: str = "float32"
    batch_tokens: int | None = None
    unit: str = "token"
    protocol: str = "corrected"
    calibrate: bool = False
    n_twins: int = 8
    length_matched: bool = False
    min_similarity: float | None = None
    min_probability: float = 0.0
    confidence_level: float = 0.95
    n_resamples: int = 9999
    seed: int = 0
    progress: bool = True
    return_rows: bool = True
    likelihood: str = "aula"
    weights: str | None = None
    perturb: str | None = None
    gender_more: Sequence[str] | None = None
    pair_id: Sequence[str] | None = None
    origin: Sequence[str] | None = None
    trust_remote_code: bool = False
    counts: Sequence[int] | None = None
    sentiment: Any = None
    l1: Any = None
    posterior: Any = None
    rebalance: bool = False
    add_k: float = 0.0

    @property
    def published(self) -> bool:
        """Whether the authors' released code is to be reproduced, quirks included."""
        return self.protocol == "published"

    @property
    def effective_weights(self) -> str:
        """MBE's weights: the released code multiplies raw vectors, which it calls a cosine."""
        return self.weights or ("dot" if self.published else "cosine")


OPTION_NAMES = tuple(field.name for field in dataclasses.fields(Options))
_SWITCHES = {field.name for field in dataclasses.fields(Options) if field.type == "bool"}


def parse_options(values: Mapping[str, Any], columns: Sequence[str] = ()) -> Options:
    """Check names and values; a name nobody knows is an error with near matches.

    `columns` are the other names that a caller may have meant.
    """
    for name, value in values.items():
        if name not in OPTION_NAMES:
            raise OptionError(
                expected="an option of Equimask's metrics",
                got=f"{name}={shorten(value, 40)}",
                fix=near_matches(name, (*OPTION_NAMES, *columns)),
            )
        if name in _CHOICES and value not in _CHOICES[name]:
            choices = " or ".join(map(repr, _CHOICES[name]))
            raise OptionError(
                expected=f"{name}={choices}",
                got=f"{name}={shorten(value)}",
                fix="Pick one of them.",
            )
        if name in _SWITCHES and not isinstance(value, bool):
            raise OptionError(
                expected=f"{name}=True or {name}=False",
                got=f"{name}={shorten(value)}",
                fix="Pass a boolean: any other word would count as True.",
            )
    options = Options(**values)
    _check_numbers(options)
    return options


def _check_numbers(options: Options) -> None:
    checks: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
        ("confidence_level", "a number between 0 and 1", lambda v: 0 < v < 1),
        ("n_resamples", "a whole number of at least 2", lambda v: index(v) >= 2),
        ("n_twins", "a whole number of at least 2", lambda v: index(v) >= 2),
        ("seed", "a whole number from 0 to 2**32 - 1", lambda v: 0 <= index(v) < 2**32),
        ("min_probability", "a number from 0 to 1", lambda v: 0 <= v <= 1),
        ("min_similarity", "None or a number up to 1", lambda v: v is None or v <= 1),
        ("add_k", "a number from 0 to 1000", lambda v: 0 <= v <= 1000),
        (
            "batch_tokens",
            "None or a whole number of at least 1",
            lambda v: v is None or index(v) >= 1,
        ),
    )
    for name, expected, is_valid in checks:
        value = getattr(options, name)
        try:
            valid = bool(is_valid(value))
        except (TypeError, ValueError, OverflowError):
            valid = False
        if not valid:
            raise OptionError(
                expected=f"{name} to be {expected}", got=shorten(value), fix=f"Change {name}."
            )
