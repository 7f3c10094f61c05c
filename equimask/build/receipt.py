"""`receipt.json`: what went into a build and what came out; no clock, no machine paths."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from typing import Any

from equimask.build.fetch import sha256
from equimask.build.options import BuildOptions
from equimask.build.parquet import Row, content_hash, text_bytes, total_hash
from equimask.build.sources import SourceFile, Sources
from equimask.version import __version__


def make_receipt(
    sources: Sources,
    used: Sequence[tuple[SourceFile, bytes]],
    options: BuildOptions,
    *,
    configs: Mapping[str, Sequence[Row]],
    types: Mapping[str, str],
    summary: Mapping[str, Any],
) -> dict[str, Any]:
    """The record of one build, from which the card is rendered."""
    hashes = {language: content_hash(rows) for language, rows in configs.items()}
    return {
        "dataset": sources.dataset,
        "version": sources.version,
        "redistributable": all(file.redistributable for file, _ in used),
        "options": {
            "languages": list(options.languages),
            "redistributable_only": options.redistributable_only,
            **options.extra,
        },
        "sources": [_source_entry(file, data) for file, data in used],
        "versions": {"equimask": __version__, "pyarrow": importlib.metadata.version("pyarrow")},
        "columns": dict(types),
        "configs": {
            language: {
                "rows": len(rows),
                "bytes": text_bytes(rows),
                "content_hash": hashes[language],
            }
            for language, rows in configs.items()
        },
        "rows": sum(map(len, configs.values())),
        "content_hash": total_hash(hashes),
        **_nested(options.notes),
        "summary": dict(summary),
    }


def receipt_text(receipt: Mapping[str, Any]) -> str:
    """The receipt as it is committed: readable, stable, UTF-8."""
    return json.dumps(receipt, ensure_ascii=False, indent=2) + "\n"


def _source_entry(file: SourceFile, data: bytes) -> dict[str, Any]:
    return {
        "name": file.name,
        "url": file.url,
        "sha256": sha256(data),
        "licence": file.licence,
        "redistributable": file.redistributable,
    }


def _nested(notes: Mapping[tuple[str, str, str], int]) -> dict[str, dict[str, dict[str, int]]]:
    tree: dict[str, dict[str, dict[str, int]]] = {"repaired": {}, "dropped": {}}
    for (kind, subject, what), count in sorted(notes.items()):
        tree.setdefault(kind, {}).setdefault(subject, {})[what] = count
    return tree
