"""The Hindi noun phrase, and the clauses of its sentence, each closed by a verb group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from equimask.gender.lexicon.types import Gender, SwapContext
from equimask.gender.swap.languages.hi.words import (
    any_is,
    forms_of,
    is_a,
    is_infinitive,
    is_known,
    is_verbal,
    modifier,
    plain,
    verb,
)
from equimask.gender.swap.languages.patterns import refuse_anywhere, refuse_around, refuse_if

_OF, _DO = plain("की"), plain("कर")
_PLURAL_FUTURE = tuple(map(plain, ("एँगी", "येँगी", "ेँगी")))
_INVARIABLE = ("plural_sign", "demonstrative", "invariable_modifier", "measure")


@dataclass(frozen=True)
class Clause:
    """Words start..end of a sentence; the verb group begins at `verbs`."""

    low: Sequence[str]
    start: int
    end: int

    def says(self, *kinds: str) -> bool:
        """Whether a word of these classes stands in it, or joins it to the sentence."""
        return any_is(self.low[max(0, self.start - 1) : self.end], *kinds)

    def shown(self, gender: Gender) -> list[int]:
        """The forms of that gender in the verb group."""
        found = []
        for index, (word, behind) in enumerate(pairwise((*self.group, "")), self.verbs):
            root = behind and is_a(word, "root")
            forms = verb(word)
            # before रही पी is a root, and चलाया before करती shows nothing
            if forms is not None and not root and not behind.startswith(_DO):
                found += [index] * forms.has(word, gender)
        return found

    @property
    def verbs(self) -> int:
        """Where the verb group begins."""
        index = self.end
        while index > self.start and self.low[index - 1] != _OF and is_verbal(self.low[index - 1]):
            index -= 1
        return index

    @property
    def group(self) -> Sequence[str]:
        """The verbs that close it."""
        return self.low[self.verbs : self.end]

    @property
    def is_copular(self) -> bool:
        """Whether it has no verb but "is", or none at all."""
        return all(is_a(word, "be") for word in self.group)

    @property
    def is_plural(self) -> bool:
        """Whether the verb group shows the plural, of number or of respect."""
        shown = ((word, verb(word)) for word in self.group)
        return any_is(self.group, "plural_auxiliary") or any(
            word.endswith(_PLURAL_FUTURE) or (forms is not None and forms.is_plural(word))
            for word, forms in shown
        )


def _clauses(low: Sequence[str]) -> list[Clause]:
    """The sentence cut at marks and conjunctions; "और" between nouns does not cut."""
    cuts = [-1]
    for index, word in enumerate(low):
        joins = is_a(word, "and") and not (index and is_verbal(low[index - 1]))
        if not word[:1].isalnum() or (is_a(word, "conjunction") and not joins):
            cuts.append(index)
    return [Clause(low, a + 1, b) for a, b in pairwise([*cuts, len(low)]) if b > a + 1]


class Phrase:
    """The gender noun with what stands before it and agrees; `start`..`end` are its tokens."""

    def __init__(self, context: SwapContext) -> None:
        self.context, self.gender = context, context.word.gender
        self.noun = plain(context.word.text)
        self.low = [plain(token.text) for token in context.tokens]
        self.clauses = _clauses(self.low)
        self.clause = next(c for c in self.clauses if c.start <= context.first < c.end)
        self.start, self.end = context.first, context.last + 1
        self._refuse_by_patterns()
        self._refuse_names()
        self.modifiers = self._read_modifiers()
        behind, before = self.word(self.end), self.word(self.start - 1)
        refuse_if(before, coordinated_noun=before == "," or is_a(before, "and"))
        self.is_oblique = is_a(behind, "postposition")

    def word(self, index: int) -> str:
        """The token in one spelling; a mark outside the sentence."""
        return self.low[index] if 0 <= index < len(self.low) else "."

    def has(self, *kinds: str) -> bool:
        """Whether a word of these classes stands in the phrase."""
        return any_is(self.low[self.start : self.context.first], *kinds)

    def shows(self, index: int) -> bool:
        """Whether the token shows the noun's gender."""
        forms = forms_of(self.word(index))
        return forms is not None and forms.has(self.word(index), self.gender)

    def is_plural(self, index: int) -> bool:
        """Whether the token shows the plural."""
        forms = forms_of(self.word(index))
        return forms is not None and forms.is_plural(self.word(index))

    def _refuse_by_patterns(self) -> None:
        """What ties the sentence to one sex, to a thing, or to another noun of the person."""
        head = " ".join(["", *self.low[: self.start], ""])
        start, end = len(head), len(head + self.noun)
        text = " ".join([head.rstrip(), *self.low[self.start :], ""])
        word = replace(self.context.word, text=self.noun, start=start, end=end)
        refuse_around("hi", "word", text, word)
        for question in ("sentence", self.gender):
            refuse_anywhere("hi", question, text, [word])

    def _refuse_names(self) -> None:
        """Titles and ranks before what may be a name, nouns before another noun."""
        behind, following = self.word(self.end), self.word(self.end + 1)
        title = self.context.word.pairs[0].pos == "title" and behind[:1].isalnum()
        rank = is_a(self.noun, "before_a_name") and not is_a(following, "place")
        unknown = not is_known(behind)
        refuse_if(
            behind,
            noun_before_noun=unknown and is_a(self.noun, "attributive"),
            name_beside=title or (unknown and (rank or not is_known(following))),
        )

    def _read_modifiers(self) -> list[int]:
        """Adjectives, possessives and का before the noun, from right to left."""
        found: list[int] = []
        at, known = self.start - 1, False
        while at >= self.clause.start and not known:
            word = self.word(at)
            if modifier(word):
                refuse_if(word, modifier_disagrees=not self.shows(at))
                found.append(at)
            elif is_a(word, "subject_pronoun") and self.has("possessive"):
                break  # "वे मेरे पिता हैं"
            elif not (word.isdigit() or is_a(word, *_INVARIABLE)):
                break
            self.start = at
            known = is_a(word, "genitive") and not is_a(self.word(at - 1), "measure")
            at -= 1 + known  # whose it is
        # an unlisted word may be an adjective; "काम कर रहे", "अकेली रहने वाली"
        word = self.word(at)
        known = known or is_known(word) or self.has("possessive", "demonstrative")
        shows = at >= self.clause.start and self.shows(at - is_infinitive(word))
        refuse_if(word, unknown_modifier=not known or shows)
        return found
