"""A Russian sentence: its words, the segments between marks, its noun phrases with their cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import GenderWord, SwapContext
from equimask.gender.swap.languages.ru.morphology import (
    Reading,
    is_known,
    is_written_without_dots,
    plain,
    readings,
)
from equimask.gender.swap.languages.ru.tables import Tables

PREDICATES = ("VERB", "ADJS", "PRTS")  # parts of speech that agree with a subject
ADJECTIVES = ("ADJF", "PRTF")
_STRONG = frozenset(".!?;:…()[]{}«»“”„\"'")
_OPENING = frozenset('.!?…:«“„"([-–—')
_KINDS = {
    "NOUN": "noun", "ADJF": "adj", "PRTF": "adj", "ADJS": "short", "PRTS": "short", "VERB": "verb",
    "INFN": "infinitive", "GRND": "gerund", "PREP": "preposition", "CONJ": "conjunction",
    "NPRO": "pronoun", "NUMR": "numeral", "PRED": "predicative",
}  # fmt: skip
_SELDOM = 0.2  # "замок" is hardly ever "he got wet"
_FARTHEST = 13  # words between a participle and its noun
_DECLINED = ("а", "я", "у", "ю", "ы", "ом", "ем", "ой", "ей")
_NAME = Reading("NOUN", "either", "sing", "nomn", True, False, False, "person", "", 1.0, "")


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark; `low` is in lower case and without the dots of ё."""

    index: int
    text: str
    low: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    lemmas: frozenset[str] = frozenset()
    kind: str = "mark"
    name: str = ""  # person, place, foreign
    segment: int = 0
    head: Phrase | None = None
    found: GenderWord | None = None
    doubtful: bool = False  # may as well be a predicate: "права"

    def reads(self, gender: str, pos: tuple[str, ...]) -> list[Reading]:
        """The readings of those parts in the singular of the gender."""
        return [r for r in self.readings if r.pos in pos and r.is_one(gender)]

    def predicates(self, gender: str) -> bool:
        """Whether it is said of a subject of that gender: a past tense, a short form."""
        return bool(
            self.kind in ("verb", "short", "predicative") and self.reads(gender, PREDICATES)
        )

    @property
    def transitive(self) -> bool:
        """Whether it may have an object."""
        return any(r.transitive and not r.passive for r in self.readings)

    @property
    def passive(self) -> bool:
        """Whether it is said of an object."""
        return any(r.passive for r in self.readings)

    @property
    def is_head(self) -> bool:
        """Whether it is the noun of its phrase."""
        return self.head is not None and self.head.head == self.index


EDGE = Word(-1, ".", ".", -1, -1)  # what stands before the first word and behind the last


@dataclass(eq=False, slots=True)
class Phrase:
    """A noun with the adjectives that agree with it, and the preposition before them."""

    head: int
    first: int
    modifiers: list[int]
    readings: list[Reading] = field(default_factory=list)
    preposition: str = ""

    @property
    def cases(self) -> set[str]:
        """The cases that its words share."""
        return {r.case for r in self.readings}

    @property
    def living(self) -> bool:
        """Whether it may be people."""
        return any(r.living for r in self.readings)

    def is_living(self, gender: str) -> bool:
        """Whether it may be one person of that gender."""
        return any(r.living and r.is_one(gender) for r in self.readings)

    def may_be(self, gender: str, case: str = "") -> bool:
        """Whether it may be a singular of that gender, in that case."""
        return any(r.is_one(gender) and case in ("", r.case) for r in self.readings)


class Sentence:
    """The words of a context, cut into segments, with their phrases."""

    def __init__(self, context: SwapContext, tables: Tables) -> None:
        self.context, self.tables = context, tables
        self.gender, self.target = context.word.gender, context.target
        letters = [c for c in context.sentence if c.isalpha()]
        self.shouted = 2 * sum(map(str.isupper, letters)) > len(letters)
        self.words = [
            Word(i, t.text, plain(t.text), t.start, t.end) for i, t in enumerate(context.tokens)
        ]
        by_start = {w.start: w for w in (context.word, *context.others)}
        for word in self.words:
            word.found = by_start.get(word.start)
            self._tag(word)
        self._cut()
        self._tell_names_from_verbs()
        for word in self.words:
            self._prefer_predicate(word)
        self.phrases: list[Phrase] = []
        self._find_phrases()

    def at(self, index: int) -> Word:
        """The word at that place; a mark outside the sentence."""
        return self.words[index] if 0 <= index < len(self.words) else EDGE

    def before(self, index: int, *, past: tuple[str, ...] = ("small",)) -> Word:
        """The nearest word before that place that is none of those."""
        index -= 1
        while self.at(index).kind in past:
            index -= 1
        return self.at(index)

    def segment(self, index: int) -> list[Word]:
        """The words between the marks and conjunctions around that place."""
        return self.segments[self.words[index].segment]

    def phrases_before(self, comma: int) -> list[Phrase]:
        """The phrases of the segment that ends before the comma."""
        number = self.at(comma - 1).segment
        return [p for p in self.phrases if p.head < comma and self.words[p.head].segment == number]

    @property
    def has_dots(self) -> bool:
        """Whether the text writes ё; one without a sign either way counts as written with it."""
        plain_words = (w for w in self.words if w.readings and not w.name)
        return "ё" in self.context.sentence.lower() or not any(
            is_written_without_dots(w.text.lower()) for w in plain_words
        )

    def _tag(self, word: Word) -> None:
        first, lists = word.text[0], self.tables
        if first.isdigit():
            tail = word.low.rpartition("-")[2]
            word.readings = readings(tail) if tail.isalpha() and len(tail) > 3 else ()
            adjective = any(r.pos == "ADJF" for r in word.readings)  # "12-летняя", "7-я"
            word.kind = "adj" if adjective else "ordinal" if tail[-1:].isalpha() else "number"
        elif first.isalnum() and (word.text.isascii() or self._is_acronym(word)):
            word.kind, word.name = "name", "foreign"
        elif word.low in lists.third:
            word.kind = "pronoun"
        elif first.isalnum():
            word.readings = readings(word.text.lower())
            word.lemmas = frozenset(r.lemma for r in word.readings)
            word.kind = self._kind(word)
            word.name = self._name(word)
            if word.name and (word.kind != "adj" or word.low in lists["words.names"]):
                word.kind = "name"

    def _is_acronym(self, word: Word) -> bool:
        """ "ННФ": nobody knows of which gender."""
        return word.text.isupper() and len(word.text) > 1 and not (self.shouted or word.found)

    def _kind(self, word: Word) -> str:
        weights: dict[str, float] = {}
        for reading in word.readings:
            kind = _KINDS.get(reading.pos, "small")
            weights[kind] = weights.get(kind, 0.0) + reading.score
        kind = max(weights, key=lambda kind: weights[kind])
        if kind == "adj" and "noun" in weights and not is_known(word.text.lower()):
            kind = "noun"  # what ends in -ов may be somebody's, or a plural
        if word.low in self.tables.prepositions and kind != "noun":
            return "preposition"
        if word.low in self.tables.conjunctions:
            return "conjunction"
        if word.readings[0].lemma in self.tables["words.relatives"]:
            return "relative"
        modifies = any(r.pos in ADJECTIVES and r.score > 0.3 for r in word.readings)
        return "adj" if modifies and kind in ("small", "verb", "short") else kind

    def _name(self, word: Word) -> str:
        if not word.text[0].isupper() or self.shouted or word.found is not None:
            return ""
        if word.text in load_names("ru") or word.low in self.tables["words.names"]:
            return "person"
        noun = next((r for r in word.readings if r.pos == "NOUN"), None)
        opens, known = self.at(word.index - 1).text in _OPENING, is_known(word.text.lower())
        if noun is None:
            return "" if opens or known else "person"
        if known:
            if opens and word.kind != "noun":
                return ""
            if noun.name:
                return noun.name
            if opens or word.kind != "noun":
                return ""
        return "" if self.tables.is_common(word.readings[0].lemma) else "person"

    def _tell_names_from_verbs(self) -> None:
        """ "Сигал попал": what opens the sentence before a verb is no verb."""
        for word in self.words:
            verb = word.kind in ("verb", "short") and word.text[0].isupper() and not self.shouted
            opens = self.at(word.index - 1).text in _OPENING
            if verb and (self.at(word.index + 1).kind == "verb" or not opens):
                word.kind, word.name = "name", "person"

    def _prefer_predicate(self, word: Word) -> None:
        """ "села", "рада": nouns by the dictionary, predicates where nothing else is one."""
        found = word.reads(self.gender, PREDICATES)
        if word.kind not in ("noun", "small", "adj") or word.name or not found:
            return
        before = self.at(word.index - 1)
        if before.kind in ("preposition", "adj", "numeral") or not is_known(word.text.lower()):
            return
        linking = self.before(word.index).lemmas & self.tables["verbs.linking"]
        others = any(w.kind in ("verb", "short") for w in self.segment(word.index))
        if linking or (found[0].score > _SELDOM and not others):
            word.kind = _KINDS[found[0].pos]
        word.doubtful = not others and word.kind == "noun"

    def _cut(self) -> None:
        self.openers: list[list[str]] = [[]]  # the marks and conjunctions before a segment
        self.segments: list[list[Word]] = [[]]
        self.strong: set[int] = set()  # segments that a strong mark opens
        for word in self.words:
            if word.kind in ("mark", "conjunction"):
                if self.segments[-1]:
                    self.openers.append([])
                    self.segments.append([])
                if word.text in _STRONG:
                    self.strong.add(len(self.segments) - 1)
                self.openers[-1].append(word.low)
            else:
                self.segments[-1].append(word)
            word.segment = len(self.segments) - 1

    def _find_phrases(self) -> None:
        modifiers: dict[int, list[int]] = {}
        for word in self.words:
            head = self._head_of(word) if word.kind == "adj" else None
            if head is not None:
                modifiers.setdefault(head, []).append(word.index)
        for word in self.words:
            if word.kind in ("noun", "name"):
                self._add(word, modifiers.get(word.index, []))

    def _add(self, word: Word, modifiers: list[int]) -> None:
        first = min([word.index, *modifiers])
        found = [r for r in word.readings if r.pos == "NOUN"]
        if word.name in ("person", "foreign"):
            found = _of_a_name(word, found)
        for index in modifiers:
            found = [r for r in found if _agrees(self.words[index], r)] or found
        before, preposition = self.before(first, past=("number", "small", "pronoun")), ""
        between = self.words[before.index + 1 : first]
        pronouns = (w for w in between if w.kind == "pronoun")
        if before.kind == "preposition" and all(w.low in self.tables.third for w in pronouns):
            preposition = before.low
            found = [r for r in found if r.case in self.tables.governed(preposition)] or found
        word.head = Phrase(word.index, first, modifiers, found, preposition)
        self.phrases.append(word.head)
        for index in modifiers:
            self.words[index].head = word.head

    def _head_of(self, word: Word) -> int | None:
        """The noun that an adjective stands before and agrees with."""
        participle = word.readings[0].pos == "PRTF"
        if participle and self._stands_behind(word):
            return None
        skipped, governed = 0, False
        for other in self.words[word.index + 1 : word.index + _FARTHEST]:
            if other.kind in ("noun", "name") and other.readings:
                nouns = [r for r in other.readings if r.pos == "NOUN"]
                if not governed and any(_agrees(word, r) for r in nouns):
                    return other.index
                genitive = any(r.case == "gent" for r in other.readings)
                if skipped == 2 or not (participle or other.name or genitive):
                    return None
                skipped, governed = skipped + 1, False
            elif other.kind == "preposition" and participle:
                governed = True
            elif other.text in ("«", '"') or (
                (other.text == "," or other.kind == "conjunction")
                and self._is_adjective(other.index + 1)
            ):
                continue
            elif other.kind in (
                "mark", "conjunction", "preposition", "verb", "relative", "short", "gerund",
            ):  # fmt: skip
                return None
        return None

    def _stands_behind(self, word: Word) -> bool:
        """ "женщина, много сделавшая": a participle behind its noun."""
        comma = self.before(word.index)
        return comma.text == "," and any(
            r.pos == "NOUN" and _agrees(word, r) for r in self._readings_before(comma)
        )

    def _readings_before(self, comma: Word) -> Iterator[Reading]:
        for word in self.segments[self.at(comma.index - 1).segment] if comma.index else ():
            yield from word.readings

    def _is_adjective(self, index: int) -> bool:
        while self.at(index).kind == "small":
            index += 1
        return self.at(index).kind == "adj"


def _agrees(adjective: Word, noun: Reading) -> bool:
    return any(
        (r.number, r.case) == (noun.number, noun.case)
        and (r.number == "plur" or not noun.gender or noun.gender in (r.gender, "either"))
        for r in adjective.readings
        if r.pos in ADJECTIVES
    )


def _of_a_name(word: Word, found: list[Reading]) -> list[Reading]:
    """A name may be of either gender; one that ends like no Russian word has every case."""
    if word.name == "foreign" or not found:
        return [_NAME]
    known = is_known(word.text.lower())
    either = [
        r._replace(gender="either" if r.case == "nomn" or not known else r.gender, living=True)
        for r in found
    ]
    return either if word.low.endswith(_DECLINED) else [*either, _NAME]
