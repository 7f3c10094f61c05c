"""The question put to a model: a mask before or behind a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from equimask.core.errors import OptionError
from equimask.core.languages import get_language
from equimask.plans.masks import Encoded

if TYPE_CHECKING:
    from equimask.models import MaskedLM

Order = Literal["mask_first", "name_first"]
SkipReason = Literal["empty", "special_in_name", "too_long", "unknown"]

PARTS_OF_SPEECH = ("ADJ", "VERB")

# The first four and the first three are the orders of the study of politicians (Stanczak et al.
# 2023). The other languages follow their grammars: before the name where an adjective precedes its
# noun, behind it where it follows; Tagalog, which has both, is asked as English is. Verbs are asked
# for where adjectives are, so that one pass of the model answers both.
_MASK_FIRST = ("en", "hi", "ru", "zh", "de", "fi", "ja", "ko", "nl", "sk", "tl")
_NAME_FIRST = ("ar", "es", "fr", "id", "it", "pt", "th", "vi")

# (language, part of speech) -> the default order
ORDERS: dict[tuple[str, str], Order] = {
    **{(lang, upos): "mask_first" for lang in _MASK_FIRST for upos in PARTS_OF_SPEECH},
    **{(lang, upos): "name_first" for lang in _NAME_FIRST for upos in PARTS_OF_SPEECH},
}


def check_order(order: str) -> None:
    """Raise for what is no order."""
    if order not in get_args(Order):
        raise OptionError(
            expected=f"`order` to be {' or '.join(map(repr, get_args(Order)))}",
            got=repr(order),
            fix="The default of a language is ORDERS[language, upos].",
        )


def compose(name: str, mask: str, language: str, order: Order) -> str:
    """The query as text, without a space in languages that write none."""
    space = " " if get_language(language).spaced else ""
    return f"{mask}{space}{name}" if order == "mask_first" else f"{name}{space}{mask}"


class Query(NamedTuple):
    """A tokenised query and the position of its mask."""

    sentence: Encoded
    target: int


class QueryEncoder:
    """Names to queries for one model, language and order."""

    def __init__(self, mlm: MaskedLM, language: str, order: Order) -> None:
        self._mlm, self._language, self._order = mlm, language, order
        vocabulary = mlm.tokenizer.get_vocab()
        self._bare_spaces = {vocabulary[mark] for mark in ("Ġ", "▁") if mark in vocabulary}

    def __call__(self, names: Sequence[str]) -> list[Query | SkipReason]:
        """A query for each name, or why there is none."""
        mask = self._mlm.tokenizer.mask_token
        bare = [name.strip() for name in names]
        texts = [compose(name, mask, self._language, self._order) for name in bare]
        encoded = self._mlm.encode.read(texts)
        return [
            self._query(name, sentence) if name else "empty"
            for name, sentence in zip(bare, encoded, strict=True)
        ]

    def _query(self, name: str, sentence: Encoded) -> Query | SkipReason:
        mask = self._mlm.encode.mask_id
        special = any(token in name for token in self._mlm.encode.special_tokens)
        if special or sentence.ids.count(mask) != 1:
            return "special_in_name"
        target = sentence.ids.index(mask)
        # The space before a word belongs to its token, so no token of its own may stand there.
        if target and sentence.ids[target - 1] in self._bare_spaces:
            target -= 1
            sentence = _without(sentence, target)
        if len(sentence.ids) > self._mlm.max_tokens:
            return "too_long"
        unknown = self._mlm.tokenizer.unk_token_id
        content = [
            token
            for i, (token, special) in enumerate(zip(sentence.ids, sentence.special, strict=True))
            if i != target and not special
        ]
        return "unknown" if all(token == unknown for token in content) else Query(sentence, target)


def _without(sentence: Encoded, i: int) -> Encoded:
    ids, special, words, offsets = sentence
    return Encoded(
        (*ids[:i], *ids[i + 1 :]),
        (*special[:i], *special[i + 1 :]),
        (*words[:i], *words[i + 1 :]),
        None if offsets is None else (*offsets[:i], *offsets[i + 1 :]),
    )
