"""Every dataset from sources of a few lines: what the real builders make of them."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

from builders.__main__ import BUILDERS
from builders.__main__ import main as build
from builders.kit.sources import read_sources
from tests.builders.crows_pairs_multilingual.test_build import STEINBORN, made_up_files
from tests.builders.gest import test_build as gest
from tests.builders.lab_validity import worlds
from tests.builders.politician_completions.worlds import SmallWorld
from tests.builders.winogender import test_build as winogender
from tests.studies.sentiment.packaged_seeds import packaged_seeds

PARALLEL = "parallel/ntrex/en-de.tsv.gz"
SENTENCES = [
    ("The old king slept.", "Der alte König schlief."),
    ("The queen slept.", "Die Königin schlief."),
    ("My son sang.", "Mein Sohn sang."),
    ("My sister sang.", "Meine Schwester sang."),
]
PEOPLE = [
    ("qid", "name", "lang", "gender", "birth", "country"),
    ("Q12", "Person Twelve", "en", "male", "1950-03-04", "Somewhere"),
    ("Q12", "Лицо", "ru", "male", "1950-03-04", "Somewhere"),
    ("Q13", "Person Thirteen", "en", "female", "1960", "Elsewhere"),
]


def write(folder: Path, name: str, content: str | bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def packed(lines: list[tuple[str, ...]]) -> bytes:
    return gzip.compress("".join("\t".join(line) + "\n" for line in lines).encode())


def from_the_package(name: str, _: Path, out: Path) -> None:
    assert build([name, "--out", str(out)]) == 0


def translated_pairs(name: str, folder: Path, out: Path) -> None:
    files = made_up_files()
    for declared in read_sources(BUILDERS / name / "source.toml").files:
        if not declared.packaged:
            write(folder, declared.name, files.get(declared.name, files[STEINBORN.format("de")]))
    assert build([name, "--source", str(folder), "--out", str(out)]) == 0


def parallel_text(name: str, folder: Path, out: Path) -> None:
    write(folder, PARALLEL, packed(SENTENCES))
    assert build([name, "--source", str(folder), "--out", str(out)]) == 0


def people(name: str, folder: Path, out: Path) -> None:
    write(folder, "politicians.tsv.gz", packed(PEOPLE))
    assert build([name, "--source", str(folder), "--out", str(out)]) == 0


def completions(_: str, folder: Path, out: Path) -> None:
    SmallWorld(folder).build("--out", str(out))


def two_lexica(name: str, folder: Path, out: Path) -> None:
    for path, (bad, good) in {
        "lexica/chen-skiena/it.tsv": ("neg", "pos"),
        "lexica/unisent/ita_unisent_lexicon.txt": ("-1", "+1"),
    }.items():
        seeds = packaged_seeds("it").items()
        write(folder, path, "".join(f"{word}\t{(bad, good, good)[at]}\n" for word, at in seeds))
    assert build([name, "--source", str(folder), "--out", str(out)]) == 0


def measured_models(_: str, folder: Path, out: Path) -> None:
    design = ["--language", "en", "--small-doses", "0.4", "--null-cells", "2"]
    places = ["--out", str(out), "--shards", str(folder)]
    assert worlds.build([*design, *places]) == 0


def sentences(name: str, folder: Path, out: Path) -> None:
    write(folder, gest.NEW, gest.TEXT)
    assert build([name, "--source", str(folder), "--out", str(out)]) == 0


def templates(name: str, folder: Path, out: Path) -> None:
    for path, text in winogender.FILES.items():
        write(folder, path, text)
    assert build([name, "--source", str(folder), "--out", str(out)]) == 0


SMALL: dict[str, Callable[[str, Path, Path], None]] = {
    "crows_pairs_multilingual": translated_pairs,
    "equimask_pairs": from_the_package,
    "gender_lexicon": from_the_package,
    "gest": sentences,
    "lab_validity": measured_models,
    "parallel_gender_sentences": parallel_text,
    "politician_completions": completions,
    "politicians": people,
    "sentiment_lexicon": two_lexica,
    "ted_gender_pairs": parallel_text,
    "winogender": templates,
}
