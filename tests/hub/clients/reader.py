"""A process that reads datasets of the Hub as metrics do, and tells what it got or was told."""

from __future__ import annotations

import json
import sys
from typing import Any

from equimask.core.errors import EquimaskError
from equimask.inputs.forms import rows_of
from equimask.inputs.reading import read_one
from equimask.inputs.specification import parse_choice
from equimask.metrics import spec_of


def read(data: str, language: str | None = None, **choice: Any) -> dict[str, Any]:
    try:
        table = read_one(data, parse_choice(**choice), language)
        rows = rows_of(spec_of("cps"), table)
    except EquimaskError as error:
        return {"error": str(error), "kind": type(error).__name__}
    return {
        "rows": rows.columns["sent_more"],
        "label": rows.label,
        "language": table.language,
        "there": table.there,
    }


if __name__ == "__main__":
    print(json.dumps([read(**asked) for asked in json.loads(sys.argv[1])]))
