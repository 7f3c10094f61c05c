"""The ids of a page: short, and never two alike whatever models and data are called."""

from __future__ import annotations

from equimask.audits.results import Audit, Cell


def signature_key(audit: Audit, cell: Cell) -> str:
    """Where the page shows the signature of a number."""
    model, place = audit.model_keys.index(cell.model), audit.places.index(cell.place)
    return f"signature-{model}-{cell.measure}-{place}"
