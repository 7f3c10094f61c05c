"""Every model has a colour and a sign, the same in all figures of a report."""

from __future__ import annotations

from equimask.audits.results import Audit
from equimask.core.looks import Look, looks_of


def model_looks(audit: Audit) -> dict[str, Look]:
    """Of every model, by its key."""
    return {look.name: look for look in looks_of(audit.model_keys)}
