"""One of the processes that `torchrun` starts: trains, and writes down what it saw."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from equimask import BiasCallback
from equimask.models import MaskedLM
from equimask.models.identity import weights_hash
from tests.training.small_trainers import small_trainer

FAILING_STEP = 2


def main(folder: Path) -> None:
    trainer = small_trainer(
        folder / "checkpoints",
        eval_steps=1,
        save_strategy="steps",
        save_steps=1,
        load_best_model_at_end=True,
        metric_for_best_model="eval_s_jsd_en_distance",
        greater_is_better=False,
    )
    trainer.add_callback(BiasCallback(trainer, ("s_jsd", "mbe"), max_pairs=9))
    rank = trainer.accelerator.process_index
    rows: list[int] = []
    answer_masks = MaskedLM.answer_masks

    def watched(self: MaskedLM, sentences: Any, plan: Any, *how: Any) -> Any:
        rows.append(len(plan))
        if rank == 1 and trainer.state.global_step == FAILING_STEP:
            raise RuntimeError("only here")
        return answer_masks(self, sentences, plan, *how)

    MaskedLM.answer_masks = watched  # type: ignore[method-assign]
    before = trainer.evaluate()
    rows_before = sum(rows)
    trainer.train()
    report = {
        "before": {key: value for key, value in before.items() if "_en" in key},
        "rows": rows_before,
        "curve": [log for log in trainer.state.log_history if "eval_s_jsd_en" in log],
        "best": trainer.state.best_model_checkpoint,
        "weights": weights_hash(trainer.model),  # type: ignore[arg-type]
    }
    (folder / f"{rank}.json").write_text(json.dumps(report), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
