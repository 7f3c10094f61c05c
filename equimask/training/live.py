"""The model of a trainer, asked while it is trained."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

import torch
from transformers import Trainer
from transformers.integrations.deepspeed import is_deepspeed_zero3_enabled

from equimask.core.errors import InputError, ModelError, OptionError
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation.score import evaluate_part
from equimask.evaluation.shown import refuse_special_tokens
from equimask.models import MaskedLM, load_mlm
from equimask.models.cached import Cached
from equimask.models.head import forward_replaced
from equimask.models.identity import tokenizer_hash
from equimask.models.processes import Processes
from equimask.models.scorer import Scorer
from equimask.models.shards import in_shards, sharded_again, sharded_forward
from equimask.models.shared_out import SharedOut
from equimask.training.probes import Probe, answer, naming

_TRIED_ROWS = 2  # from each end of the data
_PROVED_ROWS = 6  # of every probe


class LiveModel:
    """Whatever model the trainer holds at the moment, with the tokenizer that belongs to it."""

    def __init__(self, trainer: Trainer, tokenizer: Any) -> None:
        _refuse_shards(trainer)
        self.trainer = trainer
        given = tokenizer if tokenizer is not None else _tokenizer_of(trainer)
        self.tokenizer = self._wrapped(given).tokenizer
        # kept, unlike all that is the model's: a large vocabulary takes a second to hash
        self._tokenizer_hash = tokenizer_hash(self.tokenizer)

    def answer(self, probes: Sequence[Probe], options: Options) -> dict[str, BiasResult]:
        """The results of all probes, the same in every process; they share the work."""
        accelerator = self.trainer.accelerator
        processes = Processes(accelerator.num_processes, accelerator.process_index)

        def work() -> dict[str, BiasResult]:
            with self._asked_by(processes, probes) as model_in:
                return answer(probes, model_in, options)

        return processes.agree(work)

    def try_out(self, probes: Sequence[Probe], options: Options) -> None:
        """Ask a little of each probe, so that what cannot work fails before the training."""
        if _waits_for_weights(self.trainer):
            return
        quick = replace(options, n_resamples=2)
        with self._asked_by(Processes(), probes) as model_in:
            for probe in probes:
                with naming(probe.key):
                    refuse_special_tokens(probe.job(quick), model_in(probe.language).encode)
                    try:
                        answer([probe.ends(_TRIED_ROWS)], model_in, quick, evaluate_part)
                    except InputError:  # none of these rows can be scored, but others perhaps
                        answer([probe], model_in, quick, evaluate_part)

    @contextmanager
    def _asked_by(
        self, processes: Processes, probes: Sequence[Probe]
    ) -> Iterator[Callable[[str | None], Scorer]]:
        """The model as it is now; it remembers what it has said until it is asked by others."""
        mlm = self._wrapped(self.tokenizer)
        mlm.tokenizer_hash = self._tokenizer_hash
        with _own_forward(mlm.model, self.trainer.model):
            texts = [text for probe in probes for text in probe.texts(_PROVED_ROWS)]
            mlm.prove_on(mlm.encode.with_masks(texts))
            signature, in_step = mlm.signature, in_shards(mlm.model)
            yield lambda language: Cached(
                SharedOut(mlm.in_language(language), processes, in_step=in_step), signature
            )

    def _wrapped(self, tokenizer: Any) -> MaskedLM:
        model: Any = self.trainer.model  # `model_init` makes a new one for every training
        # Shards may wait on the processor for a forward on the device.
        device = str(self.trainer.accelerator.device) if in_shards(model) else None
        return load_mlm(model, tokenizer, device=device)


@contextmanager
def _own_forward(model: torch.nn.Module, outermost: Any) -> Iterator[None]:
    """The model's own forward, in the precision of its weights.

    Mixed precision wraps the forward of a prepared model; accelerate keeps the original beside it.
    """
    wrapped, original = (vars(model).get(name) for name in ("forward", "_original_forward"))
    own = model.forward if wrapped is None or original is None else original
    own = sharded_forward(own, model, outermost)
    with sharded_again(outermost), forward_replaced(model, own):
        yield


def _tokenizer_of(trainer: Trainer) -> Any:
    """The trainer's, or that of its collator, which masks the training text with it."""
    for holder in (trainer.processing_class, trainer.data_collator):
        tokenizer = getattr(holder, "tokenizer", holder)  # a processor holds one
        if hasattr(tokenizer, "mask_token_id"):
            return tokenizer
    raise OptionError(
        expected="a tokenizer in trainer.processing_class",
        got=f"{type(trainer.processing_class).__name__}",
        fix="Pass processing_class=tokenizer to the Trainer, or tokenizer=... to the callback.",
    )


def _waits_for_weights(trainer: Trainer) -> bool:
    """Until FSDP2 shards them, one process may hold all weights and the others zeros."""
    accelerator, model = trainer.accelerator, cast(torch.nn.Module, trainer.model)
    if not trainer.is_fsdp_enabled or in_shards(model):
        return False
    alone = accelerator.state.fsdp_plugin.cpu_ram_efficient_loading
    return bool(alone and not accelerator.is_local_main_process)


def _refuse_shards(trainer: Trainer) -> None:
    """Those that are gathered otherwise than by each module's own forward."""
    first_fsdp = trainer.is_fsdp_enabled and not trainer.accelerator.is_fsdp2
    if first_fsdp or is_deepspeed_zero3_enabled():
        raise ModelError(
            expected="a model whose weights every process holds whole, or shards of FSDP2",
            got=f"weights in shards of {'FSDP1' if first_fsdp else 'DeepSpeed ZeRO-3'}",
            fix="Train with FSDP2 (fsdp_version 2), DDP or ZeRO-2, or score the saved checkpoints "
            "with equimask.score.",
        )
