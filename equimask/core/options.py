"""The options of all metrics: one name, one default, one check and one sentence each.

Python, the terminal, the modules' `Args:` and the cards' tables read them here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import inf
from operator import index
from types import MappingProxyType
from typing import Any, Literal

from equimask.core.errors import OptionError, near_matches, shorten
from equimask.core.progress import Shown

Role = Literal["loading", "scoring", "data", "statistics", "calibration", "column", "showing"]
"""What an option decides: which model runs and where; how rows are scored; which rows are; error
bars and tests; the null; what is known of each row; what is shown meanwhile and returned."""


@dataclass(frozen=True)
class Option:
    """An option as people meet it.

    `terminal` is the type of its flag, None where it has none: a column comes with the data, where
    it is called `column`.
    """

    name: str
    default: Any
    role: Role
    help: str
    terminal: Any
    choices: tuple[str | None, ...]
    expected: str
    is_valid: Callable[[Any], bool] | None
    column: str

    def __post_init__(self) -> None:
        if not self.column:
            object.__setattr__(self, "column", self.name)

    @property
    def flag(self) -> str:
        """As it is typed."""
        return f"--{self.name.replace('_', '-')}"

    def written(self, value: Any) -> str:
        """As it stands in a signature: 1 and 1.0 are one number."""
        is_number = self.terminal is float and value is not None
        return str(float(value)) if is_number else str(value)

    def read(self, text: str) -> Any:
        """The inverse of `written`, checked."""
        try:
            value: Any
            if self.terminal is bool:
                value = {"True": True, "False": False}[text]
            elif self.terminal == list[float]:
                value = [float(part) for part in text.split(",")]
            else:
                value = self.terminal(text)
        except (KeyError, TypeError, ValueError) as error:
            raise OptionError(
                expected=f"{self.name} as a signature has it",
                got=shorten(f"{self.name}:{text}"),
                fix="Copy the whole signature as it was printed.",
            ) from error
        self.check(value)
        return value

    def check(self, value: Any) -> None:
        """Raise where the option does not take the value."""
        if self.choices and value not in self.choices:
            choices = " or ".join(map(repr, self.choices))
            raise OptionError(
                expected=f"{self.name}={choices}",
                got=f"{self.name}={shorten(value)}",
                fix="Pick one of them.",
            )
        if isinstance(self.default, bool) and not isinstance(value, bool):
            raise OptionError(
                expected=f"{self.name}=True or {self.name}=False",
                got=f"{self.name}={shorten(value)}",
                fix="Pass a boolean: any other word would count as True.",
            )
        if self.is_valid is None:
            return
        try:
            valid = bool(self.is_valid(value))
        except (TypeError, ValueError, OverflowError):
            valid = False
        if not valid:
            raise OptionError(
                expected=f"{self.name} to be {self.expected}",
                got=shorten(value),
                fix=f"Change {self.name}.",
            )


def _option(
    default: Any,
    role: Role,
    help: str,
    *,
    terminal: Any = None,
    choices: tuple[str | None, ...] = (),
    expected: str = "",
    is_valid: Callable[[Any], bool] | None = None,
    column: str = "",
) -> Any:
    facts = {"role": role, "help": help, "terminal": terminal, "choices": choices}
    facts |= {"expected": expected, "is_valid": is_valid, "column": column}
    return field(default=default, metadata=facts)


@dataclass(frozen=True)
class Options:
    """How a score is computed; a metric ignores what it does not use, so `combine` works."""

    model: Any = _option(
        None, "loading", "A hub id, a local folder, 'embedded', or a live masked language model."
    )
    tokenizer: Any = _option(
        None, "loading", "Another tokenizer than the model's own: a name, or an object.",
        terminal=str,
    )  # fmt: skip
    revision: str | None = _option(
        None, "loading", "The model's branch, tag or commit.", terminal=str
    )
    device: str | None = _option(
        None, "loading", "cpu, cuda:1, mps, xpu …; by default the best that is there.",
        terminal=str,
    )  # fmt: skip
    dtype: str = _option(
        "float32", "loading", "The precision of a named model: float32, float16, bfloat16 or "
        "float64.", terminal=str,
        choices=("float32", "float16", "bfloat16", "float64"),
    )  # fmt: skip
    batch_tokens: int | None = _option(
        None, "loading", "Tokens of a batch; chosen by the device, halved when memory runs out.",
        terminal=int, expected="None or a whole number of at least 1",
        is_valid=lambda v: v is None or index(v) >= 1,
    )  # fmt: skip
    trust_remote_code: bool = _option(
        False, "loading", "Run code that comes with the model; only if you trust it.", terminal=bool
    )
    mask_token: str | None = _option(
        None, "loading", "What hides a word, where the tokenizer does not name it.", terminal=str
    )
    device_map: Any = _option(
        None, "loading", "'auto', or a mapping: a model too large for one device is spread over "
        "several, the processor and the disk.", terminal=str,
    )  # fmt: skip
    max_memory: Any = _option(
        None, "loading", "With device_map: what each device may hold, {'cpu': '4GB', 0: '10GB'} "
        "or 'cpu=4GB,0=10GB'.", terminal=str,
    )  # fmt: skip
    unit: str = _option(
        "token", "scoring", "'token', or 'word': the later pieces of a word are hidden with the "
        "masked one, as far as both sentences share them (PLL-word-l2r).",
        terminal=str, choices=("token", "word"),
    )  # fmt: skip
    protocol: str = _option(
        "corrected", "scoring", "'corrected', or 'published': the authors' released code, quirks "
        "included.", terminal=str, choices=("corrected", "published"),
    )  # fmt: skip
    likelihood: str = _option(
        "aula", "scoring", "Of a whole sentence: 'aula' weighs tokens by the attention that they "
        "receive, 'aul' does not, 'norm_aula' divides by the weights' sum.", terminal=str,
        choices=("aula", "aul", "norm_aula"),
    )  # fmt: skip
    weights: str | None = _option(
        None, "scoring", "Of pairs of sentences: 'cosine' (default), 'dot' (the authors' code and "
        "the default under 'published') or 'none'.", terminal=str,
        choices=(None, "cosine", "dot", "none"),
    )  # fmt: skip
    min_similarity: float | None = _option(
        None, "scoring", "Leave out pairs of sentences that are less similar.", terminal=float,
        expected="None or a number up to 1", is_valid=lambda v: v is None or v <= 1,
    )  # fmt: skip
    length_matched: bool = _option(
        False, "scoring", "Compare only sentences of as many tokens.", terminal=bool
    )
    balanced_draws: int = _option(
        0, "scoring", "As many random draws of bags of one size, that of the smaller; their mean "
        "with a 99 % interval.", terminal=int, expected="0 or a whole number of at least 2",
        is_valid=lambda v: index(v) == 0 or index(v) >= 2,
    )  # fmt: skip
    min_probability: float | None = _option(
        None, "scoring", "Leave out masks at which neither word is as probable: 0 (default) leaves "
        "none out; under 'published' one must be more probable than 0.01.", terminal=float,
        expected="None or a number from 0 to 1", is_valid=lambda v: v is None or 0 <= v <= 1,
    )  # fmt: skip
    rebalance: bool = _option(
        False, "scoring", "Weigh the genders alike, so that their deviations can be compared.",
        terminal=bool,
    )  # fmt: skip
    add_k: float = _option(
        0.0, "scoring", "Added to every cell before PMI is taken.", terminal=float,
        expected="a number from 0 to 1000", is_valid=lambda v: 0 <= v <= 1000,
    )  # fmt: skip
    min_count: int = _option(
        5, "scoring", "How often a word must have been said of a gender to stand in its top_words.",
        terminal=int, expected="a whole number of at least 1", is_valid=lambda v: index(v) >= 1,
    )  # fmt: skip
    l1: Any = _option(
        None, "scoring", "One penalty or several; by default the grid of the study.",
        terminal=list[float],
    )  # fmt: skip
    posterior: Any = _option(
        None, "scoring", "Posterior regularisation, one or several; by default the study's grid.",
        terminal=list[float],
    )  # fmt: skip
    sentiment: Any = _option(
        None, "scoring", "A lexicon: {word: (negative, neutral, positive)}, records, a table or a "
        "parquet file with word, negative, neutral, positive.", terminal=str,
    )  # fmt: skip
    control: str = _option(
        "", "scoring", "'neutral': the two names of a row in four contexts without a stereotype; "
        "'names': its sentences beside themselves under other names of the same gender. Adds "
        "control and minus_control: what names alone make of the score, and the rest.",
        terminal=str, choices=("", "neutral", "names"),
    )  # fmt: skip
    perturb: str | None = _option(
        None, "data", "'last_character' removes it from every sentence.", terminal=str,
        choices=(None, "last_character"),
    )  # fmt: skip
    calibrate: bool = _option(
        False, "calibration", "Compare with untrained twins of the model; adds null and "
        "null_stderr. 1 + n_twins times the work.", terminal=bool,
    )  # fmt: skip
    n_twins: int = _option(
        8, "calibration", "How many twins.", terminal=int,
        expected="a whole number of at least 2", is_valid=lambda v: index(v) >= 2,
    )  # fmt: skip
    confidence_level: float = _option(
        0.95, "statistics", "Of the interval.", terminal=float,
        expected="a number between 0 and 1", is_valid=lambda v: 0 < v < 1,
    )  # fmt: skip
    n_resamples: int = _option(
        9999, "statistics", "Draws of the bootstrap and of permutation tests.", terminal=int,
        expected="a whole number of at least 2", is_valid=lambda v: index(v) >= 2,
    )  # fmt: skip
    equivalence: float | None = _option(
        None, "statistics", "A bound, in the score's own unit (of s_jsd, not in thousandths): two "
        "one-sided tests tell whether the distance from the null, or else from neutral, is "
        "smaller; adds equivalence_bound and equivalence_p.", terminal=float,
        expected="None or a number above 0", is_valid=lambda v: v is None or 0 < v < inf,
    )  # fmt: skip
    seed: int = _option(
        0, "statistics", "Of all that is drawn.", terminal=int,
        expected="a whole number from 0 to 2**32 - 1", is_valid=lambda v: 0 <= index(v) < 2**32,
    )  # fmt: skip
    gender_more: Sequence[str] | None = _option(
        None, "column", "'male', 'female' or '' for each row: whom its stereotype is about; adds "
        "male_prevalence, male_lean and stereotype_contrast.",
    )  # fmt: skip
    pair_id: Sequence[str] | None = _option(
        None, "column", "An id that the male and the female version of a sentence share, '' for a "
        "sentence alone: versions are drawn and relabelled together.",
    )  # fmt: skip
    origin: Sequence[str] | None = _option(
        None, "column", "'male', 'female' or '': which version of a pair was found in the text; "
        "under 'published' five subsets balanced by it are scored, or pairs resampled where it is "
        "about balanced already.", column="origin_gender",
    )  # fmt: skip
    cluster: Sequence[Any] | None = _option(
        None, "column", "A label that rows share which are not independent: a name, a template, an "
        "item; '' for a row alone. They are drawn and flipped together. Several columns, as a list "
        "of them, are crossed.",
    )  # fmt: skip
    counts: Sequence[int] | None = _option(
        None, "column", "How often each row occurred; once each without it.", column="count"
    )
    progress: Shown = _option(
        True, "showing", "How far it is and how long it will take: a bar on a terminal and in a "
        "notebook, elsewhere a plain line every 30 s.", terminal=bool,
    )  # fmt: skip
    return_rows: bool = _option(True, "showing", "The scores of single rows in the result.")

    @property
    def published(self) -> bool:
        """Whether the authors' released code is to be reproduced, quirks included."""
        return self.protocol == "published"

    @property
    def effective_weights(self) -> str:
        """MBE's weights: the released code multiplies raw vectors, which it calls a cosine."""
        return self.weights or ("dot" if self.published else "cosine")

    @property
    def effective_min_probability(self) -> float:
        """DCBM's threshold: the authors' text has one."""
        if self.min_probability is None:
            return 0.01 if self.published else 0.0
        return float(self.min_probability)

    @property
    def effective(self) -> Options:
        """With what the protocol decides where nothing was given."""
        return replace(
            self,
            weights=self.effective_weights,
            min_probability=self.effective_min_probability,
        )


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {one.name: Option(one.name, one.default, **one.metadata) for one in fields(Options)}
)


def options_in(*roles: Role) -> tuple[str, ...]:
    """The names of the options that have one of these roles."""
    return tuple(name for name, option in OPTIONS.items() if option.role in roles)


def parse_options(
    values: Mapping[str, Any],
    columns: Sequence[str] = (),
    known: Sequence[str] = tuple(OPTIONS),
    what: str = "an option of Equimask's metrics",
) -> Options:
    """Check names and values; a name that is not `known` is an error with near matches.

    `columns` are the other names that a caller may have meant.
    """
    for name, value in values.items():
        if name not in known:
            raise OptionError(
                expected=what,
                got=f"{name}={shorten(value, 40)}",
                fix=near_matches(name, (*known, *columns)),
            )
        OPTIONS[name].check(value)
    return Options(**values)
