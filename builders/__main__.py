"""`python -m builders NAME`: build a dataset folder from its declared sources; `--all`: every one.

A builder is a folder with `source.toml`, `card.md.jinja`, and `build.py` whose `BUILDER` is a
`builders.kit.builder.Builder`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from builders.everything import build_all, in_a_process_of_its_own, table
from builders.kit.arguments import positive
from builders.kit.builder import Builder, BuildOptions, Everything
from builders.kit.division import Division, part
from builders.kit.measure import measure_sources
from builders.kit.receipt import read_receipt
from builders.kit.remote import is_remote, publish, staging
from builders.kit.run import build, render_anew
from equimask.core.errors import DataError, EquimaskError, OptionError, near_matches
from equimask.core.files import files_as_errors

BUILDERS = Path(__file__).parent


def builder_names() -> list[str]:
    """The builders there are: every folder with a `build.py`."""
    return sorted(path.parent.name for path in BUILDERS.glob("*/build.py"))


def load_builder(name: str) -> Builder:
    """The `BUILDER` of a folder."""
    if name not in builder_names():
        raise OptionError(
            expected="the name of a builder",
            got=repr(name),
            fix=near_matches(name, builder_names()),
        )
    builder: Builder = importlib.import_module(f"builders.{name}.build").BUILDER
    return builder


def main(argv: Sequence[str] | None = None) -> int:
    """Run one builder or all; the exit code is 0, or 2 with a message that says what to do."""
    argv = list(sys.argv[1:] if argv is None else argv)
    try:
        if "--all" in argv:
            return _run_all(_parser_of_all().parse_args(argv))
        if not argv or argv[0].startswith("-"):
            _parser().parse_args(argv)
            return 0
        builder = load_builder(argv[0])
        parser = _parser()
        builder.add_arguments(parser)
        if builder.work is not None:
            _add_sharing(parser)
        arguments = parser.parse_args(argv)
        _refuse_file_as_folder(arguments.out)
        with files_as_errors():
            if arguments.measure:
                _measure(arguments)
            else:
                _tell(_run(builder, arguments))
    except EquimaskError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _run(builder: Builder, arguments: argparse.Namespace) -> dict[str, Any]:
    folder, out = BUILDERS / arguments.name, _out(arguments)
    if is_remote(arguments.out or ""):
        if arguments.card_only or arguments.verify:
            raise OptionError(
                expected="--card-only and --verify with a folder on a disk as --out",
                got=arguments.out,
                fix="Copy the dataset folder here, and name the copy.",
            )
        out = staging(arguments.out, arguments.cache)
        receipt = build(folder, builder, out, _options(builder, arguments))
        if receipt:  # else this process has done a share, and another one writes the dataset
            publish(out, arguments.out)
        return receipt
    if arguments.card_only:
        return render_anew(folder, builder, out)
    options = _options(builder, arguments)
    if not arguments.verify:
        return build(folder, builder, out, options)
    known = read_receipt(out)["configs"]
    with TemporaryDirectory() as elsewhere:
        receipt = build(folder, builder, Path(elsewhere), options)
    _refuse_other_content(known, receipt["configs"], out.name)
    return receipt


def _options(builder: Builder, arguments: argparse.Namespace) -> BuildOptions:
    return BuildOptions(
        languages=tuple(sorted(set(arguments.language))),
        redistributable_only=arguments.redistributable_only,
        source=arguments.source,
        cache=arguments.cache,
        extra={name: getattr(arguments, name) for name in builder.own_defaults()},
        **{name: getattr(arguments, name) for name in _SHARING if hasattr(arguments, name)},
    )


def _run_all(arguments: argparse.Namespace) -> int:
    _refuse_file_as_folder(arguments.out)
    source = arguments.source.resolve()
    common = ["--source", str(source)]
    if arguments.redistributable_only:
        common.append("--redistributable-only")
    outcomes = build_all(
        {name: load_builder(name) for name in builder_names()},
        BUILDERS,
        Everything(
            source=source,
            datasets=(arguments.out or BUILDERS.parent / "datasets").resolve(),
            model=_resolved(arguments.model),
        ),
        common,
        redistributable_only=arguments.redistributable_only,
        run=in_a_process_of_its_own,
    )
    print(table(outcomes))
    return 2 if any(outcome.failed for outcome in outcomes.values()) else 0


def _resolved(model: str | None) -> str | None:
    """A folder wherever the builder runs, or else the hub id; `CODE=` may stand before it."""
    if model is None:
        return None
    codes, sign, place = model.rpartition("=")
    return f"{codes}{sign}{Path(place).resolve()}" if Path(place).is_dir() else model


def _measure(arguments: argparse.Namespace) -> None:
    if arguments.source is None:
        raise OptionError(
            expected="--source DIR with the files to measure", got="none", fix="Name the folder."
        )
    measured, missing = measure_sources(BUILDERS / arguments.name, arguments.source)
    print(f"measured\t{len(measured)} files, in builders/{arguments.name}/source.toml")
    if missing:
        print(f"not at hand\t{len(missing)} files: {', '.join(missing)}")


def _refuse_other_content(known: dict[str, Any], built: dict[str, Any], name: str) -> None:
    """The bytes of parquet may vary with its writer, content may not."""
    differing = sorted(
        config
        for config in {*known, *built}
        if known.get(config, {}).get("content_hash") != built.get(config, {}).get("content_hash")
    )
    if differing:
        raise DataError(
            expected=f"the content that the receipt of {name} records",
            got=f"other content in {', '.join(differing)}",
            fix="Give the sources and options that the receipt names, or build it anew on purpose.",
        )


def _out(arguments: argparse.Namespace) -> Path:
    given: str | None = arguments.out
    return Path(given) if given else BUILDERS.parent / "datasets" / arguments.name


def _tell(receipt: dict[str, Any]) -> None:
    if not receipt:  # a share of the work is done
        return
    for language, config in receipt["configs"].items():
        print(f"{language}\t{config['rows']} rows\t{config['content_hash'][:12]}")
    print(f"total\t{receipt['rows']} rows\t{receipt['content_hash']}")
    restricted = [source["name"] for source in receipt["sources"] if not source["redistributable"]]
    if restricted:
        few = ", ".join(restricted[:5]) + (", ..." if len(restricted) > 5 else "")
        print(
            f"note: not to be published, without a licence to redistribute: {few}; "
            "--redistributable-only leaves them out.",
            file=sys.stderr,
        )


def _refuse_file_as_folder(out: str | Path | None) -> None:
    if out is not None and Path(out).exists() and not Path(out).is_dir():
        raise OptionError(
            expected="a folder for --out",
            got=f"the file {Path(out).name!r}",
            fix="Name another place.",
        )


def _parser_of_all() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m builders --all",
        description="Build every dataset that the sources allow, one after another, each with its "
        "defaults, and say of the others why not.",
        allow_abbrev=False,
    )
    parser.add_argument("--all", action="store_true", required=True, help="all datasets")
    parser.add_argument(
        "--source", type=Path, metavar="DIR", required=True, help="the folder of all source files"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="where the dataset folders go; what has their names there is written anew "
        "(default: datasets)",
    )
    parser.add_argument(
        "--redistributable-only", action="store_true", help="as for a single dataset"
    )
    parser.add_argument(
        "--model",
        metavar="[CODE,...=]MODEL",
        help="the masked language model for what needs one, a hub id or a folder; it is asked "
        "about a sample (default: what needs a model is left out)",
    )
    return parser


_SHARING = ("part", "processes", "assemble")


def _add_sharing(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("sharing the work").add_argument
    add(
        "--part",
        type=part,
        default=Division(),
        metavar="I/N",
        help="do share I of N, from 1 to N, and write no dataset: other processes, which see the "
        "same disk, do the others, and --assemble joins them; under torchrun or accelerate launch "
        "a share is divided among the processes of the launch",
    )
    add(
        "--processes",
        type=positive,
        default=1,
        metavar="N",
        help="processes of this machine that share the work (default: 1)",
    )
    add(
        "--assemble",
        action="store_true",
        help="make the dataset of what all parts have finished, and refuse where one has not",
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m builders",
        description="Build a dataset folder (parquet, receipt, card) from its declared sources.",
        epilog=f"Builders: {', '.join(builder_names())}. All that --source DIR allows: --all.",
        allow_abbrev=False,  # a misspelt option must not start a build of hours
    )
    parser.add_argument("name", metavar="NAME", help="the builder, see the list below")
    parser.add_argument(
        "--source", type=Path, metavar="DIR", help="read the source files from DIR, no download"
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="dataset folder to write, or an address that fsspec knows, such as s3://..., to which "
        "it goes when it is done (default: datasets/NAME)",
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
    parser.add_argument(
        "--measure",
        action="store_true",
        help="build nothing: write size and sha256 of the files below --source into source.toml",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
