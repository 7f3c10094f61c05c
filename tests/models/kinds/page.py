"""The table of kinds as a page for readers: `python -m tests.models.kinds.page` writes it."""

from __future__ import annotations

from pathlib import Path

from tests.models.kinds.table import GROUPS

PATH = Path(__file__).resolve().parents[3] / "docs" / "checkpoints.md"
_HEAD = """# Which checkpoints are scored

Each kind is made tiny in `tests/models/kinds`. What is scored equals plain, slow code to 1e-5,
hidden tokens and tokens in sight; what is not is refused with the cause and what to do.
`equimask check MODEL` tells the same of a model of yours.
"""


def rendered() -> str:
    """The whole page."""
    parts = [_HEAD]
    for group, kinds in GROUPS.items():
        rows = [f"| {kind.what} | {'refused' if kind.refusal else 'scored'} |" for kind in kinds]
        parts.append("\n".join([f"## {group}\n", "| kind | |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PATH.write_text(rendered(), encoding="utf-8")
