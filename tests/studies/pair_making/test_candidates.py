"""Which pieces of a vocabulary are whole gender words."""

from __future__ import annotations

import pytest

from equimask.gender.swap import GenderLexicon
from equimask.studies.pair_making.candidates import GenderVocabulary


class FakeTokenizer:
    all_special_ids = (0,)
    unk_token = "<unk>"

    def __init__(self, *pieces: str) -> None:
        self.vocabulary = {piece: index for index, piece in enumerate(("<s>", *pieces))}

    def get_vocab(self) -> dict[str, int]:
        return self.vocabulary

    def tokenize(self, text: str) -> list[str]:
        return [text]


@pytest.mark.parametrize(
    ("pieces", "after_space", "at_start", "after_quote"),
    [
        (("king", "##king", "##s"), {"king"}, {"king"}, {"king"}),
        (("king", "Ġking", "Ġlamp"), {"Ġking"}, {"king", "Ġking"}, {"king"}),
        (("king", "▁king", "▁lamp"), {"▁king"}, {"king", "▁king"}, {"king"}),
    ],
)
def test_only_pieces_that_are_whole_words_count(
    pieces: tuple[str, ...], after_space: set[str], at_start: set[str], after_quote: set[str]
) -> None:
    tokenizer = FakeTokenizer(*pieces)
    pairs = GenderLexicon.load("en").pairs
    vocabulary = GenderVocabulary(tokenizer, pairs, cased=True)
    names = {index: piece for piece, index in tokenizer.vocabulary.items()}
    for before, wanted in (("the ", after_space), ("", at_start), ('"', after_quote)):
        found = {
            names[index]
            for index, piece in vocabulary.pieces.items()
            if piece.may_follow(before, after_bare_mark=False)
        }
        assert found == wanted, before


def test_byte_level_pieces_are_decoded_and_listed_capitals_are_needed() -> None:
    tokenizer = FakeTokenizer("ĠKÃ¶nig", "ĠkÃ¶nig", "Ġjunge", "Ġsie")
    pairs = GenderLexicon.load("de").pairs
    cased = GenderVocabulary(tokenizer, pairs, cased=True)
    assert set(cased.pieces) == {1}  # "sie" is doubtful
    uncased = GenderVocabulary(tokenizer, pairs, cased=False)
    assert {1, 2} <= set(uncased.pieces)
