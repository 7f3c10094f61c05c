"""The options of the builder."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from builders.kit.arguments import Folder, PerLanguage, positive
from builders.kit.builder import BuildOptions
from builders.ted_gender_pairs.lexicons import LexiconFile

# Where the lexicon has at least 100 pairs and the agreement rules are complete.
LANGUAGES = ("de", "en", "es", "fr", "pt", "zh")
# How the lexicon makes pairs; `--model` adds a third method.
LEXICON, PUBLISHED = "lexicon", "published"


@dataclass(frozen=True)
class PairOptions:
    """The builder's own options, checked."""

    languages: tuple[str, ...]
    corpora: tuple[str, ...]
    texts: tuple[PerLanguage, ...]
    methods: tuple[str, ...]
    lexicons: tuple[LexiconFile, ...]
    models: dict[str, str]
    trust_remote_code: bool
    seed: int
    balance: bool
    top_k: int
    multi_token: bool
    model_sentences: int
    udpipe: Path | None

    @classmethod
    def of(cls, options: BuildOptions) -> PairOptions:
        """What the command line gave."""
        given = dict(options.extra)
        texts: list[PerLanguage] = given.pop("text")
        models: list[PerLanguage] = given.pop("model")
        udpipe: Folder | None = given.pop("udpipe")
        own_languages = tuple(sorted({*LANGUAGES, *(text.lang for text in texts)}))
        return cls(
            languages=options.languages or own_languages,
            corpora=tuple(sorted(given.pop("corpus"))),
            texts=tuple(texts),
            methods=tuple(sorted(set(given.pop("method")))) or (LEXICON,),
            lexicons=tuple(given.pop("lexicon")),
            models={model.lang: model.place for model in models},
            udpipe=udpipe.path if udpipe is not None else None,
            **given,
        )


def read_options(options: BuildOptions) -> BuildOptions:
    """The options with the builder's own among them."""
    return replace(options, own=PairOptions.of(options))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    add = parser.add_argument
    add(
        "--corpus",
        action="append",
        default=[],
        metavar="NAME",
        help="take only this corpus (may be repeated), such as ted2020, ted-iwslt17, ntrex",
    )
    add(
        "--text",
        action="append",
        default=[],
        type=PerLanguage,
        metavar="CODE=FILE",
        help="also read this .txt or .txt.gz file, a sentence per line (may be repeated)",
    )
    add(
        "--method",
        action="append",
        default=[],
        choices=(LEXICON, PUBLISHED),
        help="how the lexicon makes pairs (may be repeated): with all that agrees with the word, "
        "or as Yu et al. do, the word alone and nothing refused (default: lexicon)",
    )
    add(
        "--lexicon",
        action="append",
        default=[],
        type=LexiconFile,
        metavar="[CODE=]FILE",
        help="word pairs of your own instead of the packaged ones (may be repeated): .csv, .tsv, "
        ".json or .jsonl with male, female and, if known, lang, pos, number, case, ambiguous; the "
        "authors' tables (Male Words, Female Words, Neutral Words) are read too",
    )
    add(
        "--model",
        action="append",
        default=[],
        type=PerLanguage,
        metavar="CODE=MODEL",
        help="make model-based pairs with this masked language model, a hub id or a folder (may "
        "be repeated); the paper: en=bert-base-cased, de=deepset/gbert-base, "
        "es=dccuchile/bert-base-spanish-wwm-uncased, pt=neuralmind/bert-base-portuguese-cased, "
        "zh=hfl/chinese-bert-wwm-ext",
    )
    add(
        "--trust-remote-code",
        action="store_true",
        help="run code that comes with a model; only if you trust it",
    )
    add("--seed", type=int, default=0, help="which sentences a sample takes (default: 0)")
    add(
        "--no-balance",
        dest="balance",
        action="store_false",
        help="keep all lexicon-based pairs of the larger origin",
    )
    add("--top-k", type=positive, default=10, help="predictions looked at (default: 10)")
    add(
        "--multi-token",
        action="store_true",
        help="score counterparts of several pieces, at as many masks",
    )
    add(
        "--model-sentences",
        type=int,
        default=0,
        metavar="N",
        help="mask at most N sentences per language, a seeded sample (default: all)",
    )
    add(
        "--udpipe",
        type=Folder,
        metavar="DIR",
        help="sharpen agreement by the UDPipe models in DIR, CODE.udpipe or CODE-*.udpipe",
    )
