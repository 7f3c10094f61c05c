"""What may be brought to the study: each piece is known by its columns, whatever its name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError, shorten
from equimask.core.schema import DATASET_COLUMNS, EXTRA_CONFIGS, LANGUAGE_COLUMN, SENTIMENTS
from equimask.inputs.parts import part_in, parts_of
from equimask.inputs.sentiment_lexicon import Entry, read_lexicon
from equimask.inputs.several import dataset_in, is_preset
from equimask.inputs.specification import Address, parse_address
from equimask.studies.analyses.supersenses import (
    VERB_HEADER,
    read_adjective_classes,
    read_verb_classes,
)

_DATASETS = ("politicians", "politician_completions", "sentiment_lexicon")
COUNTS, BY_PERSON = "counts", "counts_by_person"
COUNT_COLUMNS = EXTRA_CONFIGS["politician_completions"][COUNTS]
SENTENCE_COLUMNS = ("sentence", "label")

# a word, its class, and the probability of every class
_ADJECTIVE_LINE = re.compile(r"[^\t]+\t[^\t]+\t\{.*\}")
# what a piece must have, to be known by it
_KNOWN_BY: dict[str, tuple[str, ...]] = {
    "completions": COUNT_COLUMNS,
    "lexicon": ("word", *SENTIMENTS),
    "politicians": ("qid", "name", "gender"),
    "sentences": SENTENCE_COLUMNS,
}


@dataclass(frozen=True)
class Materials:
    """All that was brought, by what it is; None for what was not."""

    completions: Any = None
    politicians: Any = None
    lexicon: Any = None
    sentences: Any = None
    adjectives: Path | None = None
    verbs: Path | None = None
    only: str | None = None
    """The one language that was asked for: that of tables that name none."""

    def lexicon_of(self, language: str) -> Mapping[str, Entry] | None:
        """The entries of a language; None without a lexicon of it."""
        columns = self._in_language(self.lexicon, ("word", *SENTIMENTS), language)
        return None if columns is None else read_lexicon(columns)

    def people_of(self, language: str) -> Mapping[str, list[Any]] | None:
        """The politicians who have a name in a language."""
        return self._in_language(self.politicians, DATASET_COLUMNS["politicians"], language)

    def sentences_of(self, language: str) -> Mapping[str, list[Any]] | None:
        """Sentences of a language, and the sentiment that people gave to each."""
        return self._in_language(self.sentences, SENTENCE_COLUMNS, language)

    def _in_language(
        self, source: Any, columns: Sequence[str], language: str
    ) -> Mapping[str, list[Any]] | None:
        """The columns that are there; None where nothing is in that language."""
        if source is None:
            return None
        parts = [part for part in parts_of(source, {*columns, LANGUAGE_COLUMN}) if part.is_built]
        named = [part for part in parts if part.language is not None]
        if named:
            chosen = [part for part in named if part.language == language]
            return chosen[0].read().columns if chosen else None
        read = part_in(parts, None, source).read()
        if LANGUAGE_COLUMN in read.columns:
            by = read.by(LANGUAGE_COLUMN)
            return by[language].columns if language in by else None
        if self.only is None:
            raise DataError(
                expected=f"a column `{LANGUAGE_COLUMN}` in {_name(source)}",
                got="none, and more than one language",
                fix=f"Add it, or ask for one language (--language {language}).",
            )
        return read.columns if language == self.only else None

    @cached_property
    def counts(self) -> Mapping[str, list[Any]]:
        """How often each model said each lemma of each gender."""
        parts = parts_of(self.completions, set(COUNT_COLUMNS))
        named = [part for part in parts if part.config == COUNTS]
        return part_in(named or parts, None, self.completions).read().columns

    @cached_property
    def classes(self) -> dict[str, Mapping[str, str]]:
        """The supersenses that were brought, by part of speech."""
        found: dict[str, Mapping[str, str]] = {}
        if self.adjectives is not None:
            found["ADJ"] = read_adjective_classes(self.adjectives)
        if self.verbs is not None:
            found["VERB"] = read_verb_classes(self.verbs)
        return found

    def by_person(self) -> Any:
        """What was said of each person, as a dataset on disk; None where the data have none."""
        address = _address(self.completions)
        if address is None or address.kind == "file":
            return None
        from datasets import load_dataset

        try:
            with quiet():
                return load_dataset(
                    address.name, BY_PERSON, split="test", revision=address.revision
                )
        except (ValueError, FileNotFoundError):  # of a build that is older
            return None

    def folder_of_completions(self) -> Path | None:
        """Where they lie, if they are in a folder."""
        address = _address(self.completions)
        return Path(address.name) if address is not None and address.kind == "folder" else None


@contextmanager
def quiet() -> Iterator[None]:
    """Without the bars of `datasets`, which fill logs."""
    from datasets.utils import (
        are_progress_bars_disabled,
        disable_progress_bars,
        enable_progress_bars,
    )

    were_shown = not are_progress_bars_disabled()
    disable_progress_bars()
    try:
        yield
    finally:
        if were_shown:
            enable_progress_bars()


def materials(data: Sequence[Any], languages: Sequence[str] = ()) -> Materials:
    """Every piece in its place; `papers:DIR` is a folder of built datasets."""
    found = Materials(only=languages[0] if len(languages) == 1 else None)
    for piece in (one for given in data for one in _unfolded(given)):
        kind = _kind(piece)
        if getattr(found, kind) is not None:
            raise DataError(
                expected=f"one piece of data that is {_TOLD[kind]}",
                got=f"{_name(piece)} beside {_name(getattr(found, kind))}",
                fix="Leave one of them out, or join them.",
            )
        found = replace(found, **{kind: piece})
    return found


_TOLD = {
    "completions": f"counts of completions ({', '.join(COUNT_COLUMNS)})",
    "lexicon": f"a sentiment lexicon ({', '.join(_KNOWN_BY['lexicon'])})",
    "politicians": "politicians with names and genders",
    "sentences": f"labelled sentences ({', '.join(SENTENCE_COLUMNS)})",
    "adjectives": "adjective supersenses as Tsvetkov et al. publish them",
    "verbs": f"verb supersenses ({', '.join(VERB_HEADER)})",
}


def _unfolded(given: Any) -> Sequence[Any]:
    """The datasets of `papers:DIR` that this paper reads."""
    if not is_preset(given):
        return (given,)
    found = [place for name in _DATASETS if (place := dataset_in(given, name)) is not None]
    if not found:
        raise DataError(
            expected=f"one of the built datasets {', '.join(_DATASETS)} in {shorten(given)}",
            got="none",
            fix="Build them with `python -m builders NAME --out DIR/NAME`.",
        )
    return found


def _kind(piece: Any) -> str:
    if isinstance(piece, (str, os.PathLike)) and Path(piece).is_file():
        path = Path(piece)
        with path.open(encoding="utf-8", errors="replace") as file:
            first = file.readline().rstrip("\n")
        if tuple(first.split("\t")) == VERB_HEADER:
            return "verbs"
        if _ADJECTIVE_LINE.fullmatch(first):
            return "adjectives"
    there: set[str] = set()
    for part in parts_of(piece, set()):
        if part.is_built and part.config != BY_PERSON:
            there = set(part.read().there)
            for kind, columns in _KNOWN_BY.items():
                if there >= set(columns):
                    return kind
    raise DataError(
        expected=f"{'; or '.join(_TOLD.values())}",
        got=f"{_name(piece)} with {', '.join(sorted(there)) or 'no columns'}",
        fix="Pass datasets built by `python -m builders`, and files with these columns.",
    )


def _address(piece: Any) -> Address | None:
    return parse_address(piece) if isinstance(piece, (str, os.PathLike)) else None


def _name(piece: Any) -> str:
    if isinstance(piece, (str, os.PathLike)):
        return shorten(Path(piece).name)
    return f"data of the type {type(piece).__name__}"
