"""A Russian sentence cut into segments, and how its writer spells ё."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from equimask.gender.lexicon.casing import transfer
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Edit, Gender, SwapContext, Token
from equimask.gender.swap.languages.ru.verbs import (
    is_finite_or_infinitive,
    past_counterpart,
    short_counterpart,
)
from equimask.gender.swap.languages.ru.words import (
    ADVERBS,
    COORDINATORS,
    FIRST_AND_SECOND,
    FOREIGN_NAMES,
    NEUTRAL_SUBJECTS,
    OBJECT_PRONOUNS,
    PARTICLES,
    PLURAL_SUBJECTS,
    PREPOSITIONS,
    SUBORDINATORS,
    plain,
)

_BE = frozenset("был была было были будет будут быть буду будешь".split())
# Spelled like this only by writers who leave the dots of ё out.
_WITHOUT_DOTS = re.compile(
    r"\b(?:еще|ее|нее|нем|мое|твое|свое|идет|придет|пойдет|дает|живет|пришел|ушел|нашел|прошел"
    r"|пошел|шел|подошел|зашел|привел|принес|актер\w*|королем|царем|ребенок|самолет\w*|причем"
    r"|твоем|моем|своем|черн\w+|зелен\w+|желт\w+|тетя|тети|тете|тетю|тетей|жен(?=ы\b)|вперед|счет"
    r"|полет\w*|поет|зовет|ждет|берет|найдет|умрет|берег|лед|мед|вдвоем|втроем|тепл\w+|темн\w+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Segment:
    """Tokens between two marks or conjunctions; `opener` is what stands before them."""

    start: int
    end: int
    opener: str
    after_comma: bool

    def __contains__(self, index: object) -> bool:
        return isinstance(index, int) and self.start <= index < self.end


class Sentence:
    """The tokens of a swap context with the questions that the Russian rules ask."""

    def __init__(self, context: SwapContext) -> None:
        self.context = context
        self.tokens: tuple[Token, ...] = context.tokens
        self.low = [plain(token.text) for token in context.tokens]
        self.first, self.last = context.first, context.last
        self.gender: Gender = context.word.gender
        self.target: Gender = context.target

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The sentence cut at marks and conjunctions."""
        found: list[Segment] = []
        start, opener, comma = 0, "", False
        for index, low in enumerate(self.low):
            if self.is_mark(index):
                if index > start:
                    found.append(Segment(start, index, opener, comma))
                    opener = ""
                start, comma = index + 1, True
                opener = self.low[index]
            elif low in COORDINATORS or low in SUBORDINATORS:
                if index > start:
                    found.append(Segment(start, index, opener, comma))
                    comma = False
                start, opener = index + 1, low
        if start < len(self.low):
            found.append(Segment(start, len(self.low), opener, comma))
        return tuple(found)

    def segment_of(self, index: int) -> Segment:
        """The segment that holds the token, or one of the token alone."""
        for segment in self.segments:
            if index in segment:
                return segment
        return Segment(index, index + 1, "", False)

    def segment_between(self, start: int, end: int) -> Segment:
        """The segment of the token before `end`, stretched to hold all tokens from `start`."""
        last, first = self.segment_of(end - 1), self.segment_of(start)
        return Segment(first.start, last.end, first.opener, first.after_comma)

    def is_mark(self, index: int) -> bool:
        """Whether the token is punctuation."""
        return not self.tokens[index].text[:1].isalnum()

    def is_name(self, index: int) -> bool:
        """Whether the token is capitalised for its own sake."""
        text = self.tokens[index].text
        if not text[:1].isupper():
            return False
        if text.capitalize() in load_names("ru") or self.low[index] in FOREIGN_NAMES:
            return True
        return not self.begins(index) and not self.is_shouted

    def begins(self, index: int) -> bool:
        """Whether any word would be capitalised here."""
        return index == 0 or self.tokens[index - 1].text in '"«»„“”.!?…—–-:('

    @cached_property
    def is_shouted(self) -> bool:
        """Whether the sentence is in capitals."""
        letters = [c for c in self.context.sentence if c.isalpha()]
        return sum(c.isupper() for c in letters) > len(letters) / 2

    def is_closed(self, index: int) -> bool:
        """Whether the token is a small word that cannot be a subject."""
        low = self.low[index]
        return (
            low in PARTICLES
            or low in ADVERBS
            or low in OBJECT_PRONOUNS
            or low in PREPOSITIONS
            or low in COORDINATORS
            or low in SUBORDINATORS
        )

    def is_light(self, index: int) -> bool:
        """Whether the token may stand between a noun and its verb without being its subject."""
        low = self.low[index]
        if low in PARTICLES or low in ADVERBS or low in OBJECT_PRONOUNS or low == "что":
            return True
        return len(low) > 5 and low.endswith(("но", "во", "ко")) and low.isalpha()

    def is_subject_pronoun(self, index: int) -> bool:
        """Whether the token is the subject of its segment and no gender word."""
        low = self.low[index]
        return low in FIRST_AND_SECOND or low in PLURAL_SUBJECTS or low in NEUTRAL_SUBJECTS

    def marked(self, index: int) -> str | None:
        """The other gender of a past form or a short adjective in the noun's gender."""
        if self.is_name(index) or self.is_closed(index) or self.first <= index <= self.last:
            return None
        past = past_counterpart(self.low[index], self.gender)
        if past is not None:
            return past
        return short_counterpart(self.low[index], self.gender, after_be=self._follows_be(index))

    def is_verb(self, index: int) -> bool:
        """Whether the token is some form of a verb."""
        low = self.low[index]
        if self.is_closed(index):
            return False
        return (
            is_finite_or_infinitive(low)
            or past_counterpart(low, "male") is not None
            or past_counterpart(low, "female") is not None
            or (low.endswith(("ли", "ло")) and len(low) > 4)
        )

    def _follows_be(self, index: int) -> bool:
        index -= 1
        while index >= 0 and (self.low[index] in ADVERBS or self.low[index] in PARTICLES):
            index -= 1
        return index >= 0 and self.low[index] in _BE

    def edit(self, index: int, new: str, kind: str) -> Edit:
        """Replace a token, in its casing and with ё as the text writes it."""
        token = self.tokens[index]
        if token.text.isupper() and len(token.text) == 1 and not self.is_shouted:
            return Edit(token.start, token.end, token.text, new[:1].upper() + new[1:], kind)
        recased = transfer(token.text, token.text.lower(), self._respelled(token.text.lower(), new))
        return Edit(token.start, token.end, token.text, recased or new, kind)

    def _respelled(self, old: str, new: str) -> str:
        """A written ё of the stem stays; one that only the new form has follows the habit."""
        spelled = new if self.writes_dots else new.replace("ё", "е")
        shared, longest = 0, min(len(old) - 2, len(new))
        while shared < longest and plain(old[shared]) == plain(new[shared]):
            shared += 1
        stem = (o if o == "ё" else n for o, n in zip(old[:shared], spelled, strict=False))
        return "".join(stem) + spelled[shared:]

    @cached_property
    def writes_dots(self) -> bool:
        """Whether the text writes ё; one without a sign either way counts as written with it."""
        text = self.context.sentence
        return "ё" in text.lower() or _WITHOUT_DOTS.search(text) is None
