"""What is measured on: random BERT models, and pairs of sentences as token ids.

Tokenising is not what is measured, so the sentences are drawn as ids from a fixed seed. Their
lengths are those that multilingual BERT gives to CrowS-Pairs: about 18 tokens, 10 to 40.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer, models
from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

from equimask.models.masked_lm import MaskedLM
from equimask.models.proof import Proof
from equimask.plans.alignment import shared_span
from equimask.plans.masks import Encoded, MaskPlan, plan_masks

_SPECIALS = {"pad_token": 0, "unk_token": 1, "cls_token": 2, "sep_token": 3, "mask_token": 4}
MASK_ID = _SPECIALS["mask_token"]
_PROCESSOR = torch.device("cpu")
_SHORTEST, _LONGEST, _MEAN = 10, 40, 18.0


@dataclass(frozen=True)
class Workload:
    """Sentences with the positions to mask in each; two neighbours are a pair."""

    sentences: tuple[Encoded, ...]
    positions: tuple[tuple[int, ...], ...]

    @property
    def masks(self) -> int:
        """How many tokens are masked and asked for, one at a time."""
        return sum(map(len, self.positions))

    @property
    def tokens(self) -> int:
        """How many tokens the encoder reads: every mask is a pass over its sentence."""
        return sum(len(s.ids) * len(p) for s, p in zip(self.sentences, self.positions, strict=True))

    def plan(self) -> MaskPlan:
        """The same as the engine's mask plan."""
        return plan_masks(self.sentences, self.positions)

    def pairs(self, which: Sequence[int]) -> Workload:
        """Some of the pairs."""
        rows = [row for pair in which for row in (2 * pair, 2 * pair + 1)]
        return Workload(
            tuple(self.sentences[r] for r in rows), tuple(self.positions[r] for r in rows)
        )

    def __len__(self) -> int:
        return len(self.sentences) // 2


def draw_pairs(n: int, vocabulary: int, seed: int = 0) -> Workload:
    """`n` pairs, shortest first; a pair differs in one to three tokens, as a name or a pronoun.

    The lengths and the differing places depend on the seed alone, not on the vocabulary.
    """
    rng = np.random.default_rng(seed)
    spread = rng.gamma(2.0, (_MEAN - _SHORTEST) / 2.0, size=n)
    lengths = np.sort(np.clip(_SHORTEST + np.rint(spread), _SHORTEST, _LONGEST).astype(int))
    sentences: list[Encoded] = []
    positions: list[tuple[int, ...]] = []
    for length in lengths:
        body = length - 2
        start, changed = rng.integers(0, body - 3), rng.integers(1, 4)
        words = len(_SPECIALS) + rng.random(body + 4) * (vocabulary - len(_SPECIALS))
        more, new = words[:body].astype(int).tolist(), words[body:].astype(int).tolist()
        replaced = new[: rng.integers(1, 4)]  # names split into different numbers of pieces
        less = more[:start] + replaced + more[start + changed :]
        pair = [_encoded(more), _encoded(less)]
        span = shared_span(pair[0].ids, pair[1].ids, pair[0].special, pair[1].special)
        sentences += pair
        positions += [span.more, span.less]
    return Workload(tuple(sentences), tuple(positions))


def _encoded(body: list[int]) -> Encoded:
    ids = (_SPECIALS["cls_token"], *body, _SPECIALS["sep_token"])
    special = (True, *[False] * len(body), True)
    return Encoded(ids, special, tuple(range(len(ids))))


def bert_base(vocabulary: int, layers: int = 12) -> BertConfig:
    return BertConfig(vocab_size=vocabulary, num_hidden_layers=layers)


def small_bert(
    vocabulary: int, layers: int, width: int, inner: int, heads: int = 4, positions: int = 512
) -> BertConfig:
    return BertConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=inner,
        max_position_embeddings=positions,
    )


def random_model(config: BertConfig, seed: int = 0) -> BertForMaskedLM:
    torch.manual_seed(seed)
    model: BertForMaskedLM = BertForMaskedLM(config).eval()
    return model


def wrap(model: BertForMaskedLM, device: torch.device = _PROCESSOR) -> MaskedLM:
    """The engine around a model, as if it had been loaded by name and proved."""
    vocabulary = {f"[{name}]": i for name, i in _SPECIALS.items()}
    bare = Tokenizer(models.WordPiece(vocabulary, unk_token="[unk_token]"))
    names = {name: f"[{name}]" for name in _SPECIALS}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bare, model_max_length=512, **names)
    return MaskedLM(model, tokenizer, name="random BERT", device=device, proof=Proof(0, ()))
