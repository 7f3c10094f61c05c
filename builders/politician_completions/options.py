"""The options of the builder."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from builders.kit.arguments import (
    DatasetFolder,
    Folder,
    PerLanguage,
    add_options,
    positive,
    public_name,
)
from builders.kit.builder import BuildOptions
from builders.kit.fetch import default_cache
from equimask.core.errors import EquimaskError, OptionError
from equimask.core.languages import get_language, is_language
from equimask.core.options import OPTIONS
from equimask.studies.completions.query import ORDERS, PARTS_OF_SPEECH, Order, check_order
from equimask.studies.completions.word_filter import MODEL_TERMS, Lemmas

# Stanczak et al. 2023: per name so many adjectives and verbs.
_TOP = {"ADJ": 100, "VERB": 20}
_TOP_ENGLISH = {"ADJ": 20, "VERB": 20}


class ModelChoice(str):
    """`MODEL` or `CODE,CODE=MODEL`. As text, which goes into the receipt, it tells no path."""

    place: str
    languages: tuple[str, ...]

    def __new__(cls, text: str) -> ModelChoice:
        """Parse the option, as argparse wants it."""
        codes, sign, place = text.partition("=")
        if not sign or "/" in codes:  # a path may hold the sign
            codes, place = "", text
        elif unknown := [code for code in codes.split(",") if not is_language(code)]:
            raise argparse.ArgumentTypeError(
                f"expected language codes before '=', got {', '.join(unknown)!r}"
            )
        name = public_name(place)
        self = super().__new__(cls, f"{codes}={name}" if codes else name)
        self.place, self.languages = place, tuple(codes.split(",")) if codes else ()
        return self

    def speaks(self, lang: str) -> bool:
        """Whether the model is to be asked in that language; without codes it is in all."""
        return not self.languages or lang in self.languages


class OrderChoice(str):
    """`CODE=ORDER`, or `CODE:ADJ=ORDER` for one part of speech."""

    orders: dict[tuple[str, str], Order]

    def __new__(cls, text: str) -> OrderChoice:
        """Parse the option, as argparse wants it."""
        what, _, order = text.partition("=")
        lang, _, upos = what.partition(":")
        try:
            get_language(lang)
            check_order(order)
        except EquimaskError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
        if upos not in ("", *PARTS_OF_SPEECH):
            raise argparse.ArgumentTypeError(f"expected ADJ or VERB behind the colon, got {upos!r}")
        self = super().__new__(cls, text)
        wanted = (upos,) if upos else PARTS_OF_SPEECH
        self.orders = {(lang, each): cast(Order, order) for each in wanted}
        return self


@dataclass(frozen=True)
class CompletionOptions:
    """The builder's own options, checked."""

    languages: tuple[str, ...]
    politicians: Path
    models: tuple[ModelChoice, ...]
    trust_remote_code: bool
    revision: str | None
    device: str | None
    dtype: str
    batch_tokens: int | None
    orders: Mapping[tuple[str, str], Order]
    tops: Mapping[str, int | None]
    treebanks: tuple[Path, ...]
    udpipe: Mapping[str, str]
    shards: Path
    names: int
    seed: int
    min_share: float
    context_filter: bool
    lemmas: Lemmas

    @classmethod
    def of(cls, options: BuildOptions) -> CompletionOptions:
        """What the command line gave."""
        given = dict(options.extra)
        politicians: DatasetFolder | None = given.pop("politicians")
        models: list[ModelChoice] = given.pop("model")
        if politicians is None or not models:
            lacking = "--politicians" if politicians is None else "--model"
            raise OptionError(
                expected=f"{lacking}: names and models make the completions",
                got="none",
                fix="For example --politicians datasets/politicians --model xlm-roberta-base.",
            )
        if given["revision"] is not None and len(models) > 1:
            raise OptionError(
                expected="one --model beside --revision",
                got=f"{len(models)} models",
                fix="Write --model NAME@REVISION.",
            )
        if given["batch_tokens"] is not None:
            OPTIONS["batch_tokens"].check(given["batch_tokens"])
        taggers: list[PerLanguage] = given.pop("udpipe")
        if given["lemmas"] == "tagger" and not taggers:
            raise OptionError(
                expected="--udpipe beside --lemmas tagger",
                got="none",
                fix="Name a UDPipe model, or leave --lemmas out.",
            )
        orders = dict(ORDERS)
        choices: list[OrderChoice] = given.pop("order")
        for choice in choices:
            orders.update(choice.orders)
        treebanks: list[Folder] = given.pop("treebanks")
        shards: Folder | None = given.pop("shards")
        return cls(
            languages=options.languages,
            politicians=politicians.here(options.cache),
            models=tuple(models),
            orders=orders,
            tops={"ADJ": given.pop("top_adjectives"), "VERB": given.pop("top_verbs")},
            treebanks=tuple(place.path for place in treebanks),
            udpipe={one.lang: one.place for one in taggers},
            shards=shards.path
            if shards is not None
            else default_cache() / "shards" / "politician_completions",
            **given,
        )

    def top(self, lang: str, upos: str) -> int:
        """How many words of a part of speech are kept for a name."""
        return self.tops[upos] or (_TOP_ENGLISH if lang == "en" else _TOP)[upos]

    def models_of(self, lang: str) -> list[ModelChoice]:
        """The models that are asked in that language."""
        return [model for model in self.models if model.speaks(lang)]


def read_options(options: BuildOptions) -> BuildOptions:
    """The options with the builder's own among them."""
    return replace(options, own=CompletionOptions.of(options))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = f"{parser.description}\n{_INTRODUCTION}"
    group = parser.add_argument_group("politician_completions")
    add = group.add_argument
    add(
        "--politicians",
        type=DatasetFolder,
        metavar="DIR",
        help="the folder of the dataset politicians, or its address: s3://..., hf://datasets/...",
    )
    add(
        "--model",
        action="append",
        default=[],
        type=ModelChoice,
        metavar="[CODE,...=]MODEL",
        help="a hub id (or NAME@REVISION) or a folder (may be repeated); with codes it is asked in "
        "these languages only: en=bert-base-cased, ar,fr,zh=some/model",
    )
    add_options(group, ("revision", "device", "dtype", "batch_tokens", "trust_remote_code"))
    add(
        "--treebanks",
        action="append",
        default=[],
        type=Folder,
        metavar="DIR",
        help="take all treebank files below DIR (may be repeated) instead of the declared ones, "
        "such as an unpacked release of Universal Dependencies; named as it names them, .conllu "
        "or .conllu.gz",
    )
    add(
        "--min-share",
        type=_share,
        default=0.0,
        metavar="S",
        help="leave out words that have the part of speech in less than this share of their "
        "occurrences, such as 0.05: they are often slips of the annotators (default: 0, one "
        "occurrence is enough, as in the study)",
    )
    add(
        "--udpipe",
        action="append",
        default=[],
        type=PerLanguage,
        metavar="CODE=MODEL",
        help="tag completions in their query by this UDPipe model: a file, or the name of one that "
        f"source.toml declares, such as fr=french-partut-ud-2.5-191206. {MODEL_TERMS}",
    )
    add(
        "--no-context-filter",
        dest="context_filter",
        action="store_false",
        help="with --udpipe: keep words that are something else beside a name",
    )
    add(
        "--lemmas",
        choices=("treebank", "tagger"),
        default="treebank",
        help="treebank: as annotated (default); tagger: as the --udpipe model guesses",
    )
    add(
        "--names",
        type=positive,
        default=0,
        metavar="N",
        help="ask about N people of each gender and language, a seeded sample that takes the same "
        "people in all languages where it can (default: all)",
    )
    add("--seed", type=int, default=0, help="which people a sample takes (default: 0)")
    add(
        "--top-adjectives",
        type=positive,
        metavar="K",
        help="adjectives per name (default: 20 in English, 100 elsewhere)",
    )
    add("--top-verbs", type=positive, metavar="K", help="verbs per name (default: 20)")
    add(
        "--order",
        action="append",
        default=[],
        type=OrderChoice,
        metavar="CODE[:UPOS]=ORDER",
        help="mask_first or name_first in this language, for ADJ or VERB or both (may be "
        "repeated; default: where adjectives stand in the language)",
    )
    add(
        "--shards",
        type=Folder,
        metavar="DIR",
        help="where finished parts lie, on a disk that all processes see (default: "
        "$EQUIMASK_CACHE or ~/.cache/equimask, below shards/politician_completions)",
    )


_INTRODUCTION = """
Asks masked language models which adjectives and verbs they put beside the names of politicians.

  python -m builders politicians --source DIR --out politicians
  python -m builders politician_completions --politicians politicians \\
      --model xlm-roberta-base --model en=bert-base-cased --out completions

A build that was interrupted goes on where it stopped when the same command is given again. The
finished parts stay, so that one more --model costs only the work of that model; remove their
folder when you need them no more. --names 50 tries everything out in a minute.
"""


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"expected a share from 0 to 1, got {text}")
    return share
