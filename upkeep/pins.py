"""The pins with the sha256 of every file that the index has of them.

python -m upkeep.pins    # constraints.txt -> requirements.lock; needs an index

`pip -c constraints.txt` takes the versions; `pip install --require-hashes -r requirements.lock`
takes only files that were there when the pins were chosen, on any platform.
"""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import InvalidVersion, Version

from builders.kit.bounded import Bounds, opened
from builders.kit.http import USER_AGENT

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS, LOCK = ROOT / "constraints.txt", ROOT / "requirements.lock"
HEAD = "# Of constraints.txt, by python -m upkeep.pins: every file that the index had of it.\n"
_INDEX = "https://pypi.org/simple"
_LINK = re.compile(r'<a [^>]*href="[^"#]*#sha256=([0-9a-f]{64})"[^>]*>([^<]+)</a>')
_PAGE = Bounds(most=1 << 26, silence=60, whole=300)


class Pin(NamedTuple):
    """One line of the constraints."""

    name: str
    version: Version
    line: str


def pins_of(text: str) -> list[Pin]:
    """Name, version and line of everything that is pinned."""
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            one = Requirement(line)
            (specifier,) = one.specifier
            found.append(Pin(canonicalize_name(one.name), Version(specifier.version), line.strip()))
    return found


def hashes_in(page: str, pin: Pin) -> list[str]:
    """Of the files of this version on the index's page of the package."""
    links = ((digest, html.unescape(name).strip()) for digest, name in _LINK.findall(page))
    return sorted({digest for digest, name in links if _version_of(name) == pin.version})


def _version_of(name: str) -> Version | None:
    try:
        if name.endswith(".whl"):
            return parse_wheel_filename(name)[1]
        return parse_sdist_filename(name)[1]
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion):
        return None


def locked(pin: Pin, hashes: list[str]) -> str:
    """The pin as `--require-hashes` reads it."""
    return " \\\n".join([pin.line, *(f"    --hash=sha256:{one}" for one in hashes)]) + "\n"


def locked_pins(text: str) -> dict[str, list[str]]:
    """The pins of a lock file, by their lines, and their hashes."""
    found: dict[str, list[str]] = {}
    for entry in text.replace(" \\\n", " ").splitlines():
        if entry and not entry.startswith("#"):
            line, *hashes = entry.split("--hash=sha256:")
            found[line.strip()] = [one.strip() for one in hashes]
    return found


def _index() -> str:
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return (told or _INDEX).rstrip("/")


def main() -> int:
    """Write the lock file; whatever the index does not have is told, and nothing is written."""
    index, text, missing = _index(), HEAD, []
    pages: dict[str, str] = {}
    for pin in pins_of(CONSTRAINTS.read_text(encoding="utf-8")):
        if pin.name not in pages:
            headers = {"User-Agent": USER_AGENT, "Accept": "text/html", "Accept-Encoding": "gzip"}
            with opened(f"{index}/{pin.name}/", _PAGE, headers=headers) as answer:
                body = b"".join(answer.blocks()) if answer.status == 200 else b""
            pages[pin.name] = body.decode("utf-8", "replace")
        hashes = hashes_in(pages[pin.name], pin)
        missing += [pin.line] * (not hashes)
        text += locked(pin, hashes)
    if missing:
        print(f"error: the index has no files of {', '.join(missing)}", file=sys.stderr)
        return 1
    LOCK.write_text(text, encoding="utf-8")
    print(f"{LOCK.name}: {text.count('--hash=')} files of {len(locked_pins(text))} pins")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
