"""CrowS-Pairs and its translations: pairs of many sources, gender derived, quality audited."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from builders.crows_pairs_multilingual.names import name_counts
from builders.crows_pairs_multilingual.readers import Pair, read_pairs
from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import number_grid, stacked_bars
from builders.kit.fetch import at_hand
from builders.kit.sources import UNKNOWN_SHA256, SourceFile
from equimask.core.drawing import GENDER_COLOURS, GREY
from equimask.core.rows import Row
from equimask.gender.contrast import gender_of_more
from equimask.gender.finder import GenderWords
from equimask.gender.pair_audit import (
    FLAGS,
    LabelledPair,
    audit_pair,
    duplicates,
    is_swapped,
    joined,
    label_conflicts,
)

_UNCLEAR = "unclear"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The builder's own option."""
    parser.add_argument(
        "--unchecked",
        action="store_true",
        help="download, or expect below --source, also the files whose sha256 nobody has recorded: "
        "MultiLingualCrowsPairs but for Maltese (those that --source has are read anyway)",
    )


def choose(files: Sequence[SourceFile], options: BuildOptions) -> Sequence[SourceFile]:
    """Without a word about it, an unchecked file is read only where somebody has put it."""
    if options.extra["unchecked"]:
        return files
    unchecked = [file for file in files if file.sha256 == UNKNOWN_SHA256]
    there = at_hand(unchecked, options.source) if options.source else []
    return [file for file in files if file not in unchecked or file in there]


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """Every pair with its derived gender and its audit flags, by language and source.

    The audit compares a row with its sisters in all languages, so everything is read even
    when few languages are wanted: a row is the same in every build from the same files.
    """
    content = {name: path.read_bytes() for name, path in files.items()}
    pairs = list(read_pairs(content, options))
    audited = sorted(_audited(pairs, content, options), key=lambda row: str(row["lang"]))
    listless = {pair.lang for pair in pairs if not _has_word_list(content, pair.lang)}
    summary.update(flags=dict(FLAGS), languages={}, items={})
    summary["without_word_lists"] = sorted(filter(options.wants, listless))
    summary["kaneko_names"] = name_counts((p for p in pairs if options.wants(p.lang)), content)
    for lang, of_language in groupby(audited, key=lambda row: str(row["lang"])):
        group = list(of_language)
        yield from group
        summary["languages"][lang] = {
            source: _counts([row for row in group if row["source"] == source])
            for source in sorted({str(row["source"]) for row in group})
        }
        items = {row["cluster"] for row in group}
        summary["items"][lang] = {"rows": len(group), "items": len(items)}


def _audited(
    pairs: Sequence[Pair], files: Mapping[str, bytes], options: BuildOptions
) -> Iterator[Row]:
    words = {lang: _word_lists(files, lang) for lang in sorted({pair.lang for pair in pairs})}
    labelled = [_labelled(pair, words[pair.lang]) for pair in pairs]
    twice = duplicates(labelled)
    conflicting = label_conflicts(labelled)
    for position, (pair, label) in enumerate(zip(pairs, labelled, strict=True)):
        if not options.wants(pair.lang):
            continue
        flags = audit_pair(
            pair.more,
            pair.less,
            words[pair.lang],
            gender=pair.bias_type == "gender" and _has_word_list(files, pair.lang),
            repaired=pair.repaired,
        )
        if position in twice:
            flags.add("duplicate")
        if position in conflicting:
            flags.add("label_conflict")
        yield {
            "id": pair.id,
            "lang": pair.lang,
            "source": pair.source,
            "cluster": pair.cluster,
            "bias_type": pair.bias_type,
            "direction": pair.direction,
            "sent_more": pair.more,
            "sent_less": pair.less,
            "sent_more_as_published": pair.more_as_published,
            "sent_less_as_published": pair.less_as_published,
            "sent_more_en": pair.more_en,
            "sent_less_en": pair.less_en,
            "gender_more": label.gender_more,
            "audit": joined(flags),
        }


def _counts(group: Sequence[Row]) -> dict[str, Any]:
    flags = Counter(flag for row in group for flag in str(row["audit"]).split(",") if flag)
    return {
        "rows": len(group),
        "clean": sum(not row["audit"] for row in group),
        "bias_type": _sorted_counts(str(row["bias_type"]) for row in group),
        "direction": _sorted_counts(str(row["direction"]) for row in group),
        "gender_more_by_direction": _sorted_counts(
            f"{row['direction'] or 'unlabelled'}/{row['gender_more'] or 'unclear'}"
            for row in group
            if row["bias_type"] == "gender"
        ),
        "audit": {flag: flags[flag] for flag in FLAGS if flags[flag]},
    }


def _sorted_counts(values: Iterator[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _has_word_list(files: Mapping[str, bytes], lang: str) -> bool:
    return f"gender_lexicon/{_spoken(lang)}.tsv" in files


def _word_lists(files: Mapping[str, bytes], lang: str) -> GenderWords:
    lexicon, names = (
        files.get(f"{folder}/{_spoken(lang)}.tsv", b"").decode("utf-8")
        for folder in ("gender_lexicon", "first_names")
    )
    return GenderWords.parse(_spoken(lang), lexicon, names)


def _spoken(lang: str) -> str:
    """The language of a variety: Spanish, of es-AR."""
    return lang.split("-", maxsplit=1)[0]


def _labelled(pair: Pair, words: GenderWords) -> LabelledPair:
    is_gender = pair.bias_type == "gender"
    return LabelledPair(
        key=pair.cluster,
        group=f"{pair.source} {pair.lang}",
        direction=pair.direction,
        gender_more=gender_of_more(pair.more, pair.less, words) if is_gender else "",
        swapped=is_gender and is_swapped(pair.more, pair.less, words),
        more=pair.more,
        less=pair.less,
    )


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Both figures by file name."""
    return {"audit.svg": audit_figure(summary), "genders.svg": genders_figure(summary)}


def audit_figure(summary: Mapping[str, Any]) -> bytes:
    """Per language and source, the share of rows that earn each flag."""
    flags = list(summary["flags"])
    rows = {
        name: [100 * counts["audit"].get(flag, 0) / counts["rows"] for flag in flags]
        for name, counts in _files(summary)
    }
    return number_grid(rows, flags, "% of rows with the flag")


def genders_figure(summary: Mapping[str, Any]) -> bytes:
    """Per language and source, whom the more stereotypical side of gender rows speaks of."""
    rows = {}
    for name, counts in _files(summary):
        found = counts["gender_more_by_direction"]
        rows[name] = {
            gender: sum(n for key, n in found.items() if key.endswith(f"/{gender}"))
            for gender in ("female", "male", _UNCLEAR)
        }
    colours = {gender: GENDER_COLOURS.get(gender, GREY) for gender in ("female", "male", _UNCLEAR)}
    return stacked_bars(rows, colours, "gender rows, by the gender of the more side")


def _files(summary: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for lang, sources in summary["languages"].items():
        for source, counts in sources.items():
            yield f"{lang} {source}", counts


BUILDER = Builder(rows=rows, figures=draw_all, choose=choose, add_arguments=add_arguments)
