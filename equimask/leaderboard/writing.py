"""The two folders: `dataset/`, which `load_dataset` reads, and `space/`, a static page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined

from equimask.core.errors import OptionError
from equimask.core.files import write_atomically
from equimask.core.rows import content_hash, rows_of_file
from equimask.hub.folder import check_version
from equimask.hub.repository import check_repo
from equimask.leaderboard.page import Page, render
from equimask.leaderboard.rows import Row
from equimask.metrics import all_measures, measure_of
from equimask.version import __version__

TITLE = "Gender bias of masked language models"
_CONFIG = "results"
_TOLD = {
    "model": "name, as it was scored",
    "revision": "commit or content hash of its weights",
    "parameters": "of the model; empty where nobody told",
    "language": "BCP 47; empty where the data have none",
    "measure": "what was measured; see below",
    "score": "the number, in the measure's own unit",
    "stderr": "standard error, where it is known",
    "ci_low": "of the interval, where there is one",
    "ci_high": "its other end",
    "neutral": "where the measure's neutral point is known beforehand",
    "null": "what untrained twins of the model score; empty: not calibrated",
    "verdict": "what the number shows; that of an audit, after control over its scores",
    "equivalence_bound": "from there, where the verdict is `equivalent`",
    "is_foreign": "whether the model hardly knows the text",
    "n": "rows that were scored",
    "data": "name of the data",
    "data_revision": "their version or content hash",
    "part": "which of their rows",
    "dataset": "the data on the Hub, where they are named so",
    "equimask": "version that scored",
    "date": "as the model's page has it",
    "source": "file or model page that it was read from",
    "signature": "all of it: `equimask rerun 'SIGNATURE' --expect SCORE` scores it again",
}


@dataclass(frozen=True)
class Leaderboard:
    """What was written."""

    dataset: Path
    space: Path
    page: Page


def write_leaderboard(
    rows: Sequence[Row],
    out: Path,
    *,
    title: str = TITLE,
    dataset: str | None = None,
    version: str = "1.0.0",
) -> Leaderboard:
    """Write both folders; `dataset` is where the first one will be on the Hub."""
    if dataset is not None:
        check_repo(dataset)
    check_version(version)
    if not title.strip() or not title.isprintable():
        raise OptionError(
            expected="a title of printable characters", got=repr(title), fix="Write one line."
        )
    folders = out / "dataset", out / "space"
    (folders[0] / "data").mkdir(parents=True, exist_ok=True)
    folders[1].mkdir(parents=True, exist_ok=True)
    table = folders[0] / "data" / f"{_CONFIG}.parquet"
    _write_parquet(rows, table)
    receipt = _receipt(rows, table, version)
    page = render(rows, title, dataset)
    texts = {
        folders[0] / "receipt.json": receipt,
        folders[0] / "README.md": _dataset_card(rows, title, dataset or "."),
        folders[1] / "receipt.json": receipt,
        folders[1] / "README.md": _space_card(title, dataset),
        folders[1] / "index.html": page.html,
    }
    for path, text in texts.items():
        write_atomically(path, text.encode())
    return Leaderboard(*folders, page)


def _write_parquet(rows: Sequence[Row], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
    schema = pa.schema(
        [
            (field.name, kinds.get(str(field.type).partition(" ")[0], pa.string()))
            for field in fields(Row)
        ]
    )
    records = [
        {**asdict(row), "verdict": None if row.verdict is None else row.verdict.value}
        for row in rows
    ]
    real = [field.name for field in schema if field.type == pa.float64()]
    for record in records:  # one that JSON wrote as a whole number may be beyond those of columns
        record.update({name: float(record[name]) for name in real if record[name] is not None})
    pq.write_table(pa.Table.from_pylist(records, schema=schema), path)


def _receipt(rows: Sequence[Row], table: Path, version: str) -> str:
    """In the form of a built dataset, so that `equimask publish` takes it as one."""
    content = {
        "dataset": "leaderboard",
        "version": version,
        "equimask": __version__,
        "redistributable": True,
        "sources": [],
        "configs": {
            _CONFIG: {"rows": len(rows), "content_hash": content_hash(rows_of_file(table))}
        },
    }
    return json.dumps(content, indent=2) + "\n"


def _card(metadata: Mapping[str, Any], template: str, **told: Any) -> str:
    environment = Environment(
        loader=PackageLoader("equimask.leaderboard"),
        autoescape=False,  # Markdown; all that is put in is ours, but for the title
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    head = yaml.safe_dump(dict(metadata), sort_keys=False, allow_unicode=True, width=1000)
    return f"---\n{head}---\n\n" + environment.get_template(template).render(told)


def _dataset_card(rows: Sequence[Row], title: str, address: str) -> str:
    languages = sorted({row.language for row in rows if row.language is not None})
    counts = Counter(row.measure for row in rows)
    data_files = [{"split": "train", "path": f"data/{_CONFIG}.parquet"}]
    return _card(
        {
            "pretty_name": title,
            "language": sorted({one.partition("-")[0] for one in languages}),
            "tags": ["bias", "gender", "masked-lm", "evaluation", "equimask"],
            "configs": [{"config_name": _CONFIG, "data_files": data_files}],
        },
        "dataset.md.jinja",
        title=markdown(title),
        n=len(rows),
        n_models=len({row.weights for row in rows}),
        address=address,
        n_uncalibrated=sum(not row.is_calibrated for row in rows),
        languages=languages,
        measures=[(measure_of(name), counts[name]) for name in all_measures() if counts[name]],
        columns=_TOLD,
        version=__version__,
    )


def _space_card(title: str, dataset: str | None) -> str:
    metadata = {
        "title": title,
        "emoji": "⚖️",
        "colorFrom": "blue",
        "colorTo": "gray",
        "sdk": "static",
        "app_file": "index.html",
        "pinned": False,
        **({"datasets": [dataset]} if dataset else {}),
    }
    return _card(metadata, "space.md.jinja", title=markdown(title), dataset=dataset)


def markdown(text: str) -> str:
    """As it stands in Markdown, whatever is in it."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-.!|~$&" else c for c in text)
