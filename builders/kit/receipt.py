"""`receipt.json`: what went into a build and what came out; no clock, no machine paths."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from builders.kit.builder import BuildOptions
from builders.kit.parquet import ConfigFacts, total_hash
from builders.kit.sources import SourceFile, Sources
from equimask.core.errors import DataError
from equimask.version import __version__

RECEIPT = "receipt.json"


class ExtraFacts(NamedTuple):
    """A config that is no language: the types of its own columns, and its facts."""

    types: Mapping[str, str]
    facts: ConfigFacts


def make_receipt(
    sources: Sources,
    used: Sequence[tuple[SourceFile, str]],
    options: BuildOptions,
    *,
    configs: Mapping[str, ConfigFacts],
    types: Mapping[str, str],
    summary: Mapping[str, Any],
    extra: Mapping[str, ExtraFacts],
) -> dict[str, Any]:
    """The record of one build, from which the card is rendered; `used` has the hashes seen.

    `configs` are the languages, `extra` the configs beside them.
    """
    everything = {**configs, **{name: config.facts for name, config in extra.items()}}
    return {
        "dataset": sources.dataset,
        "version": sources.version,
        "redistributable": all(file.redistributable for file, _ in used),
        "options": {
            "languages": list(options.languages),
            "redistributable_only": options.redistributable_only,
            **options.extra,
        },
        "sources": [_source_entry(file, sha256) for file, sha256 in used],
        "versions": {"equimask": __version__, "pyarrow": importlib.metadata.version("pyarrow")},
        "columns": dict(types),
        "configs": {language: asdict(facts) for language, facts in configs.items()},
        **({"extra_configs": {name: _extra_entry(extra[name]) for name in extra}} if extra else {}),
        "rows": sum(facts.rows for facts in configs.values()),
        "content_hash": total_hash(
            {name: facts.content_hash for name, facts in everything.items()}
        ),
        **_nested(options.notes),
        "summary": dict(summary),
    }


def receipt_text(receipt: Mapping[str, Any]) -> str:
    """The receipt as it is committed: readable, stable, UTF-8."""
    return json.dumps(receipt, ensure_ascii=False, indent=2) + "\n"


def read_receipt(folder: Path) -> dict[str, Any]:
    """The receipt of a dataset folder."""
    try:
        receipt: dict[str, Any] = json.loads((folder / RECEIPT).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(
            expected=f"the {RECEIPT} of a finished build in {folder.name}",
            got="none" if isinstance(error, FileNotFoundError) else str(error),
            fix="Build the dataset first, or give its folder with --out.",
        ) from error
    return receipt


def _source_entry(file: SourceFile, sha256: str) -> dict[str, Any]:
    return {
        "name": file.name,
        "url": file.url,
        "sha256": sha256,
        "licence": file.licence,
        "redistributable": file.redistributable,
    }


def _extra_entry(config: ExtraFacts) -> dict[str, Any]:
    return {"columns": dict(config.types), **asdict(config.facts)}


def _nested(notes: Mapping[tuple[str, str, str], int]) -> dict[str, dict[str, dict[str, int]]]:
    tree: dict[str, dict[str, dict[str, int]]] = {"repaired": {}, "dropped": {}}
    for (kind, subject, what), count in sorted(notes.items()):
        tree.setdefault(kind, {}).setdefault(subject, {})[what] = count
    return tree
