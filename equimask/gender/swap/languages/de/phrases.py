"""German noun phrases: an article, adjectives and a noun, with the cells that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from equimask.gender.lexicon.types import Token, WordPair
from equimask.gender.swap.languages.de.tables import ANY, Cell, Reading
from equimask.gender.swap.languages.de.words import MOST_KEPT, Word, Words, records

Kind = Literal[
    "mark", "preposition", "contraction", "subordinator", "coordinator", "determiner", "personal",
    "speaker", "oblique", "neutral", "relative", "number", "noun", "adverb", "lower",
]  # fmt: skip
_ENDING = frozenset(".!?:;…")
_BREAKS = frozenset(",;:.!?…()[]–—\"„“”»«‚‘’'/")
_STARTS = frozenset("\"„“”»«‚‘'([-–—")
_KINDS: tuple[Kind, ...] = (
    "coordinator", "subordinator", "speaker", "oblique", "neutral", "number", "adverb",
)  # fmt: skip
_ADJECTIVE = ("e", "en", "er", "es", "em")
_FAR = 9  # words between an article and its noun, where an attribute stands between
PERSONAL = frozenset("er ihn ihm sie ihr".split())
TWO = ("acc", "dat")


_NO_OPENING = frozenset(
    {"mark", "preposition", "subordinator", "coordinator", "personal", "speaker", "oblique",
     "neutral", "relative"}
)  # fmt: skip


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
    pairs: tuple[WordPair, ...] = ()  # records of the gender lexicon

    def may(self, gender: str, case: str = "") -> bool:
        """Whether it may have that gender, and that case."""
        if case:
            return (gender, case) in self.cells
        return any(g == gender for g, _ in self.cells)

    @property
    def person(self) -> bool:
        """Whether a noun that surely stands for people heads it."""
        return bool(self.pairs) or any(
            not reading.is_guess or reading.gender == "female" for reading in self.people
        )

    @property
    def nominative(self) -> bool:
        """Whether it may be a subject."""
        return self.governed < 0 and any(case == "nom" for _, case in self.cells)

    @property
    def only_nominative(self) -> bool:
        """Whether it must be one."""
        return self.nominative and all(case == "nom" for _, case in self.cells)


class Phrases(Words):
    """The phrases of a sentence, and by each word the phrase that it is in."""

    def __init__(self, tokens: Sequence[Token], own: dict[str, tuple[WordPair, ...]]) -> None:
        super().__init__(tokens, own)
        self.phrases: list[Phrase] = []
        self.of: dict[int, Phrase] = {}
        self._find_phrases()

    def _find_phrases(self) -> None:
        at = 0
        while at < len(self.words):
            phrase = self._phrase(at)
            if phrase is None:
                at += 1
                continue
            self.phrases.append(phrase)
            for index in range(phrase.first, phrase.last + 1):
                self.of.setdefault(index, phrase)
            at = phrase.last + 1

    def _phrase(self, at: int) -> Phrase | None:
        word = self.words[at]
        if word.kind in _NO_OPENING and word.low != "ihr":
            return None
        determiner = at if word.kind in ("determiner", "contraction") else -1
        if word.low in ("dessen", "deren"):
            return None
        if word.low == "ihr" and word.kind == "personal":
            determiner = at
        index = at + 1 if determiner >= 0 else at
        adjectives: list[int] = []
        owned = self.low(at - 1) in ("dessen", "deren")
        index = self._adjectives(index, adjectives, determined=determiner >= 0 or owned)
        head = self.word(index)
        if head is None or head.kind != "noun":
            far = self._far_noun(at) if determiner >= 0 else None
            if far is None:
                return self._headless(at, determiner, adjectives)
            adjectives, index = [far - 1], far
        phrase = Phrase(at, index, index, determiner, adjectives)
        while (after := self.word(phrase.last + 1)) is not None and self._continues(phrase, after):
            phrase.last += 1
        if word.low == "ihr" and word.kind == "personal":
            head = self.words[index]
            if not {"male", "neuter"} & self.tables.genders(head.text) or (
                self.is_name(index) and head.low.endswith("e") and not adjectives
            ):
                return None
            word.kind = "determiner"
        return self._celled(phrase)

    def _continues(self, phrase: Phrase, after: Word) -> bool:
        """ "König Ludwig", "Cramer Müller": names after the noun."""
        if after.kind != "noun" or self.opens(after.index):
            return False
        if self.low(phrase.head) in ("herr", "herrn", "frau"):
            return not self.tables.known_noun(after.low)
        if phrase.head == phrase.last and (
            self.low(phrase.head) in self.records or self.tables.roles(self.words[phrase.head].text)
        ):  # "Prinzessin Eugenie"
            return not (
                self.tables.known_noun(after.low) or after.low in self.records
                or any(not reading.is_guess for reading in self.tables.roles(after.text))
            )  # fmt: skip
        return self.is_name(after.index)

    def is_name(self, index: int) -> bool:
        """Whether the capitalised word is no noun that is known, and may be a name."""
        text = self.words[index].text
        if self.words[index].kind != "noun" or text.lower() in self.records:
            return False
        if text.isupper() and len(text) > 1:
            return False  # a firm, a party
        if self.tables.known_noun(text.lower()) or any(
            not reading.is_guess or reading.gender == "female"
            for reading in self.tables.roles(text)
        ):
            return False
        return len(self.tables.genders(text)) > 2

    def _adjectives(self, index: int, found: list[int], *, determined: bool) -> int:
        while (word := self.word(index)) is not None:
            following = self.word(index + 1)
            if following is None:
                break
            if word.kind == "number":
                index += 2 if following.text == "." and not self.breaks(index + 1) else 1
            elif (
                following.kind == "noun"
                and (
                    word.text in self.lists["indeclinable"]
                    or (determined and self._is_town(word, following))
                )
            ) or self._is_adjective(word, determined=determined):
                found.append(index)
                index += 1
            elif word.low in self.lists["grades"] and self._is_adjective(
                following, determined=determined
            ):
                index += 1
            elif (
                found and (word.text == "," or word.low in ("und", "oder", "aber"))
                and self._is_adjective(following, determined=determined)
                and self._leads_to_noun(index + 1, determined=determined)
            ):  # fmt: skip
                index += 1
            else:
                break
        return index

    def _is_town(self, word: Word, noun: Word) -> bool:
        """ "der Braunschweiger Biologe"."""
        if word.kind != "noun" or not word.text.endswith("er") or word.low in self.records:
            return False
        person = noun.low in self.records or any(
            not r.is_guess for r in self.tables.roles(noun.text)
        )
        return person and all(r.is_guess for r in self.tables.roles(word.text))

    def _leads_to_noun(self, index: int, *, determined: bool) -> bool:
        end = self._adjectives(index, [], determined=determined)
        word = self.word(end)
        return word is not None and word.kind == "noun"

    def _is_adjective(self, word: Word, *, determined: bool) -> bool:
        if word.low in self.lists["indeclinable"]:
            return True
        if word.low in ("lieber", "liebe") and self.low(word.index + 1) in self.records:
            return True
        if word.kind not in ("lower", "determiner") or not word.low.endswith(_ADJECTIVE):
            return word.kind == "adverb" and word.low.endswith(_ADJECTIVE) and determined and (
                (after := self.word(word.index + 1)) is not None and after.kind == "noun"
            )  # fmt: skip
        if word.kind == "determiner":
            return determined and word.low[:4] in ("viel", "ande", "weni", "beid", "solc", "zahl")
        if determined and word.low.endswith("en") and self.low(word.index - 1) in ("das", "dies"):
            return False
        if word.sure and determined:
            after = self.word(word.index + 1)
            return after is not None and (
                after.kind == "noun" or self._is_adjective(after, determined=True)
            )
        if not determined and word.number in ("one", "pl") and self.tables.lists_verb(word.low):
            return self.low(word.index - 1) != "ich" and word.number != "pl"
        return determined or not word.sure

    def _far_noun(self, at: int) -> int | None:
        """The noun of "ein in Wien lebender Maler", where the attribute begins after `at`."""
        if self.words[at].kind == "contraction":
            return None
        inner = self.word(at + 1)
        if inner is None or inner.kind not in ("preposition", "contraction", "adverb", "oblique"):
            return None
        for index in range(at + 2, min(at + _FAR, len(self.words) - 1)):
            word, noun = self.words[index], self.words[index + 1]
            if word.kind == "mark" or word.sure:
                return None
            if (
                word.kind == "lower"
                and noun.kind == "noun"
                and word.low.endswith(_ADJECTIVE)
                and word.low[:-1].endswith(("end", "ende", "t", "te", "en", "ene"))
            ):
                return index + 1
        return None

    def _headless(self, at: int, determiner: int, adjectives: list[int]) -> Phrase | None:
        if determiner < 0 or not adjectives:
            return None
        phrase = Phrase(at, adjectives[-1], adjectives[-1], determiner, adjectives)
        return self._celled(phrase)

    def _celled(self, phrase: Phrase) -> Phrase:
        cells: frozenset[Cell] = ANY
        year = self.words[phrase.first]
        if phrase.first < phrase.head and is_year(year.text):
            phrase.first += 1  # "bis 1998 Minister"
        before = self.word(phrase.first - 1)
        kinds: tuple[str, ...] = ("strong",) if phrase.determiner < 0 else ()
        if phrase.determiner >= 0:
            low = self.words[phrase.determiner].low
            if low in self.tables.contractions:
                _, case, letters = self.tables.contractions[low]
                long = {"m": "male", "f": "female", "n": "neuter"}
                cells = frozenset({(long[letter], case) for letter in letters})
                kinds = ("weak",)
                phrase.governed = phrase.determiner
            else:
                cells, kinds = self.tables.determiner_cells(low)
        if before is not None and self._governs(before):
            phrase.governed = before.index
            cells = (cells & self._cells_after(before)) or cells
        if self.low(phrase.last + 1) in ("zufolge", "zuliebe", "zuwider"):
            phrase.governed = phrase.last + 1
        if before is not None and before.low in ("und", "oder") and phrase.first > 1:
            one = self.of.get(phrase.first - 2)
            bare = one is not None and phrase.determiner == one.determiner == -1
            if bare and one.person == self._is_person(phrase.head):  # type: ignore[union-attr]
                phrase.governed = one.governed  # type: ignore[union-attr]
        for index in phrase.adjectives:
            cells = (cells & self.tables.adjective_cells(kinds, self.words[index].low)) or cells
        head = self.words[phrase.head]
        if head.kind == "noun":
            phrase.pairs = self.records.get(head.low, ())
            phrase.people = () if phrase.pairs else self.tables.roles(head.text)
            nouns = self._noun_cells(phrase, head)
            if (
                phrase.determiner < 0
                and self.numbered(phrase)
                and not any(gender == "plural" for gender, _ in nouns)
            ):  # "mit dreißig Direktor"
                phrase.first, phrase.governed, cells = phrase.head, -1, nouns
            cells = (cells & nouns) or cells
            if phrase.people and all(r.role.declension == "adj" for r in phrase.people):
                cells = (cells & self.tables.adjective_cells(kinds, head.low)) or cells
        if (
            before is not None
            and before.low in self.lists["of_them"]
            and phrase.determiner >= 0
            and self.words[phrase.determiner].low.endswith("er")
        ):
            cells = frozenset(c for c in cells if c == ("plural", "gen")) or cells
        if (
            phrase.determiner < 0
            and before is not None
            and before.low not in ("als", "wie")
            and any(g == "plural" for g, _ in cells)
            and ("male", "nom") not in cells
        ):
            singular = {"male", "neuter"} | ({"female"} if phrase.pairs else set())
            cells = frozenset(c for c in cells if c[0] not in singular) or cells
        if self.numbered(phrase):
            cells = frozenset(c for c in cells if c[0] == "plural") or cells
        if (
            head.kind == "noun"
            and cells == {("male", "acc"), ("plural", "dat")}
            and not any(word.low.startswith(tuple(self.lists["dative"])) for word in self.words)
        ):
            cells = frozenset({("male", "acc")})
        phrase.cells = cells
        return phrase

    def _is_person(self, head: int) -> bool:
        """Whether the noun is one for people."""
        return self.low(head) in self.records or any(
            not reading.is_guess for reading in self.tables.roles(self.words[head].text)
        )

    def _governs(self, before: Word) -> bool:
        """Whether it is a preposition here: "während der Rede", and not "während er redet"."""
        if before.kind == "contraction":
            return True
        if before.kind != "preposition" or (
            before.low == "für" and "was" in (self.low(0), self.low(before.index - 1))
        ):
            return False
        clausal = "subordinator" in self.tables.classes[before.low]
        return not (clausal and self.verb_final(before.index))

    def numbered(self, phrase: Phrase) -> bool:
        """Whether a number above one stands in the phrase: "zwei Männer"."""
        return any(
            self.words[i].kind == "number" and self.words[i].text not in ("1", "eins")
            and self.low(i + 1) != "." and not is_year(self.words[i].text)
            for i in range(phrase.first, phrase.head)
        )  # fmt: skip

    def _cells_after(self, preposition: Word) -> frozenset[Cell]:
        kinds = self.tables.classes.get(preposition.low, frozenset())
        cases: set[str] = set()
        for kind in kinds:
            if kind.startswith("preposition_"):
                case = kind.removeprefix("preposition_")
                cases |= set(TWO) if case in ("two", "both") else {case}
        if "gen" in cases:
            cases.add("dat")
        return frozenset(cell for cell in ANY if cell[1] in cases) or ANY

    def _noun_cells(self, phrase: Phrase, head: Word) -> frozenset[Cell]:
        if phrase.pairs and self.records is not records():
            return self._find_noun_cells(phrase, head)  # of a list of one's own
        key = (head.text, phrase.determiner < 0)
        found = self.tables.noun_cells.get(key)
        if found is None:
            if len(self.tables.noun_cells) > MOST_KEPT:
                self.tables.noun_cells.clear()
            found = self.tables.noun_cells[key] = self._find_noun_cells(phrase, head)
        return found

    def _find_noun_cells(self, phrase: Phrase, head: Word) -> frozenset[Cell]:
        if phrase.pairs:
            return frozenset(c for pair in phrase.pairs for c in pair_cells(pair, head.low))
        if phrase.people:
            return frozenset(c for reading in phrase.people for c in reading.cells)
        genders = self.tables.genders(head.text)
        if self.is_name(head.index) and phrase.determiner < 0:
            genders = frozenset({"male", "female", "neuter"})
        return frozenset(cell for cell in ANY if cell[0] in genders)


def is_year(text: str) -> bool:
    """Whether the number is likely a year."""
    return text.isdigit() and len(text) == 4


def pair_cells(pair: WordPair, low: str) -> frozenset[Cell]:
    """The cells of a record's form."""
    found: set[Cell] = set()
    for gender, form in (("male", pair.male), ("female", pair.female)):
        if form.lower() != low:
            continue
        shown = "neuter" if is_neuter(form) else gender
        if pair.number == "plur":
            shown = "plural"
        cases = pair.cases
        if gender == "female" and pair.number == "sing" and shown == "female":
            cases = ("nom", "acc", "dat", "gen")
        found |= {(shown, case) for case in cases}
    return frozenset(found)


def is_neuter(form: str) -> bool:
    """Whether the woman's noun is a neuter."""
    return form.lower().rstrip("s").endswith(("mädchen", "mädel", "girl")) and form[0].isupper()
