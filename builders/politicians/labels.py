"""Which label is somebody's name in a language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

# Wikidata's label for all languages that have none of their own; it spares repetitions.
EVERY_LANGUAGE = "mul"

# Where a language's own label is missing, that of a variety will do, in this order.
VARIETIES: dict[str, tuple[str, ...]] = {
    "en": ("en-gb", "en-ca"),
    "pt": ("pt-br",),
    "zh": ("zh-hans", "zh-cn"),
}
# Languages that write names in Latin letters, and so may take the label for every language.
LATIN = frozenset("de en es fi fr id it nl pt sk tl vi".split())


class Name(NamedTuple):
    """A name and the code of the label that it was taken from."""

    name: str
    code: str


def label_codes(lang: str) -> tuple[str, ...]:
    """The labels that can name somebody in a language, best first."""
    last = (EVERY_LANGUAGE,) if lang in LATIN else ()
    return (lang, *VARIETIES.get(lang, ()), *last)


def all_codes(languages: Iterable[str]) -> list[str]:
    """The labels that a set of languages needs."""
    return sorted({code for lang in languages for code in label_codes(lang)})


def name_in(labels: Mapping[str, str], lang: str) -> Name | None:
    """The name in a language: the first label that holds more than white space."""
    for code in label_codes(lang):
        name = " ".join(labels.get(code, "").split())
        if name and (code != EVERY_LANGUAGE or _is_latin(name)):
            return Name(name, code)
    return None


def _is_latin(name: str) -> bool:
    return all("LATIN" in unicodedata.name(sign, "") for sign in name if sign.isalpha())
