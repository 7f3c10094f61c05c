"""A made-up world: some of the paper's models say made-up words of made-up politicians."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from equimask.core.options import Options
from equimask.papers.politicians import PAPER
from equimask.papers.politicians.work import Work
from equimask.papers.request import PaperModel, Request

LANGUAGES = ("en", "es", "ar")
_SOME = ("ALBERT-base", "ALBERT-large", "RoBERTa-base", "RoBERTa-large")
MONOLINGUAL = tuple(model for model in PAPER.models if model.label in _SOME)
MULTILINGUAL = tuple(
    PaperModel(model.label, model.model, ("es", "ar"))
    for model in PAPER.models
    if model.label in ("m-BERT", "XLM-RoBERTa-base")
)
MODELS = (*MONOLINGUAL, *MULTILINGUAL)
WOMENS, MENS = "lovely", "bold"
NEGATIVE, NEUTRAL, POSITIVE = (0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.1, 0.8)
KINDS = {"sad": NEGATIVE, "flat": NEUTRAL, "glad": POSITIVE}
COMMON = [f"{kind}{i}" for kind in KINDS for i in range(6)]
WORDS = (WOMENS, MENS, *COMMON)
APART = "RoBERTa"  # whose models say two words more often

CARD = """---
configs:
- config_name: counts
  data_files:
  - split: test
    path: data/counts.parquet
- config_name: counts_by_person
  data_files:
  - split: test
    path: data/counts_by_person.parquet
---
"""


def times(word: str, gender: str, architecture: str) -> int:
    """How often a model of an architecture says a word of a gender."""
    if word == WOMENS:
        return {"male": 4, "female": 60}[gender]
    if word == MENS:
        return {"male": 90, "female": 6}[gender]
    if architecture == APART and word in ("sad1", "glad2"):
        return 80
    return {"male": 30, "female": 20}[gender] + WORDS.index(word) % 5


def counts(models: Sequence[PaperModel] = MODELS) -> list[dict[str, Any]]:
    """What every model says, in the form of the config `counts`."""
    rows = []
    for model in models:
        for language in LANGUAGES:
            if not model.speaks(language):
                continue
            about = {"lang": language, "model": f"{model.model}@0123456789ab"}
            for upos in ("ADJ", "VERB"):
                for word in WORDS:
                    for gender in ("male", "female"):
                        n = times(word, gender, model.label.partition("-")[0])
                        row = {**about, "upos": upos, "lemma": word, "gender": gender, "count": n}
                        rows.append(row)
                row = {**about, "upos": upos, "lemma": "sad0", "gender": "non-binary", "count": 7}
                rows.append(row)
    return rows


def lexicon() -> list[dict[str, Any]]:
    """The same entries in every language."""
    known = {WOMENS: POSITIVE, MENS: POSITIVE, **{w: KINDS[w[:-1]] for w in COMMON}}
    return [
        {"lang": language, "word": word, "negative": n, "neutral": o, "positive": p}
        for language in LANGUAGES
        for word, (n, o, p) in known.items()
    ]


def politicians() -> list[dict[str, Any]]:
    """Forty of them, with a name in every language."""
    return [
        {
            "qid": f"Q{i}",
            "lang": language,
            "name": f"Name {i}",
            "gender": "male" if i % 2 else "female",
            "wikidata_gender": "male" if i % 2 else ("trans woman" if i == 2 else "female"),
            "birth_year": 1930 + i,
            "country": "United States" if i < 30 else None,
            "sitelinks": None,
        }
        for language in LANGUAGES
        for i in range(1, 41)
    ]


def by_person() -> list[dict[str, Any]]:
    """What the first model says of each of them."""
    rng = np.random.default_rng(0)
    name = f"{MODELS[0].model}@0123456789ab"
    return [
        {
            "lang": "en",
            "model": name,
            "qid": person["qid"],
            "gender": person["gender"],
            "upos": "ADJ",
            "lemmas": "|".join(
                [WOMENS if person["gender"] == "female" else MENS, *rng.choice(COMMON, 4)]
            ),
        }
        for person in politicians()
        if person["lang"] == "en"
    ]


def completions_folder(folder: Path) -> Path:
    """The counts as a builder leaves them."""
    (folder / "data").mkdir(parents=True)
    (folder / "README.md").write_text(CARD, encoding="utf-8")
    for name, rows in (("counts", counts()), ("counts_by_person", by_person())):
        pq.write_table(pa.Table.from_pylist(rows), folder / "data" / f"{name}.parquet")
    return folder


def adjective_classes(folder: Path) -> Path:
    """A file in the form of Tsvetkov et al.: 13 classes, of which feeling and mind are told."""
    others = [f"CLASS{i}" for i in range(11)]
    names = ["FEELING" if w.startswith("sad") else "MIND" for w in WORDS]
    lines = [f"{w}\t{name}\t{{}}" for w, name in zip(WORDS, names, strict=True)]
    lines += [f"other{i}\t{name}\t{{}}" for i, name in enumerate(others)]
    path = folder / "adj_words.predicted"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def sentences() -> list[dict[str, str]]:
    """Labelled by the lexicon's own words."""
    return [
        {"lang": "en", "sentence": f"The day was {word}.", "label": label}
        for word, label in (("sad1", "negative"), ("glad2", "positive"), ("glad3", "positive"))
    ]


def request(
    models: Sequence[PaperModel] = MODELS, data: Sequence[Any] = (), **more: Any
) -> Request:
    """Without a folder, quick and quiet."""
    given = {"languages": (), "folder": None, "full": False, **more}
    return Request(tuple(models), data=tuple(data), options=Options(progress=False), **given)


def work(*data: Any, models: Sequence[PaperModel] = MODELS, **more: Any) -> Work:
    """What the exhibits share."""
    return Work(request(models, data, **more))


def embedded_name() -> str:
    """Of the embedded model, as completions by it have it."""
    from equimask import load_mlm
    from equimask.core.embedded import embedded_model_path

    return str(load_mlm(embedded_model_path()).signature["model"])
