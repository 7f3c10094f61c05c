"""One reader per format: the bytes of a file to entries and their values.

A line that does not have the form of its file gives the value None; it is counted, not guessed.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from equimask.core.errors import DataError
from equimask.studies.sentiment.observations import Value

Entries = Iterator[tuple[str, Value | None]]
Reader = Callable[[bytes], Entries]

_INTEGER = re.compile(r"[+-]?\d+")
_VADER_CLASSES = range(-4, 5)
_RUSENTILEX = {
    "negative": 0, "neutral": 1, "positive": 2, "positive/negative": 3,
    # spelled so in the file
    "negaitve": 0, "postive": 2, "postitive": 2, "posititve": 2, "posiive": 2,
}  # fmt: skip
_SENTILEX_ENTRY = re.compile(r"(.+?)\.PoS=")
_SENTILEX_POLARITY = re.compile(r"POL:N\d=(-?\d+)")


def sides(positive: str, negative: str, separator: str = "\t", header: bool = False) -> Reader:
    """Lines with a word and the label of its side."""
    values = {positive: (1.0,), negative: (0.0,)}

    def read(data: bytes) -> Entries:
        lines = _lines(data)[header:]
        quoted = separator == ","
        for row in csv.reader(lines) if quoted else (line.split(separator) for line in lines):
            yield (row[0], values.get(row[1])) if len(row) == 2 else (_shown(row), None)

    return read


def words_of_one_side(value: float) -> Reader:
    """A word on each line; `;` begins a comment."""

    def read(data: bytes) -> Entries:
        return ((line, (value,)) for line in _lines(data) if not line.startswith(";"))

    return read


def whole_numbers(most: int) -> Reader:
    """A word and an integer from -most to most, as AFINN has them."""

    def read(data: bytes) -> Entries:
        for word, number in _numbered(data):
            fits = number is not None and abs(number) <= most
            yield word, (number / most,) if number is not None and fits else None

    return read


def strengths(most: int, place: int) -> Reader:
    """InSet: a header, then a word and a weight; each list fills its `place` of the pair."""

    def read(data: bytes) -> Entries:
        for word, number in _numbered(b"\n".join(data.splitlines()[1:])):
            value = [0.0, 0.0]
            if number is not None:
                value[place] = abs(number) / most
            yield word, tuple(value) if number is not None and abs(number) <= most else None

    return read


def vader(data: bytes) -> Entries:
    """Word, mean, deviation and the ten ratings; the ratings become votes for nine classes."""
    for line in _lines(data):
        cells = line.split("\t")
        ratings = [int(found) for found in _INTEGER.findall(cells[3])] if len(cells) == 4 else []
        known = bool(ratings) and all(rating in _VADER_CLASSES for rating in ratings)
        votes = tuple(float(ratings.count(rating)) for rating in _VADER_CLASSES)
        yield cells[0], votes if known else None


def ml_senticon(data: bytes) -> Entries:
    """The lemmas of the XML, in all layers. A document type could define entities: refused."""
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise DataError(
            expected="XML without a document type",
            got="a <!DOCTYPE or <!ENTITY declaration",
            fix="Use the file whose sha256 source.toml names.",
        )
    try:
        lemmas = list(ElementTree.fromstring(data).iter("lemma"))
    except ElementTree.ParseError as error:
        raise DataError(
            expected="well-formed XML",
            got=str(error),
            fix="Use the file whose sha256 source.toml names.",
        ) from error
    for lemma in lemmas:
        number = _real(lemma.get("pol", ""))
        yield lemma.text or "", (number,) if number is not None and abs(number) <= 1 else None


def sentiws(data: bytes) -> Entries:
    """Lemma|POS, weight, inflected forms; every form takes the side of its lemma.

    Most weights are one constant that stands for "not known", so the side is all that is read.
    """
    for line in _lines(data):
        cells = line.split("\t")
        number = _real(cells[1]) if len(cells) in (2, 3) else None
        lemma, bar, _ = cells[0].partition("|")
        if not number or not bar:
            yield line, None
            continue
        for form in [lemma, *",".join(cells[2:]).split(",")]:
            if form:  # a comma or a tab at the end of a line is followed by no form
                yield form, (float(number > 0),)


def sentilex(data: bytes) -> Entries:
    """SentiLex-PT: one vote for every participant whose polarity the entry gives."""
    for line in _lines(data):
        entry = _SENTILEX_ENTRY.match(line)
        found = [int(number) for number in _SENTILEX_POLARITY.findall(line)]
        known = entry is not None and bool(found) and all(number in (-1, 0, 1) for number in found)
        votes = tuple(float(found.count(number)) for number in (-1, 0, 1))
        yield (entry.group(1) if entry else line), votes if known else None


def rusentilex(data: bytes) -> Entries:
    """Word, part of speech, lemma, class, source[, sense]: one vote per sense."""
    for line in _lines(data):
        cells = [cell.strip() for cell in line.split(",")]
        place = _RUSENTILEX.get(cells[3]) if len(cells) >= 5 else None
        votes = tuple(float(at == place) for at in range(4))
        yield cells[0], votes if place is not None else None


def hindi_sentiwordnet(data: bytes) -> Entries:
    """Header; then part of speech, id, positive, negative, and the words of the synset."""
    for line in _lines(data)[1:]:
        cells = line.split()
        pair = [_real(cell) for cell in cells[2:4]] if len(cells) == 5 else []
        fits = len(pair) == 2 and all(x is not None and 0 <= x <= 1 for x in pair)
        for word in cells[4].split(",") if fits else [line]:
            yield word, tuple(x for x in pair if x is not None) if fits else None


def _lines(data: bytes) -> list[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            expected="UTF-8", got=str(error), fix="Use the file whose sha256 source.toml names."
        ) from error
    return [line.rstrip("\r") for line in text.split("\n") if line.strip()]


def _numbered(data: bytes) -> Iterator[tuple[str, int | None]]:
    for line in _lines(data):
        word, _, number = line.rpartition("\t")
        yield word or line, int(number) if word and _INTEGER.fullmatch(number) else None


def _real(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _shown(cells: list[str]) -> str:
    return " ".join(cells)
