"""One reader per source: bytes of a file, mended, to pairs with their numbers and labels."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from builders.crows_pairs_multilingual.mending import decode_mixed, undo_moses_escapes
from builders.kit.builder import BuildOptions
from equimask.core.errors import DataError, shorten

STEINBORN_LANGUAGES = ("ar", "de", "en", "fi", "fr", "id", "ko", "th", "vi", "zh")
CROWS = "pairs/crows_pairs/crows_pairs_anonymized.csv"
REVISED = "pairs/kinit-bias-methodology/crows_revised.csv"
DUTCH_FOLDER = "pairs/dutch-crows-pairs/datasets/"
KANEKO_FILES = {"ja": "pairs/kaneko/japanese.json", "ru": "pairs/kaneko/russian.json"}
INDIBIAS = "pairs/indibias/IndiBias_v1_sample.csv"
FILIPINO = "pairs/filipino/crowspairs_tl.csv"
FORT_FILES = {
    "mt": "pairs/maltese-crows-pairs/crowspairs_mt.csv",
    **{
        lang: f"pairs/multilingualcrowspairs/data/{config}/train.csv"
        for lang, config in {
            "ar": "ar_AR",
            "ca": "ca_ES",
            "de": "de_DE",
            "en": "en_US",
            "es-AR": "es_AR",
            "fr": "fr_FR",
            "it": "it_IT",
            "zh": "zh_CN",
        }.items()
    },
}

# In these sources a row's number, where it is one, is its row in CrowS-Pairs.
NUMBERED_LIKE_CROWS = frozenset(
    {"crows", "dutch", "fort", "french", "kaneko", "revised", "steinborn"}
)

_DIRECTIONS = {"stereo": "stereo", "antistereo": "antistereo", "anti": "antistereo", "": ""}
_SIDES = ("sent_more", "sent_less")
_BIAS_TYPES = {"race": "race-color", "autre": "other"}
# A slip in the revised file: the label of the direction stands in the column of the type.
_NO_BIAS_TYPES = {"stereo", "antistereo"}


@dataclass(frozen=True)
class Pair:
    """A pair as its source has it, with normalised labels."""

    source: str
    number: str
    lang: str
    bias_type: str
    direction: str
    more: str
    less: str
    more_as_published: str
    less_as_published: str
    more_en: str = ""
    less_en: str = ""
    repaired: bool = False

    @property
    def id(self) -> str:
        """Unique in a language: the source and the row's number there."""
        return f"{self.source}-{self.number}"

    @property
    def cluster(self) -> str:
        """The item of which this is a version: what sources of one numbering share."""
        is_crows = self.source in NUMBERED_LIKE_CROWS and self.number.isdecimal()
        return f"crows-{self.number}" if is_crows else self.id


def read_pairs(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    """Every pair of every source at hand, stripped; pairs with an empty side are dropped."""
    for read in (_steinborn, _english, _french_and_dutch, _kaneko, _fort, _indibias, _filipino):
        for pair in read(files, options):
            stripped = _strip(pair, options)
            if stripped.more and stripped.less:
                yield stripped
            else:
                options.note("dropped", f"{pair.source} {pair.lang}", "one side is empty")


def _strip(pair: Pair, options: BuildOptions) -> Pair:
    cells = {name: getattr(pair, name).strip() for name in ("more", "less", "more_en", "less_en")}
    changed = sum(cells[name] != getattr(pair, name) for name in cells)
    options.note("repaired", f"{pair.source} {pair.lang}", "surrounding space stripped", changed)
    return replace(pair, **cells)


def _steinborn(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    for lang in STEINBORN_LANGUAGES:
        for row in _csv(files, f"pairs/steinborn/cps_translated_{lang}_formatted.csv"):
            labelled = {**row, "bias_type": "gender"}
            yield _pair("steinborn", row["ID"], lang, labelled, ("A_x", "B_x"), ("A_en", "B_en"))


def _english(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    types = {row[""]: row["bias_type"] for row in _csv(files, CROWS)}
    for source, name in (("crows", CROWS), ("revised", REVISED)):
        for row in _csv(files, name):
            if not _bias_type(row["bias_type"]):
                row["bias_type"] = types.get(row[""], "")
                options.note("repaired", f"{source} en", "bias type taken from CrowS-Pairs")
            yield _pair(source, row[""], "en", row, _SIDES, _SIDES)


def _french_and_dutch(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    english = {row["id"]: row for row in _csv(files, DUTCH_FOLDER + "crows_eng.csv")}
    for source, lang, fallback in (("french", "fr", "cp1252"), ("dutch", "nl", "mac_roman")):
        for row, mended in _mixed_csv(files, f"{DUTCH_FOLDER}crows_{source}.csv", fallback):
            options.note("repaired", f"{source} {lang}", f"{fallback} characters decoded", mended)
            beside = english.get(row["id"], dict.fromkeys(_SIDES, ""))
            pair = _pair(source, row["id"], lang, row, _SIDES, _SIDES, beside)
            yield replace(pair, repaired=mended > 0)


def _kaneko(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    """The rows carry no number: they are the gender rows of CrowS-Pairs in its order."""
    english = [row for row in _csv(files, CROWS) if row["bias_type"] == "gender"]
    for lang, name in KANEKO_FILES.items():
        if name not in files:
            continue
        records = json.loads(files[name].decode("utf-8"))
        if [row["direction"] for row in records] != [row["stereo_antistereo"] for row in english]:
            raise DataError(
                expected=f"the gender rows of CrowS-Pairs in their order in {name}",
                got=f"{len(records)} rows against {len(english)}, or other directions",
                fix="Use the files whose sha256 source.toml names.",
            )
        for row, beside in zip(records, english, strict=True):
            sides = {"more": row["stereotype"], "less": row["anti-stereotype"]}
            escapes = 0
            for side, text in sides.items():
                sides[side], found = undo_moses_escapes(text)
                escapes += found
            options.note("repaired", f"kaneko {lang}", "Moses escapes undone", escapes)
            yield Pair(
                source="kaneko",
                number=beside[""],
                lang=lang,
                bias_type=_bias_type(row["bias_type"]),
                direction=_direction(row["direction"]),
                more_en=beside["sent_more"],
                less_en=beside["sent_less"],
                more_as_published=row["stereotype"],
                less_as_published=row["anti-stereotype"],
                repaired=escapes > 0,
                **sides,
            )


def _fort(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    """MultiLingualCrowsPairs: the first column is the number; what began in French has its own."""
    english = {row[""]: row for row in _csv(files, CROWS)}
    needed = {*_SIDES, "bias_type", "stereo_antistereo"}
    for lang, name in FORT_FILES.items():
        for row in _csv(files, name):
            if not needed <= set(row):
                raise DataError(
                    expected=f"the columns {', '.join(sorted(needed))} in {name}",
                    got=", ".join(row),
                    fix="Look at the note in source.toml on what is known of this file.",
                )
            number = next(iter(row.values()))
            translated = row["bias_type"].strip().lower() == "autre"
            options.note("repaired", f"fort {lang}", "French bias type put in English", translated)
            beside = english.get(number, dict.fromkeys(_SIDES, ""))
            yield _pair("fort", number, lang, row, _SIDES, _SIDES, beside)


def _indibias(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    hindi = ("sent_more_hindi", "sent_less_hindi")
    english = ("modified_eng_sent_more", "modified_eng_sent_less")
    for row in _csv(files, INDIBIAS):
        yield _pair("indibias", row["index"], "hi", row, hindi, english)


def _filipino(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Pair]:
    tagalog = ("sent_more_bias", "sent_less_bias")
    english = ("sent_more_bias_en", "sent_less_bias_en")
    for row, mended in _mixed_csv(files, FILIPINO, "cp1252"):
        options.note("repaired", "filipino tl", "cp1252 characters decoded", mended)
        unlabelled = {**row, "stereo_antistereo": ""}
        pair = _pair("filipino", row[""], "tl", unlabelled, tagalog, english)
        yield replace(pair, repaired=mended > 0)


def _pair(
    source: str,
    number: str,
    lang: str,
    row: Mapping[str, str],
    sides: tuple[str, str],
    english: tuple[str, str],
    beside: Mapping[str, str] | None = None,
) -> Pair:
    """A row whose columns `sides` have the pair, and `english` (in `beside`) its English."""
    more_en, less_en = ((beside or row)[column] for column in english)
    return Pair(
        source=source,
        number=number,
        lang=lang,
        bias_type=_bias_type(row["bias_type"]),
        direction=_direction(row["stereo_antistereo"]),
        more=row[sides[0]],
        less=row[sides[1]],
        more_as_published=row[sides[0]],
        less_as_published=row[sides[1]],
        more_en=more_en,
        less_en=less_en,
    )


def _csv(files: Mapping[str, bytes], name: str) -> Iterator[dict[str, str]]:
    """Rows of a UTF-8 file; none of a file that was left out as not redistributable."""
    for row in _cells(files, name):
        yield {column: cell.decode("utf-8") for column, cell in row.items()}


def _mixed_csv(
    files: Mapping[str, bytes], name: str, fallback: str
) -> Iterator[tuple[dict[str, str], int]]:
    """Rows of a file of mixed encoding, each with its count of mended characters."""
    for row in _cells(files, name):
        decoded = {column: decode_mixed(cell, fallback) for column, cell in row.items()}
        yield (
            {column: text for column, (text, _) in decoded.items()},
            sum(mended for _, mended in decoded.values()),
        )


def _cells(files: Mapping[str, bytes], name: str) -> Iterator[dict[str, bytes]]:
    """CSV syntax is ASCII, so the file is cut as Latin-1, which maps bytes one to one."""
    text = files.get(name, b"").removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    for row in csv.DictReader(io.StringIO(text, newline="")):
        if not all(isinstance(cell, str) for cell in row.values()):
            raise DataError(
                expected=f"as many cells as the header of {name} has",
                got=shorten(row),
                fix="Use the file whose sha256 source.toml names.",
            )
        yield {column: cell.encode("latin-1") for column, cell in row.items()}


def _direction(label: str) -> str:
    slug = label.strip().lower().replace("-", "")
    if slug in _DIRECTIONS:
        return _DIRECTIONS[slug]
    raise DataError(
        expected="stereo or antistereo as direction",
        got=shorten(label),
        fix="Use the file whose sha256 source.toml names.",
    )


def _bias_type(label: str) -> str:
    slug = label.strip().lower().replace("_", "-").replace(" ", "-")
    return "" if slug in _NO_BIAS_TYPES else _BIAS_TYPES.get(slug, slug)
