"""Tokenizers: loaded, checked, and given the mask token that they do not name."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from transformers import AutoTokenizer, BertweetTokenizer, PretrainedConfig

from equimask.core.errors import EquimaskError, ModelError, shorten

_SPARSE = 100  # ids for each token, of which most may be unused


def with_mask(tokenizer: Any, mask_token: str | None, config: PretrainedConfig) -> Any:
    """The tokenizer, hiding words by `mask_token`, or by the token that the config names.

    Masked diffusion models often have the token in their vocabulary and its number in the config.
    """
    if mask_token is None and tokenizer.mask_token_id is None:
        number = getattr(config, "mask_token_id", None)
        if not isinstance(number, int) or not 0 <= number < len(tokenizer):
            return tokenizer  # refused where it is used, with what to do
        mask_token = tokenizer.convert_ids_to_tokens(number)
    if mask_token is None or mask_token == tokenizer.mask_token:
        return tokenizer
    if mask_token not in tokenizer.get_vocab():
        raise ModelError(
            expected="a mask token of the tokenizer's vocabulary",
            got=f"mask_token={shorten(mask_token)}",
            fix="Name the token that stood for hidden words when the model was trained.",
        )
    masking = copy.deepcopy(tokenizer)
    masking.mask_token = mask_token
    return masking


def has_failed(error: BaseException) -> bool:
    """Whether a library has: a panic of the tokenizers library is no `Exception`."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


@contextmanager
def guarded(tokenizer: Any) -> Iterator[None]:
    """Whatever breaks in a tokenizer, down to a panic or the memory, is an error of the model."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, EquimaskError) or not has_failed(error):
            raise
        raise ModelError(
            expected="a tokenizer that reads plain text",
            got=f"{type(error).__name__} in {type(tokenizer).__name__} "
            f"({shorten(str(error), 200)})",
            fix="The machine has too little memory for these texts: give shorter ones."
            if isinstance(error, MemoryError)
            else "Its files do not fit each other or lack something: take them from the "
            "original checkpoint, or pass tokenizer=...",
        ) from error


def load_tokenizer(name: str, revision: str | None, trust_remote_code: bool) -> Any:
    """That of a hub id or folder; one that could not read a word is refused."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(
            name, revision=revision or "main", trust_remote_code=trust_remote_code
        )
        vocabulary, special = tokenizer.get_vocab(), tokenizer.all_special_tokens
        _ = tokenizer.unk_token_id  # one that is not in the vocabulary is looked up without end
    except BaseException as error:  # a damaged tokenizer may break any of the libraries below
        if not has_failed(error):
            raise
        reason = shorten(str(error) or type(error).__name__, 200)
        raise ModelError(
            expected="a tokenizer beside the model",
            got=f"none that loads from {name!r} ({reason})",
            fix="Pass tokenizer=..., an object or a name.",
        ) from error
    if any(len(pair) != 2 for pair in getattr(tokenizer, "bpe_ranks", ())):
        raise ModelError(
            expected="merges of two pieces each",
            got=f"a bpe.codes in {name!r} without the counts behind them",
            fix="transformers 5 saves BERTweet's and PhoBERT's merges without counts, and then "
            "reads every word letter by letter: copy bpe.codes from the original checkpoint.",
        )
    if isinstance(tokenizer, BertweetTokenizer) and not tokenizer.normalization:
        # Its authors wrote users and links as @USER and HTTPURL and set punctuation apart.
        tokenizer.normalization = True
    # Without vocabulary files transformers makes a tokenizer that reads every word as unknown.
    if set(vocabulary) <= set(special):
        raise ModelError(
            expected="a tokenizer with a vocabulary",
            got=f"one without any words from {name!r}",
            fix="Save the tokenizer beside the model, or pass tokenizer=...",
        )
    # Python tokenizers tell the right number of a special token, and read it by their `encoder`.
    _refuse_odd_numbers(name, {**vocabulary, **getattr(tokenizer, "encoder", {})})
    longest = tokenizer.model_max_length
    if not isinstance(longest, (int, float)) or not 0 < longest < math.inf:
        raise ModelError(
            expected="a number of tokens as the tokenizer's `model_max_length`",
            got=f"{shorten(longest)} from {name!r}",
            fix="Mend its tokenizer_config.json.",
        )
    return tokenizer


def _refuse_odd_numbers(name: str, vocabulary: Mapping[str, Any]) -> None:
    """A single number far beyond the others makes the library walk up to it, for minutes."""
    most = _SPARSE * len(vocabulary)
    odd = {t: n for t, n in vocabulary.items() if type(n) is not int or not 0 <= n < most}
    if odd:
        raise ModelError(
            expected=f"token ids from 0 to at most {most - 1} in a vocabulary of {len(vocabulary)}",
            got=f"{shorten(odd, 120)} from {name!r}",
            fix="Its vocabulary was changed or damaged: take it from the original checkpoint.",
        )
