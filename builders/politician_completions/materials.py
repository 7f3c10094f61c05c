"""What is read: politicians or a sample of them, treebanks and UDPipe models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from builders.kit.fetch import LocatedFile, sha256_of_text
from builders.kit.receipt import RECEIPT, read_receipt
from builders.kit.sources import SourceFile, given_by_name, read_sources
from builders.politician_completions.options import CompletionOptions
from equimask.core.errors import DataError, OptionError, near_matches
from equimask.core.files import sha256_of_file
from equimask.core.languages import is_language
from equimask.core.rows import content_hash
from equimask.core.sampling import sentence_hash, smallest
from equimask.core.schema import DATASET_COLUMNS
from equimask.studies.completions.treebank import (
    NOT_STATED,
    find_treebanks,
    may_be_passed_on,
)
from equimask.studies.completions.word_filter import MODEL_TERMS

SOURCE = "datasets/politicians/"
_STAND_INS = 2


class Person(NamedTuple):
    """Whom a completion is about."""

    qid: str
    name: str
    gender: str


def languages_in(folder: Path) -> list[str]:
    """The languages that the dataset has names in."""
    return sorted(path.stem for path in _parquet_files(folder) if is_language(path.stem))


def locate_people(folder: Path, languages: Sequence[str]) -> list[LocatedFile]:
    """The dataset's files for these languages, checked against its receipt where there is one."""
    receipt = _receipt(folder)
    located = []
    for path in _parquet_files(folder):
        if path.stem not in languages:
            continue
        actual = content_hash(_rows(path))
        wanted = receipt.get("configs", {}).get(path.stem, {}).get("content_hash", actual)
        if actual != wanted:
            raise DataError(
                expected=f"content hash {wanted[:12]} in {path.name}, as its receipt.json says",
                got=actual[:12],
                fix="The file is of another build than the receipt: build politicians anew.",
            )
        free = bool(receipt.get("redistributable"))
        file = SourceFile(
            name=f"{SOURCE}{path.stem}",
            licence="CC0-1.0" if free else "not stated",
            redistributable=free,
            note="rows of a dataset, known by their content hash",
        )
        located.append(LocatedFile(file, path, actual))
    return located


def read_people(path: Path) -> list[Person]:
    """Everybody in one file, in its order."""
    return [Person(row["qid"], row["name"], row["gender"]) for row in _rows(path)]


def sample(people: Sequence[Person], size: int, seed: int) -> list[Person]:
    """At most `size` people of each gender, by a seeded hash of their ids; 0 takes everybody.

    The hash is of the person, so all languages get the same people where they have their names.
    """
    if not size:
        return list(people)
    by_gender = defaultdict[str, list[int]](list)
    for place, person in enumerate(people):
        by_gender[person.gender].append(place)
    chosen: list[int] = []
    for places in by_gender.values():
        hashes = np.array([sentence_hash(people[place].qid) for place in places], dtype=np.uint64)
        chosen += [places[i] for i in smallest(hashes, size, seed)]
    return [people[place] for place in sorted(chosen)]


def stand_ins(people: Sequence[Person]) -> list[str]:
    """The names beside which words are tagged: two women and two men, those with the lowest ids.

    These are long known items, and mostly full names, which a tagger takes for names.
    """
    return [
        person.name
        for gender in ("female", "male")
        for person in sorted(
            (person for person in people if person.gender == gender),
            key=lambda person: (len(person.qid), person.qid),
        )[:_STAND_INS]
    ]


def _parquet_files(folder: Path) -> list[Path]:
    data = folder / "data" if (folder / "data").is_dir() else folder
    found = [data] if data.suffix == ".parquet" else sorted(data.glob("*.parquet"))
    if not found:
        raise DataError(
            expected="the folder of the dataset politicians, with data/<language>.parquet",
            got=repr(folder.name),
            fix="Build it first: python -m builders politicians --help.",
        )
    return found


def _receipt(folder: Path) -> dict[str, Any]:
    return read_receipt(folder) if (folder / RECEIPT).is_file() else {}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq

    file = pq.ParquetFile(path)
    wanted = DATASET_COLUMNS["politicians"]
    if tuple(file.schema_arrow.names) != wanted:
        raise DataError(
            expected=f"the columns {', '.join(wanted)} in {path.name}",
            got=", ".join(file.schema_arrow.names),
            fix="Name the folder of the dataset politicians.",
        )
    for batch in file.iter_batches():
        yield from batch.to_pylist()


TREEBANKS, MODELS = "ud/", "udpipe/"
_SUFFIX = ".udpipe"


def declared_needed(
    files: Sequence[SourceFile], own: CompletionOptions, languages: Collection[str]
) -> list[SourceFile]:
    """The declared files that are to be had: treebanks unless some are given, named models."""
    named = {f"{MODELS}{place.removesuffix(_SUFFIX)}{_SUFFIX}" for place in _named(own)}
    declared = [file.name for file in files if file.name.startswith(MODELS)]
    for name in sorted(named - set(declared)):
        shown = name.removeprefix(MODELS)
        raise OptionError(
            expected="a UDPipe model: a file, or the name of a declared one",
            got=repr(shown),
            fix=f"{near_matches(shown, [name.removeprefix(MODELS) for name in declared])} "
            f"{MODEL_TERMS}",
        )
    wanted = () if own.treebanks else languages
    return [
        file
        for file in files
        if file.name in named or (_is_treebank(file.name) and lang_of(file.name) in wanted)
    ]


def given_by_hand(own: CompletionOptions, languages: Collection[str]) -> list[LocatedFile]:
    """The files of `--treebanks` and `--udpipe`; those that are declared are known as such."""
    declared = {file.name: file for file in read_sources(_SOURCES).files}
    located = []
    for treebank in find_treebanks(own.treebanks) if own.treebanks else ():
        if treebank.lang in languages:
            name, actual = f"{TREEBANKS}{treebank.name}", sha256_of_text(treebank.path)
            located.append(_located(name, treebank.path, actual, treebank.licence, declared))
    for place in own.udpipe.values():
        if Path(place).is_file():
            actual = sha256_of_file(Path(place))
            located.append(_located(_model(place), Path(place), actual, NOT_STATED, declared))
    return located


def refuse_restricted(files: Sequence[SourceFile]) -> None:
    """Names and taggers that may not be passed on cannot be left out, as a treebank can."""
    names = [f.name for f in files if not f.redistributable and not _is_treebank(f.name)]
    if names:
        raise OptionError(
            expected="names and taggers that may be passed on, with --redistributable-only",
            got=", ".join(names),
            fix="Leave out --udpipe, or this option; a folder of politicians needs its "
            "receipt.json, which says whether they may be passed on.",
        )


def treebank_languages(own: CompletionOptions) -> set[str]:
    """The languages that have treebanks, given or else declared."""
    if own.treebanks:
        return {treebank.lang for treebank in find_treebanks(own.treebanks)}
    return located_languages(file.name for file in read_sources(_SOURCES).files)


def located_languages(names: Iterable[str]) -> set[str]:
    """The languages of the treebanks among source files."""
    return {lang_of(name) for name in names if _is_treebank(name)}


def treebanks_of(lang: str, files: Mapping[str, Path]) -> list[Path]:
    """The treebank files of a language among the located ones."""
    names = sorted(name for name in files if _is_treebank(name) and lang_of(name) == lang)
    return [files[name] for name in names]


def model_of(lang: str, files: Mapping[str, Path], own: CompletionOptions) -> Path | None:
    """The UDPipe model of a language, if the options name one."""
    if lang not in own.udpipe:
        return None
    return files[_model(own.udpipe[lang])]


def lang_of(name: str) -> str:
    """The language of a treebank file, by its name."""
    return name.removeprefix(TREEBANKS).partition("_")[0]


_SOURCES = Path(__file__).parent / "source.toml"


def _model(place: str) -> str:
    """The name of the source that a file, or the name of a declared one, is."""
    return f"{MODELS}{Path(place).name.removesuffix(_SUFFIX)}{_SUFFIX}"


def _is_treebank(name: str) -> bool:
    return name.startswith(TREEBANKS)


def _named(own: CompletionOptions) -> list[str]:
    return [place for place in own.udpipe.values() if not Path(place).is_file()]


def _located(
    name: str, path: Path, actual: str, licence: str, declared: Mapping[str, SourceFile]
) -> LocatedFile:
    if name in declared and declared[name].sha256 == actual:
        return LocatedFile(declared[name], path, actual)
    free = may_be_passed_on(licence)
    return LocatedFile(given_by_name(name, licence, redistributable=free), path, actual)
