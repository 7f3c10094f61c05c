"""Arabic: one person in a short sentence of a plain kind; the rest is refused.

The noun is the subject before a listed verb, the predicate of a pronoun, or somebody
whom a preposition, an owner's noun or a verb of the first person governs.
"""

from __future__ import annotations

from functools import lru_cache

from equimask.gender.lexicon.folding import ARABIC_MARKS
from equimask.gender.lexicon.reliability import reliable
from equimask.gender.lexicon.types import Choice, Edit, Gender, SwapContext, WordPair
from equimask.gender.swap.engine.person import Unsure
from equimask.gender.swap.engine.reading import read_table, words_of
from equimask.gender.swap.languages.patterns import refuse_if, refusing

REFERRING = frozenset({"هو", "هي"})
_MOST_WORDS = 14
_SIGNS = dict.fromkeys(map(ord, ARABIC_MARKS))
# What is written before a word and stays: the article; "and", "so", "will", "to".
_OF_VERBS = ("", "و", "ف", "س", "وس", "فس", "ل")
_LEADS = {"adjective": ("", "ال"), "pronoun": ("", "و"), "verb": _OF_VERBS}
_PRONOUN = {"male": "ه", "female": "ها"}  # at the end of a word: his, him; her


@refusing
def agree(context: SwapContext) -> Choice:
    """The counterpart and what agrees with it, where the sentence is a plain case."""
    return _Noun(context, reliable(context.word.pairs, context.word.gender)[0]).swap()


def other_form(word: str, gender: Gender, kind: str) -> str | None:
    """A listed word of that gender and kind in the other gender."""
    table = _pairs(gender, kind)
    for lead in _LEADS.get(kind, ("",)):
        core = word.removeprefix(lead)
        if word == lead + core and core in table:
            return lead + table[core]
    return None


@lru_cache(maxsize=16)
def _pairs(gender: Gender, kind: str) -> dict[str, str]:
    rows = [(male, female) for male, female, found in read_table("ar", "agreeing") if found == kind]
    for past_male, past_female, present in read_table("ar", "verbs") if kind == "verb" else ():
        rows += [(past_male, past_female), (present, f"ت{present[1:]}")]
    ours = rows if gender == "male" else [(female, male) for male, female in rows]
    return dict(ours)


def _bare(word: str) -> str:
    """Without vowel signs and stretching."""
    return word.translate(_SIGNS)


class _Noun:
    """The noun; `left` and `right` are the nearest words that are not yet explained."""

    def __init__(self, context: SwapContext, pair: WordPair) -> None:
        self.context, self.pair, self.gender = context, pair, context.word.gender
        self.low = [_bare(token.text) for token in context.tokens]
        before = _bare(context.sentence[context.tokens[context.first].start : context.word.start])
        self.definite = before.endswith(("ال", "لل"))
        self.proclitic = before.lstrip("وف").removesuffix("ال")  # a preposition
        self.left, self.right = context.first - 1, context.last + 1
        self.edits: dict[int, Edit] = {}

    def swap(self) -> Choice:
        """All edits, or `Unsure`."""
        self._guard()
        is_subject = self._is_subject()
        while not self._is_neutral(self.right) and (not self.definite or self._has_article):
            self._turn(self.right, "adjective", "unknown_modifier")
            self.right += 1
        if is_subject:
            self._predicate()
        elif self.definite and not self._is_neutral(self.right):
            raise Unsure("name_beside", self.word(self.right))
        self._check_rest()
        return Choice(self.pair, tuple(self.edits.values()))

    def word(self, index: int) -> str:
        """The token without vowel signs; nothing outside the sentence."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def _is(self, index: int, *kinds: str) -> bool:
        return any(self.word(index) in words_of("ar", kind) for kind in kinds)

    @property
    def _has_article(self) -> bool:
        return self.word(self.right).startswith("ال")

    def _is_mark(self, index: int) -> bool:
        return not self.word(index)[:1].isalpha()

    def _is_neutral(self, index: int) -> bool:
        return self._is_mark(index) or self._is(index, "preposition", "adverb")

    def _opens(self, index: int) -> bool:
        """Whether a sentence may begin behind the index; a title in quotation marks opens none."""
        quoted = index > 0 and self.word(index) in ",،\"'“”«»‘’„"
        return self._is(index, "opener") or (self._is_mark(index) and not quoted)

    def _turn(self, index: int, kind: str, otherwise: str = "") -> bool:
        """Change the word into the other gender; where it cannot, say so or refuse."""
        token, new = self.context.tokens[index], other_form(self.word(index), self.gender, kind)
        if new is None and otherwise:
            raise Unsure(otherwise, token.text)
        if new is not None:
            self.edits[index] = Edit(token.start, token.end, token.text, new, kind)
        return new is not None

    def _guard(self) -> None:
        text, pair = self.context.word.text, self.pair
        refuse_if(
            text,
            vocalised=_bare(text) != text,
            plural_agreement=pair.number != "sing",
            long_sentence=sum(word[:1].isalpha() for word in self.low) > _MOST_WORDS,
            compared_with=self.proclitic.startswith("ك"),
            name_beside=pair.pos == "title" and (self._has_article or not self.definite),
            vocative=any(self._is(index, "call") for index in range(len(self.low))),
        )
        for index, core in enumerate(word.lstrip("وف") for word in self.low):
            one_gender = words_of("ar", "no_person").intersection((core, core.removeprefix("ال")))
            refuse_if(
                core,
                several_gender_words=core in REFERRING and index != self.left,
                suits_one_gender=one_gender,
            )

    def _is_subject(self) -> bool:
        """What the words before the noun make of it, changed where they agree with it."""
        pointed = self.left >= 0 and self._turn(self.left, "demonstrative")
        self.left -= pointed
        word, opens = self.word(self.left), self._opens(self.left)
        spoken = self._is(self.left, "pronoun_subject") and self._opens(self.left - 1)
        if self.proclitic or (opens and (pointed or self.definite)):
            return opens and self.definite and not self.proclitic
        if not self.definite and (spoken or self._is(self.left, "having")):
            self._turn(self.left, "pronoun")
            return False
        refuse_if(
            word,
            indefinite_subject=opens,
            subject_undecided=other_form(word, self.gender, "verb"),  # or it may be the object
            unknown_before=not self._is(self.left, "preposition", "owned", "object_verb"),
            case_undecided=self._is(self.left, "object_verb") and not self.definite,
        )
        return False

    def _predicate(self) -> None:
        """Change the verb or the adjective that follows a subject."""
        if self._is_neutral(self.right):
            return
        if not self._turn(self.right, "verb"):
            self._turn(self.right, "adjective", "unknown_predicate")
        self.right += 1

    def _check_rest(self) -> None:
        """A pronoun, a verb or an adjective of its gender may be the person's: that is doubt."""
        for index, word in enumerate(self.low):
            if index in self.edits or self.left < index < self.right:
                continue
            article = word.startswith("ال") or self._is(index, "no_pronoun")
            apart = any(map(self._opens, range(index + 1, self.left + 1)))
            inside = self._is(index - 2, "preposition")  # "in a big castle"
            theirs = inside or self._is_neutral(index)
            refuse_if(
                word,
                pronoun_undecided=word.endswith(_PRONOUN[self.gender]) and not article,
                other_verb=(index >= self.right or apart) and not theirs and self._may_agree(word),
            )

    def _may_agree(self, word: str) -> bool:
        """Whether it may be a verb or a predicate of the gender."""
        core, male = word.lstrip("وفس"), self.gender == "male"
        shaped = core.startswith("ي") if male else core.startswith("ت") or core.endswith("ت")
        listed = any(other_form(word, self.gender, kind) for kind in ("verb", "adjective"))
        return listed or (shaped and not core.startswith("ال"))
