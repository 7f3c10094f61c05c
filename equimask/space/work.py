"""How much work a job is, told before the weights are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equimask.core.embedded import EMBEDDED, embedded_model_path
from equimask.core.errors import InputError, check_characters
from equimask.core.options import OPTIONS
from equimask.metrics import MetricSpec
from equimask.models.checkpoints import parameter_count
from equimask.models.tokenizers import guarded, load_tokenizer
from equimask.space.limits import MAX_WORK
from equimask.space.models import Found


def check_work(
    spec: MetricSpec, columns: Mapping[str, Sequence[Any]], found: Found, calibrate: bool
) -> None:
    """Refuse more than a visitor's share: rows x tokens² x parameters, for every twin again."""
    name = str(embedded_model_path()) if found.name == EMBEDDED else found.name
    parameters = parameter_count(name, found.revision)
    lengths = _lengths(name, found.revision, columns, spec)
    times = 1 + (OPTIONS["n_twins"].default if calibrate else 0)
    work = times * parameters * sum(length**2 for length in lengths)
    if work > MAX_WORK:
        fewer = " or without untrained copies" if calibrate else ""
        raise InputError(
            expected=f"at most {MAX_WORK:.0e} multiplications on this shared page "
            "(rows x tokens² x parameters)",
            got=f"{work:.1e}: {len(lengths):,} texts of {max(lengths):,} tokens at most, "
            f"{parameters:,} parameters{f', {times} times' if calibrate else ''}",
            fix=f"Bring fewer or shorter rows{fewer}, choose a smaller model, or score them on "
            f"your own machine: equimask score {spec.name} {found.name}.",
        )


def _lengths(
    name: str, revision: str | None, columns: Mapping[str, Sequence[Any]], spec: MetricSpec
) -> list[int]:
    """Tokens of every text, as the model's own tokenizer cuts it."""
    texts = []
    for one in spec.columns:
        for row, cell in enumerate(columns.get(one, ())):
            if isinstance(cell, str):
                check_characters(cell, f"row {row} of `{one}`")
                texts.append(cell)
    tokenizer = load_tokenizer(name, revision, False)
    with guarded(tokenizer):
        return [len(ids) for ids in tokenizer(texts)["input_ids"]] if texts else [0]
