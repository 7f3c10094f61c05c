"""What specs say in the README and in the metrics' cards: `python -m equimask.hub.metric_cards`.

It stands between `<!-- name -->` and `<!-- /name -->`; the words around it are written by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from equimask.core.errors import DataError
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
from equimask.version import REPOSITORY

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
        **({"language": _paragraph(language_quality(spec))} if spec.needs_model else {}),
        **({"two numbers": _paragraph(two_numbers(spec))} if has_two_numbers(spec) else {}),
        **({"control": _paragraph(control_pairs(spec))} if "control" in spec.options else {}),
    }


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
