"""Which of the data serve what: sentences of either gender, translated pairs, StereoSet.

Built datasets are known by their columns. What has none says what it is:

stereoset=WHERE    StereoSet: its dev.json, its dataset on the Hub, or the gender-swapped text
pairs:ja=FILE      pairs of a language, as their authors released them or as sent_more, sent_less
answers=WHERE      what real models answered to CrowS-Pairs, as others released it
mt:ja=FILE         the same, translated by a machine
parallel:de=FILE   text in two columns without headings: English, a tab, the translation
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from equimask.core.errors import DataError, shorten
from equimask.core.languages import get_language
from equimask.core.lines import open_file, text_lines
from equimask.core.sampling import sentence_hash, smallest
from equimask.core.schema import BIAS_TYPE, CLUSTER, GENDERS, LANGUAGE_COLUMN, PAIR_COLUMNS
from equimask.gender.bags import ByEnglish, bags_by_english
from equimask.inputs.packaged import packaged_table
from equimask.inputs.pairs import load_pairs, pair_languages
from equimask.inputs.parts import parts_of, shown
from equimask.inputs.several import dataset_in, is_preset
from equimask.inputs.table import Table
from equimask.papers.mbe.answers import Answers, read_answers
from equimask.papers.mbe.stereoset import read_stereoset

PACKAGED = "packaged"
_BUILT = ("crows_pairs_multilingual", "parallel_gender_sentences")
_OTHER_ROLE = re.compile(r"[A-Za-z_]+(?::[A-Za-z-]+)?=")
_ROLE = re.compile(r"(stereoset|answers)()=(.+)|(pairs|mt|parallel):([A-Za-z-]+)=(.+)")
_BAG = ("sentence", "gender")
_RELEASED = ("stereotype", "anti-stereotype")
_ENGLISH_SIDES = ("sent_more_en", "sent_less_en")
_READ = {
    *_BAG, "words", "corpus", CLUSTER, *PAIR_COLUMNS, *_RELEASED, *_ENGLISH_SIDES, "gender_more",
    "source", BIAS_TYPE, LANGUAGE_COLUMN,
}  # fmt: skip


@dataclass(frozen=True)
class Bags:
    """Sentences of one gender by their English side, of one language and corpus."""

    corpus: str
    table: Table

    @property
    def language(self) -> str:
        """Of the sentences."""
        return str(self.table.language)

    @property
    def language_name(self) -> str:
        """As people call it."""
        return get_language(self.language).name

    @property
    def is_packaged(self) -> bool:
        """Whether it is no corpus: both sides of the pairs that ship with the package."""
        return self.corpus == PACKAGED

    def count(self, gender: str) -> int:
        """Sentences of that gender."""
        return self.table.columns["gender"].count(gender)

    def thinned(self, size: int | None, seed: int) -> Bags:
        """As many male as female sentences, as the paper has them, and at most `size` of each.

        Packaged pairs stay as they are: each has both versions.
        """
        if self.is_packaged:
            return self
        places = {
            gender: [i for i, one in enumerate(self.table.columns["gender"]) if one == gender]
            for gender in GENDERS
        }
        fewest = min(len(own) for own in places.values())
        wanted = fewest if size is None else min(fewest, size)
        sentences = self.table.columns["sentence"]
        kept: list[int] = []
        for own in places.values():
            hashes = np.array([sentence_hash(sentences[i]) for i in own], np.uint64)
            kept += [own[i] for i in smallest(hashes, wanted, seed)]
        return replace(self, table=self.table.rows(sorted(kept)))


@dataclass(frozen=True)
class Pairs:
    """Translated pairs; `english` are the originals of both sides, where they are known."""

    language: str
    source: str
    columns: dict[str, list[str]]
    english: tuple[list[str], list[str]] | None = None

    def first(self, size: int | None) -> Pairs:
        """Some of the rows."""
        some = {name: cells[:size] for name, cells in self.columns.items()}
        english = None if self.english is None else (self.english[0][:size], self.english[1][:size])
        return replace(self, columns=some, english=english)

    def bags(self) -> dict[str, list[str]] | None:
        """The sentences of one gender by their English side, as the paper has it.

        None where that is not known.
        """
        if self.english is None:
            return None
        sides = (self.columns[name] for name in PAIR_COLUMNS)
        aligned = (
            pair
            for english, own in zip(self.english, sides, strict=True)
            for pair in zip(english, own, strict=True)
        )
        found = bags_by_english(aligned)
        return {
            "sentence": [one.sentence for one in found],
            "gender": [one.gender for one in found],
        }


class Sources:
    """All data of a request, by what they serve; `notes` say what is to be told of them."""

    def __init__(self, data: Sequence[Any], languages: Sequence[str]) -> None:
        """`languages` are those of which anything is read."""
        self.bags: list[Bags] = []
        self.pairs: list[Pairs] = []
        self.machine: list[Pairs] = []
        self.stereoset: Pairs | None = None
        self.answers: list[Answers] = []
        self.notes: list[str] = []
        self._languages = tuple(languages)
        for one in data:
            self._take(one)

    def _take(self, one: Any) -> None:
        role = _ROLE.fullmatch(one) if isinstance(one, str) and not Path(one).exists() else None
        if role is None:
            if isinstance(one, str) and _OTHER_ROLE.match(one) and not Path(one).exists():
                raise _unknown(one, "a name before = that is none of these")
            if is_preset(one):
                self._take_preset(one)
            elif not self._take_tables(one):
                raise _unknown(one, "other columns")
            return
        name, tag, where = role[1] or role[4], role[2] or role[5], role[3] or role[6]
        if name == "answers":
            self.answers += read_answers(where)
            return
        if name == "stereoset":
            self.stereoset = Pairs("en", "StereoSet", read_stereoset(where))
            return
        language = get_language(tag).code
        if name == "parallel":
            self.bags.append(_of_parallel(Path(where), language))
            return
        found = [
            pairs
            for part in parts_of(where, _READ)
            for pairs in _pairs_in(replace(part.read(), language=language))
        ]
        if not found:
            raise _unknown(one, "other columns")
        (self.machine if name == "mt" else self.pairs).extend(found)

    def _take_preset(self, preset: str) -> None:
        places = {name: dataset_in(preset, name) for name in _BUILT}
        if not any(places.values()):
            raise _unknown(preset, f"neither {' nor '.join(_BUILT)} is built there")
        for name, place in places.items():
            if place is None:
                self.notes.append(f"{name} is not built in {shorten(preset)}.")
            else:
                self._take_tables(place)

    def _take_tables(self, one: Any) -> bool:
        """Whether there is anything that the paper reads, in these languages or others."""
        is_read = False
        for part in parts_of(one, _READ):
            if not part.is_built or (part.language and part.language not in self._languages):
                is_read = True
                continue
            table = part.read()
            if _bags_in(table) or _pairs_in(table):
                is_read = True
                for own in self._by_language(table, part.language, one):
                    self.bags += _bags_in(own)
                    self.pairs += _pairs_in(own)
        return is_read

    def _by_language(self, table: Table, language: str | None, data: Any) -> list[Table]:
        """A table for each language that is wanted."""
        if language or table.language:
            return [replace(table, language=language or table.language)]
        if LANGUAGE_COLUMN in table.columns:
            by = table.by(LANGUAGE_COLUMN)
            return [replace(own, language=tag) for tag, own in by.items() if tag in self._languages]
        if len(self._languages) == 1:
            return [replace(table, language=self._languages[0])]
        raise DataError(
            expected=f"data whose language is known, by a column {LANGUAGE_COLUMN!r} or a config",
            got=shown(data),
            fix="Say what it is and of which language: pairs:ja=FILE, parallel:de=FILE.",
        )


def packaged_bags(language: str) -> Bags | None:
    """Both sides of the packaged pairs, with the words of the English ones."""
    if language not in pair_languages():
        return None
    table = packaged_table(language)
    own, english = load_pairs(language), {pair.id: pair for pair in load_pairs("en")}
    shown_by = {
        one.sentence: ",".join(one.words)
        for gender in GENDERS
        for one in bags_by_english(
            (getattr(english[pair.id], gender), getattr(pair, gender))
            for pair in own
            if pair.id in english
        )
    }
    columns = {
        "sentence": [getattr(pair, gender) for gender in GENDERS for pair in own],
        "gender": [gender for gender in GENDERS for _ in own],
        "pair_id": [pair.id for _ in GENDERS for pair in own],
        CLUSTER: [pair.cluster for _ in GENDERS for pair in own],
    }
    words = [shown_by.get(sentence, "") for sentence in columns["sentence"]]
    return Bags(PACKAGED, replace(table, columns={**columns, "words": words}, known_by=()))


def packaged_pairs(language: str) -> Pairs | None:
    """The packaged pairs beside the English ones that they are versions of."""
    if language not in pair_languages():
        return None
    own, english = load_pairs(language), {pair.id: pair for pair in load_pairs("en")}
    columns = {
        name: [getattr(pair, name) for pair in own] for name in (*PAIR_COLUMNS, "gender_more")
    }
    if language == "en" or any(pair.id not in english for pair in own):
        return Pairs(language, PACKAGED, columns)
    sides = (
        [getattr(english[pair.id], pair.gender_more) for pair in own],
        [getattr(english[pair.id], _other(pair.gender_more)) for pair in own],
    )
    return Pairs(language, PACKAGED, columns, sides)


def _bags_in(table: Table) -> list[Bags]:
    if not set(_BAG) <= set(table.columns):
        return []
    if "corpus" not in table.columns:
        return [Bags(table.name, table)]
    return [Bags(corpus, own) for corpus, own in sorted(table.by("corpus").items())]


def _pairs_in(table: Table) -> list[Pairs]:
    columns = dict(table.columns)
    if set(_RELEASED) <= set(columns):
        columns |= dict(zip(PAIR_COLUMNS, (columns[name] for name in _RELEASED), strict=True))
    if not set(PAIR_COLUMNS) <= set(columns):
        return []
    table = replace(table, columns=columns)
    if BIAS_TYPE in columns:
        table = table.by(BIAS_TYPE).get("gender", table.rows([]))
    if not len(table):
        return []
    parts = table.by("source") if "source" in columns else {table.name: table}
    return [_pairs_of(source, own) for source, own in parts.items()]


def _pairs_of(source: str, table: Table) -> Pairs:
    names = (*PAIR_COLUMNS, "gender_more")
    columns = {name: list(map(str, table.columns[name])) for name in names if name in table.columns}
    english = tuple(list(map(str, table.columns.get(name, []))) for name in _ENGLISH_SIDES)
    known = all(map(all, english)) and all(english)
    return Pairs(str(table.language), source, columns, (english[0], english[1]) if known else None)


def _of_parallel(path: Path, language: str) -> Bags:
    """Whatever its English side says by one gender; lines that are not two columns are no text."""
    found = bags_by_english(_aligned(path))
    if not found:
        raise DataError(
            expected="lines of English, a tab and the translation, some with a gender word",
            got=f"none in {shorten(path.name)}",
            fix="Check the file, and that English stands first.",
        )
    columns: dict[str, list[Any]] = {
        "sentence": [one.sentence for one in found],
        "gender": [one.gender for one in found],
        "words": [",".join(one.words) for one in found],
    }
    corpus = f"{path.parent.name}/{path.name.partition('.')[0]}".strip("/")
    return Bags(corpus, Table(corpus, columns, language))


def _aligned(path: Path) -> Iterable[tuple[str, str]]:
    with open_file(path) as stream:
        for line in text_lines(stream, path.name):
            english, tab, translation = (line or "").partition("\t")
            if english and tab and translation and "\t" not in translation:
                yield english, translation


def rows_of(bags: Bags) -> Iterable[ByEnglish]:
    """With the English words by which they were chosen, where these are known."""
    columns = bags.table.columns
    words = columns.get("words", [""] * len(bags.table))
    for sentence, gender, told in zip(*(columns[name] for name in _BAG), words, strict=True):
        yield ByEnglish(sentence, gender, tuple(filter(None, str(told).split(","))))


def _other(gender: str) -> str:
    return GENDERS[1 - GENDERS.index(gender)]


def _unknown(one: Any, got: str) -> DataError:
    return DataError(
        expected="data with the columns sentence and gender, or sent_more and sent_less",
        got=f"{shorten(one)}: {got}",
        fix="Pass what a builder has built, or say what it is: stereoset=FILE, answers=DIR, "
        "pairs:ja=FILE, mt:ja=FILE, parallel:de=FILE.",
    )
