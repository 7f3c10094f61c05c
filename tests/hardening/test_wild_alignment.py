"""Tokenizers, spans and masks over wild text, with three kinds of real pipelines."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import strategies as st

from equimask.core.errors import InputError
from equimask.models.encoding import SentenceEncoder
from equimask.plans.alignment import SharedSpan, published_span, shared_span
from equimask.plans.masks import Encoded, plan_masks
from tests import tiny
from tests.hardening.examples import inputs
from tests.hardening.strategies import LONG, long_text, pieces, wild_text

TOKENIZERS: dict[str, Any] = {
    "wordpiece": tiny.wordpiece_tokenizer(),
    "byte-bpe": tiny.byte_bpe_tokenizer(),
    "unigram": tiny.unigram_tokenizer(),
}
ENCODERS = {name: SentenceEncoder(one, len(one)) for name, one in TOKENIZERS.items()}
encoders = st.sampled_from(sorted(ENCODERS)).map(ENCODERS.__getitem__)
# The two sides of a pair: the same sentence, but for a word or two.
sides = st.tuples(wild_text, pieces, pieces, wild_text)


def check_encoded(text: str, encoded: Encoded) -> None:
    n = len(encoded.ids)
    assert len(encoded.special) == len(encoded.words) == n == len(encoded.offsets or ())
    assert all(0 <= start <= end <= len(text) for start, end in encoded.offsets or ())
    assert all(0 <= right - left <= 1 for left, right in pairwise(encoded.words))


def check_span(span: SharedSpan, more: Encoded, less: Encoded) -> None:
    assert [more.ids[i] for i in span.more] == [less.ids[j] for j in span.less]
    for positions in span:
        assert all(left < right for left, right in pairwise(positions))


def check_masks(encoded: Encoded) -> None:
    content = [i for i, special in enumerate(encoded.special) if not special]
    by_token = plan_masks([encoded], [content])
    by_word = plan_masks([encoded], [content], unit="word")
    assert by_token.ends.tolist() == by_token.targets.tolist() == content
    last_of = {word: i for i, word in enumerate(encoded.words)}
    assert by_word.ends.tolist() == [last_of[encoded.words[i]] for i in content]
    assert not {encoded.words[i] for i in content} & {
        word for word, special in zip(encoded.words, encoded.special, strict=True) if special
    }


@inputs(200, encoders, long_text)
def test_every_token_has_its_characters_and_its_word(encode: SentenceEncoder, text: str) -> None:
    (encoded,) = encode.read([text])
    check_encoded(text, encoded)
    check_masks(encoded)


@inputs(200, encoders, sides)
def test_pairs_share_the_same_tokens_in_the_same_order_both_ways(
    encode: SentenceEncoder, side: tuple[str, str, str, str]
) -> None:
    before, more_word, less_word, after = side
    more, less = encode.read([before + more_word + after, before + less_word + after])
    span = shared_span(more.ids, less.ids, more.special, less.special)
    mirrored = shared_span(less.ids, more.ids, less.special, more.special)
    check_span(span, more, less)
    assert mirrored == (span.less, span.more)
    assert not any(more.special[i] for i in span.more)
    check_span(published_span(more.ids, less.ids), more, less)
    if more_word == less_word:
        assert len(span) == more.special.count(False)


@inputs(60, encoders, wild_text, wild_text)
def test_two_texts_that_have_nothing_to_do_with_each_other_are_aligned(
    encode: SentenceEncoder, one: str, other: str
) -> None:
    more, less = encode.read([one, other])
    check_span(shared_span(more.ids, less.ids, more.special, less.special), more, less)


@inputs(40, encoders, st.lists(wild_text, min_size=2, max_size=6))
def test_a_sentence_is_encoded_alike_alone_and_among_others(
    encode: SentenceEncoder, texts: list[str]
) -> None:
    assert encode.read(texts) == [encode.read([text])[0] for text in texts]


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(ENCODERS))
def test_a_hundred_thousand_characters_are_encoded_and_aligned(kind: str) -> None:
    before = ("nurse 医生\u200d\u0301" * LONG)[: LONG // 2 - 10]  # LONG is the most that is read
    more, less = ENCODERS[kind]([f"{before} her {before}", f"{before} his {before}"])
    check_encoded(f"{before} her {before}", more)
    span = shared_span(more.ids, less.ids, more.special, less.special)
    assert 0 < len(more.ids) - len(span) < 12


@inputs(30, encoders, wild_text, st.characters(categories=["Cs"]), wild_text)
def test_half_a_surrogate_pair_is_refused_by_name(
    encode: SentenceEncoder, before: str, half: str, after: str
) -> None:
    with pytest.raises(InputError, match=rf"\\u{ord(half):x}"):
        encode.read(["The nurse.", before + half + after])


@inputs(100, encoders, long_text)
def test_a_text_is_refused_exactly_where_it_holds_a_special_token(
    encode: SentenceEncoder, text: str
) -> None:
    (encoded,) = encode.read([text])
    tokens = zip(encoded.ids, encoded.special, strict=True)
    read = {token for token, special in tokens if not special} & encode.special_ids
    written = any(token in text for token in encode.special_tokens)
    if written or read - {encode.unk_id}:
        with pytest.raises(InputError, match="special tokens"):
            encode([text])
    else:
        assert encode([text]) == [encoded]
