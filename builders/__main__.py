"""`python -m builders NAME`: build a dataset folder from its declared sources.

A builder is a folder with `source.toml`, `build.py` and `card.md.jinja`. `build.py` has
`rows(files, options)`, or `choose` and `stream` where the sources are too large for memory;
what goes its own ways has `run(arguments)`, which returns the receipt if there is one. Each may
have `add_arguments(parser)` for options of its own, which reach it as `options.extra`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, cast

from builders.kit.options import BuildOptions
from builders.kit.receipt import read_receipt
from builders.kit.run import Builder, build, render_anew
from builders.kit.streamed import StreamBuilder, build_streamed
from equimask.core.errors import DataError, EquimaskError, OptionError, near_matches

BUILDERS = Path(__file__).parent


def builder_names() -> list[str]:
    """The builders there are: every folder with a `build.py`."""
    return sorted(path.parent.name for path in BUILDERS.glob("*/build.py"))


def load_builder(name: str) -> ModuleType:
    """The `build.py` of a builder."""
    if name not in builder_names():
        raise OptionError(
            expected="the name of a builder",
            got=repr(name),
            fix=near_matches(name, builder_names()),
        )
    return importlib.import_module(f"builders.{name}.build")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one builder; the exit code is 0, or 2 with a message that says what to do."""
    argv = list(sys.argv[1:] if argv is None else argv)
    try:
        if not argv or argv[0].startswith("-"):
            _parser().parse_args(argv)
            return 0
        module = load_builder(argv[0])
        parser = _parser(module)
        arguments = parser.parse_args(argv)
        _refuse_file_as_folder(arguments.out)
        receipt: dict[str, Any] | None
        if arguments.card_only:
            receipt = render_anew(BUILDERS / arguments.name, module, _out(arguments))
        elif arguments.verify:
            receipt = _verify(module, arguments)
        else:
            receipt = _run(module, arguments)
        if receipt is not None:
            _tell(receipt)
    except EquimaskError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _run(module: ModuleType, arguments: argparse.Namespace) -> dict[str, Any] | None:
    if hasattr(module, "run"):
        receipt: dict[str, Any] | None = module.run(arguments)
        return receipt
    return _build(module, arguments, _own_options(module, arguments))


def _verify(module: ModuleType, arguments: argparse.Namespace) -> dict[str, Any] | None:
    """Build elsewhere and compare: the bytes of parquet may vary with its writer, content not."""
    known = read_receipt(_out(arguments))["configs"]
    with TemporaryDirectory() as elsewhere:
        receipt = _run(module, argparse.Namespace(**{**vars(arguments), "out": Path(elsewhere)}))
    built = receipt["configs"] if receipt else {}
    differing = sorted(
        name
        for name in {*known, *built}
        if known.get(name, {}).get("content_hash") != built.get(name, {}).get("content_hash")
    )
    if differing:
        raise DataError(
            expected=f"the content that the receipt of {_out(arguments).name} records",
            got=f"other content in {', '.join(differing)}",
            fix="Give the sources and options that the receipt names, or build it anew on purpose.",
        )
    return receipt


def _build(
    module: ModuleType, arguments: argparse.Namespace, extra: dict[str, object]
) -> dict[str, Any]:
    options = BuildOptions(
        languages=tuple(sorted(set(arguments.language))),
        redistributable_only=arguments.redistributable_only,
        extra=extra,
    )
    folder = BUILDERS / arguments.name
    out = _out(arguments)
    places = {"source": arguments.source, "cache": arguments.cache}
    if hasattr(module, "stream"):
        return build_streamed(folder, cast(StreamBuilder, module), out, options=options, **places)
    return build(folder, cast(Builder, module), out, options=options, **places)


def _out(arguments: argparse.Namespace) -> Path:
    given: Path | None = arguments.out
    return given or BUILDERS.parent / "datasets" / arguments.name


def _tell(receipt: dict[str, Any]) -> None:
    for language, config in receipt["configs"].items():
        print(f"{language}\t{config['rows']} rows\t{config['content_hash'][:12]}")
    print(f"total\t{receipt['rows']} rows\t{receipt['content_hash']}")
    if not receipt["redistributable"]:
        print(
            "note: some sources have no licence to redistribute; "
            "build with --redistributable-only before publishing.",
            file=sys.stderr,
        )


def _refuse_file_as_folder(out: Path | None) -> None:
    if out is not None and out.exists() and not out.is_dir():
        raise OptionError(
            expected="a folder for --out", got=f"the file {out.name!r}", fix="Name another place."
        )


def _own_options(module: ModuleType, arguments: argparse.Namespace) -> dict[str, object]:
    """What the builder's own `add_arguments` added, and nothing of the common options."""
    if not hasattr(module, "add_arguments"):
        return {}
    common = vars(_parser().parse_args([arguments.name]))
    return {key: value for key, value in vars(arguments).items() if key not in common}


def _parser(module: ModuleType | None = None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m builders",
        description="Build a dataset folder (parquet, receipt, card) from its declared sources.",
        epilog=f"Builders: {', '.join(builder_names())}.",
        allow_abbrev=False,  # a misspelt option must not start a build of hours
    )
    parser.add_argument("name", metavar="NAME", help="the builder, see the list below")
    parser.add_argument(
        "--source", type=Path, metavar="DIR", help="read the source files from DIR, no download"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="dataset folder to write (default: datasets/NAME)"
    )
    parser.add_argument(
        "--language",
        action="append",
        default=[],
        metavar="CODE",
        help="build only this language (may be repeated; the card then lists only these)",
    )
    parser.add_argument(
        "--cache",
        type=Path,
        metavar="DIR",
        help="keep downloads in DIR (default: $EQUIMASK_CACHE or ~/.cache/equimask)",
    )
    parser.add_argument(
        "--redistributable-only",
        action="store_true",
        help="leave out sources without a licence to redistribute: for publishing",
    )
    parser.add_argument(
        "--card-only",
        action="store_true",
        help="render card and figures anew from the receipt of a finished build; reads no source",
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help="build elsewhere and fail if the content differs from the receipt's; writes nothing",
    )
    if hasattr(module, "add_arguments"):
        module.add_arguments(parser)  # type: ignore[union-attr]
    return parser


if __name__ == "__main__":
    sys.exit(main())
