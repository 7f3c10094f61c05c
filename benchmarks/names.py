"""What completions are measured on: a made-up language with a vocabulary of any size, and names.

Words are strings of syllables. The tokenizer is BERT's WordPiece over whole words and syllables,
so a name comes out as one to three pieces a word, as names do in real vocabularies.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

_SPECIALS = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]"}
_SPECIALS |= {"sep_token": "[SEP]", "mask_token": "[MASK]"}
_SYLLABLES = tuple(c + v for c, v in product("bcdfghjklmnprstvwz", "aeiou"))


def _words() -> Iterator[str]:
    for length in (1, 2, 3):
        yield from map("".join, product(_SYLLABLES, repeat=length))


def made_up_tokenizer(vocabulary: int) -> PreTrainedTokenizerFast:
    """Exactly `vocabulary` tokens: specials, syllables inside a word, and whole words."""
    fixed = [*_SPECIALS.values(), *(f"##{syllable}" for syllable in _SYLLABLES)]
    tokens = [*fixed, *islice(_words(), vocabulary - len(fixed))]
    ids = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])]
    )
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=512, **_SPECIALS)


def made_up_names(n: int, seed: int = 0) -> list[str]:
    """Two or three words of two to five syllables each; hardly one of them twice."""
    rng = np.random.default_rng(seed)
    return [
        " ".join(
            "".join(rng.choice(_SYLLABLES, size=rng.integers(2, 6))) for _ in range(words)
        ).title()
        for words in rng.integers(2, 4, size=n)
    ]
