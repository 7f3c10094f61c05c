"""What a spec says to people: the `Args:` of a module, the tables of a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from equimask.core.options import OPTIONS, Option, options_in
from equimask.metrics.spec import MetricSpec

_ALWAYS = (
    "stderr, ci_low, ci_high, p_value, test, neutral, n, n_ties, skipped, mde, rows, signature"
)


def options_of(spec: MetricSpec) -> list[Option]:
    """The options that the metric reads: its own first, then those that all share."""
    loading = options_in("loading", "calibration") if spec.needs_model else ("device",)
    shared = (*loading, *options_in("statistics", "showing"))
    return [OPTIONS[name] for name in dict.fromkeys((*spec.options, *shared))]


def arguments(spec: MetricSpec) -> str:
    """The docstring of the module's `compute`."""
    lines = ["Args:"]
    for name, told in spec.columns.items():
        lines.append(_argument(f"{name} (list of str)", told))
    lines.append(_wrapped(spec.without_columns, "        "))
    for option in options_of(spec):
        kind = "list" if option.role == "column" else _kind(option)
        lines.append(_argument(f"{option.name}{kind and f' ({kind})'}", option.help))
    further = f"; {spec.returns}" if spec.returns else ""
    lines += ["Returns:", _wrapped(f"{spec.name}, {_ALWAYS}{further}.", "    ")]
    lines += ["Examples:", f'    >>> {spec.name} = evaluate.load("metrics/{spec.name}", "en")']
    first, *rest = spec.example.splitlines()
    lines.append(f"    >>> {first}{'' if rest else '  # doctest: +SKIP'}")
    lines += [f"    ... {line}" for line in rest]
    return "\n".join(lines) + "\n"


def options_table(spec: MetricSpec) -> str:
    """The options in Markdown."""
    return table(
        ("option", "default", "what it does"),
        ((f"`{option.name}`", f"`{option.default!r}`", option.help) for option in options_of(spec)),
    )


def measures_table(spec: MetricSpec) -> str:
    """Range, neutral point and direction of every measure in Markdown."""
    return table(
        ("", "range", "neutral", "direction"),
        (
            (
                f"`{measure.name}`",
                f"{_number(measure.limits[0])} to {_number(measure.limits[1])}",
                "its null" if measure.neutral is None else _number(measure.neutral),
                measure.reads,
            )
            for measure in spec.measures
        ),
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """In Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |".replace(
            "|  |", "| |"
        )
        for line in lines
    )


def _number(value: float) -> str:
    return "∞" if value == float("inf") else f"{value:g}".replace("-", "−")


def _kind(option: Option) -> str:
    kind = option.terminal
    return kind.__name__ if isinstance(kind, type) else ""


def _argument(name: str, told: str) -> str:
    return _wrapped(f"{name}: {told}", "    ", "        ")


def _wrapped(text: str, first: str, later: str | None = None) -> str:
    return fill(
        text, 100, initial_indent=first, subsequent_indent=first if later is None else later
    )
