"""The words of a CoNLL-U file: form, lemma, part of speech, features."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from equimask.core.errors import DataError, shorten
from equimask.core.lines import open_file, text_lines

UPOS = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
)
_COLUMNS = 10
_WORD_ID = re.compile(r"[1-9][0-9]*")
# What is written as one token (1-2) and what is not written at all (1.1) has no tag of its own.
_OTHER_ID = re.compile(r"[1-9][0-9]*-[1-9][0-9]*|[0-9]+\.[1-9][0-9]*")


class TreebankWord(NamedTuple):
    """One syntactic word as the treebank has it; `_` stands for a lemma that nobody gave."""

    form: str
    lemma: str
    upos: str
    feats: str


def read_words(path: Path) -> Iterator[TreebankWord]:
    """The syntactic words of a `.conllu` or `.conllu.gz` file.

    Comments, contractions as they are written and empty nodes are passed over.
    """
    with open_file(path) as stream:
        for number, line in enumerate(text_lines(stream, path.name), start=1):
            if line is None:
                raise _bad(path, number, "UTF-8 text", "other bytes")
            if line.startswith("#") or not line.strip():
                continue
            fields = line.split("\t")
            if len(fields) != _COLUMNS:
                got = f"{len(fields)} in {shorten(line)}"
                raise _bad(path, number, f"{_COLUMNS} columns with tabs between them", got)
            if _WORD_ID.fullmatch(fields[0]):
                yield _word(fields, path, number)
            elif not _OTHER_ID.fullmatch(fields[0]):
                raise _bad(path, number, "a word id such as 7, 7-8 or 7.1", shorten(fields[0]))


def _word(fields: list[str], path: Path, number: int) -> TreebankWord:
    form, lemma, upos, feats = fields[1], fields[2], fields[3], fields[5]
    if not form:
        raise _bad(path, number, "a word form", "an empty one")
    if upos not in UPOS:
        raise _bad(path, number, "a universal part-of-speech tag", shorten(upos))
    return TreebankWord(form, lemma, upos, feats)


def _bad(path: Path, number: int, expected: str, got: str) -> DataError:
    return DataError(
        expected=f"{expected} in {path.name}, line {number}",
        got=got,
        fix="Get the file anew from its treebank, or take it out of the folder.",
    )
