"""`latent_pmi` as an `evaluate` module and in the terminal: it needs no model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import evaluate
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from equimask.cli.main import app
from equimask.core.errors import DataError, InputError, OptionError
from equimask.evaluation import score
from tests import tiny

COLUMNS = {
    "word": ["divorced", "divorced", "bold", "bold", "plain", "plain"],
    "gender": ["female", "male", "female", "male", "female", "male"],
}
COUNTS = [90, 30, 20, 300, 40, 160]
LEXICON = {"divorced": (0.7, 0.2, 0.1), "bold": (0.1, 0.2, 0.7)}
OPTIONS = {
    "counts": COUNTS, "sentiment": LEXICON, "l1": 1e-3, "posterior": (0.1, 1.0),
    "n_resamples": 99, "progress": False,
}  # fmt: skip


@pytest.fixture(scope="module")
def module(root: Path) -> Any:
    return evaluate.load(str(root / "metrics" / "latent_pmi"), "en")


def test_compute_equals_the_engine_and_is_plain_json(module: Any) -> None:
    result = module.compute(**COLUMNS, **OPTIONS)
    assert result == score("latent_pmi", COLUMNS, language="en", **OPTIONS).as_dict()
    json.dumps(result, allow_nan=False)
    assert result["n"] == sum(COUNTS)
    assert "rows" not in module.compute(**COLUMNS, **OPTIONS, return_rows=False)


def test_rows_may_be_added_in_batches(module: Any) -> None:
    for start in (0, 2, 4):
        module.add_batch(**{name: column[start : start + 2] for name, column in COLUMNS.items()})
    assert module.compute(**OPTIONS) == module.compute(**COLUMNS, **OPTIONS)


def test_it_combines_with_metrics_that_run_a_model(root: Path) -> None:
    tokenizer = tiny.wordpiece_tokenizer()
    modules = [evaluate.load(str(root / "metrics" / name)) for name in ("latent_pmi", "mbe")]
    sentences = [tiny.MORE[k % len(tiny.MORE)] for k in range(6)]
    merged = evaluate.combine(modules).compute(
        **COLUMNS,
        **OPTIONS,
        sentence=sentences,
        model=tiny.tiny_bert(len(tokenizer)),
        tokenizer=tokenizer,
    )
    assert merged["latent_pmi"] == score("latent_pmi", COLUMNS, **OPTIONS).value
    assert 0 <= merged["mbe"] <= 100


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, DataError, "python -m builders politician_completions"),
        ({"word": ["a"]}, InputError, "no `gender`"),
        ({**COLUMNS, "gender": ["female", "male", "x", "male", "female", "male"]}, InputError,
         "'x' in row 2"),
        ({**COLUMNS, "counts": [1, 2, 3, 4, 5, -6]}, InputError, "-6 in row 5"),
        ({**COLUMNS, "count": [1]}, OptionError, "Did you mean 'counts'"),
    ],
)  # fmt: skip
def test_wrong_calls_get_a_clear_error(
    module: Any, arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        module.compute(**arguments)
    assert module.compute(**COLUMNS, **OPTIONS)["n"] == sum(COUNTS)  # and works again at once


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_in_the_terminal_a_file_of_words_is_enough(tmp_path: Path, suffix: str) -> None:
    table = pa.table({**COLUMNS, "count": COUNTS})
    file, lexicon = tmp_path / f"words.{suffix}", tmp_path / "lexicon.parquet"
    if suffix == "csv":
        lines = ["word,gender,count", *(",".join(map(str, r.values())) for r in table.to_pylist())]
        file.write_text("\n".join(lines), encoding="utf-8")
    else:
        pq.write_table(table, file)
    names = ("negative", "neutral", "positive")
    entries = [{"word": w, **dict(zip(names, q, strict=True))} for w, q in LEXICON.items()]
    pq.write_table(pa.Table.from_pylist(entries), lexicon)
    command = ["score", "latent_pmi", "--data", str(file), "--sentiment", str(lexicon)]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    table_lines, signature = shown.stdout.rstrip("\n").rsplit("\n", 1)
    assert max(map(len, table_lines.splitlines())) <= 80
    assert "gendered" in shown.stdout
    assert signature.startswith("latent_pmi|equimask:")
    result = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert result["n"] == sum(COUNTS)
    assert result["n_fits"] == 40


def test_other_metrics_still_ask_for_a_model() -> None:
    result = CliRunner().invoke(app, ["score", "cps"])
    assert result.exit_code == 2
    assert "model=None" in result.stderr
