"""Which lexica each language has, and the entries of one to one value per word, counted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builders.kit.arguments import PerLanguage
from builders.kit.builder import BuildOptions
from builders.sentiment_lexicon import readers
from builders.sentiment_lexicon.readers import Reader
from equimask.gender.lexicon.tokens import APOSTROPHES, HYPHENS, letter_class
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind, SourceLexicon, Value
from equimask.studies.sentiment.own import read_own

_ROOT = "lexica/"
_UNISENT = {
    "ar": "arb", "de": "deu", "en": "eng", "es": "spa", "fi": "fin", "fr": "fra", "id": "ind",
    "it": "ita", "pt": "por", "ru": "rus", "th": "tha", "zh": "zho",
}  # fmt: skip  # not Hindi: Stanczak et al. found it poor; not Japanese: no word in two lexica
_CHEN_SKIENA = {
    **{lang: (lang,) for lang in ("ar", "de", "es", "fi", "fr", "hi", "id", "it", "pt")},
    **{lang: (lang,) for lang in ("ru", "th")},
    "zh": ("zh", "zhw"),  # single characters, and words
}
_VADER_LEVELS = tuple(rating / 4 for rating in range(-4, 5))


@dataclass(frozen=True)
class Lexicon:
    """A lexicon of one language: the reader of each of its files."""

    name: str
    lang: str
    kind: Kind
    files: Mapping[str, Reader]
    levels: tuple[float, ...] = ()


def _declared() -> Iterable[Lexicon]:
    for lang, codes in _CHEN_SKIENA.items():
        read = readers.sides("pos", "neg")
        files = {f"{_ROOT}chen-skiena/{code}.tsv": read for code in codes}
        yield Lexicon("chen-skiena", lang, Kind.BINARY, files)
    for lang, code in _UNISENT.items():
        files = {f"{_ROOT}unisent/{code}_unisent_lexicon.txt": readers.sides("+1", "-1")}
        yield Lexicon("unisent", lang, Kind.BINARY, files)
    for lang in ("en", "fi", "fr"):
        files = {f"{_ROOT}afinn/AFINN-{lang}-165.txt": readers.whole_numbers(5)}
        yield Lexicon("afinn", lang, Kind.REAL, files)
    for lang in ("en", "es"):
        files = {f"{_ROOT}ml-senticon/senticon.{lang}.xml": readers.ml_senticon}
        yield Lexicon("ml-senticon", lang, Kind.REAL, files)
    yield Lexicon("opinion-lexicon", "en", Kind.BINARY, _two_sides("nltk/{}-words.txt"))
    vader = {f"{_ROOT}nltk/vader_lexicon.txt": readers.vader}
    yield Lexicon("vader", "en", Kind.COUNTS, vader, _VADER_LEVELS)
    isol = {f"{_ROOT}isol-es/isol.csv": readers.sides("positivo", "negativo", ",")}
    yield Lexicon("isol", "es", Kind.BINARY, isol)
    both = {
        f"{_ROOT}sentiws/SentiWS_v2.0_{side}.txt": readers.sentiws
        for side in ("Positive", "Negative")
    }
    yield Lexicon("sentiws", "de", Kind.BINARY, both)
    sentilex = {f"{_ROOT}sentilex-pt/SentiLex-lem-PT02.txt": readers.sentilex}
    yield Lexicon("sentilex", "pt", Kind.COUNTS, sentilex, THREE_CLASSES)
    rusentilex = {f"{_ROOT}rusentilex/rusentilex_2017.txt": readers.rusentilex}
    yield Lexicon("rusentilex", "ru", Kind.COUNTS, rusentilex, (*THREE_CLASSES, 0.0))
    elsahar = {f"{_ROOT}arabic-elsahar/ALL_lex.csv": readers.sides("1", "-1", ",", header=True)}
    yield Lexicon("elsahar", "ar", Kind.BINARY, elsahar)
    yield Lexicon("ntusd", "zh", Kind.BINARY, _two_sides("ntusd-zh/ntusd-{}.txt"))
    swn = {f"{_ROOT}hindi-swn/HindiSentiWordnet.txt": readers.hindi_sentiwordnet}
    yield Lexicon("hindi-sentiwordnet", "hi", Kind.PAIR, swn)
    inset = {
        f"{_ROOT}inset-id/positive.tsv": readers.strengths(5, 0),
        f"{_ROOT}inset-id/negative.tsv": readers.strengths(5, 1),
    }
    yield Lexicon("inset", "id", Kind.PAIR, inset)


def _two_sides(name: str) -> dict[str, Reader]:
    return {
        _ROOT + name.format("positive"): readers.words_of_one_side(1.0),
        _ROOT + name.format("negative"): readers.words_of_one_side(0.0),
    }


LEXICA = tuple(sorted(_declared(), key=lambda lexicon: (lexicon.lang, lexicon.name)))
LANGUAGES = tuple(sorted({lexicon.lang for lexicon in LEXICA}))

# English words stand in the lexica of these languages; a word has a letter of the own script.
_SCRIPTS = {
    "ar": "\u0620-\u064a\u0671-\u06d3",
    "hi": "\u0904-\u0939\u0958-\u0961",
    "ru": "\u0400-\u04ff",
    "th": "\u0e01-\u0e2e",
    "zh": "\u3400-\u4dbf\u4e00-\u9fff",
}
_WORD = re.compile(rf"[{letter_class()}{APOSTROPHES}{re.escape(HYPHENS)}]+")
SEVERAL_WORDS = "several words"
NO_WORD = "not a word"
OTHER_SCRIPT = "not in the script of the language"


def spelled(entry: str) -> str:
    """An entry as it is looked up: NFC, lower case, no space around it."""
    return unicodedata.normalize("NFC", entry).strip().lower()


def why_not(word: str, lang: str) -> str:
    """Why a spelled entry is left out; nothing when it is a word of the language."""
    if re.search(r"[\s_]", word):
        return SEVERAL_WORDS
    if not _WORD.fullmatch(word) or not any(map(str.isalpha, word)):
        return NO_WORD
    script = _SCRIPTS.get(lang)
    return OTHER_SCRIPT if script and not re.search(f"[{script}]", word) else ""


MALFORMED = "malformed line or unknown value"
BOTH_SIDES = "on both sides of the lexicon"
JOINED = "entries of one word joined"


def read_lexicon(
    lexicon: Lexicon, files: Mapping[str, Path], options: BuildOptions
) -> SourceLexicon | None:
    """The lexicon, or None when not all of its files are at hand."""
    if not all(name in files for name in lexicon.files):
        return None
    entries = [read(files[name].read_bytes()) for name, read in lexicon.files.items()]
    return joined(lexicon, entries, options)


def read_own_lexicon(
    given: PerLanguage, lang: str, seeds: Mapping[str, int], options: BuildOptions
) -> SourceLexicon:
    """A file of `--lexicon`, named by the file; its entries are treated like all others."""
    path = Path(given.place)
    own = read_own(path, seeds)
    lexicon = Lexicon(path.stem, lang, own.kind, {}, own.levels)
    return joined(lexicon, [own.entries], options)


def joined(
    lexicon: Lexicon,
    entries: Sequence[Iterable[tuple[str, Value | None]]],
    options: BuildOptions,
) -> SourceLexicon:
    """One value for every word from the entries of one or more files."""
    subject = f"{lexicon.name} {lexicon.lang}"
    found: dict[str, list[list[Value]]] = {}
    for place, of_file in enumerate(entries):
        for entry, value in of_file:
            word = spelled(entry)
            reason = why_not(word, lexicon.lang) if value is not None else MALFORMED
            if reason or value is None:
                options.note("dropped", subject, reason)
                continue
            found.setdefault(word, [[] for _ in entries])[place].append(value)
    values: dict[str, Value] = {}
    for word, by_file in found.items():
        value = _joined(lexicon.kind, by_file)
        options.note("repaired", subject, JOINED, sum(map(len, by_file)) > 1)
        if value is None:
            options.note("dropped", subject, BOTH_SIDES)
        else:
            values[word] = value
    return SourceLexicon(lexicon.name, lexicon.kind, values, lexicon.levels)


def _joined(kind: Kind, by_file: list[list[Value]]) -> Value | None:
    """Sides must agree; votes are added; numbers are averaged.

    The two lists of InSet are the two sides of a pair: averaged each, then put together.
    """
    every = [value for group in by_file for value in group]
    if kind is Kind.BINARY:
        return every[0] if len(set(every)) == 1 else None
    if kind is Kind.COUNTS:
        return tuple(map(sum, zip(*every, strict=True)))
    means = [_mean(group) for group in by_file if group]
    return tuple(map(sum, zip(*means, strict=True)))


def _mean(values: list[Value]) -> Value:
    return tuple(sum(column) / len(values) for column in zip(*values, strict=True))
