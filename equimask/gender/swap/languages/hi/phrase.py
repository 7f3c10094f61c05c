"""The Hindi noun phrase: what stands around the gender noun and agrees with it."""

from __future__ import annotations

from equimask.gender.lexicon.types import Edit, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.hi import words
from equimask.gender.swap.languages.hi.clause import clauses
from equimask.gender.swap.languages.hi.forms import (
    Paradigm,
    genitive_paradigm,
    has_gender,
    is_root,
    likeness_paradigm,
    modifier_paradigm,
    verb_paradigm,
)
from equimask.gender.swap.languages.hi.words import plain

_PLACES = words.plain_set("में पर तक")
_MARKED = words.plain_set("ने को")


class Phrase:
    """The noun with its modifiers, in its clause; `start`..`end` are its tokens."""

    def __init__(self, context: SwapContext, pairs: tuple[WordPair, ...]) -> None:
        self.context, self.pairs = context, pairs
        self.gender = context.word.gender
        self.noun = plain(context.word.text)
        self.low = [plain(token.text) for token in context.tokens]
        self.clauses = clauses(context)
        self.clause = next(c for c in self.clauses if c.start <= context.first < c.end)
        self.start, self.end = context.first, context.last + 1
        if self.word(self.end) in words.HONORIFIC:
            self.end += 1
        self.modifiers: list[tuple[int, Paradigm]] = []
        self.has_plural_sign = False

    def read(self) -> Refusal | None:
        """Read the phrase, or say why it is not a plain one."""
        return self._neighbours() or self._modifiers() or self._coordination()

    def word(self, index: int) -> str:
        """The token in one spelling; nothing outside the sentence."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def text(self, index: int) -> str:
        """The token as it is written."""
        return self.context.tokens[index].text

    @property
    def is_oblique(self) -> bool:
        """Whether a postposition follows; "की" at the end of a sentence is the verb "did"."""
        following = self.word(self.end)
        last = self.end == len(self.low) - 1
        return following in words.POSTPOSITIONS and not (following == plain("की") and last)

    @property
    def is_owned(self) -> bool:
        """Whether the phrase begins with "X's"; X itself stands before it."""
        return self.word(self.start) in words.GENITIVES

    def shows_gender(self, index: int) -> bool:
        """Whether the token is a verb form of the noun's gender."""
        paradigm = verb_paradigm(self.text(index))
        return paradigm is not None and has_gender(self.text(index), paradigm, self.gender)

    def edit(self, index: int, new: str, kind: str) -> Edit:
        """Replace a token."""
        token = self.context.tokens[index]
        return Edit(token.start, token.end, token.text, new, kind)

    def _neighbours(self) -> Refusal | None:
        """Titles and ranks before what may be a name, nouns before another noun."""
        behind = self.word(self.end)
        free = behind[:1].isalnum() and not self._is_known(self.end)
        following = self.word(self.end + 1)
        if plain("नाम") in self.low[self.end : self.end + 3]:
            return Refusal("name_beside", "नाम")
        if behind == "," and self.start > 0:
            return Refusal("apposition", self.context.word.text)
        if self.pairs[0].pos == "title" and behind[:1].isalnum():
            return Refusal("name_beside", behind)
        if behind in words.AND and self.end != self.clause.end:
            return Refusal("coordinated_noun", behind)
        if not free:
            return None
        if self.noun in words.ATTRIBUTIVE:
            return Refusal("noun_before_noun", behind)
        if self.noun in words.BEFORE_A_NAME and following in _PLACES:
            return None
        names = following[:1].isalnum() and not self._is_known(self.end + 1)
        if self.noun in words.BEFORE_A_NAME or names or following in _MARKED:
            return Refusal("name_beside", behind)
        return None

    def _coordination(self) -> Refusal | None:
        """A noun that another one stands beside is not alone in what the verb shows."""
        before = self.word(self.start - 1)
        inside = self.start - 1 >= self.clause.start
        if (before in words.AND and inside) or before == ",":
            return Refusal("coordinated_noun", before)
        return None

    def _is_known(self, index: int) -> bool:
        word = self.low[index]
        return (
            words.is_function_word(word)
            or verb_paradigm(word) is not None
            or modifier_paradigm(word) is not None
            or is_root(word)
        )

    def _modifiers(self) -> Refusal | None:
        """Adjectives, possessives and का before the noun, from right to left."""
        index = self.start - 1
        while index >= self.clause.start:
            word, text = self.low[index], self.text(index)
            paradigm = self._paradigm(index)
            if paradigm is not None:
                if not has_gender(text, paradigm, self.gender):
                    return Refusal("modifier_disagrees", text)
                self.modifiers.append((index, paradigm))
                if word in words.GENITIVES and self.word(index - 1) not in words.MEASURES:
                    self.start = index
                    return None
            elif word in words.SUBJECT_PRONOUNS and self._has_possessive():
                return None
            elif word in words.HAVING_BECOME:
                refusal = self._participle(index)
                if refusal is not None:
                    return refusal
                index -= 1
            elif not self._is_invariable(word):
                return self._modifier_beyond(index)
            self.has_plural_sign |= word in words.PLURAL_SIGNS
            self.start = index
            index -= 1
        return None

    def _paradigm(self, index: int) -> Paradigm | None:
        text = self.text(index)
        found = modifier_paradigm(text) or genitive_paradigm(text)
        if found is None and index and modifier_paradigm(self.low[index - 1]) is not None:
            return likeness_paradigm(text)
        return found

    def _is_invariable(self, word: str) -> bool:
        return (
            word in words.PLURAL_SIGNS
            or word in words.DEMONSTRATIVES
            or word in words.INVARIABLE_MODIFIERS
            or word in words.MEASURES
            or word.isdigit()
        )

    def _has_possessive(self) -> bool:
        """Whether the last modifier read is a possessive: "वे मेरे पिता हैं"."""
        return bool(self.modifiers) and plain(self.modifiers[-1][1].male) in words.POSSESSIVES

    def _participle(self, index: int) -> Refusal | None:
        """ "मरे हुए": both words agree."""
        for place in (index, index - 1):
            text = self.text(place)
            paradigm = verb_paradigm(text) or modifier_paradigm(text)
            if paradigm is None or not has_gender(text, paradigm, self.gender):
                return Refusal("unknown_modifier", text)
            self.modifiers.append((place, paradigm))
        return None

    def _modifier_beyond(self, index: int) -> Refusal | None:
        """An unlisted word before the noun may be an adjective, or hide one before it."""
        if self._is_known(index) or not self.low[index][:1].isalnum():
            return None
        unknown = Refusal("unknown_modifier", self.text(index))
        endings = ("ा", "े", "या", "ए") if self.gender == "male" else ("ी", "ई")
        if self.low[index].endswith(endings):
            return unknown
        for place in range(index - 1, max(self.clause.start, index - 4) - 1, -1):
            text = self.text(place)
            paradigm = modifier_paradigm(text) or genitive_paradigm(text)
            if paradigm is not None and has_gender(text, paradigm, self.gender):
                return unknown
            if self.low[place] in words.POSTPOSITIONS or verb_paradigm(text) is not None:
                return None
        return None
