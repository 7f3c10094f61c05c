"""How each corpus of `parallel/` is made: which public files, joined by what, in which order.

What is in a url of source.toml (the name of a file, the folder of a pair of languages) is read
from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from builders.derive.raw import (
    RawFiles,
    SentencePair,
    lines_of,
    segments_side_by_side,
    side_by_side,
    texts_by_id,
    whole_and_once,
)
from builders.kit.sources import SourceFile
from equimask.core.errors import DataError

_NEWS = re.compile(r"(?P<set>news-test|newstest|newssyscomb|newsdiscusstest)(?P<year>\d{4}).*")
_BOTH_DIRECTIONS_FROM = 2019
_LARGEST_NEWS, _LARGE_NEWS = 20_000, ("eng-deu", "eng-rus")
_TALKS = ("dev2010", *(f"tst{year}" for year in range(2010, 2016)))
# Labels of Tatoeba rows whose code in the file's name covers several languages.
_LABELS = {"zho": "cmn_Hans"}


def pud(files: RawFiles, file: SourceFile) -> Iterator[SentencePair]:
    """Universal Dependencies: the texts of two treebanks joined by sent_id, in English order."""
    english = texts_by_id(files.one("en_pud-ud-test.conllu"))
    target = texts_by_id(files.one(_last(file)))
    return ((text, target[key]) for key, text in english.items() if key in target)


def ntrex(files: RawFiles, file: SourceFile) -> Iterator[SentencePair]:
    """NTREX-128: English source and reference by line."""
    return side_by_side(files.one("newstest2019-src.eng.txt"), files.one(_last(file)))


def flores101(files: RawFiles, file: SourceFile) -> Iterator[SentencePair]:
    """The devtest of FLORES-101 in OPUS-MT-testsets, by line."""
    return side_by_side(*_sides(files, _last(file), "flores101-devtest"))


def wmt_news(files: RawFiles, file: SourceFile) -> Iterator[SentencePair]:
    """The news test sets in OPUS-MT-testsets by name, second references (B) left out.

    Till 2018 the sets of both directions are the same and are taken once; from 2019 on those into
    English follow at the end. Of German and Russian the last 20,000 pairs.
    """
    there = _last(file)
    back = "-".join(reversed(there.split("-")))
    sets = _news_sets(files, there)
    sets += [one for one in _news_sets(files, back) if _year(one[0]) >= _BOTH_DIRECTIONS_FROM]
    pairs = list(
        whole_and_once(
            both for name, pair in sets for both in side_by_side(*_sides(files, pair, name))
        )
    )
    return iter(pairs[-_LARGEST_NEWS:] if there in _LARGE_NEWS else pairs)


def tatoeba(files: RawFiles, file: SourceFile) -> Iterator[SentencePair]:
    """The test sets of the Tatoeba Challenge: two labels and two sentences a line.

    Rows in a dialect, known by their label, are left out.
    """
    name = _last(file)
    path = files.one(name.removesuffix(".gz"))
    codes = name.split(".")[-3].split("-")
    at = codes.index("eng")
    code = codes[1 - at]
    wanted = _LABELS.get(code, code)
    for number, line in enumerate(lines_of(path), 1):
        parts = line.split("\t")
        if len(parts) != 4:
            raise DataError(
                expected=f"two labels and two sentences in every line of {path.name}",
                got=f"{len(parts)} columns in line {number}",
                fix="Take the .txt.gz of the release that source.toml names.",
            )
        label = parts[1 - at]
        if label == wanted or (code == wanted and label.startswith(f"{code}_")):
            yield parts[2 + at], parts[3 - at]


def ted_iwslt17(files: RawFiles, file: SourceFile) -> Iterator[SentencePair]:
    """Talks of IWSLT 2017: dev2010 and tst2010 to tst2015, segment by segment."""
    lang = PurePosixPath(file.name).name.split(".")[0].removeprefix("en-")
    for talks in _TALKS:
        sides = (
            files.one(
                f"IWSLT17.TED.{talks}.en-{lang}.{side}.xml",
                f"IWSLT17.TED.{talks}.{lang}-en.{side}.xml",
            )
            for side in ("en", lang)
        )
        yield from segments_side_by_side(*sides)


CORPORA: Mapping[str, Callable[[RawFiles, SourceFile], Iterator[SentencePair]]] = {
    "flores101": flores101,
    "ntrex": ntrex,
    "pud": pud,
    "tatoeba": tatoeba,
    "ted-iwslt17": ted_iwslt17,
    "wmt-news": wmt_news,
}


def _last(file: SourceFile) -> str:
    return PurePosixPath(file.url).name


def _sides(files: RawFiles, pair: str, name: str) -> tuple[Path, Path]:
    """The English and the other side of a set in the folder of a pair such as eng-deu."""
    other = pair.replace("eng", "").strip("-")
    english, target = (files.one(f"{pair}/{name}.{code}") for code in ("eng", other))
    return english, target


def _news_sets(files: RawFiles, pair: str) -> list[tuple[str, str]]:
    """The news test sets in the folder of a pair, each with the pair."""
    sets: dict[str, str] = {}
    for file in files.names_in(pair):
        name = file.removesuffix(".eng")
        if name != file and (match := _NEWS.fullmatch(name)):
            once = match["set"] + match["year"]
            sets.setdefault(once if _year(name) < _BOTH_DIRECTIONS_FROM else name, name)
    return [(name, pair) for name in sets.values()]


def _year(name: str) -> int:
    match = _NEWS.fullmatch(name)
    return int(match["year"]) if match else 0
