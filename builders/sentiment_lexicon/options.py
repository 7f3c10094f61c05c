"""The options of this builder, checked, and the lexica that users bring."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from builders.kit.arguments import PerLanguage
from builders.kit.builder import BuildOptions, Summary
from builders.kit.fetch import LocatedFile, given_file
from builders.sentiment_lexicon.lexica import LEXICA
from equimask.core.errors import OptionError
from equimask.core.languages import get_language
from equimask.studies.sentiment.own import FORMS
from equimask.studies.sentiment.settings import Settings

# The last bits of a fit differ between machines; what is published stops before them.
DECIMALS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this builder."""
    parser.add_argument(
        "--validate",
        action="store_true",
        help="hold out each lexicon in turn and compare with it, for the card",
    )
    parser.add_argument(
        "--kl-weight",
        type=float,
        default=Settings.kl_weight,
        help="of the divergence from the prior, in which seed words have their class "
        f"(default: {Settings.kl_weight:g})",
    )
    parser.add_argument(
        "--lexicon",
        action="append",
        default=[],
        type=PerLanguage,
        metavar="CODE=FILE",
        help="a lexicon of your own, in any language (may be repeated): .csv, .tsv, .json, .jsonl "
        f"or .parquet with {'; or '.join(FORMS)}",
    )
    parser.add_argument(
        "--only-own",
        action="store_true",
        help="join the files of --lexicon alone, without the published lexica",
    )


class Own(NamedTuple):
    """The options, checked: settings of the fit, and the user's files by language."""

    settings: Settings
    lexica: dict[str, list[PerLanguage]]


def read_options(options: BuildOptions) -> BuildOptions:
    """Weights and languages are checked before any work."""
    extra = options.extra
    if extra["only_own"] and not extra["lexicon"]:
        raise OptionError(
            expected="files of --lexicon with --only-own",
            got="none",
            fix="Give --lexicon CODE=FILE, or leave out --only-own.",
        )
    if extra["lexicon"] and options.redistributable_only:
        raise OptionError(
            expected="either --lexicon or --redistributable-only",
            got="both",
            fix="Leave one out: nothing is known of the terms of your files.",
        )
    lexica: dict[str, list[PerLanguage]] = {}
    for given in extra["lexicon"]:
        lexica.setdefault(get_language(given.lang).code, []).append(given)
    for lang, files in lexica.items():
        names = Counter(
            [Path(given.place).stem for given in files]
            + [x.name for x in LEXICA if x.lang == lang and not extra["only_own"]]
        )
        twice = [name for name, count in names.items() if count > 1]
        if twice:
            raise OptionError(
                expected=f"a name of its own for every lexicon of {lang}",
                got=f"{twice[0]!r} twice",
                fix="Rename the file: a lexicon is called by it.",
            )
    own = Own(Settings(kl_weight=extra["kl_weight"]), lexica)
    return replace(options, own=own)


@contextmanager
def further_files(
    options: BuildOptions, out: Path, summary: Summary
) -> Iterator[Sequence[LocatedFile]]:
    """The files of `--lexicon`."""
    yield [
        given_file(
            f"lexicon/{lang}/{Path(given.place).name}",
            given.place,
            expected=f"a file for --lexicon {lang}=FILE",
            fix="Check the path.",
        )
        for lang, given in _wanted(options)
    ]


def _wanted(options: BuildOptions) -> list[tuple[str, PerLanguage]]:
    own: Own = options.own
    return [(lang, x) for lang, given in own.lexica.items() if options.wants(lang) for x in given]
