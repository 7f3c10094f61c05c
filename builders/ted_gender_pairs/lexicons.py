"""Word lists that `--lexicon` names, and the lexicon of each language."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from builders.kit.arguments import public_name
from builders.kit.fetch import LocatedFile
from builders.kit.sources import given_by_name
from equimask.core.errors import DataError, OptionError, near_matches, shorten
from equimask.core.files import sha256_of_file
from equimask.core.languages import nearest
from equimask.core.strict_json import parse_json
from equimask.gender.lexicon.folding import lowered
from equimask.gender.lexicon.own import own_pairs
from equimask.gender.lexicon.records import PAIR_COLUMNS, languages_with_pairs
from equimask.gender.swap import GenderLexicon, WordPair

GIVEN_LEXICONS = "lexicon/"
NEUTRAL = "neutral"
_READ = ("lang", "male", "female", NEUTRAL)

_PER_LANGUAGE = re.compile(r"([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)=(.+)", re.DOTALL)
# The headings of the tables that Yu et al. publish: German, then Spanish and Portuguese.
_HEADINGS = {
    "male words": "male",
    "female words": "female",
    "neutral words": NEUTRAL,
    "m": "male",
    "f": "female",
}
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_KINDS = (*_SEPARATORS, ".json", ".jsonl")


class LexiconFile(str):
    """`[CODE=]FILE` of the command line. As text, which goes into the receipt, it tells no path."""

    lang: str
    path: Path

    def __new__(cls, text: str) -> LexiconFile:
        """Parse the option, as argparse wants it."""
        match = _PER_LANGUAGE.fullmatch(text)
        lang, place = match.groups() if match else ("", text)
        self = super().__new__(cls, f"{lang}={public_name(place)}" if lang else public_name(place))
        self.lang, self.path = lang, Path(place)
        return self


class UsedLexicon(NamedTuple):
    """A lexicon, the pairs for plain replacement, the file of both, and rows left out or settled.

    One's own list is replaced by as it stands: what the packaged list doubts in it does not count.
    """

    lexicon: GenderLexicon
    plain: tuple[WordPair, ...]
    file: str = ""
    settled: Mapping[str, int] = MappingProxyType({})


def given_lexicons(files: Sequence[LexiconFile]) -> list[LocatedFile]:
    """The files of `--lexicon`; nothing is known of their terms, so they must not be passed on."""
    located = []
    for given in files:
        if not given.path.is_file() or given.path.suffix.lower() not in _KINDS:
            raise DataError(
                expected=f"a word list that ends in {', '.join(_KINDS)}",
                got=repr(given.path.name),
                fix="Give --lexicon CODE=FILE with columns male and female; pickled lists are not "
                "read, take the tables that they were made from.",
            )
        name = f"{GIVEN_LEXICONS}{given.lang or 'all'}/{given.path.name}"
        file = given_by_name(name, "not stated")
        located.append(LocatedFile(file, given.path, sha256_of_file(given.path)))
    return located


def lexicon_of(
    lang: str, files: Sequence[LexiconFile], languages: Sequence[str], udpipe: Path | None = None
) -> UsedLexicon:
    """The lexicon that a build uses for a language: one's own words, else the packaged ones."""
    for given in files:
        if not given.lang or nearest(given.lang, [lang]):
            records, neutral = _records(given, lang, languages)
            if records:
                lexicon = GenderLexicon.from_records(
                    lang, records, conflicts="settle", udpipe_model=udpipe
                )
                undoubted = [{"ambiguous": "", **record} for record in records]
                plain, _ = own_pairs(lexicon.lang, undoubted, "settle")
                return UsedLexicon(lexicon, plain, str(given), lexicon.settled + neutral)
    if lang not in languages_with_pairs():
        raise OptionError(
            expected="a language with word pairs",
            got=repr(lang),
            fix=f"Give your own with --lexicon {lang}=FILE, or choose one of "
            f"{', '.join(languages_with_pairs())}.",
        )
    packaged = GenderLexicon.load(lang, udpipe_model=udpipe)
    return UsedLexicon(packaged, packaged.pairs)


def check_lexicons(files: Sequence[LexiconFile], languages: Sequence[str]) -> None:
    """Refuse words of a language that is not built."""
    for given in files:
        if given.lang and nearest(given.lang, languages) is None:
            raise OptionError(
                expected=f"--lexicon for a language of this build ({', '.join(languages)})",
                got=repr(given.lang),
                fix="Name a language that has texts, such as --lexicon de=words.csv.",
            )


def _records(
    given: LexiconFile, lang: str, languages: Sequence[str]
) -> tuple[list[dict[str, Any]], Counter[str]]:
    """The records of one language, without those that the list itself calls neutral."""
    rows = list(_rows(given.path))
    has_lang = any(row.get("lang") for row in rows)
    if not given.lang and not has_lang and len(languages) > 1:
        raise OptionError(
            expected=f"the language of {given.path.name}, or a column lang in it",
            got=f"neither, and {len(languages)} languages ({', '.join(languages)})",
            fix=f"Give --lexicon CODE={given.path.name}.",
        )
    if has_lang:
        rows = [row for row in rows if row.get("lang") and nearest(row["lang"], [lang])]
    neutral = {lowered(row[NEUTRAL].strip()) for row in rows if row.get(NEUTRAL)}
    kept = []
    for row in rows:
        words = {lowered(str(row.get(side) or "").strip()) for side in ("male", "female")}
        if words != {""} and not words & neutral:
            kept.append({name: value for name, value in row.items() if name in PAIR_COLUMNS})
    dropped = sum(any(row.get(side) for side in ("male", "female")) for row in rows) - len(kept)
    return kept, Counter({NEUTRAL: dropped} if dropped else {})


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = _parsed(text, path.suffix.lower())
    except (UnicodeDecodeError, ValueError, RecursionError, csv.Error) as error:
        raise DataError(
            expected=f"a readable {path.suffix} file in UTF-8",
            got=f"{path.name}: {error}",
            fix="Mend or convert it.",
        ) from error
    for row in rows:
        named = {_HEADINGS.get(str(name).strip().lower(), _plain(name)): row[name] for name in row}
        if not {"male", "female"} <= set(named):
            raise DataError(
                expected="the columns male and female",
                got=f"{', '.join(map(repr, row))} in {path.name}",
                fix=near_matches("male", map(str, row)),
            )
        odd = [name for name in _READ if not isinstance(named.get(name) or "", str)]
        if odd:
            raise DataError(
                expected=f"text as {odd[0]}",
                got=f"{shorten(named[odd[0]])} in {path.name}",
                fix="Mend this row.",
            )
        yield named


def _parsed(text: str, suffix: str) -> list[Mapping[Any, Any]]:
    if suffix in _SEPARATORS:
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=_SEPARATORS[suffix])
        names = [name for name in rows.fieldnames or () if name]
        if len(set(names)) < len(names):
            raise ValueError(f"a column that stands there twice: {shorten(names)}")
        return list(rows)
    if suffix == ".jsonl":
        found: Any = [parse_json(line) for line in text.splitlines() if line.strip()]
    else:
        found = parse_json(text)
    if isinstance(found, dict) and all(isinstance(column, list) for column in found.values()):
        found = [dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True)]
    pairs = found if isinstance(found, list) else [found]
    return [_record(row) for row in pairs]


def _record(row: Any) -> Mapping[Any, Any]:
    if isinstance(row, list) and len(row) == 2:
        return {"male": row[0], "female": row[1]}
    if not isinstance(row, dict):
        raise ValueError(f"{row!r} is no pair of words")
    return row


def _plain(name: object) -> str:
    return str(name).strip().lower()
