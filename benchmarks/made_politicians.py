"""Made-up politicians, a treebank of made-up words, and models that know them: for any number."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path

from builders.kit.parquet import column_types, write_languages
from builders.politicians.build import COLUMN_TYPES
from equimask.core.schema import DATASET_COLUMNS

_SYLLABLES = tuple(c + v for c, v in product("bcdfghjklmnprstvwz", "aeiou"))
_GENDERS = ("male", "male", "male", "female", "non-binary")
_ROWS_OF_UPOS = {"ADJ": 3, "VERB": 5}  # every third word is an adjective, every fifth a verb


def words(count: int) -> list[str]:
    """Different ones, of two syllables and more."""
    longer = ("".join(parts) for size in (2, 3) for parts in product(_SYLLABLES, repeat=size))
    return list(islice(longer, count))


def write_people(folder: Path, languages: Sequence[str], count: int, known: Sequence[str]) -> Path:
    """The dataset folder: so many people, with names of known words, in every language."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    types = column_types(DATASET_COLUMNS["politicians"], COLUMN_TYPES)
    facts = write_languages(_people(languages, count, known), types, folder / "data")
    configs = {lang: {"content_hash": one.content_hash} for lang, one in facts.items()}
    receipt = {"redistributable": True, "configs": configs}
    (folder / "receipt.json").write_text(json.dumps(receipt), encoding="utf-8")
    return folder


def _people(
    languages: Iterable[str], count: int, known: Sequence[str]
) -> Iterator[dict[str, str | int | None]]:
    for lang in languages:
        rng = random.Random(lang)
        for number in range(1, count + 1):
            gender = rng.choice(_GENDERS)
            yield {
                "qid": f"Q{number}",
                "lang": lang,
                "name": " ".join(rng.choices(known, k=2)).title(),
                "gender": gender,
                "wikidata_gender": gender,
                "birth_year": None,
                "country": "",
                "sitelinks": None,
            }


def write_treebanks(folder: Path, languages: Sequence[str], known: Sequence[str]) -> Path:
    """A treebank for each language, in which some of the words are adjectives or verbs."""
    for lang in languages:
        lines = []
        for number, word in enumerate(known):
            for upos, every in _ROWS_OF_UPOS.items():
                if number % every == 0:
                    lines.append("\t".join([str(len(lines) + 1), word, word, upos, *"__0___"]))
        (folder / lang).mkdir(parents=True, exist_ok=True)
        path = folder / lang / f"{lang}_made-ud-test.conllu"
        path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
        (folder / lang / "LICENSE.txt").write_text("Attribution-ShareAlike 4.0", encoding="utf-8")
    return folder
