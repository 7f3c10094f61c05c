"""A Russian sentence: its words, the segments between marks, its noun phrases with their cases."""

from __future__ import annotations

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

STRONG = frozenset(".!?;:…()[]{}«»“”„\"'")
_OPENING = frozenset('.!?…:«“„"([-–—')
_KINDS = {
    "NOUN": "noun", "ADJF": "adj", "PRTF": "adj", "ADJS": "short", "PRTS": "short", "VERB": "verb",
    "INFN": "infinitive", "GRND": "gerund", "PREP": "preposition", "CONJ": "conjunction",
    "NPRO": "pronoun", "NUMR": "numeral", "PRED": "predicative",
}  # fmt: skip


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark; `low` is in lower case and without the dots of ё."""

    index: int
    text: str
    low: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()
    kind: str = "mark"
    name: str = ""  # person, place, foreign
    segment: int = 0
    head: Phrase | None = None
    found: GenderWord | None = None

    def reads(self, gender: str, pos: tuple[str, ...]) -> list[Reading]:
        """The readings of those parts in the singular of the gender."""
        return [
            r
            for r in self.readings
            if r.pos in pos and r.number == "sing" and r.gender in (gender, "either")
        ]


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
        """Whether it may be a person."""
        return any(r.living for r in self.readings)

    def is_living(self, gender: str) -> bool:
        """Whether it may be one person of that gender."""
        return any(
            r.living and r.number == "sing" and r.gender in (gender, "either")
            for r in self.readings
        )

    def may_be(self, gender: str, case: str = "") -> bool:
        """Whether it may be a singular of that gender, in that case."""
        return any(
            r.number == "sing" and r.gender in (gender, "either") and case in ("", r.case)
            for r in self.readings
        )


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
        for word in self.words:
            self._tag(word)
        self._cut()
        self._tell_names_from_verbs()
        for word in self.words:
            self._prefer_predicate(word)
        self.phrases: list[Phrase] = []
        self._find_phrases()

    # words

    def _tag(self, word: Word) -> None:
        first = word.text[0]
        if not first.isalnum():
            return
        if first.isdigit():
            word.kind = "number"
            if word.text[-1].isalpha():
                tail = word.low.rpartition("-")[2]
                word.kind, word.readings = "ordinal", readings(tail) if len(tail) > 3 else ()
                if any(r.pos == "ADJF" for r in word.readings):
                    word.kind = "adj"
            return
        if word.text.isascii():
            word.kind, word.name = "name", "foreign"
            return
        lists = self.tables
        if word.low in self._pronouns():
            word.kind, word.readings = "pronoun", ()
            return
        word.readings = readings(word.text.lower())
        weights: dict[str, float] = {}
        for reading in word.readings:
            kind = _KINDS.get(reading.pos, "small")
            weights[kind] = weights.get(kind, 0.0) + reading.score
        word.kind = max(weights, key=lambda kind: weights[kind])
        if word.kind == "adj" and "noun" in weights and not is_known(word.text.lower()):
            word.kind = "noun"  # what ends in -ов may be somebody's, or a plural
        if word.low in lists.prepositions and word.kind != "noun":
            word.kind = "preposition"
        elif word.low in lists["words.coordinators"] or word.low in lists["words.subordinators"]:
            word.kind = "conjunction"
        elif word.readings[0].lemma == "который":
            word.kind = "relative"
        elif word.kind in ("small", "verb", "short") and "adj" in weights and self._modifies(word):
            word.kind = "adj"
        word.name = self._name(word)
        if word.name and (word.kind != "adj" or word.low in lists["words.names"]):
            word.kind = "name"

    def _tell_names_from_verbs(self) -> None:
        """ "Сигал попал": what opens the sentence before a verb is no verb."""
        for word, after in zip(self.words, self.words[1:], strict=False):
            capital = word.text[0].isupper() and not self.shouted
            verb = word.kind in ("verb", "short") and capital
            if verb and (after.kind == "verb" or not self.opens(word.index)):
                word.kind, word.name = "name", "person"

    def _prefer_predicate(self, word: Word) -> None:
        """ "села", "рада": nouns by the dictionary, predicates where nothing else is one."""
        if (
            word.kind not in ("noun", "small", "adj")
            or word.name
            or not is_known(word.text.lower())
        ):
            return
        found = [r for r in word.readings if r.pos in ("VERB", "ADJS", "PRTS")]
        if not any(r.gender in (self.gender, "either") and r.number == "sing" for r in found):
            return
        before = self.words[word.index - 1] if word.index else None
        if before is not None and before.kind in ("preposition", "adj", "numeral"):
            return
        linking = before is not None and any(
            r.lemma in self.tables["verbs.linking"] for r in before.readings
        )
        if linking or not any(w.kind in ("verb", "short") for w in self.segment(word.index)):
            word.kind = _KINDS[found[0].pos]

    def _modifies(self, word: Word) -> bool:
        return any(r.pos in ("ADJF", "PRTF") and r.score > 0.3 for r in word.readings)

    def _pronouns(self) -> frozenset[str]:
        return self.tables.third

    def opens(self, index: int) -> bool:
        """Whether any word would be capitalised here."""
        return index == 0 or self.words[index - 1].text in _OPENING

    def _name(self, word: Word) -> str:
        if not word.text[0].isupper() or self.shouted or word.found is not None:
            return ""
        top = next((r for r in word.readings if r.pos == "NOUN"), None)
        opens, known = self.opens(word.index), is_known(word.text.lower())
        if word.text in load_names("ru") or word.low in self.tables["words.names"]:
            return "person"
        if top is None:
            return ""
        if known and top.name:
            return top.name if word.kind == "noun" or not opens else ""
        if not known or (not opens and word.kind == "noun"):
            return "" if self._is_common(word) else "person"
        return ""

    def _is_common(self, word: Word) -> bool:
        lemma = word.readings[0].lemma
        tables = self.tables
        listed = (tables["nouns.institutions"], tables.common, tables.to_female, tables.to_male)
        return any(lemma in words for words in listed)

    @property
    def has_dots(self) -> bool:
        """Whether the text writes ё; one without a sign either way counts as written with it."""
        text = self.context.sentence.lower()
        if "ё" in text:
            return True
        return not any(
            is_written_without_dots(w.text.lower())
            for w in self.words
            if w.kind not in ("mark", "number", "name", "pronoun")
        )

    # segments

    def _cut(self) -> None:
        number = 0
        self.openers: list[str] = [""]
        self.strong: set[int] = set()  # segments that a strong mark opens
        empty = True
        for word in self.words:
            mark = word.kind == "mark"
            if mark or word.kind == "conjunction":
                if not empty:
                    number += 1
                    self.openers.append("")
                    empty = True
                if word.text in STRONG:
                    self.strong.add(number)
                self.openers[number] = (self.openers[number] + " " + word.low).strip()
            else:
                empty = False
            word.segment = number
        self.segments: list[list[Word]] = [[] for _ in self.openers]
        for word in self.words:
            if word.kind not in ("mark", "conjunction"):
                self.segments[word.segment].append(word)

    def segment(self, index: int) -> list[Word]:
        """The words between the marks and conjunctions around that place."""
        return self.segments[self.words[index].segment]

    # phrases

    def _find_phrases(self) -> None:
        modifiers: dict[int, list[int]] = {}
        for word in self.words:
            if word.kind == "adj":
                head = self._head_of(word)
                if head is not None:
                    modifiers.setdefault(head, []).append(word.index)
        for word in self.words:
            if word.kind in ("noun", "name") or (word.kind != "mark" and word.index in modifiers):
                self._add(word, modifiers.get(word.index, []))

    def _add(self, word: Word, modifiers: list[int]) -> None:
        first = min([word.index, *modifiers])
        found = [r for r in word.readings if r.pos == "NOUN"]
        if word.name in ("person", "foreign"):
            found = _of_a_name(word, found)
        for index in modifiers:
            fitting = [r for r in found if _agrees(self.words[index], r)]
            found = fitting or found
        at = first - 1
        while at >= 0 and self.words[at].kind in ("number", "small", "pronoun"):
            at -= 1
        before = self.words[at] if at >= 0 else None
        preposition = ""
        if before is not None and before.kind == "preposition":
            near = all(w.low in self.tables.third for w in self.words[at + 1 : first]
                       if w.kind == "pronoun")  # fmt: skip
            if near:
                preposition = before.low
                governed = self.tables.governed(preposition)
                found = [r for r in found if r.case in governed] or found
        phrase = Phrase(word.index, first, modifiers, found, preposition)
        self.phrases.append(phrase)
        word.head = phrase
        for index in modifiers:
            self.words[index].head = phrase

    def _head_of(self, word: Word) -> int | None:
        """The noun that an adjective stands before and agrees with."""
        participle = word.readings[0].pos == "PRTF"
        if participle and self._stands_behind(word):
            return None
        index, skipped, governed = word.index + 1, 0, False
        while index < len(self.words) and index - word.index < 13:
            other = self.words[index]
            if other.kind == "mark":
                listed = other.text == "," and self._is_adjective(index + 1)
                if not (listed or other.text in '«"'):
                    return None
            elif other.kind == "noun" or (other.kind == "name" and other.readings):
                if not governed and any(
                    r.pos == "NOUN" and _agrees(word, r) for r in other.readings
                ):
                    return index
                if skipped == 2 or (not participle and not other.name and "gent" not in (
                    {r.case for r in other.readings}
                )):  # fmt: skip
                    return None
                skipped, governed = skipped + 1, False
            elif other.kind == "preposition":
                if not participle:
                    return None
                governed = True
            elif other.kind in ("verb", "relative", "short", "gerund") or (
                other.kind == "conjunction" and not self._is_adjective(index + 1)
            ):
                return None
            index += 1
        return None

    def _stands_behind(self, word: Word) -> bool:
        """ "женщина, много сделавшая": a participle behind its noun."""
        at = word.index - 1
        while at >= 0 and self.words[at].kind == "small":
            at -= 1
        if at < 1 or self.words[at].text != ",":
            return False
        return any(
            r.pos == "NOUN" and _agrees(word, r) for w in self.segment(at - 1) for r in w.readings
        )

    def _is_adjective(self, index: int) -> bool:
        while index < len(self.words) and self.words[index].kind == "small":
            index += 1
        return index < len(self.words) and self.words[index].kind == "adj"

    def negated(self, index: int) -> bool:
        """Whether a negation stands in the segment."""
        return any(w.low in self.tables["words.negations"] for w in self.segment(index))


def _agrees(adjective: Word, noun: Reading) -> bool:
    return any(
        r.pos in ("ADJF", "PRTF")
        and r.number == noun.number
        and r.case == noun.case
        and (r.number == "plur" or not noun.gender or noun.gender in (r.gender, "either"))
        for r in adjective.readings
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


_DECLINED = ("а", "я", "у", "ю", "ы", "ом", "ем", "ой", "ей")
_NAME = Reading("NOUN", "either", "sing", "nomn", True, False, False, "person", "", 1.0, "")
