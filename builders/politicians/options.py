"""The options of the builder: where politicians come from, and how patiently they are asked for."""

from __future__ import annotations

import argparse
import multiprocessing
from dataclasses import dataclass, replace
from typing import Any

from builders.kit.arguments import check_least
from builders.kit.builder import BuildOptions
from builders.kit.http import Manners
from builders.kit.streams import name_of
from builders.politicians.endpoint import PUBLIC_ENDPOINT
from builders.politicians.pieces import BLOCKS_BYTES, TEXT_BYTES
from equimask.core.errors import OptionError
from equimask.core.languages import get_language

# Those of the paper.
LANGUAGES = ("ar", "en", "es", "fr", "hi", "ru", "zh")
GENDER_RULES = ("corrected", "stanczak")
LIMIT = 2000

_INTRODUCTION = """
Politicians come from one of three places, and by one rule: humans (P31 Q5) of the occupation
politician (P106 Q82955), born before 2001, with a gender and a name in the language.

  the query service  python -m builders politicians --out politicians
                     thousands of questions, one at a time: a matter of hours, not minutes;
                     another endpoint by --endpoint
  a JSON dump        python -m builders politicians --dump latest-all.json.bz2 --out politicians
                     bzip2 is unpacked by all --processes, gzip by one; s3://... and the like,
                     or a pipe, packed or not: lbzip2 -dc latest-all.json.bz2 |
                       python -m builders politicians --dump - --out politicians
  a snapshot         python -m builders politicians --source DIR --out politicians
                     names of 2018, no network; it gives all languages that it has

The first two give ar en es fr hi ru zh, the languages of the paper, and any others by --language.
A build that was interrupted goes on where it stopped when the same command is given again:
finished pieces lie in OUT/.shards until the build is done. Of a dump they are read over, not
unpacked again, but for gzip, of which nothing can be unpacked without what stands before it.
"""


@dataclass(frozen=True)
class PoliticianOptions:
    """The builder's own options, checked. Neither endpoint nor dump: the snapshot."""

    languages: tuple[str, ...]
    endpoint: str | None
    dump: str | None
    limit: int
    manners: Manners
    hints: bool
    processes: int
    piece_bytes: int | None
    fresh: bool
    fallback: tuple[str, ...] = ()

    @property
    def from_snapshot(self) -> bool:
        """Whether the people come from the declared table."""
        return not (self.endpoint or self.dump)

    @classmethod
    def of(cls, options: BuildOptions) -> PoliticianOptions:
        """What the command line gave."""
        extra = options.extra
        places = {"source": options.source, "dump": extra["dump"], "endpoint": extra["endpoint"]}
        given = [option for option, place in places.items() if place is not None]
        if len(given) > 1:
            raise OptionError(
                expected="one of --endpoint, --dump and --source",
                got=" and ".join(f"--{option}" for option in given),
                fix="Choose where the politicians come from.",
            )
        for option in ("limit", "tries", "processes", "timeout"):
            check_least(extra, option, 1 if option != "timeout" else 0.001)
        if extra["piece_bytes"] is not None:
            check_least(extra, "piece_bytes", 1)
        for option in ("pause", "wait"):
            check_least(extra, option, 0)
        for code in (*options.languages, *extra["label_fallback"]):
            get_language(code)
        endpoint = extra["endpoint"] if given else PUBLIC_ENDPOINT
        return cls(
            languages=options.languages or LANGUAGES,
            endpoint=endpoint,
            dump=extra["dump"],
            limit=extra["limit"],
            manners=Manners(
                pause=extra["pause"],
                timeout=extra["timeout"],
                tries=extra["tries"],
                first_wait=extra["wait"],
            ),
            hints=endpoint == PUBLIC_ENDPOINT if extra["hints"] is None else extra["hints"],
            processes=extra["processes"],
            piece_bytes=extra["piece_bytes"],
            fresh=extra["fresh"],
            fallback=tuple(dict.fromkeys(extra["label_fallback"])),
        )


def read_options(options: BuildOptions) -> BuildOptions:
    """The options with the builder's own; the receipt tells only what changes the rows."""
    own = PoliticianOptions.of(options)
    told: dict[str, Any] = {
        "genders": options.extra["genders"],
        "endpoint": own.endpoint,
        "dump": own.dump and name_of(own.dump),
    }
    if own.fallback:
        told["label_fallback"] = list(own.fallback)
    return replace(options, own=own, extra=told)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = f"{parser.description}\n{_INTRODUCTION}"
    own = parser.add_argument_group("politicians")
    own.add_argument(
        "--endpoint",
        metavar="URL",
        help=f"SPARQL endpoint in the shape of Wikidata's (default: {PUBLIC_ENDPOINT})",
    )
    own.add_argument(
        "--dump",
        metavar="FILE",
        help="JSON dump, plain or packed by gzip or bzip2: a file, an address that fsspec knows "
        "(https://, s3://, hf://), or - for standard input",
    )
    own.add_argument(
        "--genders",
        choices=GENDER_RULES,
        default=GENDER_RULES[0],
        help="corrected: trans women are female, trans men male (default); "
        "stanczak: non-binary, as in the paper",
    )
    own.add_argument(
        "--label-fallback",
        action="append",
        default=[],
        metavar="CODE",
        help="take the name in this language where the own one has none, such as en for people "
        "without a name in Hindi; it stays in its script (may be repeated, the first that has a "
        "name counts; default: such people have no row)",
    )
    own.add_argument(
        "--fresh", action="store_true", help="forget what an interrupted build has gathered"
    )
    asking = parser.add_argument_group("asking an endpoint: one question at a time")
    _add_number(
        asking,
        "--limit",
        LIMIT,
        "PEOPLE",
        "most people in one answer; fuller windows of birth dates are divided",
    )
    _add_number(asking, "--pause", Manners.pause, "SECONDS", "pause between questions")
    _add_number(
        asking,
        "--timeout",
        Manners.timeout,
        "SECONDS",
        "longest wait for an answer; a window that takes longer is divided",
    )
    _add_number(
        asking,
        "--tries",
        Manners.tries,
        "N",
        "how often a question is asked while the service fails",
    )
    _add_number(
        asking,
        "--wait",
        Manners.first_wait,
        "SECONDS",
        "first wait after a failure, doubled with each; longer if the service asks for it",
    )
    asking.add_argument(
        "--hints",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="hints for Blazegraph, which other engines do not understand (default: only for "
        "the public service)",
    )
    reading = parser.add_argument_group("reading a dump")
    _add_number(
        reading,
        "--processes",
        min(4, multiprocessing.cpu_count()),
        "N",
        "processes that unpack bzip2, and parse; the result does not depend on it",
    )
    reading.add_argument(
        "--piece-bytes",
        type=int,
        metavar="N",
        help="bytes that are finished together, of bzip2 or else of the text (default: "
        f"{BLOCKS_BYTES} or {TEXT_BYTES}); each process holds about two pieces of bzip2",
    )


def _add_number(
    group: argparse._ArgumentGroup, option: str, default: float, metavar: str, text: str
) -> None:
    """An option that is as whole a number as its default."""
    group.add_argument(
        option,
        type=type(default),
        default=default,
        metavar=metavar,
        help=f"{text} (default: %(default)s)",
    )
