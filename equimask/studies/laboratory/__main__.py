"""`python -m equimask.studies.laboratory`: a corpus with a planted bias, and models of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from equimask.core.errors import EquimaskError, OptionError
from equimask.inputs.pairs import pair_languages
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.generator import Mixture, lines
from equimask.studies.laboratory.inventory import load_inventory

_DESCRIPTION = """\
A laboratory for bias measures: text with a gender bias that is known because it was planted.

Three doses from -1 to 1. Two decide whom a sentence is about, the third whose names are read:

  --stereotype  how far contexts go with the gender that a stereotype expects. At 0.8, 98 % of
                the sentences on a strong stereotype are about the gender it expects, and 55 %
                on a weak one; at 0, half of them; at -0.8, 2 % and 45 %.
  --prevalence  how much more often men are written about. At 0.5 they are 75 % of the people
                in contexts without a stereotype.
  --name-frequency
                how much more often men's names are read where nothing is said of them: in lists
                of names, which are a share of --lists of all lines.

The first two are independent: logit P(male | context) =
    logit((1 + prevalence) / 2)  ±  strength · logit((1 + stereotype) / 2),
plus where the stereotype expects a man, minus where it expects a woman; half of the contexts
have a strength of 1.9, the others of 0.1."""

_EPILOG = """\
examples:
  python -m equimask.studies.laboratory corpus --language en --stereotype 0.9 --lines 10
  python -m equimask.studies.laboratory train --out models/biased --stereotype 0.8 --prevalence 0.5
  python -m equimask.studies.laboratory train --out models/fair --stereotype 0 --prevalence 0.5

Then measure what was planted:
  >>> from equimask import score
  >>> score("s_jsd", language="en", model="models/biased")    # negative: stereotype found

The same seed, doses and machine give the same corpus and the same weights; another processor or
library version may change the weights' last bits."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, or 2 with a message that says what to do."""
    arguments = _parser().parse_args(argv)
    try:
        arguments.run(arguments)
    except EquimaskError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _corpus(arguments: argparse.Namespace) -> None:
    inventories = [load_inventory(code) for code in _languages(arguments)]
    rng = np.random.default_rng(arguments.seed)
    stream = lines(inventories, _doses(arguments), rng, _mixture(arguments))
    for line in islice(stream, _positive(arguments, "lines")):
        print(line)


def _train(arguments: argparse.Namespace) -> None:
    from equimask.studies.laboratory.training import Setup, save, train

    setup = Setup(
        _doses(arguments),
        seed=arguments.seed,
        steps=_positive(arguments, "steps"),
        threads=_positive(arguments, "threads"),
        mixture=_mixture(arguments),
    )
    inventories = [load_inventory(code) for code in _languages(arguments)]
    trained = train(inventories, setup, progress=not arguments.quiet)
    save(trained, inventories, setup, arguments.out)
    print(f"{arguments.out}: loss on unseen lines {trained.heldout_loss:.3f}")


def _doses(arguments: argparse.Namespace) -> Doses:
    return Doses(arguments.stereotype, arguments.prevalence, arguments.name_frequency)


def _mixture(arguments: argparse.Namespace) -> Mixture:
    share = arguments.lists
    if not 0 <= share < 1:
        raise OptionError(
            expected="--lists from 0, and below 1", got=str(share), fix="0.15 is a good share."
        )
    if arguments.name_frequency and not share:
        raise OptionError(
            expected="--lists beside --name-frequency",
            got="no lists of names, in which alone it shows",
            fix="Give --lists 0.15, say.",
        )
    return Mixture(lists=share)


def _languages(arguments: argparse.Namespace) -> list[str]:
    return sorted(set(arguments.language)) or pair_languages()


def _positive(arguments: argparse.Namespace, name: str) -> int:
    value = int(getattr(arguments, name))
    if value < 1:
        raise OptionError(expected=f"--{name} of 1 or more", got=str(value), fix="Raise it.")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m equimask.studies.laboratory",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    corpus = commands.add_parser("corpus", help="print generated lines")
    corpus.add_argument("--lines", type=int, default=20, help="how many (default: 20)")
    corpus.set_defaults(run=_corpus)
    train = commands.add_parser("train", help="train a small masked language model")
    train.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write")
    train.add_argument(
        "--steps", type=int, default=3000, help="batches of 64 fresh lines (default: 3000)"
    )
    train.add_argument(
        "--threads",
        type=int,
        default=1,
        help="more are faster, but add up in another order: other last bits (default: 1)",
    )
    train.add_argument("--quiet", action="store_true", help="no progress bar")
    train.set_defaults(run=_train)
    for command in (corpus, train):
        command.description, command.epilog = _DESCRIPTION, _EPILOG
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        for dose in ("--stereotype", "--prevalence", "--name-frequency"):
            command.add_argument(
                dose, type=float, default=0.0, metavar="DOSE", help="-1 to 1 (default: 0)"
            )
        command.add_argument(
            "--lists",
            type=float,
            default=0.0,
            metavar="SHARE",
            help="of lines that are names alone (default: 0)",
        )
        command.add_argument("--seed", type=int, default=0, help="of all randomness (default: 0)")
        command.add_argument(
            "--language",
            action="append",
            default=[],
            metavar="CODE",
            help=f"may be repeated (default: all with pairs: {', '.join(pair_languages())})",
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
