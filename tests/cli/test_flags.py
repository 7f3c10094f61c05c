"""The options of Python are flags of the terminal, and what is typed reaches the computation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from equimask.audits.measures import audit_options
from equimask.cli.flags import given
from equimask.cli.main import app
from equimask.core.options import OPTIONS, options_in
from equimask.metrics import all_specs

# A value for every option that has a flag, other than what it is where nothing is typed.
TYPED: dict[str, Any] = {
    "tokenizer": "lab/tokens", "revision": "v2", "device": "cpu", "dtype": "float64",
    "batch_tokens": 512, "trust_remote_code": True, "mask_token": "<hidden>", "device_map": "auto",
    "max_memory": "cpu=4GB", "unit": "word", "protocol": "published",
    "likelihood": "aul", "weights": "dot", "min_similarity": 0.5, "length_matched": True,
    "balanced_draws": 3, "min_probability": 0.25, "rebalance": True, "add_k": 0.5,
    "min_count": 7, "l1": [0.0, 0.1],
    "posterior": [1.0], "sentiment": "lexicon.parquet", "perturb": "last_character",
    "control": "neutral",
    "calibrate": True, "n_twins": 4, "confidence_level": 0.9, "n_resamples": 99, "seed": 7,
    "equivalence": 5.0, "progress": True,
}  # fmt: skip
COMMANDS = {"score": ["score", "cps", "m"], "audit": ["audit", "m"]}
BY_ITS_OWN_NAME = {"model", "return_rows"}  # the argument MODEL, and --rows
Recorded = Callable[..., dict[str, Any]]


def flags(command: str) -> set[str]:
    return {parameter.name for parameter in get_command(app).commands[command].params}  # type: ignore[attr-defined]


def as_typed(name: str, value: Any) -> list[str]:
    flag = OPTIONS[name].flag
    if value is True:
        return [flag]
    values = value if isinstance(value, list) else [value]
    return [word for one in values for word in (flag, str(one))]


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Recorded:
    """Runs a command and gives the options with which the computation was called."""
    asked: dict[str, Any] = {}

    def record(*_: Any, **options: Any) -> None:
        asked.update(options)
        raise KeyboardInterrupt

    monkeypatch.setattr("equimask.evaluation.score", record)
    monkeypatch.setattr("equimask.audits.run.audit", record)

    def run(command: str, *words: str) -> dict[str, Any]:
        assert CliRunner().invoke(app, [*COMMANDS[command], *words]).exit_code in (1, 130)
        return asked

    return run


def test_every_option_is_a_flag_of_score_but_for_what_comes_with_the_data() -> None:
    assert set(OPTIONS) - flags("score") == {"return_rows", *options_in("column")}
    assert set(TYPED) == set(OPTIONS) - BY_ITS_OWN_NAME - set(options_in("column"))


def test_every_option_that_an_audit_takes_is_its_flag() -> None:
    assert set(audit_options()) < flags("audit")
    read = {name for spec in all_specs().values() if spec.audited for name in spec.options}
    left_out = read - set(audit_options()) - set(options_in("column"))
    assert left_out == {"likelihood", "perturb"}  # it scores all likelihoods, and perturbs itself


@pytest.mark.parametrize(
    ("command", "name"),
    [("score", name) for name in TYPED] + [("audit", name) for name in audit_options()],
)
def test_what_is_typed_reaches_the_computation(recorded: Recorded, command: str, name: str) -> None:
    assert recorded(command, *as_typed(name, TYPED[name]))[name] == TYPED[name]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_not_typed_is_the_default(recorded: Recorded, command: str) -> None:
    found = recorded(command)
    for name in flags(command) & set(TYPED) - {"progress"}:
        assert found[name] == OPTIONS[name].default, name


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize(("typed", "shown"), [(None, True), (True, True), (False, False)])
def test_progress_is_told_on_and_off_a_terminal_unless_it_is_silenced(
    monkeypatch: pytest.MonkeyPatch, looks: bool, typed: bool | None, shown: bool
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: looks)
    assert given({"progress": typed}) == {"progress": shown}


def test_help_names_the_metrics_that_read_an_option_if_not_all_do() -> None:
    parameters = {one.name: one for one in get_command(app).commands["score"].params}  # type: ignore[attr-defined]
    assert parameters["weights"].help.endswith("(mbe)")
    assert parameters["unit"].help.endswith("(s_jsd, cps)")
    assert parameters["seed"].help == OPTIONS["seed"].help
    for name in ("rebalance", "add_k", "min_count", "l1", "posterior", "sentiment"):
        assert parameters[name].help.endswith("(latent_pmi)")
