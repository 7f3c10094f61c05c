"""What specs say in the README and in the metrics' cards: `python -m equimask.hub.metric_cards`.

It stands between `<!-- name -->` and `<!-- /name -->`; the words around it are written by hand.
A card has a figure too: the score of the embedded model.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from equimask.core.errors import DataError
from equimask.evaluation.example import LANGUAGE, example_result
from equimask.inputs.example import example_columns
from equimask.metrics import MetricSpec, all_specs
from equimask.metrics.texts import (
    calibration,
    control_pairs,
    has_two_numbers,
    inputs,
    language_quality,
    measures_table,
    metrics_table,
    two_numbers,
    verdicts,
)
from equimask.reports.score_figure import score_file
from equimask.version import REPOSITORY

_FIGURE = "figures/example.svg"
_METRICS = f"{REPOSITORY}/tree/main/metrics"


def cards(root: Path) -> dict[Path, str]:
    """The README and every metric's card of a clone, as they should be by the specs."""
    parts = {root / "README.md": {"metrics": _paragraph(metrics_table(all_specs().values()))}}
    for name, spec in all_specs().items():
        parts[root / "metrics" / name / "README.md"] = _parts(spec)
    return {
        path: _filled(path.read_text(encoding="utf-8"), told, path) for path, told in parts.items()
    }


def _parts(spec: MetricSpec) -> dict[str, str]:
    siblings = (f"[{name}]({_METRICS}/{name})" for name in all_specs() if name != spec.name)
    read = (
        measures_table(spec),
        verdicts(spec),
        *([calibration(spec)] if spec.needs_model else ()),
    )
    return {
        "measures": _paragraph("\n\n".join(read)),
        "loading": _paragraph(_loading(spec.name)),
        "inputs": _paragraph(inputs(spec)),
        "citation": _paragraph(f"```bibtex\n{spec.citation}\n```"),
        "siblings": ", ".join(siblings),
        "example": _paragraph(_example(spec)),
        **({"language": _paragraph(language_quality(spec))} if spec.needs_model else {}),
        **({"two numbers": _paragraph(two_numbers(spec))} if has_two_numbers(spec) else {}),
        **({"control": _paragraph(control_pairs(spec))} if "control" in spec.options else {}),
    }


def figures(root: Path) -> dict[Path, bytes]:
    """The picture of every metric's card, measured anew: it takes seconds."""
    return {
        root / "metrics" / name / _FIGURE: score_file(example_result(name).result)
        for name in all_specs()
    }


def _example(spec: MetricSpec) -> str:
    """One row as the metric reads it, and what it says of all of them."""
    columns = example_columns(spec, LANGUAGE)
    cells = (f"| `{name}` | {texts[0]} |" for name, texts in columns.items())
    whose = "made-up" if spec.rows_from is None else "packaged English"
    table = "\n".join([f"One of the {whose} rows:", "", "| column | value |", "|---|---|", *cells])
    of_whom = " of the embedded model, whose bias was planted," if spec.needs_model else ""
    seen = f"The score{of_whom} on the {whose} rows, with its interval and {_start(spec)}"
    return f"{table}\n\n![{seen}]({_FIGURE})"


def _start(spec: MetricSpec) -> str:
    known = spec.headline.neutral is not None
    return "the neutral point" if known else "what untrained copies of the model score"


def _loading(name: str) -> str:
    return (
        f'After `pip install equimask`, `equimask.load("{name}", "de")` is the module. So is '
        f'`evaluate.load("metrics/{name}", "de")` in a clone of the [repository]({REPOSITORY}) '
        f'and, with the name of this Space, `evaluate.load("ORG/{name}", "de")` from the Hub, '
        "where `revision=` with one of its tags stays on a version. "
        "The second argument is the language: it chooses the default data and, for models with "
        "language embeddings (XLM, X-MOD), theirs."
    )


def _paragraph(text: str) -> str:
    return f"\n\n{text}\n\n"


def _filled(text: str, parts: Mapping[str, str], path: Path) -> str:
    for name, told in parts.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, _, rest = text.partition(begin)
        _, ended, after = rest.partition(end)
        if not ended:
            raise DataError(
                expected=f"{begin} and {end} in {path.parent.name}/{path.name}",
                got="no such part",
                fix="Put them where the spec is to speak; cards of other metrics have them.",
            )
        text = f"{before}{begin}{told}{end}{after}"
    return text


if __name__ == "__main__":
    for path, text in cards(Path.cwd()).items():
        path.write_text(text, encoding="utf-8")
    for path, picture in figures(Path.cwd()).items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(picture)
