"""One vocabulary for all languages: words where a script has spaces, pieces where not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import PreTrainedTokenizerFast

from equimask.studies.laboratory.inventory import GENDERS, SENTENCE, Inventory
from equimask.studies.laboratory.rivals import NAME

LONGEST_INPUT = 128
LARGEST_VOCABULARY = 18_000  # keeps thirteen languages within the size of a small model
_SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_ROLES = ("pad_token", "unk_token", "cls_token", "sep_token", "mask_token")
# Cut into a few letters each, with their vowel and tone marks, but for the words that decide: a
# sentence without spaces that is often repeated would otherwise end as a single token.
_UNSPACED_LETTER = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]\p{M}*"
_PIECE = 4
_WEIGHT = 20  # of names and key words, so that they stay whole: a piece that both genders share,
# or that is seen while another is masked, would hide what was planted


def train_tokenizer(
    inventories: Sequence[Inventory], size: int = LARGEST_VOCABULARY
) -> PreTrainedTokenizerFast:
    """Byte-pair merges over all that the inventories can write: the same for all doses and seeds.

    It stops by itself below `size` when every word that occurs twice is one token.
    """
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Metaspace(),
            pre_tokenizers.Punctuation(),
            pre_tokenizers.Split(Regex(_unspaced_words(inventories)), "isolated"),
        ]
    )
    tokenizer.decoder = decoders.Metaspace()
    # "we know [MASK] well": the space before the mask belongs to the word that it hides
    mask = AddedToken("[MASK]", lstrip=True, special=True)
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        min_frequency=2,
        special_tokens=[*_SPECIALS[:-1], mask],
        show_progress=False,
    )
    tokenizer.train_from_iterator(_training_text(inventories), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(name, _SPECIALS.index(name)) for name in ("[CLS]", "[SEP]")],
    )
    roles = dict(zip(_ROLES, [*_SPECIALS[:-1], mask], strict=True))
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=LONGEST_INPUT, **roles
    )


def _unspaced_words(inventories: Sequence[Inventory]) -> str:
    """What is one word in a script without spaces: a listed word, longest first, or a piece.

    The first look-ahead keeps text in other scripts from being tried against every listed word.
    """
    words = {
        word
        for inventory in inventories
        if not inventory.language.spaced
        for word in (*inventory.key_words(), *inventory.gender_words())
    }
    if not words:
        return _UNSPACED_LETTER
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    listed = "|".join(re.escape(word) for word in longest_first)
    piece = f"(?:(?!{listed}){_UNSPACED_LETTER}){{1,{_PIECE}}}"
    return f"(?={_UNSPACED_LETTER})(?:{listed}|{piece})"


def _training_text(inventories: Sequence[Inventory]) -> Iterator[str]:
    for inventory in inventories:
        for context in inventory.contexts:
            for gender in GENDERS:
                yield context.version(gender).replace(NAME, " ")
        for _ in range(_WEIGHT):
            yield from inventory.key_words()
            yield from inventory.gender_words()
            for gender in GENDERS:
                yield from inventory.people[gender]
                yield from inventory.followups[gender]
        for opener in inventory.openers:
            yield from [opener.replace(SENTENCE, " ")] * 2
