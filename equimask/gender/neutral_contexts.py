"""Sentences that no stereotype expects of a man or of a woman, with a place for a name."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from equimask.core.errors import DataError
from equimask.core.languages import get_language, nearest
from equimask.core.packaged import packaged_languages
from equimask.gender.lexicon.records import packaged_list, read_word_list
from equimask.gender.lexicon.types import Gender

_FOLDER = "lab"
_NAME = "{name}"


class Frame(NamedTuple):
    """A sentence around a name."""

    before: str
    after: str

    def filled(self, name: str) -> str:
        """With the name."""
        return f"{self.before}{name}{self.after}"


class NeutralContext(NamedTuple):
    """The sentence as it is said of a man and of a woman: a subject's verb may agree with it."""

    male: Frame
    female: Frame

    def of(self, gender: Gender) -> Frame:
        """As it is said of somebody of that gender."""
        return self.male if gender == "male" else self.female


@lru_cache(maxsize=32)
def neutral_contexts(language: str) -> tuple[NeutralContext, ...]:
    """The packaged ones; a language without them is an error that lists those that have some."""
    rows = read_word_list(packaged_list(_FOLDER, language), ("kind", "male", "female"))
    found = tuple(
        NeutralContext(*(Frame(*row[gender].split(_NAME)) for gender in ("male", "female")))
        for row in rows
        if row["kind"] == "context"
    )
    if not found:
        code, available = get_language(language).code, packaged_languages(_FOLDER)
        near = nearest(code, available)
        raise DataError(
            expected=f"a language with neutral contexts ({', '.join(available)})",
            got=repr(code),
            fix=f"Take {near!r}." if near else "control='names' needs first names alone.",
        )
    return found
