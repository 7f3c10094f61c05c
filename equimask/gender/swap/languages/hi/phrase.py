"""The Hindi noun phrase, and the clauses of its sentence, each closed by a verb group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from equimask.gender.lexicon.types import Gender, SwapContext
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.languages.hi import words
from equimask.gender.swap.languages.hi.words import Forms, is_a, is_known, plain
from equimask.gender.swap.languages.tables import words_of

_OF, _FIRST_FUTURE = plain("की"), tuple(map(plain, "ूँगी ूँगा ऊँगी ऊँगा ूँगे ऊँगे".split()))
_DO = plain("कर")
_PLURAL_FUTURE = tuple(map(plain, ("ँगे", "ँगी")))
_ONE_SEX = tuple(map(plain, sorted(words_of("hi", "begins_one_sex"))))
_ROLES = tuple(map(plain, words_of("hi", "ends_role")))
_QUOTES = frozenset("\"'“”‘’«»")


@dataclass(frozen=True)
class Clause:
    """Words start..end of a sentence; the verb group begins at `verbs`."""

    low: Sequence[str]
    start: int
    end: int
    verbs: int

    def says(self, *kinds: str) -> bool:
        """Whether a word of these classes stands in it, or joins it to the sentence."""
        return any(is_a(word, *kinds) for word in self.low[max(0, self.start - 1) : self.end])

    def shown(self, gender: Gender) -> list[int]:
        """The forms of that gender in the verb group."""
        found = []
        for index in range(self.verbs, self.end):
            behind = self.low[index + 1] if index + 1 < self.end else None
            if behind and is_a(self.low[index], "root") and not is_a(behind, "be"):
                continue  # पी before रही and बना before लिया are roots, whatever they look like
            if behind and behind.startswith(_DO):
                continue  # "चलाया करती थी"
            forms = words.verb(self.low[index])
            if forms is not None and forms.has(self.low[index], gender):
                found.append(index)
        return found

    @property
    def group(self) -> Sequence[str]:
        """The verbs that close it."""
        return self.low[self.verbs : self.end]

    @property
    def is_plural(self) -> bool:
        """Whether the verb group shows the plural, of number or of respect."""
        for word in self.group:
            forms = words.verb(word)
            future = word.endswith(_PLURAL_FUTURE) and not word.endswith(_FIRST_FUTURE)
            if future or is_a(word, "plural_auxiliary") or (forms and forms.is_plural(word)):
                return True
        return False


def _clauses(low: Sequence[str]) -> tuple[Clause, ...]:
    """The sentence cut at marks and conjunctions; "और" between nouns does not cut."""
    cuts = [-1]
    for index, word in enumerate(low):
        joined = is_a(word, "and") and not (index and words.is_verbal(low[index - 1]))
        if not word[:1].isalnum() or (is_a(word, "conjunction") and not joined):
            cuts.append(index)
    parts = ((a + 1, b) for a, b in pairwise([*cuts, len(low)]) if b > a + 1)
    return tuple(Clause(low, a, b, _verb_group(low, a, b)) for a, b in parts)


def _verb_group(low: Sequence[str], start: int, end: int) -> int:
    index = end
    ergative = any(is_a(word, "agent") for word in low[max(0, start - 1) : end])
    while index > start and (low[index - 1] != _OF or ergative):
        inner = index < end and (
            is_a(low[index - 1], "root") or words.is_infinitive(low[index - 1])
        )
        if not (inner or words.is_verbal(low[index - 1])):
            break
        index -= 1
    return index


class Phrase:
    """The gender noun with what stands before it and agrees; `start`..`end` are its tokens."""

    def __init__(self, context: SwapContext) -> None:
        self.context, self.gender = context, context.word.gender
        self.noun = plain(context.word.text)
        self.low = [plain(token.text) for token in context.tokens]
        self.clauses = _clauses(self.low)
        self.clause = next(c for c in self.clauses if c.start <= context.first < c.end)
        self.start, self.end = context.first, context.last + 1
        self.end += is_a(self.word(self.end), "honorific")
        self.modifiers: list[tuple[int, Forms]] = []
        self._guard()
        self._neighbours()
        self._read_modifiers()
        before = self.word(self.start - 1)
        if before == "," or (is_a(before, "and") and self.start > self.clause.start):
            raise Unsure("coordinated_noun", before)
        # the postposition; "की" at the end of a sentence is the verb "did"
        behind = self.word(self.end)
        did = behind == _OF and self.end == len(self.low) - 1
        self.is_oblique = is_a(behind, "postposition") and not did

    def word(self, index: int) -> str:
        """The token in one spelling; nothing outside the sentence."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def text(self, index: int) -> str:
        """The token as it is written."""
        return self.context.tokens[index].text

    def has(self, *kinds: str) -> bool:
        """Whether a word of these classes stands in the phrase."""
        return any(is_a(word, *kinds) for word in self.low[self.start : self.context.first])

    def shows(self, index: int, forms: Forms | None) -> bool:
        """Whether the token is one of these forms, and of the noun's gender."""
        return forms is not None and forms.has(self.word(index), self.gender)

    def _guard(self) -> None:
        """What ties the sentence to one sex, to a thing, or to another noun of the person."""
        for index, word in enumerate(self.low):
            if word.startswith(_ONE_SEX):
                raise Unsure("suits_one_gender", word)
            if is_a(word, "no_person"):
                raise Unsure("no_person", word)
            behind = self.word(index + 1)
            like_role = self.gender == "female" and word.endswith(_ROLES) and not is_known(word)
            outside = not self.context.first <= index < self.end
            titled = is_a(self.word(index + 2), "role_word")  # "ड्यूक के रूप में"
            apart = is_a(behind, "postposition") and not titled
            role = is_a(word, f"{self.gender}_role") and not apart
            if outside and (role or like_role):
                raise Unsure("unlisted_noun", self.text(index))
            other = is_a(word, "other") and (is_known(behind) or not behind)
            if (
                other
                and self.shows(index, words.modifier(word))
                and self.context.first != index + 1
            ):
                raise Unsure("one_or_other", word)
        if any(word in _QUOTES for word in self.low) and plain("मैं") in self.low:
            raise Unsure("quoted_speech", "मैं")
        if is_a(self.noun, "person_at_large") and is_a(self.word(self.start - 1), "ordinal"):
            raise Unsure("suits_one_gender", self.word(self.start - 1))

    def _neighbours(self) -> None:
        """Titles and ranks before what may be a name, nouns before another noun."""
        behind, following = self.word(self.end), self.word(self.end + 1)
        pos = self.context.word.pairs[0].pos
        if behind == "," and self.start > 0:
            raise Unsure("apposition", self.context.word.text)
        if is_a(behind, "and") and self.end != self.clause.end:
            raise Unsure("coordinated_noun", behind)
        near = self.low[self.end : self.end + 3]
        named = any(is_a(word, "name") for word in near) or (
            pos == "title" and behind[:1].isalnum()
        )
        if not named and is_known(behind or "."):
            return
        if not named and is_a(self.noun, "attributive"):
            raise Unsure("noun_before_noun", behind)
        rank = is_a(self.noun, "before_a_name") and not is_a(following, "place")
        if named or rank or not is_known(following or ".") or is_a(following, "marked", "agent"):
            raise Unsure("name_beside", behind)

    def _read_modifiers(self) -> None:
        """Adjectives, possessives and का before the noun, from right to left."""
        for index in range(self.start - 1, self.clause.start - 1, -1):
            word, before = self.low[index], self.word(index - 1)
            forms = words.modifier(self.text(index))
            if is_a(word, "having_become") or (
                not forms and is_a(self.word(index + 1), "having_become")
            ):
                forms = words.verb(self.text(index))  # "मरे हुए": both words agree
            if forms is not None:
                if not forms.has(word, self.gender):
                    raise Unsure("modifier_disagrees", self.text(index))
                self.modifiers.append((index, forms))
            elif not (word.isdigit() or is_a(word, *_INVARIABLE)):
                self._check_before(index)
                return
            elif is_a(word, "subject_pronoun") and self.has("possessive"):
                return  # "वे मेरे पिता हैं"
            self.start = index
            if is_a(word, "genitive") and not is_a(before, "measure"):
                self._check_before(index - 2, farther=True)
                return

    def _check_before(self, index: int, *, farther: bool = False) -> None:
        """An unlisted word before the noun may be an adjective; "काम कर रहे", "अकेली रहने वाली"."""
        word = self.word(index)
        at = index - 1 if words.is_infinitive(word) else index
        known = farther or is_known(word) or self.has("possessive", "demonstrative")
        shown = words.modifier(self.word(at)) or words.verb(self.word(at))
        if not known or (index >= self.clause.start and self.shows(at, shown)):
            raise Unsure("unknown_modifier", word)


_INVARIABLE = ("plural_sign", "demonstrative", "invariable_modifier", "measure")
