"""First names that are tied to a gender word: "el rey Felipe" cannot become "la reina Felipe"."""

from __future__ import annotations

from functools import lru_cache

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Gender

# Texts name people of every country; the script is Latin in all of these.
_LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt", "id", "fi")


@lru_cache(maxsize=1)
def _genders() -> dict[str, Gender]:
    found: dict[str, Gender] = {}
    for lang in reversed(_LANGUAGES):
        found.update(load_names(lang))
    return {name: gender for name, gender in found.items() if len(name) > 1}


def first_name_gender(text: str) -> Gender | None:
    """The gender of a first name; None for an unknown one."""
    return _genders().get(text)


def is_first_name(text: str) -> bool:
    """Whether the word is a first name, however the sentence cases it."""
    names = _genders()
    return text in names or (text.isupper() and len(text) > 2 and text.capitalize() in names)
