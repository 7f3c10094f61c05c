"""Small worlds for completions: politicians, treebanks and a model whose vocabulary is known."""

from __future__ import annotations

import json
import string
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from tokenizers import decoders
from transformers import PreTrainedTokenizerFast

from builders.__main__ import main
from builders.kit.parquet import column_types, write_languages
from builders.politician_completions import language_job
from builders.politicians.build import COLUMN_TYPES
from equimask.core.schema import DATASET_COLUMNS
from tests import tiny

Row = dict[str, Any]
SHARE_ALIKE = "Attribution-ShareAlike 4.0"
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def word_tokenizer(words: Iterable[str]) -> PreTrainedTokenizerFast:
    """WordPiece with these words as tokens; what is no word falls into letters."""
    known = list(dict.fromkeys(words))
    letters = sorted({*string.ascii_letters, *(letter for word in known for letter in word)})
    pieces = [*SPECIAL, *known, *letters, *(f"##{letter}" for letter in letters)]
    tokenizer = tiny.wordpiece_of(pieces)
    tokenizer.backend_tokenizer.decoder = decoders.WordPiece()
    return tokenizer


def model(folder: Path, words: Iterable[str], seed: int = 0) -> Path:
    """A random model with these words, saved."""
    tokenizer = word_tokenizer(words)
    return tiny.save(folder, tiny.tiny_bert(len(tokenizer), seed), tokenizer)


def politicians(folder: Path, people: Mapping[str, Sequence[tuple[str, str, str]]]) -> Path:
    """The dataset folder of these people: language -> (qid, name, gender)."""
    types = column_types(DATASET_COLUMNS["politicians"], COLUMN_TYPES)
    rows = (
        {"qid": qid, "lang": lang, "name": name, "gender": gender, "wikidata_gender": gender,
         "birth_year": None, "country": "", "sitelinks": None}
        for lang, some in people.items()
        for qid, name, gender in some
    )  # fmt: skip
    (folder / "data").mkdir(parents=True, exist_ok=True)
    facts = write_languages(rows, types, folder / "data")
    receipt = {
        "redistributable": True,
        "configs": {lang: {"content_hash": one.content_hash} for lang, one in facts.items()},
    }
    (folder / "receipt.json").write_text(json.dumps(receipt), encoding="utf-8")
    return folder


def treebank(folder: Path, name: str, words: str, licence: str = SHARE_ALIKE) -> Path:
    """A treebank folder from `form/lemma/UPOS` words."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "\t".join([str(number), form, lemma, upos, *"__0___"])
        for number, word in enumerate(words.split(), start=1)
        for form, lemma, upos in [word.split("/")]
    ]
    (folder / name).write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    if licence:
        (folder / "LICENSE.txt").write_text(licence, encoding="utf-8")
    return folder


def build(arguments: Sequence[str], chunk: int | None = None) -> int:
    """The command, with parts of so many people."""
    if chunk:
        language_job.CHUNK = chunk
    return main(["politician_completions", *map(str, arguments)])


def build_and_exit(arguments: Sequence[str], chunk: int) -> None:
    """The command in a process of its own."""
    raise SystemExit(build(arguments, chunk))


def rows(out: Path, config: str) -> list[Row]:
    """What was written."""
    return list(pq.read_table(out / "data" / f"{config}.parquet").to_pylist())


def receipt(out: Path) -> dict[str, Any]:
    """What the build says of itself."""
    return dict(json.loads((out / "receipt.json").read_text(encoding="utf-8")))


ENGLISH = [(f"Q{n}", name, gender) for n, (name, gender) in enumerate([
    ("Ada Brown", "female"), ("Ben Clay", "male"), ("Cid Dean", "male"), ("Dot East", "non-binary"),
    ("Ed Ford", "male"), ("Ada Brown", "male"), ("Fay Gray", "female"),
], start=10)]  # fmt: skip
SPANISH = [("Q11", "Ben Arce", "male"), ("Q16", "Fay Ruiz", "female")]
WORDS = "brave Brave kind ran runs table women chica bonita bonitas corre mesa fundadora".split()
EN_TREEBANK = (
    "Brave/brave/ADJ kind/kind/ADJ women/women/ADJ ran/run/VERB runs/run/VERB table/table/NOUN"
)
ES_TREEBANK = (
    "bonita/bonito/ADJ bonitas/bonito/ADJ chica/chica/ADJ fundadora/_/ADJ corre/correr/VERB"
    " fundador/fundador/NOUN"
)
NON_COMMERCIAL = "Attribution-NonCommercial-ShareAlike 4.0"


class SmallWorld:
    """Seven people in English and two in Spanish and Finnish, treebanks for two of these."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.politicians = politicians(
            folder / "secret" / "politicians", {"en": ENGLISH, "es": SPANISH, "fi": SPANISH}
        )
        self.treebanks = folder / "secret" / "ud"
        treebank(self.treebanks / "UD_English-X", "en_x-ud-test.conllu", EN_TREEBANK)
        treebank(self.treebanks / "UD_Spanish-X", "es_x-ud-test.conllu", ES_TREEBANK)
        self.model = model(folder / "secret" / "tiny", WORDS)

    def arguments(self, *more: str, out: str = "out") -> list[str]:
        """The command line for a build into this folder."""
        return [
            "--politicians", str(self.politicians), "--treebanks", str(self.treebanks),
            "--model", str(self.model), "--shards", str(self.folder / "shards"),
            "--out", str(self.folder / out), *more,
        ]  # fmt: skip

    def build(self, *more: str, out: str = "out", chunk: int = 3) -> Path:
        """A build that succeeds; its folder."""
        assert build(self.arguments(*more, out=out), chunk=chunk) == 0
        return self.folder / out
