"""A word where the mask was, in pieces, whatever the tokenizer makes of both."""

from __future__ import annotations

from typing import Any

from equimask.evaluation.filled_masks import fill
from equimask.models import load_mlm
from tests import tiny


def test_hidden_words_are_told_from_the_asked_one_with_and_without_offsets(
    live: dict[str, Any],
) -> None:
    masked = ["[HIDDEN] [MASK] helped the [HIDDEN].", "The [HIDDEN] saw [MASK]."]
    words = ["James", "Maximilian"]
    mlm = load_mlm(live["model"], live["tokenizer"])
    by_offsets = fill(mlm, masked, words)
    mlm.encode = WithoutOffsets(mlm.encode)  # type: ignore[assignment]
    by_rest = fill(mlm, masked, words)
    for k, (one, other) in enumerate(zip(by_offsets, by_rest, strict=True)):
        assert one is not None
        assert other is not None
        assert (one.pieces, one.sentence.ids) == (other.pieces, other.sentence.ids)
        assert one.sentence.ids.count(mlm.encode.mask_id) == masked[k].count("[HIDDEN]")
        pieces = [one.sentence.ids[i] for i in one.pieces]
        assert live["tokenizer"].decode(pieces).replace(" ##", "") == words[k]


def test_hidden_words_keep_the_space_of_a_mask_that_takes_it() -> None:
    for tokenizer in (tiny.byte_bpe_tokenizer(), tiny.unigram_tokenizer()):
        tokenizer.add_special_tokens({"mask_token": tiny.lstripped_mask()})
        mlm = load_mlm(tiny.tiny_roberta(len(tokenizer)), tokenizer)
        found = fill(mlm, ["[HIDDEN] [MASK] helped the [HIDDEN]."], ["James"])[0]
        assert found is not None
        assert found.sentence.ids.count(mlm.encode.mask_id) == 2
        pieces = [found.sentence.ids[i] for i in found.pieces]
        assert tokenizer.decode(pieces).strip() == "James"


class WithoutOffsets:
    """An encoder that has no offsets, as Python-only tokenizers have none."""

    def __init__(self, encoder: Any) -> None:
        self.encoder = encoder
        self.mask_token, self.mask_id = encoder.mask_token, encoder.mask_id

    def with_masks(self, sentences: Any) -> list[Any]:
        encoded = self.encoder.with_masks(sentences)
        return [sentence._replace(offsets=None) for sentence in encoded]
