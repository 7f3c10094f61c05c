"""What was planted in the embedded model, and who should find it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from equimask.audits.measures import audited_specs
from equimask.audits.results import Audit
from equimask.core.embedded import is_embedded, planted_doses
from equimask.metrics import measure_of
from equimask.metrics.spec import MALE, STEREOTYPE
from equimask.reports.html.sentences import listed

_WORDS = {"stereotype": ("stereotype", STEREOTYPE), "prevalence": ("prevalence of men", MALE)}


def planted_sentence(metrics: Iterable[str]) -> str:
    """`Planted: stereotype 0.8, which S_JSD and CPS should find, and prevalence of men 0.5.`."""
    wanted = set(metrics)
    taken = [spec.headline for name, spec in audited_specs().items() if name in wanted]
    doses = planted_doses()
    said = []
    for dose, (words, claim) in _WORDS.items():
        finders = [measure.label for measure in taken if measure.claim == claim]
        should = f", which {listed(finders)} should find" if finders else ""
        said.append(f"{words} {doses[dose]}{should}")
    return f"Planted: {', and '.join(said)}."


def planted_in(audit: Audit) -> str:
    """The sentence for a report of the embedded model; nothing where it was not audited."""
    own = [entry.key for entry in audit.models if is_embedded(entry.signed)]
    if not own:
        return ""
    return (
        f"{own[0]} is a laboratory animal, not a language model: it was trained on generated "
        "sentences with a planted bias, so the answer is known. "
        f"{planted_sentence(_metrics(audit.measures))}"
    )


def _metrics(measures: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(measure_of(name).metric for name in measures))
