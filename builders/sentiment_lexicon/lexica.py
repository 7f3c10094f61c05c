"""Which lexica each language has, in which files and of which kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builders.sentiment_lexicon import readers
from builders.sentiment_lexicon.readers import Reader
from equimask.studies.sentiment.observations import THREE_CLASSES, Kind

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
