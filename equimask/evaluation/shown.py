"""What a model was shown: refused where it would be read as something else, told where it was
unknown, and how well the model predicted it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from equimask.core.errors import InputError, check_special_tokens
from equimask.core.result import UNKNOWN_AT_MOST, BiasResult
from equimask.core.schema import HIDDEN, MASK
from equimask.evaluation.job import Job
from equimask.measures.language_quality import LanguageQuality
from equimask.models.scorer import Encoder, Scorer
from equimask.plans.masks import Encoded

_REMEDIES = {
    "too_long": "This model reads up to {max_tokens} tokens.",
    "no_tokens": "The model's tokenizer finds nothing in them: use another model or tokenizer.",
    "identical": "A pair needs two different sentences.",
    "same_to_the_model": "This model's tokenizer does not tell the two sides apart: use a model or "
    "a tokenizer that knows their words.",
    "no_shared_tokens": "A pair needs at least one token that both sentences share.",
    "unaligned": "The model's tokenizer joins the words with their neighbours: use another model "
    "or tokenizer.",
}


class Shown(NamedTuple):
    """How well a model predicted what it was asked, and which share of the tokens is unknown."""

    quality: LanguageQuality
    unk_rate: float

    def beside(self, result: BiasResult) -> BiasResult:
        """The result with both."""
        return replace(
            result,
            lm_accuracy=self.quality.accuracy,
            lm_surprisal=self.quality.surprisal,
            unk_rate=self.unk_rate,
            details={**result.details, "lm_read": self.quality.read},
        )


def refuse_special_tokens(job: Job, encode: Encoder) -> None:
    """In any text of the job; the placeholders of a masked sentence are no such tokens."""
    for name in job.spec.columns:
        for row, text in enumerate(job.columns.get(name, ())):
            own = _without_masks(text) if name == "masked_sentence" else text
            check_special_tokens(own, encode.special_tokens, f"row {row} of `{name}`")


def _without_masks(text: str) -> str:
    return text.replace(MASK, " ").replace(HIDDEN, " ")


def same(texts: tuple[str, str], sides: tuple[Encoded, Encoded]) -> str | None:
    """Why a pair has nothing to be decided, if that is so."""
    if texts[0] == texts[1]:
        return "identical"
    return "same_to_the_model" if sides[0].ids == sides[1].ids else None


def nothing_left(n: int, what: str, skipped: Mapping[str, int], scorer: Scorer) -> InputError:
    """The refusal of `n` rows that were all skipped."""
    remedies = (_REMEDIES[reason] for reason in _REMEDIES if reason in skipped)
    return InputError(
        expected=f"at least one {what} that can be scored",
        got=f"{n} rows, all skipped: {dict(skipped)}",
        fix=" ".join(remedies).format(max_tokens=scorer.max_tokens),
    )


def unknown_share(sentences: Iterable[Encoded], encode: Encoder) -> float:
    """Of the tokens of the text itself; masks that were put in do not count."""
    content = [
        token
        for sentence in sentences
        for token, special in zip(sentence.ids, sentence.special, strict=True)
        if not special and token != encode.mask_id
    ]
    if encode.unk_id is None or not content:
        return 0.0
    return content.count(encode.unk_id) / len(content)


def unknown_note(result: BiasResult) -> str | None:
    """What is to be said where a tokenizer knows too little of the text."""
    if result.unk_rate is None or result.unk_rate <= UNKNOWN_AT_MOST:
        return None
    return (
        f"{100 * result.unk_rate:.0f} % of the tokens are unknown to the model's tokenizer: what "
        "they say does not reach the model. Use one that was made for this language and script."
    )


def with_notes(result: BiasResult, scorer: Scorer) -> BiasResult:
    """The result with what is to be said of the model and of what it was shown."""
    unknown = unknown_note(result)
    notes = (*result.notes, *scorer.notes, *((unknown,) if unknown else ()))
    return replace(result, notes=notes)
