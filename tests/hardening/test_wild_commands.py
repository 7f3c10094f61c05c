"""`equimask score` with wild files and options: a number or a message, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from equimask.cli.main import app
from equimask.core.options import OPTIONS
from equimask.metrics import all_specs
from tests import tiny
from tests.hardening.examples import inputs
from tests.hardening.files import named_contents
from tests.hardening.strategies import broken_text, wild_text

runner = CliRunner()
metrics = st.sampled_from(sorted(all_specs()))


def no_constant(name: str) -> NoReturn:
    raise AssertionError(f"{name} is no JSON")


def run(*arguments: str) -> Result:
    """The command, which must end with a result or with a message."""
    result = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code in (0, 2), result.output
    if result.exit_code:
        assert result.stderr.strip()
        assert "Traceback" not in result.stderr
    elif "--json" in arguments:
        json.loads(result.stdout, parse_constant=no_constant)
    return result


@inputs(80, metrics, named_contents)
def test_any_data_file_gives_a_number_or_a_message(
    bert_folder: Path, tmp_path: Path, metric: str, named: tuple[str, bytes]
) -> None:
    suffix, content = named
    path = tmp_path / f"wild{suffix}"
    path.write_bytes(content)
    run("score", metric, str(bert_folder), "--data", str(path), "--json", "--rows")


# Sentences that the tiny model knows, with wild text in them: the two sides share something.
_known = st.builds("{} {}".format, st.sampled_from((*tiny.MORE, *tiny.LESS)), wild_text)
_sentences = st.one_of(*[_known] * 9, wild_text)
_words = st.builds("nurse{}".format, wild_text)
_CELLS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("sent_more", "sent_less", "sentence", "male", "female"), _sentences),
    **dict.fromkeys(("male_word", "female_word", "word"), st.one_of(*[_words] * 9, broken_text)),
    "masked_sentence": st.builds("{} [MASK] {}".format, _sentences, wild_text),
    "gender": st.sampled_from((*("male", "female") * 4, "non-binary", "x")),
}
_BESIDE = {
    "count": st.sampled_from((*(0, 1, 2, 9) * 4, -1, 10**30, 1.5, "1", None)),
    "gender_more": st.sampled_from((*("male", "female", "") * 4, "x", None)),
}


@st.composite
def well_formed(draw: st.DrawFn) -> tuple[str, list[dict[str, Any]]]:
    """A metric and rows that have its columns."""
    metric = draw(metrics)
    row = st.fixed_dictionaries(
        {name: _CELLS[name] for name in all_specs()[metric].columns},
        optional=_BESIDE if draw(st.booleans()) else {},
    )
    return metric, draw(st.lists(row, min_size=2, max_size=6))


_ODD = ("", "-1", "1e9", "nan", "None", "[/b]", "--", "cpu", "x" * 300)
_OPTIONS: dict[str, st.SearchStrategy[str]] = {
    "--language": st.sampled_from(("de", "en", "fi", "xx", "sv", "pt_br", *_ODD)),
    "--likelihood": st.sampled_from(("aula", "aul", "norm_aula", *_ODD)),
    "--unit": st.sampled_from(("token", "word", *_ODD)),
    "--protocol": st.sampled_from(("corrected", "published", *_ODD)),
    "--perturb": st.sampled_from(("last_character", *_ODD)),
    "--sentiment": st.sampled_from(("absent.parquet", ".", *_ODD)),
    "--revision": st.sampled_from(("main", "../..", *_ODD)),
    "--device": st.sampled_from(("cpu:7", "cuda:99", "meta", "mps", "xpu", "hpu", *_ODD)),
    "--dtype": st.sampled_from(("float32", "float16", "bfloat16", "float64", "int8", *_ODD)),
    "--seed": st.sampled_from(("0", "7", str(2**32), str(2**70), *_ODD)),
}
_NUMBERS = {one.flag for one in OPTIONS.values() if one.terminal in (int, float, list[float])}
_FLAGS = {one.flag for one in OPTIONS.values() if one.terminal is str} | _NUMBERS
options = st.lists(
    st.sampled_from(sorted(_FLAGS | set(_OPTIONS))).flatmap(
        lambda name: st.one_of(
            _OPTIONS.get(name, st.sampled_from(_ODD)),
            *([] if name in _NUMBERS else [wild_text]),  # wild text may be a very large number
        ).map(lambda value: [name, value])
    ),
    max_size=2,
    unique_by=lambda option: option[0],
)


@inputs(80, well_formed(), st.one_of(st.just([]), options), st.booleans())
def test_wild_rows_and_options_give_a_number_or_a_message(
    bert_folder: Path,
    tmp_path: Path,
    rows: tuple[str, list[dict[str, Any]]],
    chosen: list[list[str]],
    as_json: bool,
) -> None:
    metric, records = rows
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    shown = ["--json", "--rows"] if as_json else []
    flat = [part for option in chosen for part in option]
    run("score", metric, str(bert_folder), "--data", str(path), *shown, *flat)
