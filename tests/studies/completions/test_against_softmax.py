"""An oracle for every family: full logits, softmax, filter, add up, sort."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from equimask.models import MaskedLM, families, load_mlm
from equimask.studies.completions import Completions, Order, Vocabulary, complete, whole_words
from tests import tiny
from tests.models.slow_tokenizers import bertweet_tokenizer, roc_bert_tokenizer, xlm_tokenizer
from tests.models.test_families import SUPPORTED
from tests.models.tiny_families import tiny_model
from tests.models.tiny_xlnet import tiny_xlnet, xlnet_tokenizer
from tests.studies.completions import tokenizer_kinds as kinds

NAMES = ("James", "Olivia", "the nurse", "Maximilian und Emilia", "James repaired the engine")
KNOWN_TO_ALL = ("the nurse", "the", "the the", "the nurse helped", "nurse")
K = {"ODD": 6, "EVEN": 9}
ORDERS: tuple[Order, Order] = ("mask_first", "name_first")


def logits_at_mask(mlm: MaskedLM, ids: list[int], language: str) -> torch.Tensor:
    place = ids.index(mlm.tokenizer.mask_token_id)
    rows = torch.tensor([ids])
    extra: dict[str, Any] = families.extra_inputs(mlm.model, mlm.tokenizer, language, rows)
    with torch.no_grad(), families.attention_kept(mlm.model):
        if mlm.model.config.model_type == "xlnet":
            hidden = torch.zeros(1, len(ids), len(ids))
            hidden[:, :, place] = 1.0
            queries = torch.eye(len(ids))[None]
            extra |= {"perm_mask": hidden, "target_mapping": queries}
        logits: torch.Tensor = mlm.model(input_ids=rows, **extra).logits
    return logits[0, place]


def slowly(
    mlm: MaskedLM, name: str, language: str, order: Order, words: dict[int, str], k: int
) -> list[tuple[int, float]]:
    mask = mlm.tokenizer.mask_token
    text = f"{mask} {name}" if order == "mask_first" else f"{name} {mask}"
    ids = mlm.tokenizer(text)["input_ids"]
    place = ids.index(mlm.tokenizer.mask_token_id)
    if place and mlm.tokenizer.convert_ids_to_tokens(ids[place - 1]) in ("Ġ", "▁"):
        del ids[place - 1]
    probabilities = logits_at_mask(mlm, ids, language).double().softmax(-1).tolist()
    first: dict[str, int] = {}
    total: dict[str, float] = {}
    for index, word in sorted(words.items()):
        first.setdefault(word, index)
        total[word] = total.get(word, 0.0) + probabilities[index]
    best = sorted(total, key=lambda word: (-total[word], first[word]))[:k]
    return [(first[word], total[word]) for word in best]


def check(mlm: MaskedLM, order: Order) -> None:
    language = "de"
    names = NAMES if mlm.tokenizer.is_fast else KNOWN_TO_ALL
    words = whole_words(mlm.tokenizer, language, order)
    parts = {
        name: {i: w for i, w in words.items() if hash_of(w) % 2 == odd}
        for odd, name in enumerate(("EVEN", "ODD"))
    }
    vocabularies = {n: Vocabulary(np.array(list(parts[n])), k) for n, k in K.items() if parts[n]}
    found: list[Completions] = list(
        complete(
            mlm,
            names,
            language=language,
            order=order,
            vocabularies=vocabularies,
            chunk=3,
            progress=False,
        )
    )
    assert np.concatenate([part.kept for part in found]).tolist() == list(range(len(names)))
    for vocabulary in vocabularies:
        ids = np.concatenate([part.ids[vocabulary] for part in found])
        probs = np.concatenate([part.probs[vocabulary] for part in found])
        for row, name in enumerate(names):
            oracle = slowly(mlm, name, language, order, parts[vocabulary], K[vocabulary])
            assert ids[row].tolist() == [index for index, _ in oracle], name
            np.testing.assert_allclose(probs[row], [p for _, p in oracle], rtol=5e-5)


def hash_of(word: str) -> int:
    """The same in every process, and the same for both tokens of a word."""
    return sum(map(ord, word))


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return tiny.wordpiece_tokenizer()


@pytest.mark.parametrize("family", SUPPORTED)
def test_completions_equal_a_sorted_softmax_for_every_family(
    family: str, tokenizer: Any, tmp_path: Path
) -> None:
    own = tokenizer
    if family == "roc_bert":
        own = roc_bert_tokenizer(tmp_path, tokenizer.get_vocab())
    model = tiny_model(family, len(tokenizer))
    check(load_mlm(model, own, device="cpu"), "mask_first")


def with_roberta(tokenizer: Any) -> MaskedLM:
    return load_mlm(tiny.tiny_roberta(len(tokenizer)), tokenizer, device="cpu")


def python_tokenizer(make: Callable[[Path], Any], family: str, folder: Path) -> MaskedLM:
    tokenizer = make(folder)
    changes = {"pad_token_id": 1} if family == "roberta" else {}
    return load_mlm(tiny_model(family, len(tokenizer), **changes), tokenizer, device="cpu")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "make",
    [
        lambda _: with_roberta(tiny.byte_bpe_tokenizer(600)),
        lambda _: with_roberta(kinds.byte_level(tiny.CORPUS)),
        lambda _: with_roberta(kinds.byte_level(tiny.CORPUS, add_prefix_space=True)),
        lambda _: with_roberta(tiny.unigram_tokenizer(500)),
        lambda _: with_roberta(kinds.suffixed(tiny.CORPUS)),
        lambda folder: python_tokenizer(bertweet_tokenizer, "roberta", folder),
        lambda folder: python_tokenizer(xlm_tokenizer, "xlm", folder),
        lambda _: load_mlm(tiny_xlnet(len(xlnet_tokenizer())), xlnet_tokenizer(), device="cpu"),
    ],
    ids=["bytes", "bytes-lstrip", "bytes-prefix", "unigram", "suffix", "bertweet", "xlm", "xlnet"],
)
def test_completions_equal_a_sorted_softmax_for_every_kind_of_tokenizer(
    make: Callable[[Path], MaskedLM], order: Order, tmp_path: Path
) -> None:
    check(make(tmp_path), order)


@pytest.mark.parametrize("family", ["albert", "bert_uncased", "modernbert", "roberta", "xlmr"])
def test_completions_equal_a_sorted_softmax_of_trained_models(shared: Path, family: str) -> None:
    mlm = load_mlm(shared / "golden" / "models" / family, device="cpu")
    for order in ORDERS:
        check(mlm, order)
