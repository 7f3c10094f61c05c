"""The texts of a language, parallel or not, as numbered sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from builders.kit.arguments import PerLanguage
from builders.kit.fetch import LocatedFile, given_file
from builders.kit.parallel import (
    ENGLISH,
    CorpusFile,
    SkippedLines,
    corpus_file,
    read_monolingual,
    read_pairs,
    tidy,
)
from builders.ted_gender_pairs.lexicons import GIVEN_LEXICONS
from equimask.core.lines import BytesRead

_WORD_LISTS = ("gender_lexicon/", "gender_lexicon_stop/", "first_names/", GIVEN_LEXICONS)
_GIVEN = "text/"


class Sentence(NamedTuple):
    """A sentence with single spaces, its line, and its English counterpart where there is one."""

    line: int
    text: str
    english: str


def sentences(
    text: CorpusFile, path: Path, lang: str, skipped: SkippedLines, progress: BytesRead
) -> Iterator[Sentence]:
    """The sentences of a text in `lang`."""
    if not text.code:
        for line in read_monolingual(path, skipped=skipped, progress=progress):
            yield Sentence(line.line, tidy(line.text), "")
        return
    for pair in read_pairs(path, text.code, skipped=skipped, progress=progress):
        if lang == ENGLISH:
            yield Sentence(pair.line, tidy(pair.english), "")
        else:
            yield Sentence(pair.line, tidy(pair.target), tidy(pair.english))


def text_of(name: str) -> CorpusFile | None:
    """The text that a source is; None for a word list."""
    if name.startswith(_WORD_LISTS):
        return None
    if name.startswith(_GIVEN):
        _, lang, corpus = name.split("/", 2)
        return CorpusFile(name, corpus.split(".")[0], lang)
    return corpus_file(name)


def texts_of(names: Iterable[str]) -> list[CorpusFile]:
    """The texts among source names, in a fixed order."""
    found = [text for name in names if (text := text_of(name))]
    return sorted(found, key=lambda text: (text.lang, text.corpus, text.name))


def given_texts(texts: Sequence[PerLanguage]) -> list[LocatedFile]:
    """The files of `--text`."""
    return [
        given_file(
            f"{_GIVEN}{text.lang}/{Path(text.place).name}",
            text.place,
            expected=f"a text file for {text.lang}",
            fix="Give --text CODE=FILE with a .txt or .txt.gz file, a sentence per line.",
        )
        for text in texts
    ]
