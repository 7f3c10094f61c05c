"""What a build tells of itself: `receipt.json`, and the dataset card that is rendered from it."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from builders.kit.builder import BuildOptions
from builders.kit.parquet import ConfigFacts, total_hash
from builders.kit.sources import SourceFile, Sources
from equimask.core.errors import DataError, shorten
from equimask.core.languages import get_language
from equimask.core.rows import Row
from equimask.core.strict_json import parse_json
from equimask.version import REPOSITORY, __version__

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
    example: Row | None = None,
) -> dict[str, Any]:
    """The record of one build, from which the card is rendered; `used` has the hashes seen.

    `configs` are the languages, `extra` the configs beside them, `example` a row for the card.
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
        **({} if example is None else {"example": dict(example)}),
        **_nested(options.notes),
        "summary": dict(summary),
    }


def receipt_text(receipt: Mapping[str, Any]) -> str:
    """The receipt as it is committed: readable, stable, UTF-8."""
    return json.dumps(receipt, ensure_ascii=False, indent=2) + "\n"


def read_receipt(folder: Path) -> dict[str, Any]:
    """The receipt of a dataset folder."""
    try:
        receipt: dict[str, Any] = parse_json((folder / RECEIPT).read_text(encoding="utf-8"))
        _ = {name: facts["content_hash"][:1] for name, facts in receipt["configs"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(
            expected=f"the {RECEIPT} of a finished build in {folder.name}",
            got="none" if isinstance(error, FileNotFoundError) else shorten(str(error)),
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


# Cards are read on the Hub too, where a relative link to another folder leads nowhere.
HOME = f"{REPOSITORY}/tree/main"
_SPLIT = "test"

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
)


def render_card(sources: Sources, receipt: Mapping[str, Any], template: str) -> str:
    """The README of the dataset folder; every number in it comes from `receipt`.

    The template starts with the `---` block that holds `card_data`; `card_words` has the rest of
    what it sees.
    """
    # Imported here: building without a card must not need the Hub client.
    from huggingface_hub import DatasetCard

    data = card_metadata(sources, receipt)
    card = DatasetCard.from_template(data, template_str=template, **card_words(sources, receipt))
    return str(card).rstrip() + "\n"


def card_words(sources: Sources, receipt: Mapping[str, Any]) -> dict[str, Any]:
    """What a template may speak of: the receipt, its sources and citations, where links lead."""
    return {
        "pretty_name": sources.card.get("pretty_name"),
        "receipt": receipt,
        "figures": receipt.get("figures", []),
        "sources": {file.name: file for file in sources.files},
        "citations": _cited(sources, receipt),
        "language_names": _LanguageNames(),
        "home": HOME,
        "from_the_hub": _from_the_hub(sources, receipt),
        "example_row": example_row(sources, receipt),
    }


class _LanguageNames(dict[str, str]):
    """English names by tag, of whatever language a template asks for."""

    def __missing__(self, tag: str) -> str:
        return get_language(tag).name


def _from_the_hub(sources: Sources, receipt: Mapping[str, Any]) -> str:
    """What stands in the place of a folder on the Hub; who publishes the card puts in the name."""
    name, split = receipt["dataset"], sources.card.get("split", _SPLIT)
    call = f'"ORG/{name}", "{default_config(receipt["configs"])}", split="{split}"'
    return (
        f"`datasets/{name}` is a folder of the [repository]({REPOSITORY}), once it is built "
        f'there. On the Hub: `load_dataset({call}, revision="v{receipt["version"]}")`, where '
        "`revision` stays on a version."
    )


def example_row(sources: Sources, receipt: Mapping[str, Any]) -> str:
    """A row as a table; only what was written for this project is shown as it is."""
    own = receipt.get("example")
    row = sources.example if own is None else own
    if not row:
        return ""
    told = (
        "A made-up row, which the dataset does not have: it shows the form of the columns."
        if own is None
        else f"The first row of `{default_config(receipt['configs'])}`:"
    )
    cells = (f"| `{name}` | {_cell(row.get(name))} |" for name in receipt["columns"])
    return "\n".join([told, "", "| column | value |", "|---|---|", *cells])


def _cell(value: Any) -> str:
    text = "" if value is None else str(value).replace("|", "\\|")
    return text or "(empty)"


def default_config(configs: Iterable[str]) -> str:
    """English, or else the first language."""
    languages = list(configs)
    return "en" if "en" in languages else languages[0]


def card_metadata(sources: Sources, receipt: Mapping[str, Any]) -> Any:
    """The YAML block: the `[card]` table of source.toml plus what only the build knows."""
    from huggingface_hub import DatasetCardData

    declared = dict(sources.card)
    non_commercial = declared.pop("with_non_commercial_sources", {})
    restricted = declared.pop("with_restricted_sources", {})
    if any("NC" in source["licence"].split("-") for source in receipt["sources"]):
        declared.update(non_commercial)
    if not receipt["redistributable"]:
        declared.update(restricted)
    split = declared.pop("split", _SPLIT)
    languages = list(receipt["configs"])
    default = default_config(languages)
    columns = dict.fromkeys(languages, receipt["columns"])
    facts = dict(receipt["configs"])
    for name, config in receipt.get("extra_configs", {}).items():
        columns[name], facts[name] = config["columns"], config
    return DatasetCardData(
        **_languages(languages),
        size_categories=[size_category(receipt["rows"])],
        configs=[_config(name, split, name == default) for name in facts],
        dataset_info=[_info(name, split, columns[name], facts[name]) for name in facts],
        source_licenses=_source_licences(receipt),
        **declared,
    )


def _languages(tags: Sequence[str]) -> dict[str, Any]:
    """The Hub's `language` is a code without regions and scripts; the whole tags stand beside."""
    codes = list(dict.fromkeys(tag.partition("-")[0] for tag in tags))
    details = {} if codes == list(tags) else {"language_details": ", ".join(tags)}
    kind = "multilingual" if len(codes) > 1 else "monolingual"
    return {"language": codes, **details, "multilinguality": kind}


def size_category(rows: int) -> str:
    """The Hub's name for a dataset of so many rows."""
    return next((name for bound, name in _SIZES if rows < bound), "1M<n<10M")


def _config(name: str, split: str, default: bool) -> dict[str, Any]:
    config: dict[str, Any] = {
        "config_name": name,
        "data_files": [{"split": split, "path": f"data/{name}.parquet"}],
    }
    return {**config, "default": True} if default else config


def _info(
    name: str, split: str, columns: Mapping[str, str], facts: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "config_name": name,
        "features": [{"name": column, "dtype": kind} for column, kind in columns.items()],
        "splits": [{"name": split, "num_bytes": facts["bytes"], "num_examples": facts["rows"]}],
        "dataset_size": facts["bytes"],
    }


def _source_licences(receipt: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The terms of every folder of sources; a folder with several terms has a line for each."""
    terms = {
        (str(PurePosixPath(source["name"]).parent), source["licence"], source["redistributable"])
        for source in receipt["sources"]
    }
    return [
        {"source": folder, "license": licence, "redistributable": redistributable}
        for folder, licence, redistributable in sorted(terms)
    ]


def _cited(sources: Sources, receipt: Mapping[str, Any]) -> dict[str, str]:
    """The BibTeX entries of the files that this build used, in order of first use."""
    used = {source["name"] for source in receipt["sources"]}
    keys = [file.citation for file in sources.files if file.name in used and file.citation]
    return {key: sources.citations[key] for key in dict.fromkeys(keys)}
