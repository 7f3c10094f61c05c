"""The training of the small masked language model, the same weights for the same seed.

Its folder holds weights, tokenizer, `lab.json` with everything that made it, and a model card.

Its embeddings start from word vectors counted from the corpus. From a random start a model of this
size learns the contexts first and takes very long to notice which names are men's: each name is
rare, and tells its gender only by the company it keeps. Counts see that company at once (positive
pointwise mutual information, reduced by SVD).
"""

from __future__ import annotations

import hashlib
import json
import math
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tokenizers
import torch
import transformers
from huggingface_hub import ModelCard, ModelCardData
from scipy import sparse
from scipy.sparse.linalg import svds
from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

from equimask.core.progress import Progress
from equimask.models.devices import reproducible
from equimask.studies.laboratory.batches import (
    BATCH_LINES,
    NOT_ASKED,
    Batch,
    mask_rates,
    masked_batches,
)
from equimask.studies.laboratory.doses import Doses
from equimask.studies.laboratory.generator import Mixture, lines
from equimask.studies.laboratory.inventory import Inventory, data_hash
from equimask.studies.laboratory.vocabulary import LONGEST_INPUT, train_tokenizer

_HELDOUT_BATCHES = 32
_COUNTED_LINES = 20  # per step of training, for the embeddings' start
_PEAK = 3e-3
_WARM_UP = 0.05
RECORD = "lab.json"
CARD = "README.md"
WARNING = (
    "A laboratory animal, not a language model: it was trained on generated sentences with a "
    "gender bias planted on purpose. It serves to check that bias measures find what was planted. "
    "Never use it to read, write or judge real text."
)
_TEMPLATE = Path(__file__).with_name("card.md.jinja")


def counted_embeddings(
    lines: Sequence[str], tokenizer: PreTrainedTokenizerFast, size: int, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """One vector of length 1 for each token; random ones for tokens that never occur."""
    vocabulary = len(tokenizer)
    counts = _cooccurrence(lines, tokenizer, vocabulary)
    left, strength, _ = svds(
        _ppmi(counts),
        k=min(size, vocabulary - 1),
        v0=np.ones(vocabulary),  # a fixed start, for the same vectors every time
    )
    vectors = np.zeros((vocabulary, size))
    vectors[:, : len(strength)] = left * np.sqrt(strength)
    vectors += rng.normal(0.0, 1e-3, vectors.shape)  # gives unseen tokens a direction
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors.astype(np.float32)


def _cooccurrence(
    lines: Sequence[str], tokenizer: PreTrainedTokenizerFast, vocabulary: int
) -> sparse.csr_matrix:
    """How many lines hold both tokens."""
    encoded = tokenizer(list(lines), add_special_tokens=False, return_attention_mask=False)[
        "input_ids"
    ]
    rows = np.repeat(np.arange(len(encoded)), [len(ids) for ids in encoded])
    columns = np.concatenate([np.asarray(ids) for ids in encoded])
    shape = (len(encoded), vocabulary)
    present = sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)
    present.data[:] = 1.0  # a token twice in a line counts once
    together = sparse.csr_matrix(present.T @ present)
    together = sparse.csr_matrix(together - sparse.diags(together.diagonal()))
    together.eliminate_zeros()
    return together


def _ppmi(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """max(0, log of how much more often two tokens meet than by chance)."""
    pairs = counts.tocoo()
    totals = np.asarray(counts.sum(axis=1)).ravel()
    expected = totals[pairs.row] * totals[pairs.col] / totals.sum()
    values = np.maximum(np.log(pairs.data / expected), 0.0)
    return sparse.csr_matrix((values, (pairs.row, pairs.col)), shape=counts.shape)


@dataclass(frozen=True)
class Setup:
    """All that decides the weights, together with the data."""

    doses: Doses
    seed: int = 0
    steps: int = 3000
    hidden: int = 96
    layers: int = 2
    threads: int = 1  # part of the recipe: another number adds up in another order
    mixture: Mixture = field(default_factory=Mixture)


@dataclass(frozen=True)
class Trained:
    """A model, its tokenizer, and how well it predicts lines that it has not seen."""

    model: BertForMaskedLM
    tokenizer: PreTrainedTokenizerFast
    heldout_loss: float


def train(inventories: Sequence[Inventory], setup: Setup, *, progress: bool = True) -> Trained:
    """Train on fresh lines; the result is rounded to float16, in which it is stored."""
    tokenizer = train_tokenizer(inventories)
    rates = mask_rates(inventories, tokenizer)
    text, masks, counted, heldout_text, heldout_masks = np.random.default_rng(setup.seed).spawn(5)

    def batches(lines_rng: np.random.Generator, masks_rng: np.random.Generator) -> Iterator[Batch]:
        stream = lines(inventories, setup.doses, lines_rng, setup.mixture)
        return masked_batches(stream, tokenizer, rates, masks_rng)

    with reproducible(setup.seed, setup.threads):
        model = _new_model(len(tokenizer), setup)
        stream = lines(inventories, setup.doses, counted, setup.mixture)
        sample = list(islice(stream, _COUNTED_LINES * setup.steps))
        start = counted_embeddings(sample, tokenizer, setup.hidden, counted)
        model.bert.embeddings.word_embeddings.weight.data.copy_(torch.from_numpy(start))
        optimiser = torch.optim.AdamW(
            model.parameters(), lr=_PEAK, betas=(0.9, 0.98), weight_decay=0.01
        )
        schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda i: _rate(i, setup.steps))
        with Progress(setup.steps, "step", "training", shown=progress) as steps:
            for step, batch in enumerate(islice(batches(text, masks), setup.steps)):
                loss = _loss(model, batch)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimiser.step()
                schedule.step()
                optimiser.zero_grad()
                if step % 50 == 0:
                    steps.title = f"training, loss {loss.item():.3f}"
                steps.update()
        model.eval().half().float()
        heldout = batches(heldout_text, heldout_masks)
        return Trained(model, tokenizer, _mean_loss(model, islice(heldout, _HELDOUT_BATCHES)))


def lines_seen(setup: Setup) -> int:
    """How many lines a training reads."""
    return setup.steps * BATCH_LINES


def _new_model(vocabulary: int, setup: Setup) -> BertForMaskedLM:
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=setup.hidden,
        num_hidden_layers=setup.layers,
        num_attention_heads=4,
        intermediate_size=4 * setup.hidden,
        max_position_embeddings=LONGEST_INPUT,
        initializer_range=setup.hidden**-0.5,  # BERT's 0.02 is for large models; this learns faster
        hidden_dropout_prob=0.0,  # no line comes twice: there is nothing to overfit
        attention_probs_dropout_prob=0.0,
    )
    model: BertForMaskedLM = BertForMaskedLM(config).train()
    return model


def _rate(step: int, steps: int) -> float:
    """Linear warm-up, then a cosine down to nothing."""
    warm_up = max(1, int(_WARM_UP * steps))
    if step < warm_up:
        return (step + 1) / warm_up
    return 0.5 * (1 + math.cos(math.pi * (step - warm_up) / max(1, steps - warm_up)))


def _loss(model: BertForMaskedLM, batch: Batch) -> torch.Tensor:
    """Cross-entropy at the masked places; the head is not run anywhere else."""
    states = model.bert(
        input_ids=batch.input_ids, attention_mask=batch.attention_mask
    ).last_hidden_state
    asked = batch.labels != NOT_ASKED
    logits: torch.Tensor = model.cls(states[asked])
    return torch.nn.functional.cross_entropy(logits, batch.labels[asked])


def _mean_loss(model: BertForMaskedLM, batches: Iterator[Batch]) -> float:
    with torch.inference_mode():
        return float(np.mean([_loss(model, batch).item() for batch in batches]))


def save(trained: Trained, inventories: Sequence[Inventory], setup: Setup, folder: Path) -> None:
    """Write the folder; the same training gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    half = trained.model.half()
    half.save_pretrained(folder)
    half.float()
    trained.tokenizer.save_pretrained(folder)
    files = sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix in {".json", ".safetensors"} and path.name != RECORD
    )
    record = {
        "warning": WARNING,
        "doses": asdict(setup.doses),
        "lists": setup.mixture.lists,
        "seed": setup.seed,
        "languages": [inventory.language.code for inventory in inventories],
        "steps": setup.steps,
        "lines": lines_seen(setup),
        "threads": setup.threads,
        "heldout_loss": round(trained.heldout_loss, 4),
        "parameters": sum(p.numel() for p in trained.model.parameters()),
        "vocabulary": len(trained.tokenizer),
        "data_hash": data_hash(inventories),
        "files": {name: _sha256(folder / name) for name in files},
        "made_with": {
            "python": platform.python_version(),
            "tokenizers": tokenizers.__version__,
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        },
    }
    _write(folder / RECORD, json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    _write(folder / CARD, render_card(record))


def render_card(record: dict[str, Any]) -> str:
    """The model card, from `lab.json` alone."""
    data = ModelCardData(
        language=record["languages"],
        license="cc0-1.0",
        library_name="transformers",
        pipeline_tag="fill-mask",
        tags=["gender-bias", "laboratory", "synthetic"],
    )
    words = {**record, "perplexity": f"{math.exp(record['heldout_loss']):.1f}"}
    card = ModelCard.from_template(data, template_path=str(_TEMPLATE), **words)
    return str(card).rstrip() + "\n"


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
