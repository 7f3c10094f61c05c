"""A Russian sentence: its words, the segments between marks, its noun phrases with their cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import GenderWord, SwapContext
from equimask.gender.swap.languages.ru.morphology import Reading, is_known, plain, readings
from equimask.gender.swap.languages.ru.tables import Tables

PREDICATES = ("VERB", "ADJS", "PRTS")  # parts of speech that agree with a subject
ADJECTIVES = ("ADJF", "PRTF")
VERBAL = ("verb", "infinitive", "gerund")
BREAKS = ("mark", "conjunction")
_STRONG = frozenset(".!?;:…()[]{}«»“”„\"'")
_OPENING = frozenset('.!?…:«“„"([-–—')
_KINDS = {
    "NOUN": "noun", "ADJF": "adj", "PRTF": "adj", "ADJS": "short", "PRTS": "short", "VERB": "verb",
    "INFN": "infinitive", "GRND": "gerund", "PREP": "preposition", "CONJ": "conjunction",
    "NPRO": "pronoun", "NUMR": "numeral",
}  # fmt: skip
_WITHIN = ("adj", "small", "number", "ordinal", "numeral", "pronoun", "conjunction")
_SELDOM = 0.2  # "замок" is hardly ever "he got wet"
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
    found: GenderWord | None = None
    readings: tuple[Reading, ...] = ()
    lemmas: frozenset[str] = frozenset()
    kind: str = "mark"
    name: str = ""  # person, place, foreign
    segment: list[Word] = field(default_factory=list)
    phrase: Phrase | None = None

    def reads(self, gender: str, pos: tuple[str, ...]) -> list[Reading]:
        """The readings of those parts in the singular of the gender."""
        return [r for r in self.readings if r.pos in pos and r.is_one(gender)]

    def predicates(self, gender: str) -> bool:
        """Whether it is said of a subject of that gender: a past tense, a short form."""
        return any(_KINDS[r.pos] == self.kind for r in self.reads(gender, PREDICATES))


_EDGE = Word(-1, ".", ".", -1, -1)  # what stands before the first word and behind the last


@dataclass(eq=False, slots=True)
class Phrase:
    """A noun with the adjectives that agree with it, and the preposition before them."""

    head: Word
    modifiers: list[Word]
    preposition: str
    readings: list[Reading]

    @property
    def first(self) -> Word:
        """Its first word; modifiers stand before their noun."""
        return self.modifiers[0] if self.modifiers else self.head

    @property
    def cases(self) -> set[str]:
        """The cases that its words share."""
        return {r.case for r in self.readings}

    def may_be(self, gender: str, case: str = "") -> bool:
        """Whether it may be a singular of that gender, in that case."""
        return any(r.is_one(gender) and case in ("", r.case) for r in self.readings)


class Sentence:
    """The words of a context, cut into segments, with their phrases."""

    def __init__(self, context: SwapContext, tables: Tables) -> None:
        self.context, self.tables = context, tables
        self.gender, self.target = context.word.gender, context.target
        self.pronouns = tables.pronouns_of[self.gender]
        found = {w.start: w for w in (context.word, *context.others)}
        self.words = [
            Word(i, t.text, plain(t.text), t.start, t.end, found.get(t.start))
            for i, t in enumerate(context.tokens)
        ]
        self.openers: list[str] = [""]  # the mark or conjunction before a segment
        self.segments: list[list[Word]] = [[]]
        for word in self.words:
            self._tag(word)
            self._cut(word)
        for word in self.words:
            self._prefer_predicate(word)
        self.phrases = self._find_phrases()

    def at(self, index: int) -> Word:
        """The word at that place; a mark outside the sentence."""
        return self.words[index] if 0 <= index < len(self.words) else _EDGE

    def before(self, word: Word, *past: str) -> Word:
        """The nearest word before it that is of none of those kinds."""
        return next((w for w in reversed(self.words[: word.index]) if w.kind not in past), _EDGE)

    def around(self, word: Word) -> Iterator[list[Word]]:
        """The segment of the word, those before it from right to left, and those after it."""
        own = next(i for i, segment in enumerate(self.segments) if segment is word.segment)
        first = max((i for i in range(own + 1) if self.openers[i] in _STRONG), default=0)
        yield from reversed(self.segments[first : own + 1])

    @property
    def has_dots(self) -> bool:
        """Whether the text writes ё; one without a sign either way counts as written with it."""
        forms = [w.readings[0].form for w in self.words if w.readings and not w.name]
        return "ё" in self.context.sentence.lower() or not any("ё" in form for form in forms)

    def _tag(self, word: Word) -> None:
        first = word.text[0]
        acronym = word.text.isupper() and len(word.text) > 1 and not word.found
        if first.isdigit():
            tail = word.low.rpartition("-")[2]  # "12-летняя", "7-я"
            word.readings = readings(tail) if tail.isalpha() and len(tail) > 3 else ()
            adjective = any(r.pos == "ADJF" for r in word.readings)
            word.kind = "adj" if adjective else "ordinal" if tail[-1:].isalpha() else "number"
        elif first.isalnum() and (word.text.isascii() or acronym):
            word.kind, word.name = "name", "foreign"  # of which gender, nobody knows
        elif word.low in self.pronouns:
            word.kind = "pronoun"
        elif first.isalnum():
            word.readings = readings(word.text.lower())
            word.lemmas = frozenset(r.lemma for r in word.readings)
            word.kind = self._kind(word)
            word.name = self._name(word) if word.text[:2].istitle() else ""
            if word.name:
                word.kind = "name"

    def _kind(self, word: Word) -> str:
        weights: dict[str, float] = {}
        for reading in word.readings:
            kind = _KINDS.get(reading.pos, "small")
            weights[kind] = weights.get(kind, 0.0) + reading.score
        if word.low in self.tables["words.conjunctions"]:
            return "conjunction"
        return "relative" if "который" in word.lemmas else max(weights, key=weights.__getitem__)

    def _name(self, word: Word) -> str:
        if word.text in load_names("ru") or word.low in self.tables["words.names"]:
            return "person"
        opens, known = self.at(word.index - 1).text in _OPENING, is_known(word.text.lower())
        noun = next((r for r in word.readings if r.pos == "NOUN"), None)
        if noun is None:
            return "" if opens or known else "person"
        if known and (opens or noun.name):
            return noun.name if word.kind == "noun" or not opens else ""
        return "" if word.readings[0].lemma in self.tables.named_in_common else "person"

    def _cut(self, word: Word) -> None:
        if word.kind not in BREAKS:
            self.segments[-1].append(word)
        else:
            if self.segments[-1]:
                self.openers.append("")
                self.segments.append([])
            self.openers[-1] = word.low
        word.segment = self.segments[-1]

    def _prefer_predicate(self, word: Word) -> None:
        """ "села", "рада": nouns by the dictionary, predicates where nothing else is one."""
        found = word.reads(self.gender, PREDICATES)
        if not found or word.kind not in ("noun", "small", "adj"):
            return
        linking = self.before(word, "small").lemmas & self.tables["verbs.linking"]
        others = any(w.kind in ("verb", "short") for w in word.segment)
        if linking or (found[0].score > _SELDOM and not others):
            word.kind = _KINDS[found[0].pos]

    def _find_phrases(self) -> list[Phrase]:
        modifiers: dict[Word, list[Word]] = {
            w: [] for w in self.words if w.kind in ("noun", "name")
        }
        for word in self.words:
            head = self._head_of(word) if word.kind == "adj" else None
            if head is not None:
                modifiers[head].append(word)
        return [self._phrase(Phrase(*item, "", [])) for item in modifiers.items()]

    def _phrase(self, phrase: Phrase) -> Phrase:
        found = [r for r in phrase.head.readings if r.pos == "NOUN"]
        if phrase.head.name in ("person", "foreign"):  # of either gender, if undeclined of any case
            found = [r._replace(gender="either", living=True) for r in found]
            found += [] if found and phrase.head.low.endswith(_DECLINED) else [_NAME]
        for word in phrase.modifiers:
            found = [r for r in found if _agrees(word, r)] or found
        before = self.before(phrase.first, "number", "small", "pronoun")
        if before.kind == "preposition":
            phrase.preposition, cases = before.low, self.tables.governed(before.low)
            found = [r for r in found if r.case in cases] or found
        phrase.readings = found
        for word in (phrase.head, *phrase.modifiers):
            word.phrase = phrase
        return phrase

    def _head_of(self, word: Word) -> Word | None:
        """The noun that an adjective stands before and agrees with."""
        for other in self.words[word.index + 1 :]:
            if other.kind in ("noun", "name"):
                if any(_agrees(word, r) for r in other.readings):
                    return other
            elif other.kind not in _WITHIN:
                break
        return None


def _agrees(adjective: Word, noun: Reading) -> bool:
    return noun.pos == "NOUN" and any(
        (r.number, r.case) == (noun.number, noun.case)
        and (r.number == "plur" or not noun.gender or noun.gender in (r.gender, "either"))
        for r in adjective.readings
        if r.pos in ADJECTIVES
    )
