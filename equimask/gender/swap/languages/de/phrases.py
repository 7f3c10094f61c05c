"""The words of a German sentence, the part that each plays, and the noun phrases they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from equimask.gender.lexicon.types import Token
from equimask.gender.swap.languages.de.tables import ANY, ENDINGS, Cell, Reading, tables

SENTENCE_ENDS = frozenset(".!?:;…")
_BREAKS = frozenset(",;:.!?…()[]-–—\"„“”»«‚‘’'/")
_STARTS = frozenset("\"„“”»«‚‘'([-–—")
_OPENING = frozenset({"determiner", "numeral", "noun", "adverb", "lower"})


@dataclass(eq=False, slots=True)
class Word:
    """A word or a mark; `kind` is a part of `Tables.part`, or mark, relative, noun, lower."""

    index: int
    text: str
    low: str
    start: int
    end: int
    kind: str = "lower"
    number: str = ""  # of what may be a finite verb
    sure: bool = False  # surely a finite verb


NOTHING = Word(-1, " ", "", -1, -1, "mark")


@dataclass(eq=False)
class Clause:
    """The words of a clause, which need not stand together."""

    words: list[int]
    kind: Literal["main", "sub", "relative"] = "main"
    verb: int = -1
    number: str = ""
    opener: int = -1  # the subordinator or relative pronoun
    governed: bool = False  # the relative pronoun stands after a preposition
    before: Clause | None = None  # the clause whose subject it may share
    subject: int | None = None  # once it is known


@dataclass(eq=False)
class Phrase:
    """A noun phrase; `cells` are those that all its words may share."""

    first: int
    last: int
    head: int
    determiner: int = -1
    adjectives: list[int] = field(default_factory=list)
    governed: int = -1  # the preposition
    cells: frozenset[Cell] = ANY
    people: tuple[Reading, ...] = ()
    named: bool = False  # a name without an article
    clause: Clause = field(default_factory=lambda: Clause([]))

    def may(self, gender: str, case: str = "") -> bool:
        """Whether it may have that gender, and that case."""
        return any(g == gender and case in ("", c) for g, c in self.cells)

    @property
    def plural(self) -> bool:
        """Whether it must be several."""
        return all(gender == "plural" for gender, _ in self.cells)

    @property
    def bare(self) -> bool:
        """Whether the noun stands alone."""
        return self.determiner < 0 and not self.adjectives

    @property
    def person(self) -> bool:
        """Whether a noun that surely stands for people heads it."""
        return any(not one.guessed or one.gender == "female" for one in self.people)

    @property
    def nominative(self) -> bool:
        """Whether it may be a subject."""
        return self.governed < 0 and any(case == "nom" for _, case in self.cells)

    @property
    def only_nominative(self) -> bool:
        """Whether it must be one."""
        return self.nominative and all(case == "nom" for _, case in self.cells)


class Phrases:
    """The words, told apart by lists, capitals and where the verb stands, and their phrases."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[Reading, ...]]) -> None:
        self.tables, self.lists, self.records = tables(), tables().lists, own
        self.words = [Word(i, t.text, t.text.lower(), t.start, t.end) for i, t in enumerate(tokens)]
        for word in self.words:
            opens, listed = self.opens(word.index), word.low in own
            word.kind, word.number, word.sure = _tell(word.text, opens=opens, listed=listed)
        for comma in [word.index for word in self.words if word.text == ","]:
            index = comma + 1 + (self.kind(comma + 1) == "preposition")
            relative = "relative" in self.tables.classes.get(self.low(index), ())
            if relative and self.verb_final(index):
                self.words[index].kind = "relative"
        self.phrases: list[Phrase] = []
        self.of: dict[int, Phrase] = {}
        at = 0
        while at < len(self.words):
            phrase = self._phrase(at)
            at += 1
            if phrase is not None:
                self._tell_cells(phrase)
                self.phrases.append(phrase)
                at = phrase.last + 1
                self.of |= dict.fromkeys(range(phrase.first, at), phrase)

    def at(self, index: int) -> Word:
        """The word at that place; beyond the sentence stands a mark without letters."""
        return self.words[index] if 0 <= index < len(self.words) else NOTHING

    def low(self, index: int) -> str:
        """The word at that place in lower case."""
        return self.at(index).low

    def kind(self, index: int) -> str:
        """The part of the word at that place."""
        return self.at(index).kind

    def people(self, index: int) -> tuple[Reading, ...]:
        """What the word may be among the nouns for people."""
        word = self.words[index]
        return self.records.get(word.low) or self.tables.roles(word.text)

    def opens(self, index: int) -> bool:
        """Whether a sentence begins there, so that a capital says nothing."""
        while index > 0 and self.words[index - 1].text in _STARTS:
            index -= 1
        return index == 0 or (
            self.words[index - 1].text in SENTENCE_ENDS and self.breaks(index - 1)
        )

    def breaks(self, index: int) -> bool:
        """Whether the mark ends a clause; that of "3. Kanzler" does not."""
        before = self.low(index - 1)
        numbered = before.isdigit() and len(before) < 3 and index + 1 < len(self.words)
        text = self.words[index].text
        return text in _BREAKS and not (text == "." and numbered)

    def is_infinitive(self, index: int) -> bool:
        """ "zu gehen", "wegzugehen"."""
        low = self.low(index)
        parted = self.low(index - 1) == "zu" or low.partition("zu")[0] in self.lists["prefixes"]
        described = self.kind(index + 1) == "noun"  # "zu drastischen Mitteln"
        return parted and low.endswith("n") and self.kind(index) == "lower" and not described

    def verb_final(self, first: int) -> bool:
        """Whether the words up to the next mark end with their finite verb: the clause hangs."""
        end = first
        while end < len(self.words) and not self.breaks(end):
            end += 1
        inside = self.words[first:end]
        if len(inside) < 2 or self.is_infinitive(end - 1):
            return False
        sure = next((w.index for w in inside if w.sure and self.kind(w.index + 1) != "noun"), -1)
        after = self.low(sure + 1)
        ends = sure in (end - 1, end - 2) or after in ("und", "oder", "als", "wie")
        return inside[-1].number != "" if sure < 0 else sure > first and ends

    # --- phrases

    def text(self, phrase: Phrase) -> str:
        """The head of the phrase."""
        return self.words[phrase.head].text

    def article(self, phrase: Phrase) -> str:
        """The determiner in lower case; empty where there is none."""
        return self.low(phrase.determiner)

    def _phrase(self, at: int) -> Phrase | None:
        word = self.words[at]
        if (word.kind not in _OPENING and word.low != "ihr") or word.low in ("dessen", "deren"):
            return None
        determined = word.kind == "determiner" or word.low == "ihr"
        adjectives: list[int] = []
        index = self._adjectives(at + determined, adjectives, determined=determined)
        if self.kind(index) != "noun":
            headless = determined and adjectives and word.kind != "personal"
            last = adjectives[-1] if adjectives else at
            return Phrase(at, last, last, at, adjectives) if headless else None
        phrase = Phrase(at, index, index, at if determined else -1, adjectives)
        while self._continues(phrase):
            phrase.last += 1
        if word.kind == "personal":  # "ihr Vater", but "ihr Anna gab"
            fits = {"male", "neuter"} & self.tables.genders(self.words[index].text)
            if not fits or (self.is_name(index) and self.low(index).endswith("e")):
                return None
            word.kind = "determiner"
        phrase.people = self.people(index)
        phrase.named = self.is_name(index) and not determined
        return phrase

    def _continues(self, phrase: Phrase) -> bool:
        """ "König Ludwig", "Cramer Müller": names after the noun."""
        at = phrase.last + 1
        if self.kind(at) != "noun" or self.opens(at):
            return False
        title = self.low(phrase.head) in ("herr", "herrn", "frau") and phrase.head == phrase.last
        return self.is_name(at) or (title and not self.tables.known_noun(self.low(at)))

    def is_name(self, index: int) -> bool:
        """Whether the capitalised word is no noun that is known, and may be a name."""
        word = self.words[index]
        if word.kind != "noun" or (word.text.isupper() and len(word.text) > 1):
            return False  # a firm, a party
        people = any(not one.guessed or one.gender == "female" for one in self.people(index))
        known = people or self.tables.known_noun(word.low)
        return not known and len(self.tables.genders(word.text)) > 2

    # --- adjectives

    def _adjectives(self, index: int, found: list[int], *, determined: bool) -> int:
        """Where the noun stands that adjectives from there on lead to."""
        while index + 1 < len(self.words):
            word, following = self.words[index], self.words[index + 1]
            if word.kind == "numeral" and following.low in ("jahre", "monate"):
                aged = self.low(index + 2).startswith("alt")  # "ein 26 Jahre alter Mann"
                if not aged:
                    break
                index += 2
            elif word.kind == "numeral":
                index += 2 if following.text == "." and not self.breaks(index + 1) else 1
            elif self.is_fixed(index) or self._is_adjective(word, determined=determined):
                found.append(index)
                index += 1
            elif self._is_adjective(following, determined=determined) and (
                word.low in self.lists["grades"]
                or (found and word.low in (",", "und", "oder", "aber")
                    and self.kind(self._adjectives(index + 1, [], determined=determined)) == "noun")
            ):  # fmt: skip
                index += 1
            else:
                break
        return index

    def is_fixed(self, index: int) -> bool:
        """ "rosa", "der Braunschweiger Biologe": an adjective that never changes."""
        if {self.low(index), self.words[index].text} & self.lists["indeclinable"]:
            return True
        if self.kind(index) != "noun" or not self.low(index).endswith("er"):
            return False
        person = self.kind(index + 1) == "noun" and self.people(index + 1)
        return bool(person and not self.people(index))

    def _is_adjective(self, word: Word, *, determined: bool) -> bool:
        after = self.at(word.index + 1)
        if not word.low.endswith(ENDINGS) or self.is_infinitive(word.index):
            return False
        if word.kind == "determiner":
            return determined and word.low.startswith(tuple(self.lists["quantities"]))
        if word.kind == "noun":  # "der Zweite Weltkrieg"
            known = self.tables.known_noun
            thing = after.kind == "noun" and known(after.low) in ("m", "f", "n")
            named = all(one.adjective for one in self.people(word.index)) and not known(word.low)
            return determined and thing and named
        if word.kind != "lower":
            return word.kind == "adverb" and determined and after.kind == "noun"
        if not determined:
            return not word.sure and word.low not in self.tables.verbs
        if word.sure:
            return after.kind == "noun" or self._is_adjective(after, determined=True)
        return True

    # --- the cells

    def _tell_cells(self, phrase: Phrase) -> None:
        before, known, article = self.at(phrase.first - 1), self.tables, self.article(phrase)
        cells = known.determiner_cells(article) if article else ANY
        if article in self.lists["contracted"]:
            phrase.governed = phrase.determiner
        if self._governs(before):
            phrase.governed = before.index
            cells = (cells & known.preposition_cells(before.low)) or cells
        for index in phrase.adjectives:
            cells = (cells & known.adjective_cells(article, self.low(index))) or cells
        head = self.words[phrase.head]
        nouns = known.noun_cells(head.text) if head.kind == "noun" else ANY
        if phrase.named:
            nouns = frozenset(cell for cell in ANY if cell[0] != "plural")
        elif phrase.people:
            nouns = frozenset(cell for one in phrase.people for cell in one.cells)
        cells = (cells & nouns) or cells
        if any(one.adjective for one in phrase.people):
            cells = (cells & known.adjective_cells(article, head.low)) or cells
        several = frozenset(cell for cell in cells if cell[0] == "plural")
        numbered = any(map(self._counts, range(phrase.first, phrase.head)))
        if numbered and not several:  # "mit dreißig Direktor"
            phrase.first, phrase.governed, cells = phrase.head, -1, nouns
        elif numbered:
            cells = several  # "zwei Männer"
        phrase.cells = cells

    def _counts(self, index: int) -> bool:
        """ "zwei Männer", but "der 2. Mann"."""
        number = self.kind(index) == "numeral" and self.low(index) != "1"
        return number and self.low(index + 1) != "."

    def _governs(self, before: Word) -> bool:
        """Whether it is a preposition here: "während der Rede", and not "während er redet"."""
        clausal = "subordinator" in self.tables.classes.get(before.low, ())
        if before.low == "für" and "was" in (self.low(0), self.low(before.index - 1)):
            return False
        return before.kind == "preposition" and not (clausal and self.verb_final(before.index))


@lru_cache(maxsize=50_000)
def _tell(text: str, *, opens: bool, listed: bool) -> tuple[str, str, bool]:
    """The part of a word, and of what may be a finite verb its number and whether it surely is."""
    known, low, digit = tables(), text.lower(), text[0].isdigit()
    capital = text[0].isupper() or (digit and text.rpartition("-")[2][:1].isupper())
    part, (number, sure) = known.part(low), known.verb(low)
    if not any(c.isalnum() for c in text):
        return "mark", "", False
    if digit and not any(c.isalpha() for c in text):
        return ("year" if len(text) == 4 else "numeral"), "", False
    if capital and not opens and not (part in ("personal", "determiner") and len(low) < 6):
        return "noun", "", False
    if part:
        return part, "", False
    if capital and (listed or known.roles(text) or not sure):
        looks = low.endswith(tuple(known.lists["adverb_endings"])) or known.is_participle(low)
        return ("adverb" if looks and not (listed or known.roles(text)) else "noun"), "", False
    return "lower", "" if digit else number, sure and not digit
