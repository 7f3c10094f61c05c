"""Models whose authors prepared their text: it is prepared alike, or what is missing is said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch
from transformers import RobertaConfig, RobertaForMaskedLM

from equimask.core.errors import ModelError
from equimask.evaluation import score
from equimask.models import load_mlm
from equimask.models.tokenizers import load_tokenizer
from tests.models.slow_tokenizers import bertweet_tokenizer, phobert_tokenizer


def tiny_roberta(vocab_size: int) -> RobertaForMaskedLM:
    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=vocab_size,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=66,
        initializer_range=0.4,
        pad_token_id=1,
    )
    model: RobertaForMaskedLM = RobertaForMaskedLM(config).eval()
    return model


@pytest.fixture
def tweets(tmp_path: Path) -> Path:
    made = bertweet_tokenizer(tmp_path)
    folder = tmp_path / "bertweet"
    made.save_pretrained(folder)
    shutil.copy(tmp_path / "bpe.codes", folder)  # with their counts, as the authors publish them
    tiny_roberta(len(made)).save_pretrained(folder)
    return folder


def test_merges_that_transformers_has_spoilt_are_refused(tweets: Path) -> None:
    bertweet_tokenizer(tweets).save_pretrained(tweets)
    with pytest.raises(ModelError, match=r"bpe\.codes"):
        load_mlm(tweets)


def test_tweets_are_normalised_as_bertweets_authors_did(tweets: Path) -> None:
    mlm = load_mlm(tweets, device="cpu")
    pieces = mlm.tokenizer.tokenize("the nurse helped her.")
    assert pieces == ["the", "nur@@", "se", "help@@", "ed", "her", "."]
    assert mlm.tokenizer.tokenize("@anna")[1] == "U@@"  # @USER
    mlm.tokenizer.normalization = False
    assert len(mlm.tokenizer.tokenize("the nurse helped her.")) > len(pieces)


def test_normalising_moves_the_tokenizers_hash(tweets: Path) -> None:
    raw = load_tokenizer(str(tweets), None, False)
    raw.normalization = False
    assert load_mlm(tweets, raw, device="cpu").tokenizer_hash != load_mlm(tweets).tokenizer_hash


def test_other_merges_move_the_tokenizers_hash(tweets: Path) -> None:
    raw = load_tokenizer(str(tweets), None, False)
    raw.bpe_ranks.pop(("t", "h"))
    assert load_mlm(tweets, raw, device="cpu").tokenizer_hash != load_mlm(tweets).tokenizer_hash


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (("y_tá giúp bệnh_nhân .", "giúp bệnh_nhân ."), False),
        (("y tá giúp bệnh nhân .", "giúp bệnh nhân ."), True),
    ],
)
def test_vietnamese_that_is_not_segmented_is_said(
    sentences: tuple[str, str], said: bool, tmp_path: Path
) -> None:
    tokenizer = phobert_tokenizer(tmp_path)
    result = score(
        "aul",
        {"sent_more": [sentences[0]], "sent_less": [sentences[1]]},
        model=tiny_roberta(len(tokenizer)),
        tokenizer=tokenizer,
        likelihood="aul",
        progress=False,
    )
    assert any("underscores" in note for note in result.notes) == said
