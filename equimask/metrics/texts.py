"""What a spec says to people: the `Args:` of a module, the tables of a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill, indent

from equimask.core.options import OPTIONS, Option, options_in
from equimask.metrics.spec import Measure, MetricSpec

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
        kind = "list" if option.role == "column" else f"default {option.default!r}"
        lines.append(_argument(f"{option.name} ({kind})", option.help))
    further = f"; {spec.returns}" if spec.returns else ""
    lines += ["Returns:", _wrapped(f"{spec.name}, {_ALWAYS}{further}.", "    ")]
    lines += ["Examples:", "    >>> import equimask"]
    lines.append(f'    >>> {spec.name} = equimask.load("{spec.name}", "en")')
    return "\n".join(lines) + f"\n{indent(spec.example, '    ')}\n"


def inputs(spec: MetricSpec) -> str:
    """The columns and the options in Markdown."""
    columns = [f"- `{name}`: {told}" for name, told in spec.columns.items()]
    options = table(
        ("option", "default", "what it does"),
        ((f"`{option.name}`", f"`{option.default!r}`", option.help) for option in options_of(spec)),
    )
    return "\n".join([*columns, "", spec.without_columns, "", options])


def measures_table(spec: MetricSpec) -> str:
    """Range, neutral point and direction of every measure in Markdown."""
    return table(
        ("", "range", "neutral", "direction"),
        ((_in_result(measure), *_scale(measure)) for measure in spec.measures),
    )


def metrics_table(specs: Iterable[MetricSpec]) -> str:
    """What each metric reads and asks, and how its headline is read, in Markdown."""
    return table(
        ("metric", "input", "what it asks", "range", "neutral", "direction"),
        (
            (
                f"[`{spec.name}`](metrics/{spec.name}/README.md)",
                ", ".join(f"`{name}`" for name in spec.columns),
                spec.headline.asks,
                *_scale(spec.headline),
            )
            for spec in specs
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


def _in_result(measure: Measure) -> str:
    """Its key in the result, and the options that give it if they are not the defaults."""
    fixed = (f"`{name}={value!r}`" for name, value in measure.options.items())
    return ", ".join((f"`{measure.key}`", *fixed))


def _scale(measure: Measure) -> tuple[str, str, str]:
    low, high = map(_number, measure.limits)
    neutral = "not 50: its `null`" if measure.neutral is None else _number(measure.neutral)
    return f"{low} to {high}", neutral, measure.reads


def _number(value: float) -> str:
    return f"{value:.3g}".replace("-", "−")


def _argument(name: str, told: str) -> str:
    return _wrapped(f"{name}: {told}", "    ", "        ")


def _wrapped(text: str, first: str, later: str | None = None) -> str:
    return fill(
        text, 100, initial_indent=first, subsequent_indent=first if later is None else later
    )
