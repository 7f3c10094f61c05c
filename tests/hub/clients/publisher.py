"""A process that runs commands of the terminal, one after the other, and tells how they ended."""

from __future__ import annotations

import json
import sys

from typer.testing import CliRunner

from equimask.cli.main import app


def main() -> None:
    told = []
    for arguments in json.loads(sys.argv[1]):
        result = CliRunner().invoke(app, arguments)
        told.append({"code": result.exit_code, "out": result.stdout, "err": result.stderr})
    print(json.dumps(told))


if __name__ == "__main__":
    main()
