"""Do bias measures follow what was planted? Small models with known doses, measured."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import equimask
from builders.kit.builder import (
    Builder,
    BuildOptions,
    Everything,
    Files,
    LeftOutError,
    Summary,
)
from builders.kit.shards import Shards
from builders.kit.workers import map_unordered
from builders.lab_validity.analysis import SIZES, power_of
from builders.lab_validity.design import DOSES, FIRST, SCORE, SCORES, SECOND, Cell, Design
from builders.lab_validity.figures import draw_all
from builders.lab_validity.options import ValidityOptions, add_arguments, read_options, rows_before
from builders.lab_validity.summary import summarise
from equimask.core.files import sha256
from equimask.core.progress import Progress
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS
from equimask.inputs.pairs import load_pairs, pairs_version
from equimask.studies import laboratory as lab
from equimask.studies.laboratory.inventory import data_hash, load_inventory
from equimask.version import __version__

_OWN = ("key_word_pmi.py", "measuring.py")
_MEASURING = (
    *("core/options.py", "evaluation", "gender", "inputs", "measures"),
    *("metrics", "models", "plans", "stats"),
)
_NO_PART_OF_A_CELL = {"__main__.py", "saving.py"}
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def cell_key(lang: str, steps: int) -> dict[str, Any]:
    """Data, code and options behind the numbers of every cell of a language."""
    return {
        "trained": training_key(lang),
        "pairs": pairs_version(load_pairs(lang)),
        "steps": steps,
        "variants": [str(variant) for variant in SCORES],
        "code": code_hash(_measuring_modules()),
        "equimask": __version__,
    }


def training_key(lang: str) -> dict[str, Any]:
    """Data and code behind the weights of every model of a language: few change, models stay."""
    laboratory = Path(lab.__file__).parent
    modules = sorted(p for p in laboratory.glob("*.py") if p.name not in _NO_PART_OF_A_CELL)
    return {"data": data_hash([load_inventory(lang)]), "code": code_hash(modules)}


def code_hash(paths: Iterable[Path]) -> str:
    """Of what Python files do: comments, docstrings and layout do not change it."""
    return sha256("\n".join(_without_words(path) for path in paths).encode())


def _measuring_modules() -> list[Path]:
    package = Path(equimask.__file__).parent
    measuring = (package / name for name in _MEASURING)
    scores = [q for p in measuring for q in (sorted(p.rglob("*.py")) if p.is_dir() else [p])]
    return [*scores, *(Path(__file__).with_name(name) for name in _OWN)]


def _without_words(path: Path) -> str:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)


def measured_rows(design: Design, folder: Path, processes: int) -> Iterator[Row]:
    """One row per cell and variant; cells that `folder` holds are not measured again."""
    with ExitStack() as stack:
        shards = {
            lang: stack.enter_context(Shards(folder / lang, cell_key(lang, design.steps)))
            for lang in design.languages
        }
        _measure(design, shards, folder / "models", processes)
        for cell in design.cells():
            loss = shards[cell.lang].facts(cell.name)["heldout_loss"]
            for record in shards[cell.lang].read(cell.name):
                yield _row(cell, record, loss)


def _measure(design: Design, shards: Mapping[str, Shards], models: Path, processes: int) -> None:
    from builders.lab_validity.animals import Animals  # torch: not for options and cards
    from builders.lab_validity.measuring import Task, measure_cell

    cells = list(design.cells())
    missing = [cell for cell in cells if not shards[cell.lang].finished(cell.name)]
    animals = {lang: Animals(models, training_key(lang), design.steps) for lang in design.languages}
    work = ((cell, Task(cell, animals[cell.lang])) for cell in missing)
    with Progress(len(cells), "cell") as steps:
        steps.know(len(cells) - len(missing))
        for cell, measured in map_unordered(measure_cell, work, processes=processes):
            facts = {"heldout_loss": measured.heldout_loss}
            shards[cell.lang].write(cell.name, measured.records, facts)
            steps.title = cell.name
            steps.update()


def _row(cell: Cell, record: Mapping[str, Any], heldout_loss: float) -> Row:
    values = {name: value for name, value in record.items() if name != "rows"}
    return {
        "experiment": SECOND,
        "lang": cell.lang,
        "stereotype": cell.stereotype,
        "prevalence": cell.prevalence,
        "name_frequency": cell.name_frequency,
        "repetition": cell.repetition,
        "seed": cell.seed,
        "heldout_loss": heldout_loss,
        **values,
        **dict(zip((f"power_{n}" for n in SIZES), power_of(cell, record), strict=True)),
    }


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """One row per model and number; what is missing is trained and measured first.

    The first experiment was another one, of two doses: its rows are kept, not measured again.
    """
    own: ValidityOptions = options.own
    if own.measured:
        found = list(rows_before(own.measured, options.languages))
    else:
        earlier = rows_before(own.earlier, ()) if own.earlier else ()
        found = [_completed(row) for row in earlier if row.get("experiment", FIRST) == FIRST]
        found += measured_rows(own.design, own.shards, own.processes)
    found.sort(key=lambda row: (row["lang"], row["experiment"]))
    yield from found
    summary.update(summarise(found))


def _completed(row: Row) -> Row:
    """A row of the first experiment in today's columns: what was not measured is empty."""
    known = {"p_among_twins": row.get("p_calibrated"), **row}  # as it was called then
    return {
        "experiment": FIRST,
        **{
            name: known.get(name)
            for name in DATASET_COLUMNS["lab_validity"]
            if name != "experiment"
        },
        "name_frequency": 0.0,
        "number": SCORE,
    }


def among_all(_: Everything) -> Sequence[str]:
    """It trains hundreds of models: that is nobody's by-product."""
    raise LeftOutError("hours: make lab")


BUILDER = Builder(
    rows=rows,
    column_types={
        **dict.fromkeys((*DOSES, "heldout_loss", "value", "neutral", "stderr"), "float64"),
        **dict.fromkeys(("p_value", "p_strangers", "null", "null_stderr"), "float64"),
        **dict.fromkeys(
            ("p_among_twins", "p_from_mean_twin", *(f"power_{n}" for n in SIZES)), "float64"
        ),
        **dict.fromkeys(("experiment", "repetition", "seed", "n", "n_clusters"), "int64"),
    },
    figures=draw_all,
    add_arguments=add_arguments,
    read_options=read_options,
    keeps="finished models",
    among_all=among_all,
)
