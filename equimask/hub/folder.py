"""A folder that may be published: what it must hold, which of its files go, and its version."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, OptionError, shorten
from equimask.core.progress import tracked
from equimask.core.rows import content_hash, rows_of_file
from equimask.hub.published_card import Rewritten, Target, published_card, rewritten_lines
from equimask.version import __version__

_CARD, _RECEIPT = "README.md", "receipt.json"
_PAGE, _REQUIREMENTS = "app.py", "requirements.txt"
_STATIC_PAGE = "index.html"
# What editors, interpreters and broken-off builds leave behind; hidden files are never data.
_JUNK = (".*", "*/.*", "*__pycache__/*", "*.pyc", "*.lock", "*.tmp", "*.part", "*~")
_VERSION = re.compile(r"\d+\.\d+\.\d+", re.ASCII)


@dataclass(frozen=True)
class HubFolder:
    """The files of a dataset or of a Space by their names in the repository."""

    path: Path
    repo_type: str
    version: str
    files: Mapping[str, Path | bytes]
    """Where each lies, or what is sent in its place."""
    rewritten: tuple[Rewritten, ...] = ()
    """The lines of the card that are other ones in the repository."""
    sdk: str | None = None
    """What runs a Space: `gradio` a metric's page, `static` none."""

    @property
    def name(self) -> str:
        """The folder's own name."""
        return self.path.name

    def size_of(self, name: str) -> int:
        """Of a file as it is sent, in bytes."""
        content = self.files[name]
        return len(content) if isinstance(content, bytes) else content.stat().st_size


def read_folder(path: Path) -> HubFolder:
    """Check a folder of datasets/ or metrics/ and list what would be published."""
    path = path.resolve()
    if (path / f"{path.name}.py").is_file():
        return HubFolder(path, "space", _metric_version(path), _files(path), sdk="gradio")
    if (path / _STATIC_PAGE).is_file():
        return HubFolder(path, "space", _static_version(path), _files(path), sdk="static")
    if (path / _RECEIPT).is_file() or (path / "data").is_dir():
        return HubFolder(path, "dataset", _dataset_version(path), _files(path))
    raise DataError(
        expected=f"a dataset ({_CARD}, {_RECEIPT}, data/*.parquet), a metric (NAME/NAME.py) or a "
        f"page ({_STATIC_PAGE})",
        got=f"{path.name}/ without {_RECEIPT}, data/, {path.name}.py and {_STATIC_PAGE}"
        if path.is_dir()
        else f"no folder {path.name!r}",
        fix="Give a folder such as datasets/equimask_pairs or metrics/s_jsd.",
    )


def addressed(folder: HubFolder, repo: str, tag: str) -> HubFolder:
    """The folder as it goes to a repository: its card names the repository in its code."""
    card = (folder.path / _CARD).read_text(encoding="utf-8")
    target = Target(folder.name, folder.repo_type, repo, tag, folder.version)
    published = published_card(card, target)
    return replace(
        folder,
        files={**folder.files, _CARD: published.encode()},
        rewritten=rewritten_lines(card, published),
    )


def _files(path: Path) -> dict[str, Path | bytes]:
    names = sorted(file.relative_to(path).as_posix() for file in path.rglob("*") if file.is_file())
    return {
        name: path / name
        for name in names
        if not any(fnmatchcase(name, pattern) for pattern in _JUNK)
    }


def _metric_version(path: Path) -> str:
    _need(path, _CARD, "Write the card: a sibling in metrics/ has its headings.")
    _need(path, _PAGE, "Copy it from another metric and put in this one's class.")
    pin = f"equimask[space]=={__version__}"
    fix = f"Write `{pin}` into it: the Space must run the code that its module was made for."
    requirements = _need(path, _REQUIREMENTS, fix).split()
    if pin not in requirements:
        raise DataError(
            expected=f"the line {pin} in {path.name}/{_REQUIREMENTS}",
            got=shorten(" ".join(requirements)),
            fix=fix,
        )
    return __version__


def _static_version(path: Path) -> str:
    again = "Write it anew: equimask leaderboard RESULTS... --out DIR."
    if not re.search(r"^sdk: static$", _need(path, _CARD, again), flags=re.MULTILINE):
        raise DataError(
            expected=f"`sdk: static` in {path.name}/{_CARD}", got="another card", fix=again
        )
    return str(_receipt(path, _need(path, _RECEIPT, again))["version"])


def check_version(version: str) -> None:
    """Refuse what is no version of a folder."""
    if not _VERSION.fullmatch(version):
        raise OptionError(
            expected="a version such as 1.0.0", got=repr(version), fix="Write three numbers."
        )


def _dataset_version(path: Path) -> str:
    again = f"Build it: python -m builders {path.name}."
    _need(path, _CARD, again)
    receipt = _receipt(path, _need(path, _RECEIPT, again))
    scripts = sorted(file.name for file in path.glob("*.py"))
    if scripts:  # `load_dataset` refuses a repository that has one of its own name
        raise DataError(
            expected=f"data without code in {path.name}/",
            got=scripts[0],
            fix="Take it out: builders live in builders/.",
        )
    _check_licences(path, receipt)
    _check_tables(path, receipt, again)
    return str(receipt["version"])


def _need(path: Path, name: str, fix: str) -> str:
    if not (path / name).is_file():
        raise DataError(expected=f"{name} in {path.name}/", got="no such file", fix=fix)
    try:
        return (path / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            expected=f"{name} of {path.name}/ in UTF-8", got=shorten(str(error)), fix=fix
        ) from error


def _receipt(path: Path, text: str) -> dict[str, Any]:
    try:
        receipt = json.loads(text)
        _ = receipt["redistributable"]
        _ = [source["redistributable"] for source in receipt["sources"]]
        _ = "".join(source["name"] for source in receipt["sources"])
        _ = [(facts["rows"], facts["content_hash"]) for facts in _configs(receipt).values()]
        if not _VERSION.fullmatch(receipt["version"]):
            raise ValueError(receipt["version"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DataError(
            expected=f"{path.name}/{_RECEIPT} as a build writes it, with a version such as 1.0.0",
            got=shorten(str(error)),
            fix=f"Build it anew: python -m builders {path.name}.",
        ) from error
    return dict(receipt)


def _configs(receipt: Mapping[str, Any]) -> dict[str, Any]:
    return {**receipt["configs"], **receipt.get("extra_configs", {})}


def _check_licences(path: Path, receipt: Mapping[str, Any]) -> None:
    if receipt["redistributable"]:
        return
    names = [source["name"] for source in receipt["sources"] if not source["redistributable"]]
    raise DataError(
        expected=f"a build of {path.name} from sources that may be passed on",
        got=f"{len(names)} without such a licence: {shorten(', '.join(names), 200)}",
        fix=f"Build what may be published: python -m builders {receipt.get('dataset', path.name)} "
        "--redistributable-only --out DIR, and publish DIR.",
    )


def _check_tables(path: Path, receipt: Mapping[str, Any], again: str) -> None:
    """The parquet files are those of the receipt, which git may have brought without them."""
    facts = _configs(receipt)
    found = {file.stem for file in (path / "data").glob("*.parquet")}
    if found != set(facts):
        raise DataError(
            expected=f"data/*.parquet of {path.name} for exactly {', '.join(sorted(facts))}",
            got=", ".join(sorted(found)) or "none",
            fix=again,
        )
    for name, config in facts.items():
        rows, content = _counted_and_hashed(path / "data" / f"{name}.parquet", again)
        if rows != config["rows"]:
            raise DataError(
                expected=f"{config['rows']} rows in data/{name}.parquet, as the receipt has it",
                got=str(rows),
                fix=again,
            )
        if content != config["content_hash"]:
            raise DataError(
                expected=f"the rows of the receipt in data/{name}.parquet",
                got=f"as many others, of content hash {content[:12]}",
                fix=f"The files are of another build. {again}",
            )


def _counted_and_hashed(file: Path, again: str) -> tuple[int, str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = pq.read_metadata(file).num_rows
        return rows, content_hash(tracked(rows_of_file(file), rows, "row", file.name))
    except (pa.ArrowException, OSError, ValueError, TypeError) as error:
        raise DataError(
            expected=f"a parquet file data/{file.name}", got=shorten(str(error)), fix=again
        ) from error
