"""A scorer that is asked everything once, however many measures want to know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count

import numpy as np

from equimask.core.arrays import Ints
from equimask.models.scorer import (
    QUIET,
    Encoder,
    Encodings,
    How,
    MaskedAnswers,
    NoAttentionError,
    Scorer,
    SentenceReadings,
    join_answers,
    join_readings,
)
from equimask.plans.masks import Encoded, MaskPlan

_PLACE_BITS = 20  # a sentence has fewer tokens than this can count


class Cached:
    """Remembers sentences, masks and untrained twins; for weights that stay as they are.

    `signature` is what the scorer's was at the start: to hash live weights for every score would
    take too long. Without it, the scorer is asked each time.
    `with_attention` reads every sentence with attention, asked for or not, unless the family has
    none to give: AUL and AULA then share a pass, and AUL is the same number whoever is asked first.
    """

    def __init__(
        self,
        scorer: Scorer,
        signature: Mapping[str, str] | None = None,
        *,
        with_attention: bool = False,
    ) -> None:
        self._scorer, self._with_attention = scorer, with_attention
        self._signature = None if signature is None else dict(signature)
        encode = scorer.encode
        self.encode = encode if isinstance(encode, CachedEncoder) else CachedEncoder(encode)
        self.dtype, self.max_tokens = scorer.dtype, scorer.max_tokens
        self._answers = _Answers()
        self._readings = {True: _Readings(), False: _Readings()}  # by whether with attention
        self._twins: dict[int, Cached] = {}

    @property
    def signature(self) -> dict[str, str]:
        """As it was given, or the scorer's own."""
        return self._scorer.signature if self._signature is None else self._signature

    @property
    def notes(self) -> tuple[str, ...]:
        """The scorer's own."""
        return self._scorer.notes

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """As the scorer does, but only what is new."""
        return self._answers.recall(
            sentences, plan, lambda new: self._scorer.answer_masks(sentences, new, how)
        )

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """As the scorer does, but only what is new."""

        def recall(attention: bool) -> SentenceReadings:
            return self._readings[attention].recall(
                sentences, lambda new: self._scorer.read_sentences(new, attention, how)
            )

        if attention or not self._with_attention:
            return recall(attention)
        try:
            return recall(True)._replace(attention=None)
        except NoAttentionError:
            return recall(False)

    def untrained_twin(self, seed: int) -> Scorer:
        """The same for the same seed: what it was asked before need not be asked again."""
        if seed not in self._twins:
            twin = LazyTwin(self._scorer, seed, self.encode)
            self._twins[seed] = Cached(twin, with_attention=self._with_attention)
        return self._twins[seed]


class CachedEncoder:
    """Tokenises a sentence once: the measures and their parts ask for the same ones."""

    def __init__(self, encode: Encoder) -> None:
        self._encode = encode
        self.mask_token, self.mask_id = encode.mask_token, encode.mask_id
        self.unk_id, self.special_tokens = encode.unk_id, encode.special_tokens
        self._plain: dict[str, Encoded] = {}
        self._masked: dict[str, Encoded] = {}  # apart: what is a mask here is refused there

    def __call__(self, sentences: Sequence[str]) -> list[Encoded]:
        """As the tokenizer does, but only what is new."""
        return _recall(self._plain, sentences, self._encode)

    def with_masks(self, sentences: Sequence[str]) -> list[Encoded]:
        """As the tokenizer does, but only what is new."""
        return _recall(self._masked, sentences, self._encode.with_masks)


def _recall(
    known: dict[str, Encoded],
    sentences: Sequence[str],
    encode: Callable[[Sequence[str]], list[Encoded]],
) -> list[Encoded]:
    new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in known]
    known.update(zip(new, encode(new), strict=True))
    return [known[sentence] for sentence in sentences]


class _Answers:
    """Of masks, each once: by number of the sentence, first and last hidden token."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._keys: Ints = np.empty(0, dtype=np.int64)  # in order, to be searched
        self._known = MaskedAnswers(np.empty(0), np.empty(0, dtype=bool))

    def recall(
        self,
        sentences: Sequence[Encoded],
        plan: MaskPlan,
        ask: Callable[[MaskPlan], MaskedAnswers],
    ) -> MaskedAnswers:
        keys = self._keys_of(sentences, plan)
        unknown = np.flatnonzero(~np.isin(keys, self._keys))
        if len(unknown):
            _, first = np.unique(keys[unknown], return_index=True)
            rows = unknown[np.sort(first)]
            answers = join_answers([self._known, ask(plan.take(rows))])
            asked = np.concatenate([self._keys, keys[rows]])
            order = np.argsort(asked)
            self._keys, self._known = asked[order], answers.take(order)
        return self._known.take(np.searchsorted(self._keys, keys))

    def _keys_of(self, sentences: Sequence[Encoded], plan: MaskPlan) -> Ints:
        numbers = self._numbers
        known = [numbers.setdefault(sentence.ids, len(numbers)) for sentence in sentences]
        keys = np.array(known, dtype=np.int64)[plan.sentences]
        for places in (plan.targets, plan.ends):
            keys = keys << _PLACE_BITS | places
        return keys


class _Readings:
    """Of sentences, each once."""

    def __init__(self) -> None:
        self._rows: dict[tuple[int, ...], int] = {}
        self._known: SentenceReadings | None = None

    def recall(
        self,
        sentences: Sequence[Encoded],
        read: Callable[[list[Encoded]], SentenceReadings],
    ) -> SentenceReadings:
        new = {s.ids: s for s in sentences if s.ids not in self._rows}
        known = self._known
        if new or known is None:
            reading = read(list(new.values()))
            known = reading if known is None else join_readings([known, reading])
            self._known = known
            self._rows.update(zip(new, count(len(self._rows)), strict=False))
        return known.take(np.array([self._rows[s.ids] for s in sentences], dtype=np.int64))


class LazyTwin:
    """A twin whose weights are made for every pass, the same for the same seed, and let go after.

    Eight twins of a large model would not fit into memory; what they have said does.
    """

    def __init__(self, trained: Scorer, seed: int, encode: Encoder) -> None:
        self._trained, self._seed, self.encode = trained, seed, encode
        self.dtype, self.max_tokens = trained.dtype, trained.max_tokens

    @property
    def signature(self) -> dict[str, str]:
        """The twin's own."""
        return self._made().signature

    @property
    def notes(self) -> tuple[str, ...]:
        """Those of the trained one: a twin is never shown alone."""
        return self._trained.notes

    def answer_masks(self, sentences: Encodings, plan: MaskPlan, how: How = QUIET) -> MaskedAnswers:
        """By weights that are made for it."""
        return self._made().answer_masks(sentences, plan, how)

    def read_sentences(
        self, sentences: Encodings, attention: bool = True, how: How = QUIET
    ) -> SentenceReadings:
        """By weights that are made for it."""
        return self._made().read_sentences(sentences, attention, how)

    def untrained_twin(self, seed: int) -> Scorer:
        """A twin of a twin is a twin of the trained one."""
        return self._trained.untrained_twin(seed)

    def _made(self) -> Scorer:
        return self._trained.untrained_twin(self._seed)
