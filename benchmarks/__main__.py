"""`python -m benchmarks`: a benchmark is a module with NAME, add_options, run and show."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch
from rich.console import Console
from transformers.utils import logging as transformers_logging

from benchmarks import (
    accelerator,
    audit,
    beside_minicons,
    completions,
    divided,
    dump,
    joining,
    last_layer,
    latent_pmi,
    masked_pass,
    mbe_sums,
    parallel_stream,
    swaps,
)

BENCHMARKS = {
    module.NAME: module
    for module in (
        masked_pass,
        last_layer,
        beside_minicons,
        accelerator,
        mbe_sums,
        completions,
        divided,
        joining,
        parallel_stream,
        dump,
        latent_pmi,
        audit,
        swaps,
    )
}


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Speed and memory beside named baselines, in one run. Ratios carry over to "
        "other machines; seconds do not, and stand only beside a target.",
        epilog="examples:\n"
        "  python -m benchmarks                                everything (make bench)\n"
        "  python -m benchmarks masked --vocabulary 119547     one size, about a minute\n"
        "  python -m benchmarks masked --rounds 3 --json b.json   steadier, and kept\n"
        "  python -m benchmarks divided --divided-names 20000 --kills 10    at the size that\n"
        "  python -m benchmarks joining --joined-rows 50000000              the targets are\n"
        "  python -m benchmarks dump --dump-mb 1000                         meant for\n"
        "  python -m benchmarks masked --threads 1             on a machine with other load:\n"
        "                          read the ratios by CPU seconds, which it disturbs least",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"which benchmarks (default: all): {', '.join(BENCHMARKS)}",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every figure here")
    parser.add_argument("--threads", type=int, metavar="N", help="torch threads (default: its own)")
    for module in BENCHMARKS.values():
        module.add_options(parser)
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}: choose from {', '.join(BENCHMARKS)}")
    return options


def main(arguments: list[str] | None = None) -> None:
    options = parse(arguments)
    transformers_logging.set_verbosity_error()
    if options.threads:
        torch.set_num_threads(options.threads)
    console = Console()
    results = {}
    names = options.names or list(BENCHMARKS)
    for k, name in enumerate(names):
        console.print(f"[dim]{name}: {k + 1} of {len(names)}[/dim]", highlight=False)
        results[name] = BENCHMARKS[name].run(options, console)
        BENCHMARKS[name].show(results[name], console)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
