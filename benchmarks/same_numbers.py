"""Every number of the product, before and after a change: equal to the last digit, or listed.

python -m benchmarks.same_numbers collect OUT.json [--tree CHECKOUT] [--part audit ...]
python -m benchmarks.same_numbers compare BEFORE.json AFTER.json

`collect` runs a checkout as a user would, by its commands and its public functions, so that this
file can question commits that are older than itself.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_SHOWN = 20  # differences that are printed, of each kind

_GOLDEN = """
import csv, json, os, sys
from equimask import score
shared = os.environ["EQUIMASK_SHARED"]
found = {}
for family in ("bert", "roberta", "xlmr", "albert"):
    for language in ("en", "de", "th"):
        path = f"{shared}/sources/pairs/steinborn/cps_translated_{language}_formatted.csv"
        rows = list(csv.DictReader(open(path, encoding="utf-8", newline="")))
        pairs = {"sent_more": [r["A_x"] for r in rows], "sent_less": [r["B_x"] for r in rows]}
        sides = {"male": pairs["sent_more"], "female": pairs["sent_less"]}
        bags = {"sentence": [*pairs["sent_more"][:150], *pairs["sent_less"]],
                "gender": ["male"] * 150 + ["female"] * len(rows)}
        options = {"model": f"{shared}/golden/models/{family}", "progress": False,
                   "n_resamples": 199, "language": language}
        for protocol in ("published", "corrected"):
            for metric, columns in (("s_jsd", pairs), ("cps", pairs), ("aul", pairs),
                                    ("sbm", sides), ("mbe", bags)):
                result = score(metric, columns, protocol=protocol, **options)
                found[f"{family} {language} {protocol} {metric}"] = result.as_dict()
json.dump(found, sys.stdout)
"""

_OPTIONS = """
import json, sys
from equimask import audit, score
found = audit("embedded", ["en", "ar"], calibrate=True, n_twins=3, n_resamples=299, seed=5,
              weights="dot", length_matched=True, min_probability=1e-6, confidence_level=0.9,
              unit="word", reliability=True, baseline="embedded", progress=False)
words = {"word": ["divorced", "divorced", "bold", "bold"],
         "gender": ["female", "male", "female", "male"]}
pmi = score("latent_pmi", words, counts=[90, 10, 20, 200], n_resamples=499, progress=False)
aul = score("aul", language="de", model="embedded", likelihood="norm_aula", calibrate=True,
            perturb="last_character", progress=False)
json.dump({"audit": found.as_dict(), "latent_pmi": pmi.as_dict(), "aul": aul.as_dict()}, sys.stdout)
"""


def collect(tree: Path, shared: Path, parts: Sequence[str]) -> dict[str, Any]:
    """The numbers of a checkout, by what printed them."""
    with TemporaryDirectory() as scratch:
        return {part: _PARTS[part](tree, shared, Path(scratch) / part) for part in parts}


def _audit(tree: Path, shared: Path, out: Path) -> Any:
    _run(tree, shared, "-m", "equimask", "audit", "embedded", "--out", str(out))
    return _results(out)


def _demo(tree: Path, shared: Path, out: Path) -> Any:
    told = _run(tree, shared, "-m", "equimask", "demo", "--out", str(out))
    lines = told.replace(str(out.parent), "OUT").splitlines()
    return {"results": _results(out), "told": [line.rstrip() for line in lines]}


def _script(text: str) -> Callable[[Path, Path, Path], Any]:
    return lambda tree, shared, out: json.loads(_run(tree, shared, "-c", text))


def _three_cells(tree: Path, shared: Path, out: Path) -> list[dict[str, Any]]:
    """A model with both doses and two without any, as the committed dataset has them."""
    import pyarrow.parquet as pq

    _run(
        tree, shared, "-m", "builders", "lab_validity", "--language", "en", "--doses", "0.8",
        "--null-cells", "2", "--out", str(out / "built"), "--shards", str(out / "cells"),
    )  # fmt: skip
    return list(pq.read_table(out / "built" / "data" / "en.parquet").to_pylist())


def _results(folder: Path) -> Any:
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


def _run(tree: Path, shared: Path, *words: str) -> str:
    environment = {
        **os.environ, "PYTHONPATH": str(tree), "EQUIMASK_SHARED": str(shared),
        "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "COLUMNS": "100", "TERM": "dumb",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *words], cwd=tree, env=environment, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()


_PARTS = {
    "audit": _audit,
    "demo": _demo,
    "options": _script(_OPTIONS),
    "golden": _script(_GOLDEN),
    "lab_validity": _three_cells,
}


def leaves(content: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with where it stands; the version is taken out of signatures."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key != "equimask":
                yield from leaves(value, f"{path}/{key}")
    elif isinstance(content, list):
        for place, value in enumerate(content):
            yield from leaves(value, f"{path}/{place}")
    elif isinstance(content, str) and "/told/" in path:  # a table may have its columns rearranged
        yield path, " ".join(sorted(content.split()))
    elif isinstance(content, str) and "|equimask:" in content:
        yield path, "|".join(p for p in content.split("|") if not p.startswith("equimask:"))
    else:
        yield path, content


def compare(before: Any, after: Any) -> tuple[list[str], list[str], list[str], int]:
    """What changed, what went, what came, and how many values are equal."""
    old, new = dict(leaves(before)), dict(leaves(after))
    changed = [
        f"{path}: {old[path]!r} -> {new[path]!r}"
        for path in old
        if path in new and old[path] != new[path]
    ]
    gone, come = [p for p in old if p not in new], [p for p in new if p not in old]
    return changed, gone, come, len(old) - len(changed) - len(gone)


def main(arguments: list[str] | None = None) -> int:
    """0 where nothing changed and nothing is gone."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.same_numbers", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for command, files in {"collect": ("out",), "compare": ("before", "after")}.items():
        one = commands.add_parser(command)
        for file in files:
            one.add_argument(file, type=Path)
        one.add_argument("--tree", type=Path, default=ROOT)
        one.add_argument("--part", action="append", choices=list(_PARTS))
    given = parser.parse_args(arguments)
    if given.command == "collect":
        shared = Path(os.environ.get("EQUIMASK_SHARED", ROOT.parent / "shared")).resolve()
        found = collect(given.tree.resolve(), shared, given.part or list(_PARTS))
        given.out.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
        return 0
    before, after = (json.loads(p.read_text(encoding="utf-8")) for p in (given.before, given.after))
    if given.part:
        before = {part: before[part] for part in given.part}
    changed, gone, come, equal = compare(before, after)
    print(f"{equal} values equal, {len(changed)} changed, {len(gone)} gone, {len(come)} new")
    for what, places in (("changed", changed), ("gone", gone), ("new", come)):
        for place in places[:_SHOWN]:
            print(f"  {what}: {place}")
    return int(bool(changed or gone))


if __name__ == "__main__":
    sys.exit(main())
