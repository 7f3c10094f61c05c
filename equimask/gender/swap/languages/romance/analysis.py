"""One sentence on its way to the other gender: its words, its noun phrase, its edits so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from equimask.gender.lexicon.types import Edit, Gender, Refusal, SwapContext, WordPair
from equimask.gender.swap.languages.romance.tagging import paradigm_of
from equimask.gender.swap.languages.romance.words import NOMINAL, Grammar, Paradigm, Tag, Word

# Counted, they tell how old or how long: never who.
_MEASURES = frozenset(
    "años anos ans meses mois días dias jours semanas semaines horas heures".split()
)


_GENDERS: dict[str, Gender] = {"m": "male", "f": "female"}


class UnsureError(Exception):
    """The rules cannot tell; the sentence is refused with this reason."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.refusal = Refusal(reason, detail)


def fit_case(new: str, old: str, *, shouted: bool = False) -> str:
    """`new` cased as `old` is; a lone capital is a shout only among shouted words."""
    letters = [c for c in old if c.isalpha()]
    if letters and all(c.isupper() for c in letters) and (len(letters) > 1 or shouted):
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def reworded(words: list[Word], first: int, last: int, new: str, kind: str) -> list[Edit]:
    """The edit that puts `new` for those words, cased as they are; none where nothing changes."""
    old = " ".join(word.text for word in words[first : last + 1])
    new = fit_case(new, old)
    return [] if new == old else [Edit(words[first].start, words[last].end, old, new, kind)]


@dataclass
class Analysis:
    """The state that the steps of a swap share.

    `start`..`end` is the noun phrase as far as it is known; `number` that of its head, which in
    "una de las reinas" is not the number of the gender word. `settled` holds the words that are
    edited or known to agree with something else.
    """

    context: SwapContext
    grammar: Grammar
    words: list[Word]
    pair: WordPair
    number: str
    start: int
    end: int
    edits: list[Edit] = field(default_factory=list)
    settled: dict[int, bool] = field(default_factory=dict)

    @property
    def gender(self) -> Gender:
        """The gender that the sentence has now."""
        return self.context.word.gender

    @property
    def target(self) -> Gender:
        """The gender that it will have."""
        return self.context.target

    @property
    def shouted(self) -> bool:
        """Whether the gender word stands in capitals."""
        text = self.context.word.text
        return text.isupper() and len(text) > 1

    def word(self, index: int) -> Word | None:
        """The word at that place, where there is one."""
        return self.words[index] if 0 <= index < len(self.words) else None

    def tag(self, index: int) -> Tag | None:
        """The part of the word at that place, where there is one."""
        word = self.word(index)
        return word.tag if word else None

    def inside(self, index: int) -> bool:
        """Whether the place is in the noun phrase of the gender word."""
        return self.start <= index <= self.end

    def paradigm(self, index: int) -> Paradigm | None:
        """The forms of an agreeing word."""
        return paradigm_of(self.words[index], self.grammar)

    def matches(self, index: int, number: str | None = None) -> bool:
        """Whether the word may agree with the gender word, and would change with it."""
        paradigm = self.paradigm(index)
        wanted = (self.gender, number or self.number)
        return (
            paradigm is not None
            and paradigm.varies
            and wanted in paradigm.readings(self.words[index].low)
        )

    def replace(self, index: int, new: str, kind: str) -> None:
        """Note that the word at that place becomes `new`."""
        word = self.words[index]
        self.replace_span(
            word.start, word.end, fit_case(new, word.text, shouted=self.shouted), kind
        )
        self.settled[index] = True

    def replace_span(self, start: int, end: int, new: str, kind: str) -> None:
        """Note that [start, end) of the sentence becomes `new`, cased as it should be."""
        old = self.context.sentence[start:end]
        if old != new:
            self.edits.append(Edit(start, end, old, new, kind))

    def inflect(self, index: int, kind: str, following: str = "", number: str = "") -> str:
        """Turn an agreeing word to the other gender; `following` is the noun it stands before."""
        paradigm = self.paradigm(index)
        if paradigm is None:
            raise UnsureError("unknown_agreement", self.words[index].text)
        if self.words[index].low in self.grammar.one_sex:
            raise UnsureError("one_sex", self.words[index].text)
        short = bool(following) and self.grammar.takes_short(following)
        new = paradigm.form(self.target, number or self.number, short=short)
        if not new:
            raise UnsureError("unknown_agreement", self.words[index].text)
        self.replace(index, new, kind)
        return new

    def turn_intensifier(self, index: int, following: str) -> None:
        """ "toute contente" against "tout heureuse" and "tout content": French alone."""
        word = self.word(index)
        if word is None or word.tag is not Tag.ADVERB or not word.low.startswith("tout"):
            return
        if word.low not in ("tout", "toute", "toutes"):
            return
        audible = self.target == "female" and not self.grammar.takes_short(following)
        new = ("toutes" if self.number == "plur" else "toute") if audible else "tout"
        self.replace(index, new, "adverb")

    def phrase_start(self, index: int) -> int:
        """The first word of the noun phrase whose noun (or last modifier) stands there."""
        if self.inside(index):
            return self.start
        while index > 0:
            tag = self.words[index - 1].tag
            if tag is Tag.ADVERB:
                if self.tag(index - 2) not in (Tag.DETERMINER, Tag.ADJECTIVE, Tag.NOUN):
                    break
            elif tag not in (Tag.DETERMINER, Tag.ADJECTIVE, Tag.NUMERAL, Tag.NAME, Tag.NOUN) or (
                tag is Tag.NOUN and self.words[index].tag is Tag.DETERMINER
            ):
                break
            index -= 1
        return index

    def is_governed(self, start: int) -> bool:
        """Whether a preposition stands before the phrase, or inside its article."""
        word, before = self.words[start], self.word(start - 1)
        while word.tag is Tag.DETERMINER and before and before.tag is Tag.DETERMINER:
            start -= 1
            word, before = self.words[start], self.word(start - 1)
        if word.low in self.grammar.contracted:
            return True
        if before is not None and before.tag is Tag.COORDINATOR and start > 1:
            # "entre mim e a cantora": this preposition alone surely rules both
            other = self.word(self.phrase_start(start - 2) - 1)
            return other is not None and other.low == "entre"
        return before is not None and (
            before.tag is Tag.PREPOSITION or before.low in self.grammar.contracted
        )

    def features(self, index: int) -> tuple[Gender | None, str]:
        """Gender (where the noun or its phrase shows it) and number ("" if unsure) of a noun."""
        word = self.words[index]
        fixed = self.grammar.nouns.get(word.low) or self.grammar.nouns.get(_singular(word.low))
        gender = _GENDERS.get(fixed or "")
        shown = self._shown_features(index)
        if shown is not None:
            return gender or shown[0], shown[1]
        if gender is None and fixed != "c":
            gender = self.grammar.guess_noun_gender(word.low)
        return gender, self._guessed_number(index)

    def _shown_features(self, index: int) -> tuple[Gender, str] | None:
        for place in range(self.phrase_start(index), index):
            paradigm = self.paradigm(place)
            readings = paradigm.readings(self.words[place].low) if paradigm else frozenset()
            if len({g for g, _ in readings}) == 1:
                return next(iter(readings))
        return None

    def _guessed_number(self, index: int) -> str:
        word, first = self.words[index], self.phrase_start(index)
        if word.tag is Tag.NAME or not word.low.endswith(("s", "x")):
            return "sing"
        determiners = [
            w.low for w in self.words[first:index] if w.low in self.grammar.fixed_determiners
        ]
        if determiners:
            return "plur" if determiners[0].endswith(("s", "x", "z")) else "sing"
        # "estrés", "crisis", "virus" end like plurals
        return "" if first == index else "plur"

    def compatible(self, index: int) -> bool:
        """Whether another noun could rule the same agreement as the gender word."""
        gender, number = self.features(index)
        return gender in (None, self.gender) and number in ("", self.number)

    def rivals(self, first: int = 0, last: int | None = None) -> Iterator[int]:
        """The other nouns between two places that could rule the same agreement."""
        last = len(self.words) if last is None else last
        for word in self.words[first:last]:
            plural = word.tag is Tag.UNKNOWN and word.low.endswith("s") and self.number == "plur"
            is_noun = plural or (word.tag in NOMINAL and word.tag is not Tag.UNKNOWN)
            if not is_noun or self.inside(word.index) or self.is_measure(word.index):
                continue
            if word.tag is Tag.NAME and self.is_place(word.index):
                continue
            if self.compatible(word.index):
                yield word.index

    def is_place(self, index: int) -> bool:
        """Whether a preposition of place stands before the name."""
        before = self.word(index - 1)
        while before is not None and before.tag is Tag.DETERMINER:
            if before.low in self.grammar.locatives:
                return True
            before = self.word(before.index - 1)
        return before is not None and before.low in self.grammar.locatives

    def is_measure(self, index: int) -> bool:
        """Whether the noun is counted and tells how old or how long."""
        return self.tag(index - 1) is Tag.NUMERAL and self.words[index].low in _MEASURES


def _singular(low: str) -> str:
    if low.endswith("es") and low[-3:-2] not in "aeiouáéíóúé":
        return low[:-2]
    return low[:-1] if low.endswith(("s", "x")) else low
