"""How far a benchmark is: one vocabulary after another, weighed by what a token costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.workload import bert_base
from equimask.core.progress import Progress, Shown

Compared = Callable[[int, Shown], dict[str, Any]]


def of_vocabularies(
    name: str, sizes: Sequence[int], compared: Compared, *, shown: bool = True
) -> list[dict[str, Any]]:
    """What `compared` finds for each vocabulary of BERT-base; the larger ones take longer."""
    costs = {size: float(_weights(size)) for size in sizes}
    results = []
    with Progress(len(sizes), "vocabulary", name, cost=sum(costs.values()), shown=shown) as steps:
        for size, cost in costs.items():
            with steps.part(cost, title=f"{name}, {size:,} tokens") as part:
                results.append(compared(size, part))
            steps.update(1, 0)
    return results


def _weights(vocabulary: int) -> int:
    """Of a layer 12 squares of the width, and a row for every token."""
    config = bert_base(vocabulary)
    return config.hidden_size * (12 * config.num_hidden_layers * config.hidden_size + vocabulary)
