"""Parallel and monolingual corpora as streams: TSV files, OPUS Moses zips, plain text."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from builders.kit.builder import BuildOptions
from equimask.core.errors import DataError, OptionError, near_matches, shorten
from equimask.core.lines import BytesRead, member_names, open_file, open_member, text_lines

ENGLISH = "en"
# Codes of OPUS that are not the project's.
_OPUS_CODES = {"jp": "ja", "zh_cn": "zh", "zhs": "zh"}
_NAME = re.compile(r"(?:.*/)?([\w-]+)/([A-Za-z_]+)-([A-Za-z_]+)\.(?:tsv\.gz|tsv|txt\.zip)")
# Folders of the files that choose sentences and hold none to be chosen.
_WORD_LISTS = ("gender_lexicon/", "first_names/", "gender/", "pairs/")
_VERSION = re.compile(r"-v\w+$")


@dataclass(frozen=True)
class CorpusFile:
    """One file of sentences in `lang`, beside English if it is aligned and has a `code` for it."""

    name: str
    corpus: str
    lang: str
    code: str = ""

    def key(self, lang: str) -> str:
        """What the ids of its sentences in `lang` begin with."""
        return f"{self.corpus}-{self.lang}" if self.code and lang == ENGLISH else self.corpus

    def has(self, lang: str) -> bool:
        """Whether there are sentences in `lang`: the English side of aligned text counts."""
        return lang == self.lang or (bool(self.code) and lang == ENGLISH)


def corpus_files(names: Iterable[str]) -> list[CorpusFile]:
    """The corpora among source names, in order; word lists are none."""
    return [file for name in names if (file := corpus_file(name))]


def work_of(files: Iterable[CorpusFile], paths: Mapping[str, Path], lang: str) -> int:
    """How many bytes one reading of a language's files takes."""
    return sum(paths[file.name].stat().st_size for file in files if file.has(lang))


def check_corpora(asked: Iterable[str], known: Collection[str]) -> None:
    """Refuse the name of a corpus that is not declared."""
    for name in sorted(asked):
        if name not in known:
            raise OptionError(
                expected="the name of a corpus", got=repr(name), fix=near_matches(name, known)
            )


def check_languages(asked: Iterable[str], known: Collection[str]) -> None:
    """Refuse a language of which no corpus has a sentence."""
    missing = sorted(set(asked) - set(known))
    if missing:
        raise OptionError(
            expected=f"languages of the sources: {', '.join(sorted(known)) or 'none'}",
            got=", ".join(missing),
            fix="Ask for one of these, or leave out --language for all of them.",
        )


def corpus_file(name: str) -> CorpusFile | None:
    """`parallel/ntrex/en-de.tsv.gz` or `opus/TED2020-v1/de-en.txt.zip`; None for a word list."""
    if name.startswith(_WORD_LISTS):
        return None
    match = _NAME.fullmatch(name)
    codes = [code for code in match.groups()[1:] if code != ENGLISH] if match else []
    if match is None or len(codes) != 1:
        raise DataError(
            expected="a source named CORPUS/en-XX.tsv.gz or CORPUS/XX-en.txt.zip",
            got=name,
            fix="Mend its name in source.toml.",
        )
    corpus = _VERSION.sub("", match.group(1)).lower()
    return CorpusFile(name, corpus, _OPUS_CODES.get(codes[0], codes[0]), codes[0])


NOT_UTF8 = "not UTF-8"
NOT_TWO_COLUMNS = "not two columns"
EMPTY_SIDE = "an empty side"
EMPTY_LINE = "an empty line"

_Item = TypeVar("_Item")


class Pair(NamedTuple):
    """One aligned line: its number (from 1), the English sentence and its translation."""

    line: int
    english: str
    target: str


class Line(NamedTuple):
    """One line of a monolingual file: its number (from 1) and its text."""

    line: int
    text: str


class SkippedLines:
    """How many lines a reader left out and why, with the number of the first of each kind."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.first: dict[str, int] = {}

    def add(self, reason: str, line: int) -> None:
        """Count one more line."""
        self.counts[reason] += 1
        self.first.setdefault(reason, line)

    def note(self, options: BuildOptions, name: str) -> None:
        """Tell the receipt of the lines that were left out of the source `name`."""
        for reason, count in self.counts.items():
            options.note("dropped", name, f"{reason} (first: line {self.first[reason]})", count)

    def __str__(self) -> str:
        return "; ".join(
            f"{reason}: {count} (first in line {self.first[reason]})"
            for reason, count in sorted(self.counts.items())
        )


def read_pairs(
    path: Path,
    target: str,
    *,
    skipped: SkippedLines | None = None,
    progress: BytesRead | None = None,
) -> Iterator[Pair]:
    """The pairs of a `.tsv`, `.tsv.gz` or Moses `.zip` file; `target` is the corpus's own code.

    Lines that cannot be used are left out and counted in `skipped`; a file without any usable
    line, or a zip whose sides differ in length, is an error.
    """
    skipped = SkippedLines() if skipped is None else skipped
    if path.suffix == ".zip":
        pairs = _moses_pairs(path, target, skipped, progress)
    elif path.name.endswith((".tsv", ".tsv.gz")):
        pairs = _tsv_pairs(path, skipped, progress)
    else:
        raise _wrong_kind(path, ".tsv, .tsv.gz or a Moses .zip")
    yield from _never_empty(pairs, path, skipped)


def read_monolingual(
    path: Path, *, skipped: SkippedLines | None = None, progress: BytesRead | None = None
) -> Iterator[Line]:
    """The lines of a `.txt` or `.txt.gz` file that hold text."""
    skipped = SkippedLines() if skipped is None else skipped
    if not path.name.endswith((".txt", ".txt.gz")):
        raise _wrong_kind(path, ".txt or .txt.gz")
    yield from _never_empty(_lines(path, skipped, progress), path, skipped)


def tidy(sentence: str) -> str:
    """The sentence with single spaces."""
    return " ".join(sentence.split())


def _tsv_pairs(path: Path, skipped: SkippedLines, progress: BytesRead | None) -> Iterator[Pair]:
    for number, line in _decoded(path, skipped, progress):
        english, tab, target = line.partition("\t")
        if not tab or "\t" in target:
            skipped.add(NOT_TWO_COLUMNS, number)
        elif not english.strip() or not target.strip():
            skipped.add(EMPTY_SIDE, number)
        else:
            yield Pair(number, english, target)


def _moses_pairs(
    path: Path, target: str, skipped: SkippedLines, progress: BytesRead | None
) -> Iterator[Pair]:
    members = _moses_members(path, target)
    with ExitStack() as stack:
        sides = [
            text_lines(stack.enter_context(open_member(path, member, progress)), member)
            for member in members
        ]
        end = object()
        both = itertools.zip_longest(*sides, fillvalue=end)
        for number, (english, translation) in enumerate(both, 1):
            if english is end or translation is end:
                short = members[0 if english is end else 1]
                raise DataError(
                    expected=f"as many lines in {members[0]} as in {members[1]} of {path.name}",
                    got=f"{short} ends after line {number - 1}, the other goes on",
                    fix="The sides are not aligned: get the zip anew.",
                )
            if not isinstance(english, str) or not isinstance(translation, str):
                skipped.add(NOT_UTF8, number)
            elif not english.strip() or not translation.strip():
                skipped.add(EMPTY_SIDE, number)
            else:
                yield Pair(number, english, translation)


def _moses_members(path: Path, target: str) -> tuple[str, str]:
    """The English member and its translation: `X.de-en.en` and `X.de-en.de`."""
    names = member_names(path)
    found = [
        (name, name.removesuffix("en") + target)
        for name in names
        for pair in (f"{target}-en", f"en-{target}")
        if name.endswith((f".{pair}.en", f"/{pair}.en")) or name == f"{pair}.en"
    ]
    whole = [sides for sides in found if sides[1] in names]
    if len(whole) != 1:
        raise DataError(
            expected=f"one pair of members like X.en-{target}.en and X.en-{target}.{target} "
            f"in {path.name}",
            got=shorten(names, 300),
            fix="Take the zip of the Moses format and of this language from OPUS.",
        )
    return whole[0]


def _lines(path: Path, skipped: SkippedLines, progress: BytesRead | None) -> Iterator[Line]:
    for line in _decoded(path, skipped, progress):
        if line.text.strip():
            yield line
        else:
            skipped.add(EMPTY_LINE, line.line)


def _decoded(path: Path, skipped: SkippedLines, progress: BytesRead | None) -> Iterator[Line]:
    with open_file(path, progress) as stream:
        for number, line in enumerate(text_lines(stream, path.name), 1):
            if line is None:
                skipped.add(NOT_UTF8, number)
            else:
                yield Line(number, line)


def _never_empty(items: Iterable[_Item], path: Path, skipped: SkippedLines) -> Iterator[_Item]:
    empty = True
    for item in items:
        empty = False
        yield item
    if empty:
        raise DataError(
            expected=f"at least one usable line in {path.name}",
            got=str(skipped) or "an empty file",
            fix="Check that the file is what its name says.",
        )


def _wrong_kind(path: Path, kinds: str) -> DataError:
    return DataError(
        expected=f"a file that ends in {kinds}", got=path.name, fix="Rename or convert the file."
    )
