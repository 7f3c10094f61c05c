"""How to cite a report: the software, and the papers of the measures that it shows."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.metrics import measure_of, spec_of
from equimask.reports.html.selection import measured
from equimask.version import REPOSITORY

AUTHORS = "The Equimask contributors"
TITLE = "Equimask: gender bias of masked language models, measured and signed"


def citation_line(audit: Audit) -> str:
    """As it stands in a list of references."""
    return f"{AUTHORS}. {TITLE}. Version {audit.equimask}. {REPOSITORY}"


def bibtex(audit: Audit) -> str:
    """The software and every paper whose measure has a score here, each once."""
    software = (
        f"@software{{equimask,\n  title = {{{{{TITLE}}}}},\n  author = {{{{{AUTHORS}}}}},\n"
        f"  version = {{{audit.equimask}}},\n  url = {{{REPOSITORY}}}\n}}"
    )
    papers = (spec_of(measure_of(measure).metric).citation for measure in measured(audit))
    return "\n\n".join(dict.fromkeys((software, *papers)))
